import PaceEngine
import PaceLab
import Testing

@Suite("pairs of instants")
struct TimeMatchTests {
  private struct Pairing {
    var pairs: [(one: Int, other: Int)] = []
    var left: (one: [Int], other: [Int])

    init(_ one: [Int], _ other: [Int], within limit: Int) {
      var pairs: [(one: Int, other: Int)] = []
      left = TimeMatch.pair(one, other, within: Int64(limit), at: { Instant(Int64($0)) }) {
        pairs.append(($0, $1))
      }
      self.pairs = pairs
    }
  }

  /// The times among 0 to 5 whose bits are set.
  private static func times(_ bits: Int) -> [Int] { (0..<6).filter { bits >> $0 & 1 == 1 } }

  /// The most pairs that can be made in the order of time.
  private static func most(_ one: [Int], _ other: [Int], within limit: Int) -> Int {
    var most = [Int](repeating: 0, count: other.count + 1)
    for first in one {
      let before = most
      for (place, second) in other.enumerated() {
        let paired = abs(first - second) <= limit ? before[place] + 1 : 0
        most[place + 1] = max(before[place + 1], most[place], paired)
      }
    }
    return most[other.count]
  }

  @Test("a near one is not passed over for one further away")
  func nearest() {
    let found = Pairing([0, 29], [30], within: 30)
    #expect(found.pairs.map { [$0.one, $0.other] } == [[29, 30]])
    #expect(found.left.one == [0] && found.left.other == [])
  }

  @Test("as many as can be are paired, in the order of time, and none beside it is nearer", arguments: 0...3)
  func pairs(limit: Int) {
    for (one, other) in (0..<64).flatMap({ a in (0..<64).map { (Self.times(a), Self.times($0)) } }) {
      let found = Pairing(one, other, within: limit)
      let pairs = found.pairs
      #expect(pairs.count == Self.most(one, other, within: limit))
      #expect((pairs.map(\.one) + found.left.one).sorted() == one)
      #expect((pairs.map(\.other) + found.left.other).sorted() == other)
      #expect(
        pairs.map(\.one) == pairs.map(\.one).sorted() && pairs.map(\.other) == pairs.map(\.other).sorted())
      for (place, pair) in pairs.enumerated() {
        let (before, after) = (
          place > 0 ? pairs[place - 1] : (-1, -1), place + 1 < pairs.count ? pairs[place + 1] : (9, 9)
        )
        let way = abs(pair.one - pair.other)
        #expect(way <= limit)
        let others = found.left.other.filter { before.1 < $0 && $0 < after.1 }
        let ones = found.left.one.filter { before.0 < $0 && $0 < after.0 }
        #expect(others.allSatisfy { abs(pair.one - $0) >= way }, "\(one) \(other)")
        #expect(ones.allSatisfy { abs($0 - pair.other) >= way }, "\(one) \(other)")
      }
    }
  }
}
