package import PaceEngine
package import PaceLanguage

/// `eval --format summary`: how often each rule fired, and how much was read; with levels, how often each was
/// reached and how long it stood.
package struct EvalSummary: EvalFormat {
  package static var writesAtEnd: Bool { true }
  package static var messages: Machine.Messages { .none }

  let program: Program
  private let presets: [String]
  private let hasLevels: Bool
  /// One for each preset.
  private var counts: [SubjectRun.Counts]
  private var subjects = 0
  private var kept = 0
  private var debounced = 0

  /// `presets` names the columns; a single one goes without a heading.
  package init(_ program: Program, presets: [String], hasLevels: Bool) {
    self.program = program
    self.presets = presets
    self.hasLevels = hasLevels
    counts = presets.map { _ in SubjectRun.Counts(program) }
  }

  package mutating func add(_ run: SubjectRun, shown: ShownSpan, to out: inout ByteBuffer) {
    subjects += 1
    kept += run.kept.reduce(0, +)
    debounced += run.debounced
    for (column, outcome) in run.columns.enumerated() {
      counts[column].add(outcome.counts)
      for case .fired(let firing) in outcome.records where shown.contains(firing.at) {
        counts[column].firings[firing.rule.index] += 1
      }
    }
  }

  package func finish(skipped: Int, to out: inout ByteBuffer) {
    func line(_ name: String, _ counts: [Int]) {
      out.line(([name] + counts.map(String.init)).joined(separator: "\t"))
    }
    if presets.count > 1 { out.line((["rule"] + presets).joined(separator: "\t")) }
    for (index, rule) in program.rules.enumerated() {
      line(rule.name.text, counts.map { $0.firings[index] })
    }
    for (name, count) in [
      ("subjects", subjects), ("events", kept), ("debounced", debounced), ("skipped", skipped),
    ] {
      line(name, Array(repeating: count, count: presets.count))
    }
    guard hasLevels else { return }
    var index = 0
    for scale in program.scales {
      for level in scale.levels {
        line("\(scale.name.text) \(level.name) changes", counts.map { $0.changes[index] })
        line("\(scale.name.text) \(level.name) ms", counts.map { Int($0.times[index]) })
        index += 1
      }
    }
  }
}
