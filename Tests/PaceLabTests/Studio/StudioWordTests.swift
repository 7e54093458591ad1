import PaceEngine
import PaceLanguage
import PaceOracle
import PaceReport
import Testing

/// What a studio page says of times and values.
struct `Words of a studio page` {
  @Test func `a stretch has its dates where no heading has them`() {
    let time = TimeText(Zone(name: "Europe/Berlin", initialOffset: 3_600_000, transitions: []))
    // 2026-01-01, 08:00 in Berlin.
    let start = Instant(1_767_250_800_000)
    func stretch(to hours: Int64, isDated: Bool = true) -> String {
      let end = Instant(start.milliseconds + hours * 3_600_000)
      return time.stretch(from: start, to: end, isDated: isDated)
    }
    #expect(stretch(to: 24 * 5 + 6) == "08:00 on 1 Jan to 14:00 on 6 Jan")
    #expect(stretch(to: 24 * 365) == "08:00 on 1 Jan 2026 to 08:00 on 1 Jan 2027")
    #expect(stretch(to: 6) == "08:00 to 14:00 on 1 Jan")
    #expect(stretch(to: 6, isDated: false) == "08:00 to 14:00")
    #expect(time.isOneDay(start, Instant(start.milliseconds + 15 * 3_600_000)))
    #expect(!time.isOneDay(start, Instant(start.milliseconds + 16 * 3_600_000)))
  }

  @Test(
    arguments: cases([
      (
        "length", "0,5 h",
        "a duration such as `90 min` from 5 min to 2 h; decimals stand after a point: `0.5 h`"
      ),
      ("length", "20", "a duration such as `20 min` from 5 min to 2 h"),
      ("length", "200", "a duration such as `90 min` from 5 min to 2 h"),
      ("weight", "3,5", "a number; decimals stand after a point: `3.5`"),
      ("weight", "a,b", "a number"),
      ("side", "left,", "one of `left`, `right`"),
    ]))
  func `a wrong value is answered with a right one`(given: Case<(String, String, String)>) throws {
    let fields = "length: duration = 5 min in 5 min .. 2 h, weight: number, side: left | right"
    let program = try #require(compile(("a.pace", "subject s { }\nevent e of s { \(fields) }\n")).program)
    let field = try #require(program.events[0].fields.first { $0.name.text == given.value.0 })
    let expected = program.expected(insteadOf: given.value.1, as: field.type, in: field.range)
    #expect(expected == given.value.2)
  }
}
