import PaceEngine
import PaceLanguage

/// A subject's rows that are read and not yet evaluated, because so long a time passes before the first of them that
/// its notices might not fit into memory.
struct WaitingRows: Sendable {
  private var rows = EventRows()
  private var first = 0
  /// The instant of the row evaluated last, else the subject's start; nil before either.
  private var last: Instant?
  /// How long a time is passed through piece by piece: any that no debounce needs whole.
  private let long: Int64

  private static let shortest: Int64 = 30 * 86_400_000

  init(_ program: Program) {
    let debounces = program.events.flatMap { event in [event.debounce] + event.kinds.map(\.debounce) }
    long = debounces.compactMap { $0 }.reduce(Self.shortest, max)
  }

  var isEmpty: Bool { first == rows.count }

  /// Forgets the subject before.
  mutating func begin(_ start: Instant?) {
    last = start
    forget()
  }

  /// The instant before which a long time passes; nil if it doesn't before this row.
  func gap(before instant: Instant) -> Range<Instant>? {
    guard let last, last < instant, instant.milliseconds - last.milliseconds > long else { return nil }
    return last..<instant
  }

  /// The long time before the first row that waits.
  var gap: Range<Instant>? { isEmpty ? nil : gap(before: rows.instant(of: first)) }

  mutating func pass(to instant: Instant) { last = instant }

  /// Takes rows of one event, in the order of time. Returns how many words of them can be evaluated now.
  mutating func take(_ words: Span<Int64>, stride: Int, of event: EventID) -> Int {
    var place = 0
    if isEmpty, !words.isEmpty {
      // A first row may lie before the subject's start.
      if last.map({ Instant(words[0]) < $0 }) ?? true { pass(to: Instant(words[0])) }
      // Most spans have no such time, which their ends show.
      let end = Instant(words[words.count - stride])
      if gap(before: end) == nil { place = words.count }
      while place < words.count, gap(before: Instant(words[place])) == nil {
        pass(to: Instant(words[place]))
        place += stride
      }
      if place > 0 { pass(to: Instant(words[place - stride])) }
    }
    if place < words.count { rows.append(words.extracting(place..<words.count), stride: stride, of: event) }
    return place
  }

  /// The rows up to the next long time, once the one before them has passed; they wait no more.
  mutating func release() -> (EventRows, Range<Int>) {
    let start = first
    repeat {
      pass(to: rows.instant(of: first))
      first += 1
    } while !isEmpty && gap == nil
    defer { if isEmpty { forget() } }
    return (rows, start..<first)
  }

  private mutating func forget() {
    if !rows.isEmpty { rows.removeAll(keepingCapacity: true) }
    first = 0
  }
}
