import PaceEngine
import PaceLanguage

/// `eval --format summary`: how often each rule fired, and how much was read; with levels, how often each was come to
/// and how long it stood.
struct EvalSummary: EvalFormat {
  static var writesAtEnd: Bool { true }

  let program: Program
  private let presets: [String]
  private let hasLevels: Bool
  /// For each rule, a count for each column.
  private var firings: [[Int]]
  /// For each scale and level, the same of changes and milliseconds.
  private var changes: [[[Int]]]
  private var times: [[[Int]]]
  private var subjects = 0
  private var kept = 0
  private var debounced = 0

  /// `presets` names the columns; a single one goes without a heading.
  init(_ program: Program, presets: [String], hasLevels: Bool) {
    self.program = program
    self.presets = presets
    self.hasLevels = hasLevels
    let none = Array(repeating: 0, count: presets.count)
    firings = program.rules.map { _ in none }
    changes = program.scales.map { $0.levels.map { _ in none } }
    times = changes
  }

  mutating func add(_ run: SubjectRun, shown: ShownSpan, to out: inout OutputStream) {
    subjects += 1
    kept += run.kept.reduce(0, +)
    debounced += run.debounced
    for (column, outcome) in run.columns.enumerated() {
      if let counts = outcome.counts {
        add(counts, column)
      } else {
        add(outcome.records, shown, column)
      }
    }
  }

  private mutating func add(_ counts: SubjectRun.Counts, _ column: Int) {
    for (rule, count) in counts.firings.enumerated() { firings[rule][column] += count }
    for (scale, levels) in counts.levels.enumerated() {
      for (level, found) in levels.enumerated() {
        changes[scale][level][column] += found.changes
        times[scale][level][column] += Int(found.time)
      }
    }
  }

  private mutating func add(_ records: [Record], _ shown: ShownSpan, _ column: Int) {
    for record in records {
      switch record {
      case .fired(let firing) where shown.contains(firing.at): firings[firing.rule.index][column] += 1
      case .level(let change) where shown.contains(change.at):
        changes[change.scale.index][change.level][column] += 1
      default: break
      }
    }
  }

  func finish(skipped: Int, to out: inout OutputStream) throws(Failure) {
    func line(_ name: String, _ counts: [Int]) throws(Failure) {
      try out.line(([name] + counts.map(String.init)).joined(separator: "\t"))
    }
    if presets.count > 1 { try out.line((["rule"] + presets).joined(separator: "\t")) }
    for (rule, counts) in zip(program.rules, firings) { try line(rule.name.text, counts) }
    for (name, count) in [
      ("subjects", subjects), ("events", kept), ("debounced", debounced), ("skipped", skipped),
    ] {
      try line(name, Array(repeating: count, count: presets.count))
    }
    guard hasLevels else { return }
    for (index, scale) in program.scales.enumerated() {
      for (level, declared) in scale.levels.enumerated() {
        let name = "\(scale.name.text) \(declared.name)"
        try line("\(name) changes", changes[index][level])
        try line("\(name) ms", times[index][level])
      }
    }
  }
}
