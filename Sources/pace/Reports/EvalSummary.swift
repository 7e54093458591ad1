import PaceEngine
import PaceLanguage

/// `eval --format summary`: how often each rule fired, and how much was read.
struct EvalSummary: Sendable {
  let program: Program
  private let presets: [String]
  /// For each rule, a count for each column.
  private var firings: [[Int]]
  private var subjects = 0
  private var kept = 0
  private var debounced = 0

  /// `presets` names the columns; a single one goes without a heading.
  init(_ program: Program, presets: [String]) {
    self.program = program
    self.presets = presets
    firings = program.rules.map { _ in [Int](repeating: 0, count: presets.count) }
  }

  mutating func add(_ run: SubjectRun, shown: (SubjectRun.Entry) -> Bool) {
    subjects += 1
    kept += run.kept.reduce(0, +)
    debounced += run.debounced
    for (column, outcome) in run.columns.enumerated() {
      for case .fired(let firing) in outcome.records {
        let entry = SubjectRun.Entry(at: firing.at, column: column, content: .firing(firing))
        if shown(entry) { firings[firing.rule.index][column] += 1 }
      }
    }
  }

  func finish(skipped: Int, to out: inout OutputStream) throws(Failure) {
    if presets.count > 1 { try out.line((["rule"] + presets).joined(separator: "\t")) }
    for (rule, counts) in zip(program.rules, firings) {
      try out.line(([rule.name.text] + counts.map(String.init)).joined(separator: "\t"))
    }
    for (name, count) in [
      ("subjects", subjects), ("events", kept), ("debounced", debounced), ("skipped", skipped),
    ] {
      let cells = [String](repeating: String(count), count: presets.count)
      try out.line(([name] + cells).joined(separator: "\t"))
    }
  }
}
