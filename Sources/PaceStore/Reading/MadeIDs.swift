public import PaceEngine
internal import PaceLanguage

/// Makes ids that tell rows apart where their own ids don't.
///
/// An id is a hash of the row's subject and time, then the row's own id. Rows that have all of these in common are
/// numbered. So a row keeps its id whatever rows come at other times, and rows of one instant keep their order.
public struct MadeIDs {
  private struct Place: Equatable {
    var subject: ExactText
    var at: Instant
    var event: EventID
    var id: ExactText
  }

  private var last: Place?
  /// How many rows of that place there were.
  private var count = 0

  public init() {}

  /// The id of the next row, in the order in which a reader gives them.
  ///
  /// - Parameters:
  ///   - id: the row's own, or empty.
  ///   - subject: empty for days, which the zone decides.
  public mutating func next(_ id: String, of record: EventRecord, subject: String) -> String {
    let place = Place(subject: ExactText(subject), at: record.at, event: record.event, id: ExactText(id))
    count = place == last ? count + 1 : 1
    last = place
    let made = SHA256.hex(Array("\(record.at.milliseconds) \(subject)".utf8), first: 8)
    return [made, id, count == 1 ? "" : Self.number(count)].filter { !$0.isEmpty }.joined(separator: "-")
  }

  /// A count as a text that sorts as the counts do: four digits, or a letter and more of them.
  private static func number(_ count: Int) -> String {
    let digits = String(count)
    let missing = 4 - digits.count
    if missing >= 0 { return String(repeating: "0", count: missing) + digits }
    return String(UnicodeScalar(UInt8(ascii: "a") + UInt8(-missing - 1))) + digits
  }
}
