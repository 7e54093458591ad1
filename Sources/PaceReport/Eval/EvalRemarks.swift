public import PaceEngine
public import PaceLanguage

/// What `eval` remarks besides its results: rules cut off at the last event, withheld messages, overflows.
public struct EvalRemarks: Sendable {
  private let program: Program
  private var cutOff = 0
  private var withheld: [RuleID: Int] = [:]
  /// The first overflow of each rule.
  private var overflows: [RuleID: (subject: String, expression: ExpressionID)] = [:]
  /// The first subjects whose evaluation a runaway ended, and the number of all.
  public private(set) var runaways: [(subject: String, runaway: Runaway)] = []
  public private(set) var runawayCount = 0
  private static let mostNamed = 20
  /// The first subject with a long time between rows, and how many there are.
  private var gap: (subject: String, gap: Range<Instant>)?
  private var gaps = 0

  public init(_ program: Program) { self.program = program }

  public mutating func add(_ run: SubjectRun) {
    if run.columns.indices.contains(where: { run.columns[$0].isCutOff }) { cutOff += 1 }
    if run.isEnded, let found = run.gap {
      gaps += 1
      gap = gap ?? (run.id, found)
    }
    // By index, because copying a column would cost reference counting.
    for column in run.columns.indices {
      for record in run.columns[column].records { add(record, of: run.id) }
    }
  }

  public mutating func clear() { self = EvalRemarks(program) }

  /// Adds the remarks on later subjects.
  public mutating func add(_ other: EvalRemarks) {
    cutOff += other.cutOff
    for (rule, count) in other.withheld { withheld[rule, default: 0] += count }
    for (rule, overflow) in other.overflows where overflows[rule] == nil { overflows[rule] = overflow }
    runawayCount += other.runawayCount
    gaps += other.gaps
    gap = gap ?? other.gap
    for runaway in other.runaways where runaways.count < Self.mostNamed { runaways.append(runaway) }
  }

  public mutating func add(_ record: Record, of subject: String) {
    switch record {
    case .fired(let firing) where firing.isWithheld: withheld[firing.rule, default: 0] += 1
    case .overflow(let rule, let expression, _) where overflows[rule] == nil:
      overflows[rule] = (subject, expression)
    case .runaway(let runaway):
      runawayCount += 1
      if runaways.count < Self.mostNamed { runaways.append((subject, runaway)) }
    default: break
    }
  }

  public var lines: [String] {
    var lines: [String] = []
    for (index, rule) in program.rules.enumerated() {
      let id = RuleID(index)
      if let count = withheld[id] { lines.append(Words.withheld(count, by: rule)) }
      if let overflow = overflows[id] {
        let text = program.line(of: program[overflow.expression].span)
        let subject = overflow.subject.printable
        lines.append(
          "\(rule.name.text): `\(text)` does not fit in a number for \(subject); it counts as unknown")
      }
    }
    if let line = gapLine { lines.append(line) }
    if let line = cutOffLine { lines.append(line) }
    return lines
  }

  /// That a row comes so late that it may be a slip; nil if none does.
  private var gapLine: String? {
    guard let (subject, gap) = gap else { return nil }
    let years = (gap.upperBound.milliseconds - gap.lowerBound.milliseconds) / (365 * Unit.day.milliseconds)
    let more = gaps > 1 ? ", and \(Noun.count(gaps - 1, "other")) with the like" : ""
    return "\(program.subject.name.text) `\(subject.printable)` has a row of \(TimeText.iso(gap.upperBound))"
      + "\(more): rules without `on` were followed through \(years) years without a row; "
      + "`--until T` leaves later rows out"
  }

  /// That rules were cut off at the last event; nil if none was.
  public var cutOffLine: String? { Self.cutOff(cutOff, program) }

  /// The same for a number of subjects; nil for none.
  public static func cutOff(_ count: Int, _ program: Program) -> String? {
    if count == 0 { return nil }
    return "\(Noun.count(count, program.subject.name.text)) had no end, so rules without `on` were followed "
      + "to the last event only; `--until T` or `ends after` looks further"
  }
}

extension Rule {
  /// Whether it emits notices without waiting for an event.
  public var mayFireWithoutEvent: Bool {
    trigger.stream == nil && emission != nil
  }
}
