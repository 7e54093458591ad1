import PaceLanguage

/// A log that the search tries out: one subject from its start on, times counted in milliseconds.
struct Trial: Hashable {
  struct Row: Hashable {
    /// Milliseconds after the row before, or after the start.
    var gap: Int64
    var event: EventID
    var kind: KindID?
    /// One for each field of the event; nil leaves the field empty.
    var values: [Constant?]

    var valueCount: Int { values.count { $0 != nil } }

    /// This row with the values that another row has; nil if that has none, or is of another event or kind.
    func taking(valuesOf other: Row) -> Row? {
      guard event == other.event, kind == other.kind, other.valueCount > 0 else { return nil }
      var row = self
      row.values = zip(other.values, values).map { $0 ?? $1 }
      return row
    }
  }

  /// A notice that an application really gave.
  struct Given: Hashable {
    /// Milliseconds after the start.
    var offset: Int64
    var rule: RuleID
  }

  /// The date of the start, in days since 1970-01-01.
  var startDay: Int64
  /// The start's time of day.
  var startTime: Int64
  var attributes: [AttributeID: Constant] = [:]
  /// Values of parameters, which take precedence over any preset's.
  var settings: [ParamID: Constant] = [:]
  var rows: [Row] = []
  /// In the order of time; only what comes after the last of them is derived.
  var given: [Given] = []
  /// How many milliseconds to look on after the last row.
  var tail: Int64

  static let minute: Int64 = 60_000

  /// Most trials start on Monday 2026-01-05, in UTC.
  static let usualDay: Int64 = 20_458

  /// The start in Unix milliseconds.
  var start: Int64 { startDay * ClockSpan.day + startTime }

  /// When each row comes, counted from the start.
  var offsets: [Int64] {
    var offset: Int64 = 0
    return rows.map { row in
      offset += row.gap
      return offset
    }
  }

  /// From the start to the last row or given notice.
  var duration: Int64 { max(rows.reduce(0) { $0 + $1.gap }, given.last?.offset ?? 0) }

  /// Takes a row out; those after it stay where they are in time.
  mutating func removeRow(_ index: Int) {
    let gap = rows[index].gap
    rows.remove(at: index)
    if index < rows.count { rows[index].gap += gap }
  }
}
