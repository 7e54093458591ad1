import PaceLanguage

/// An event's kinds, by their places among the kinds of all events.
struct PlannedEvent {
  var kindCount: Int
  /// The index of its first kind. After the declared kinds comes one more, for rows without a kind.
  var firstKind: Int
  /// Which of its fields are schedules, in `PlanTables.scheduleFields`.
  var schedules: Range<Int>

  /// Where a kind stands in `PlanTables.kinds`; nil and unknown kinds share a place.
  @inline(__always)
  func place(ofKind kind: Int?) -> Int { firstKind + min(kind ?? kindCount, kindCount) }
}

/// What a row of one kind may enter and trigger, as ranges of the plan's lists.
struct PlannedKind {
  /// The values of fields that a row leaves empty, in `PlanTables.defaults`.
  var defaults: Range<Int>
  /// An event that follows another of its kind sooner than this is dropped; milliseconds, nil for none.
  var debounce: Int64?
  /// The columns that it enters whatever its fields are, in `PlanTables.entries`.
  var entries: Range<Int>
  /// The streams that it may or may not join, in `PlanTables.derivations`.
  var derivations: Range<Int>
  /// The rules that it may trigger, in order of evaluation, in `PlanTables.triggered`.
  var triggered: Range<Int>
}

/// A stream that an event may join, which is decided when the event comes.
struct PlannedDerivation {
  var stream: StreamID
  /// Nil if nothing looks back at the stream.
  var column: ColumnID?
  /// The event has to be in one of these streams, in `PlanTables.members`; empty if it certainly is.
  var members: Range<Int>
  var condition: NodeID?
}

extension PlanTables {
  /// The index of a rule that reads a derived stream, itself or by another stream; nil for none.
  func reader(of stream: StreamID) -> Int? {
    if let trigger = triggered.first(where: { $0.stream == stream }) { return trigger.rule }
    if let column = columnOfStream[stream.index], let reader = readersOfColumn[column.index].first {
      return reader.rule
    }
    let later = derivations.first { members[$0.members].contains(stream) }
    return later.flatMap { reader(of: $0.stream) }
  }
}

/// An `on` rule that an event may trigger.
struct PlannedTrigger {
  /// The index in `PlanTables.rules`.
  var rule: Int
  /// The stream that the event must join to trigger the rule; nil if it certainly does.
  var stream: StreamID?
}
