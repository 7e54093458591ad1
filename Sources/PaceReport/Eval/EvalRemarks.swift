public import PaceEngine
public import PaceLab
public import PaceLanguage

/// What commands remark besides their results: rules cut off at the last event, withheld messages, overflows.
public struct EvalRemarks: Sendable {
  private let program: Program
  private var notes: RunNotes
  private let hasCutOff: Bool
  /// The first subjects whose evaluation a runaway ended, and the number of all.
  public private(set) var runaways: [(subject: String, runaway: Runaway)] = []
  public private(set) var runawayCount = 0
  private static let mostNamed = 20
  /// The first subject with a long time between rows, and how many there are.
  private var gap: (subject: String, gap: Range<Instant>)?
  private var gaps = 0

  /// - Parameter hasCutOff: whether it is said that rules were cut off.
  public init(_ program: Program, _ notes: RunNotes = RunNotes(), hasCutOff: Bool = true) {
    self.program = program
    self.notes = notes
    self.hasCutOff = hasCutOff
  }

  public mutating func add(_ run: SubjectRun) {
    if run.columns.indices.contains(where: { run.columns[$0].isCutOff }) {
      notes.addOpenEnd(of: run.id)
    }
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
    notes.add(other.notes)
    runawayCount += other.runawayCount
    gaps += other.gaps
    gap = gap ?? other.gap
    for runaway in other.runaways where runaways.count < Self.mostNamed { runaways.append(runaway) }
  }

  public mutating func add(_ record: Record, of subject: String) {
    notes.add(record, of: subject)
    guard case .runaway(let runaway) = record else { return }
    runawayCount += 1
    if runaways.count < Self.mostNamed { runaways.append((subject, runaway)) }
  }

  public var lines: [String] {
    var lines: [String] = []
    for (index, rule) in program.rules.enumerated() {
      let id = RuleID(index)
      if let count = notes.withheld[id] { lines.append(Words.withheld(count, by: rule)) }
      if let overflow = notes.overflows[id] { lines.append(line(of: overflow, in: rule.name.text)) }
    }
    for figure in program.figures {
      if let overflow = notes.figureOverflows[figure.value] {
        lines.append(line(of: overflow, in: figure.title))
      }
    }
    if let line = gapLine { lines.append(line) }
    if let line = cutOffLine { lines.append(line) }
    return lines
  }

  /// - Parameter name: the rule or figure that it is part of.
  private func line(
    of overflow: (subject: String, expression: ExpressionID), in name: String
  ) -> String {
    let text = program.line(of: program[overflow.expression].span)
    return "\(name): `\(text)` does not fit in a number for \(overflow.subject); it counts as unknown"
      .printable
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
  public var cutOffLine: String? {
    guard hasCutOff, notes.openEnded > 0, program.rules.contains(where: { $0.mayFireWithoutEvent }) else {
      return nil
    }
    return "\(Noun.count(notes.openEnded, program.subject.name.text)) had no end, so rules without `on` were "
      + "followed to the last event only; `--until T` or `ends after` looks further"
  }
}

extension Rule {
  /// Whether it emits notices without waiting for an event.
  public var mayFireWithoutEvent: Bool {
    trigger.stream == nil && emission != nil
  }
}
