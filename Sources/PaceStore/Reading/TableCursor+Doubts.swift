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
      let likely = range.likely(insteadOf: column.encoding, by: clock)
      guard range.isDoubtful(by: clock) || likely != nil && range.isOld(by: clock) else { return nil }
      let place = column.span.map { span in
        let file = program.files[Int(span.file.index)]
        return "\(file.path):\(file.location(of: span.start).line)"
      }
      return TimeDoubt(
        table: plan.layout.name, column: name, count: range.count, oldest: Instant(range.oldest),
        newest: Instant(range.newest), likely: likely?.name, place: place)
    }
  }
}
