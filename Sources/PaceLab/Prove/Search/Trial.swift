import PaceLanguage

/// A log that the search tries out: one subject from its start on, times counted in milliseconds.
struct Trial: Hashable {
  struct Row: Hashable {
    /// After the row before, or after the start.
    var gap: Int64
    var event: EventID
    var kind: KindID?
    /// One for each field of the event; nil leaves the field empty.
    var values: [Constant?]
  }

  struct Attribute: Hashable {
    var id: AttributeID
    var value: Constant
  }

  /// The start's time of day.
  var startTime: Int64
  var attributes: [Attribute] = []
  var rows: [Row] = []
  /// How long to look on after the last row.
  var tail: Int64

  /// Trials start on Monday 2026-01-05, in UTC.
  static let startDay: Int64 = 20_458

  /// The start in Unix milliseconds.
  var start: Int64 { Trial.startDay * 86_400_000 + startTime }

  /// When each row comes, counted from the start.
  var offsets: [Int64] {
    var offset: Int64 = 0
    return rows.map { row in
      offset += row.gap
      return offset
    }
  }

  var duration: Int64 { rows.reduce(0) { $0 + $1.gap } }

  mutating func set(_ attribute: AttributeID, to value: Constant?) {
    attributes.removeAll { $0.id == attribute }
    guard let value else { return }
    attributes.append(Attribute(id: attribute, value: value))
    attributes.sort { $0.id.index < $1.id.index }
  }

  /// Takes a row out; those after it stay where they are in time.
  mutating func removeRow(_ index: Int) {
    let gap = rows[index].gap
    rows.remove(at: index)
    if index < rows.count { rows[index].gap += gap }
  }
}
