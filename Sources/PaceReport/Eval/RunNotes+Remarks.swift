import PaceEngine
public import PaceLab
public import PaceLanguage

/// What commands remark besides their results: rules cut off at the last event, withheld messages, overflows.
extension RunNotes {
  public mutating func add(_ run: SubjectRun) {
    if run.columns.indices.contains(where: { run.columns[$0].isCutOff }) { addOpenEnd(of: run.id) }
    if run.isEnded, let gap = run.gap { add(gap, of: run.id) }
    // By index, because copying a column would cost reference counting.
    for column in run.columns.indices where run.columns[column].hasRemarks {
      for record in run.columns[column].records { add(record, of: run.id) }
    }
  }

  /// - Parameter hasCutOff: whether it is said that rules were cut off.
  public func remarks(_ program: Program, hasCutOff: Bool = true) -> [String] {
    var lines: [String] = []
    for (index, rule) in program.rules.enumerated() {
      let id = RuleID(index)
      if let count = withheld[id] { lines.append(Words.withheld(count, by: rule)) }
      if let overflow = overflows[id] { lines.append(Self.line(of: overflow, in: rule.name.text, program)) }
    }
    for figure in program.figures {
      if let overflow = figureOverflows[figure.value] {
        lines.append(Self.line(of: overflow, in: figure.title, program))
      }
    }
    if let line = gapLine(program) { lines.append(line) }
    if hasCutOff, let line = cutOffLine(program) { lines.append(line) }
    return lines
  }

  /// - Parameter name: the rule or figure that it is part of.
  private static func line(
    of overflow: (subject: String, expression: ExpressionID), in name: String, _ program: Program
  ) -> String {
    let text = program.line(of: program[overflow.expression].span)
    return "\(name): `\(text)` does not fit in a number for \(overflow.subject); it counts as unknown"
      .printable
  }

  /// That a subject has no row for so long that the rows before or after may be a slip; nil if none has.
  private func gapLine(_ program: Program) -> String? {
    guard let (subject, gap) = gap else { return nil }
    let days = (gap.upperBound.milliseconds - gap.lowerBound.milliseconds) / Unit.day.milliseconds
    // 400 years have 146,097 days.
    let years = (days * 400 + 73_048) / 146_097
    let (from, to) = (TimeText.iso(gap.lowerBound), TimeText.iso(gap.upperBound))
    let more =
      gaps > 1 ? ", and \(Noun.count(gaps - 1, "other")) \(gaps == 2 ? "has" : "have") such a gap" : ""
    return "\(program.noun) `\(subject.printable)` has no row between \(from) and \(to)\(more): "
      + "rules without `on` were followed through these \(years) years; "
      + "if the later rows are the slip, `--until T` leaves them out"
  }

  /// That rules were cut off at the last event; nil if none was.
  public func cutOffLine(_ program: Program) -> String? {
    guard openEnded > 0, program.rules.contains(where: { $0.mayFireWithoutEvent }) else { return nil }
    return "\(Noun.count(openEnded, program.noun)) had no end, so rules without `on` were "
      + "followed to the last event only; `--until T` or `ends after` looks further"
  }
}

extension Rule {
  /// Whether it emits notices without waiting for an event.
  public var mayFireWithoutEvent: Bool {
    trigger.stream == nil && emission != nil
  }
}
