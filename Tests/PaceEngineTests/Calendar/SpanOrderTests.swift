import PaceEngine
import Testing

/// What proofs of `order` claims rest on.
struct SpanOrderTests {
  private static let hour: Int64 = 3_600_000
  private static let day = 24 * hour

  /// Clocks that go on over midnight, back over midnight, and on by a whole day.
  private static let zones = [
    Zone(name: "on", initialOffset: 0, transitions: [.init(start: 10 * day + 47 * hour / 2, offset: hour)]),
    Zone(name: "back", initialOffset: 0, transitions: [.init(start: 10 * day + hour / 2, offset: -hour)]),
    Zone(name: "skip", initialOffset: 0, transitions: [.init(start: 10 * day, offset: day)]),
  ]

  @Test(arguments: zones.map(\.name))
  func `a span of the clock holds one that starts no sooner and ends no later on the same days`(
    name: String
  ) throws {
    let calendar = LocalCalendar(zone: try #require(Self.zones.first { $0.name == name }))
    let times = [0, 0.25, 0.75, 9, 23, 23.25, 23.75].map { Int64($0 * Double(Self.hour)) }
    for start in times {
      for end in times where end != start {
        for outerStart in times where outerStart <= start {
          for outerEnd in times
          where outerEnd >= end && outerEnd != outerStart && (start < end) == (outerStart < outerEnd) {
            for instant in stride(from: 8 * Self.day, to: 13 * Self.day, by: Int(Self.hour / 4))
            where calendar.isInside(instant, from: start, to: end) {
              #expect(calendar.isInside(instant, from: outerStart, to: outerEnd))
            }
          }
        }
      }
    }
  }
}
