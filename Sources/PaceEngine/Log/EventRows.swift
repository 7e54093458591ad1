public import PaceLanguage

/// Events in one flat array, in the order in which they are evaluated.
///
/// Every row takes the same number of words. Any row is found at once, and rows of one event are handed to a
/// machine without copying.
public struct EventRows: Sendable {
  /// The words of a row besides its values: the instant, the kind or -1, and last the event with its number of
  /// values.
  private static let fixedWords = 3
  /// How many more rows there is room for whenever all rows move.
  private static let roomForMore = 16

  private var words: [Int64] = []
  private var width = fixedWords
  /// How many rows there are; kept, because it is asked for more often than rows are added.
  public private(set) var endIndex = 0

  public init() {}

  public func instant(of row: Int) -> Instant { Instant(words[row * width]) }

  /// Adds rows of one event, of `stride` words each: an instant, a kind, and at least `values` values. The values
  /// after those are left out.
  public mutating func append(_ rows: Span<Int64>, stride: Int, values: Int, of event: EventID) {
    widen(to: Self.fixedWords + values)
    let head = Self.head(event, values: values)
    let (width, count) = (width, rows.count / stride)
    endIndex += count
    words.append(addingCapacity: count * width) { words in
      var first = 0
      while first < rows.count {
        for word in first..<first + values + 2 { words.append(rows[word]) }
        for _ in Self.fixedWords + values..<width { words.append(Value.unknown.bits) }
        words.append(head)
        first += stride
      }
    }
  }

  /// Hands over rows in the layout that a machine takes, one run of rows of the same event at a time.
  public func forEachRun(in range: Range<Int>, _ body: (Span<Int64>, _ stride: Int, EventID) -> Void) {
    var first = range.lowerBound
    while first < range.upperBound {
      let event = event(of: first)
      var end = first + 1
      while end < range.upperBound, self.event(of: end) == event { end += 1 }
      body(words.span.extracting(first * width..<end * width), width, event)
      first = end
    }
  }

  // MARK: Words

  private static func head(_ event: EventID, values: Int) -> Int64 {
    Int64(event.index) << 32 | Int64(values)
  }

  private func head(of row: Int) -> Int64 { words[row * width + width - 1] }

  private func event(of row: Int) -> EventID { EventID(Int(head(of: row) >> 32)) }

  /// Widens all rows to `wanted` words, if they are narrower.
  private mutating func widen(to wanted: Int) {
    guard wanted > width else { return }
    let old = self
    words = []
    words.reserveCapacity((old.count + Self.roomForMore) * wanted)
    width = wanted
    endIndex = 0
    for row in old { write(row) }
  }

  /// Appends a row that is no wider than the present ones.
  private mutating func write(_ event: EventRecord) {
    words.append(event.at.milliseconds)
    words.append(event.kind.map { Int64($0.index) } ?? -1)
    for value in event.values { words.append(value.bits) }
    for _ in Self.fixedWords + event.values.count..<width { words.append(Value.unknown.bits) }
    words.append(Self.head(event.event, values: event.values.count))
    endIndex += 1
  }
}

extension EventRows: RandomAccessCollection, RangeReplaceableCollection {
  public var startIndex: Int { 0 }

  public subscript(row: Int) -> EventRecord {
    let first = row * width
    let kind = words[first + 1]
    let values = first + 2..<first + 2 + Int(head(of: row) & 0xFFFF_FFFF)
    return EventRecord(
      event: event(of: row), kind: kind < 0 ? nil : KindID(Int(kind)), at: Instant(words[first]),
      values: words[values].map { Value($0) })
  }

  public mutating func append(_ event: EventRecord) {
    widen(to: Self.fixedWords + event.values.count)
    write(event)
  }

  public mutating func replaceSubrange(_ rows: Range<Int>, with events: some Collection<EventRecord>) {
    let rest = self[rows.upperBound...]
    words.removeSubrange((rows.lowerBound * width)...)
    endIndex = rows.lowerBound
    for event in events { append(event) }
    for event in rest { append(event) }
  }

  public mutating func removeAll(keepingCapacity keepsCapacity: Bool = false) {
    words.removeAll(keepingCapacity: keepsCapacity)
    endIndex = 0
  }
}
