import PaceEngine
package import PaceLanguage

/// `eval --format summary`: how often each rule fired, and how much was read.
package struct EvalSummary: EvalFormat {
  package static var writesAtEnd: Bool { true }

  let program: Program
  private let presets: [String]
  /// Rule after rule, a count for each column.
  private var firings: [Int]
  private var subjects = 0
  private var kept = 0
  private var debounced = 0

  /// `presets` names the columns; a single one goes without a heading.
  package init(_ program: Program, presets: [String]) {
    self.program = program
    self.presets = presets
    firings = Array(repeating: 0, count: program.rules.count * presets.count)
  }

  package mutating func add(_ run: SubjectRun, shown: ShownSpan, to out: inout ByteBuffer) {
    subjects += 1
    kept += run.kept.reduce(0, +)
    debounced += run.debounced
    for (column, outcome) in run.columns.enumerated() {
      for case .fired(let firing) in outcome.records where shown.contains(firing.at) {
        firings[firing.rule.index * presets.count + column] += 1
      }
    }
  }

  /// Takes what was counted without being told.
  package mutating func add(subjects: Int, kept: Int, debounced: Int, firings: (RuleID) -> [Int]) {
    self.subjects += subjects
    self.kept += kept
    self.debounced += debounced
    for rule in program.rules.indices {
      for (column, count) in firings(RuleID(rule)).enumerated() {
        self.firings[rule * presets.count + column] += count
      }
    }
  }

  package func finish(skipped: Int, to out: inout ByteBuffer) {
    if presets.count > 1 { out.line((["rule"] + presets).joined(separator: "\t")) }
    for (index, rule) in program.rules.enumerated() {
      let counts = firings[index * presets.count..<(index + 1) * presets.count]
      out.line(([rule.name.text] + counts.map(String.init)).joined(separator: "\t"))
    }
    for (name, count) in [
      ("subjects", subjects), ("events", kept), ("debounced", debounced), ("skipped", skipped),
    ] {
      let cells = [String](repeating: String(count), count: presets.count)
      out.line(([name] + cells).joined(separator: "\t"))
    }
  }
}
