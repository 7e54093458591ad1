import PaceEngine
import PaceLanguage
import Testing

/// Rows and ids in flat arrays give back what was put into them.
@Suite("Packed rows and ids")
struct PackedLogTests {
  private static func record(_ at: Int64, event: Int = 0, kind: Int? = nil, _ values: [Int64]) -> EventRecord
  {
    EventRecord(
      event: EventID(event), kind: kind.map { KindID($0) }, at: Instant(at), values: values.map { Value($0) })
  }

  private static func describe(_ event: EventRecord) -> String {
    "\(event.at.milliseconds) \(event.event.index) \(event.kind?.index ?? -1) \(event.values.map(\.bits))"
  }

  private static let records = [
    record(5, [7]), record(5, kind: 2, [.min]), record(6, event: 3, []), record(7, event: 1, [1, 2, 3]),
    record(9, event: 1, kind: 0, [4, .min, 6]),
  ]

  @Test("rows come back, narrower ones than later ones too")
  func rows() {
    let rows = EventRows(Self.records)
    #expect(rows.map(Self.describe) == Self.records.map(Self.describe))
    #expect(rows.indices.map { rows.instant(of: $0) } == Self.records.map(\.at))
  }

  @Test("rows can be left out and put between")
  func changes() {
    for place in Self.records.indices {
      var (rows, expected) = (EventRows(Self.records), Self.records)
      rows.remove(at: place)
      expected.remove(at: place)
      rows.insert(Self.record(1, [1, 2, 3, 4]), at: place)
      expected.insert(Self.record(1, [1, 2, 3, 4]), at: place)
      #expect(rows.map(Self.describe) == expected.map(Self.describe))
    }
  }

  @Test("rows of one event go together, in order")
  func runs() {
    let rows = EventRows(Self.records)
    var found: [String] = []
    rows.forEachRun(in: 1..<5) { words, stride, event in
      var instants: [Int64] = []
      for first in Swift.stride(from: 0, to: words.count, by: stride) { instants.append(words[first]) }
      found.append("\(event.index): \(instants)")
    }
    #expect(found == ["0: [5]", "3: [6]", "1: [7, 9]"])
    var copy = EventRows()
    rows.forEachRun(in: 0..<5) { copy.append($0, stride: $1, values: $1 - 3, of: $2) }
    #expect(copy.map(\.at) == Self.records.map(\.at))
    #expect(copy.map(\.event) == Self.records.map(\.event))
  }

  @Test("ids come back, and without those that are taken out")
  func ids() {
    let texts = ["a", "", "éé", "long enough to be no small text", "z"]
    for place in texts.indices {
      var (ids, expected) = (RowIDs(texts), texts)
      #expect(Array(ids) == expected)
      ids.remove(at: place)
      expected.remove(at: place)
      #expect(Array(ids) == expected)
    }
  }

  /// Ids of a few letters, so that many begin or end alike, are the same or are part of another.
  private static let alike: [String] = {
    var (seed, ids): (UInt64, [String]) = (7, [])
    for _ in 0..<200 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let length = Int(seed >> 60) % 6
      ids.append(String((0..<length).map { seed >> UInt64(30 + $0) & 1 == 0 ? "a" : "b" }))
    }
    return ids
  }()

  @Test("what an id has in common with another is as long as a comparison with each says", arguments: [0, 3])
  func commonBeginnings(least: Int) {
    let ids = RowIDs(Self.alike)
    let common = RowIDs.CommonParts(ids, among: least)
    for row in ids.indices {
      let others = ids.filter { $0.utf8.count >= least && $0 != ids[row] }
      let longest = others.map { zip($0, ids[row]).prefix { $0 == $1 }.count }.max()
      #expect(ids.sharedPrefix(of: row, among: least) == longest ?? 0)
      // Which is asked for ids that count themselves.
      if ids[row].utf8.count >= least { #expect(common.sharedPrefix(of: row) == longest ?? 0) }
      for count in 0...ids[row].utf8.count {
        let isShared = others.contains { $0.hasSuffix(ids[row].suffix(count)) }
        #expect(ids.sharesSuffix(of: row, bytes: count, among: least) == isShared)
      }
    }
  }

  @Test("a row is added in place, however many there are")
  func manyRows() {
    var rows = EventRows()
    var ids = RowIDs()
    for row in 0..<300_000 {
      rows.append(Self.record(Int64(row), [Int64(row)]))
      ids.append("r\(row)")
    }
    #expect(rows.last?.at == Instant(299_999))
    #expect(ids.last == "r299999")
  }
}
