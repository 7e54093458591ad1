public import PaceEngine
public import PaceLanguage

/// `eval --format summary`: how often each rule fired and how much was read; with levels, how often each level was
/// reached and how long it stood.
public struct EvalSummary: EvalFormat {
  public static var writesAtEnd: Bool { true }
  public static var messages: Machine.Messages { .none }

  let program: Program
  private let presets: [String]
  private let hasLevels: Bool
  private var totals: Part

  /// The totals of some subjects.
  public struct Part: Sendable {
    /// One for each preset.
    fileprivate var counts: [SubjectRun.Counts]
    fileprivate var subjects = 0
    fileprivate var kept = 0
    fileprivate var debounced = 0
  }

  /// `presets` names the columns; a single column has no heading.
  public init(_ program: Program, presets: [String], hasLevels: Bool) {
    self.program = program
    self.presets = presets
    self.hasLevels = hasLevels
    totals = Part(counts: presets.map { _ in SubjectRun.Counts(program) })
  }

  public var emptyPart: Part { Part(counts: presets.map { _ in SubjectRun.Counts(program) }) }

  public func add(_ run: SubjectRun, to part: inout Part) {
    part.subjects += 1
    part.kept += run.kept.reduce(0, +)
    part.debounced += run.debounced
    // By index, because copying a column would cost reference counting.
    for column in run.columns.indices {
      part.counts[column].add(run.columns[column].counts)
      for case .fired(let firing) in run.columns[column].records where run.shown.contains(firing.at) {
        part.counts[column].firings[firing.rule.index] += 1
      }
    }
  }

  public mutating func write(_ part: inout Part, to out: inout ByteBuffer) {
    totals.subjects += part.subjects
    totals.kept += part.kept
    totals.debounced += part.debounced
    for column in totals.counts.indices {
      totals.counts[column].add(part.counts[column])
      part.counts[column].clear()
    }
    (part.subjects, part.kept, part.debounced) = (0, 0, 0)
  }

  public func finish(skipped: Int, later: Int?, to out: inout ByteBuffer) {
    func line(_ name: String, _ counts: [Int]) {
      out.line(([name] + counts.map(String.init)).joined(separator: "\t"))
    }
    if presets.count > 1 { out.line((["rule"] + presets).joined(separator: "\t")) }
    for (index, rule) in program.rules.enumerated() {
      line(rule.name.text, totals.counts.map { $0.firings[index] })
    }
    for (name, count) in [
      ("subjects", totals.subjects), ("events", totals.kept), ("debounced", totals.debounced),
      ("skipped", skipped), ("after_until", later),
    ] {
      guard let count else { continue }
      line(name, Array(repeating: count, count: presets.count))
    }
    guard hasLevels else { return }
    var index = 0
    for scale in program.scales {
      for level in scale.levels {
        line("\(scale.name.text) \(level.name) changes", totals.counts.map { $0.changes[index] })
        line("\(scale.name.text) \(level.name) ms", totals.counts.map { Int($0.times[index]) })
        index += 1
      }
    }
  }
}
