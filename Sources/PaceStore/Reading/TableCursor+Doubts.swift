internal import PaceEngine
internal import PaceLanguage

extension TableCursor {
  /// The columns that hold times without an offset.
  ///
  /// - Parameter zone: the zone of their clocks, in words.
  func wallTimes(of zone: String) -> [WallTimes] {
    plan.descriptions.indices.filter { wallColumns & 1 << $0 != 0 }.map { column in
      let description = plan.descriptions[column]
      let parts = description.parts.isEmpty ? [description.name] : description.parts
      return WallTimes(
        table: plan.layout.name, column: description.name, zone: zone,
        mendable: plan.layout.isCSV ? [] : parts.map(SQLText.plainName))
    }
  }

  /// The columns of times that were probably read in the wrong unit, or from the wrong epoch.
  func doubts(in program: Program, by clock: Instant?) -> [TimeDoubt] {
    let slots: [SourceMapping.Slot] = plan.layout.target == .subject ? [.startedAt, .endedAt] : [.at]
    return zip(slots, times).compactMap { slot, range in
      guard let column = plan.layout.column(for: slot), let name = column.name else { return nil }
      return range.doubt(
        of: name, in: plan.layout.name, as: column.encoding, at: column.span, program, by: clock)
    }
  }
}

extension TimeRange {
  /// The doubt about instants that a column or a member gave; nil if they are plausible.
  ///
  /// - Parameter span: where the program maps the column.
  func doubt(
    of column: String, in table: String, as encoding: SourceMapping.Encoding, at span: SourceSpan?,
    _ program: Program, by clock: Instant?
  ) -> TimeDoubt? {
    let likely = likely(insteadOf: encoding, by: clock)
    guard isDoubtful(by: clock) || likely != nil && isOld(by: clock) else { return nil }
    let place = span.map { span in
      let file = program.files[Int(span.file.index)]
      return "\(file.path):\(file.location(of: span.start).line)"
    }
    return TimeDoubt(
      table: table, column: column, count: count, oldest: Instant(oldest), newest: Instant(newest),
      likely: likely?.name, place: place)
  }
}
