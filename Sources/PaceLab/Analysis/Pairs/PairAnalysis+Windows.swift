import PaceEngine
import PaceLanguage

/// Streams, windows and the values computed from them.
extension PairAnalysis {
  /// The most rows that a subject can have.
  static let mostRows: Int128 = 1 << 32
  static let mostCount = Int64(mostRows) * Arithmetic.unit

  mutating func workedOut(_ stream: Stream) -> Change {
    switch stream.kind {
    case .event, .kind: return .same
    case .firings, .notices: return .anything
    case .derived(let members, let condition):
      var pair = Change.same
      for member in members { pair = pair.union(self.stream(member)) }
      if let condition { pair = pair.union(truths(condition).change) }
      return pair
    }
  }

  /// The events of a stream in a window, and whether the window's length is known.
  private mutating func events(_ stream: StreamID, _ window: Window) -> (Change, Standings) {
    let events = self.stream(stream)
    switch window {
    case .whole, .today, .yesterday, .thisWeek, .thisMonth: return (events, .equal)
    // An added event may displace an older one.
    case .newest: return (events == .same ? .same : .anything, .equal)
    case .after(let anchor):
      let anchor = self.stream(anchor)
      return (events.union(Change(mayLose: anchor.mayGain, mayGain: anchor.mayLose)), .equal)
    case .last(let length):
      let length = pair(of: length)
      let reach = Change(
        mayLose: length.standings.contains(.greater), mayGain: length.standings.contains(.less))
      return (events.union(reach), length.standings)
    }
  }

  mutating func pair(
    of aggregate: Aggregate, _ stream: StreamID, _ field: FieldNameID?, _ window: Window
  ) -> QuantityPair {
    let (events, knowledge) = events(stream, window)
    let values = aggregate.countsEvents ? counts(of: stream, window) : bounds(of: field, in: stream)
    var pair = aggregated(aggregate, events, values, rows: mostEvents(in: window).map { Int128($0) })
    if knowledge.contains(.bothUnknown) { pair.standings.insert(.bothUnknown) }
    if knowledge.contains(.onlyLeftKnown) { pair.standings.insert(.onlyLeftKnown) }
    if knowledge.contains(.onlyRightKnown) { pair.standings.insert(.onlyRightKnown) }
    return pair
  }

  /// The most events that a window can hold; nil if only the log bounds them.
  private func mostEvents(in window: Window) -> Int? {
    if let anchor = window.anchor, isAtEvent(of: anchor) { return 0 }
    return window.mostEvents
  }

  /// How many events of a stream a window may hold.
  private func counts(of stream: StreamID, _ window: Window) -> ValueRange {
    let most = mostEvents(in: window).map { Int64($0) * Arithmetic.unit } ?? PairAnalysis.mostCount
    let holdsEvent = window.holdsNewestEvent && isAtEvent(of: stream)
    return ValueRange(holdsEvent ? Arithmetic.unit : 0, most)
  }

  /// - Parameters:
  ///   - field: the values that the field may have in one row; for a count, the values of the count itself.
  ///   - rows: the most rows that there may be; nil if only the log bounds them.
  private func aggregated(
    _ aggregate: Aggregate, _ events: Change, _ field: ValueRange, rows: Int128?
  ) -> QuantityPair {
    switch aggregate {
    case .count: return QuantityPair(events.rising, field, field)
    case .sum:
      let rows = rows ?? PairAnalysis.mostRows
      let (bounds, overflows) = ValueRange.fitted(
        min(0, Int128(field.low) * rows), max(0, Int128(field.high) * rows))
      var standings = Standings.equal
      if field.high > 0 { standings.formUnion(events.rising) }
      if field.low < 0 { standings.formUnion(events.rising.reversed) }
      if overflows { standings.formUnion(events == .same ? .bothUnknown : .everything) }
      return QuantityPair(standings, bounds, bounds)
    case .max: return QuantityPair(events.rising.union(events.knowledge), field, field)
    case .min: return QuantityPair(events.rising.reversed.union(events.knowledge), field, field)
    case .avg, .median:
      let known: Standings = events == .same ? .equal : .known
      return QuantityPair(known.union(events.knowledge), field, field)
    }
  }

  mutating func since(_ stream: StreamID) -> QuantityPair {
    if isAtEvent(of: stream) { return QuantityPair(0, 0) }
    let events = self.stream(stream)
    let bounds = ValueRange(0, .max)
    return QuantityPair(events.rising.reversed.union(events.knowledge), bounds, bounds)
  }

  mutating func latest(_ stream: StreamID, _ field: FieldNameID, type: ValueType) -> Pair {
    let isSame = self.stream(stream) == .same
    if type == .bool { return .truth(isSame ? .same : .all) }
    let bounds = bounds(of: field, in: stream)
    return .quantity(isSame ? .same(bounds, mayBeUnknown: true) : .anything(bounds))
  }

  /// A field of the event that a stream's condition tests; the row is the same on both sides.
  mutating func pair(ofField field: FieldNameID, type: ValueType) -> Pair {
    if type == .bool { return .truth(.same) }
    let events = program.events.ids
    return .quantity(.same(bounds(of: field, inRowsOf: events), mayBeUnknown: true))
  }

  /// The streak, which is no shorter if the condition holds on more days and the same days are skipped.
  mutating func streak(_ condition: ExpressionID, _ skip: ExpressionID?) -> QuantityPair {
    let bounds = ValueRange(0, PairAnalysis.mostCount)
    let skipped = skip.map { truths($0).change } ?? .same
    return QuantityPair(skipped == .same ? truths(condition).change.rising : .known, bounds, bounds)
  }

  // MARK: Fields

  private func bounds(of field: FieldNameID?, in stream: StreamID) -> ValueRange {
    guard let field else { return .everything }
    return bounds(of: field, inRowsOf: program.loggedEvents(of: stream))
  }

  /// The values that a field may have in rows of any of these events.
  private func bounds(of field: FieldNameID, inRowsOf events: [EventID]) -> ValueRange {
    var bounds: ValueRange?
    for event in events {
      guard let slot = program.fieldNames[field.index].slots[event.index] else { continue }
      let declared = program.events[event.index].fields[slot]
      var own = declared.range.map { ValueRange($0) } ?? ValueRange.of(declared.type, in: program)
      let values = program.events[event.index].kinds.map { $0.values[slot] } + [declared.initial]
      for case .value(let value)? in values { own = own.joined(ValueRange(value.bits)) }
      bounds = bounds?.joined(own) ?? own
    }
    return bounds ?? .everything
  }
}
