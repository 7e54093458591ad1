import PaceOracle
import Testing

/// The oracle against sentences of the design, each worked out by hand.
struct MeaningCases {
  static let start: Int64 = 1_795_208_400_000
  static let minute: Int64 = 60_000

  private func rule(
    _ name: String, when condition: OracleExpression? = nil, _ change: (inout OracleRule) -> Void = { _ in }
  ) -> OracleRule {
    var rule = OracleRule(name)
    rule.condition = condition
    rule.kind = "note"
    rule.message = [.text("said")]
    change(&rule)
    return rule
  }

  private func program(_ rules: OracleRule...) -> OracleProgram {
    var program = OracleProgram()
    program.subject = OracleSubject(name: "visit")
    program.events = [OracleEvent("a", fields: [OracleField("num", .number)]), OracleEvent("b")]
    program.rules = rules
    return program
  }

  /// Rows of `a` at milliseconds after the start.
  private func log(_ offsets: [Int64], until: Int64? = nil) -> OracleLog {
    var log = OracleLog(offsets.map { OracleRow(Self.start + $0, "a") })
    log.until = until.map { Self.start + $0 }
    return log
  }

  /// When a rule fires, in milliseconds after the start.
  private func firings(_ program: OracleProgram, _ log: OracleLog, of rule: String = "r") -> [Int64] {
    program.evaluate(log).firings.filter { $0.rule == rule }.map { $0.at - Self.start }
  }

  private let recent = OracleExpression.comparison(.atLeast, .count("a", .last(.minutes(10))), .whole(2))

  @Test func `an event exactly as old as the window counts, and a millisecond older does not`() {
    let pack = program(rule("r", when: recent) { $0.trigger = .on("a") })
    #expect(firings(pack, log([0, 600_000])) == [600_000])
    #expect(firings(pack, log([0, 600_001])).isEmpty)
  }

  @Test func `nothing is evaluated after the year 9999`() {
    let known = OracleExpression.comparison(.atLeast, .count("a", .last(.minutes(10_000))), .whole(1))
    let daily = program(rule("r", when: known) { $0.repetition = .daily })
    let last: Int64 = 253_402_300_799_999 - Self.start
    let late = log([last - 86_400_000], until: last + 3 * 86_400_000)
    #expect(firings(daily, late) == [last - 86_400_000, last - 86_399_999])
  }

  @Test func `yesterday is the calendar day before, from its start to before today's`() {
    // The start is at 21:00 UTC, and days start at 04:00: the first after 7 hours.
    let first: Int64 = 7 * 3_600_000
    let day: Int64 = 24 * 3_600_000
    let busy = OracleExpression.comparison(.atLeast, .count("a", .yesterday), .whole(2))
    var pack = program(rule("r", when: busy) { $0.repetition = .daily })
    pack.calendar = OracleCalendarRules(dayStart: 4 * 3_600_000)
    let far = first + 5 * day
    #expect(firings(pack, log([0, first - 1], until: far)) == [first])
    #expect(firings(pack, log([first - 1, first], until: far)).isEmpty)
    #expect(firings(pack, log([first, first + day - 1], until: far)) == [first + day])
  }

  @Test func `an event on a boundary is seen by those after it in the same instant only`() {
    let pack = program(rule("r", when: recent) { $0.trigger = .on("a") })
    #expect(firings(pack, log([0, 0])) == [0])
  }

  @Test func `a rule without trigger speaks once per episode, at the exact crossing`() {
    let silence = OracleExpression.comparison(.greater, .since("a"), .minutes(5))
    let pack = program(rule("r", when: silence))
    #expect(firings(pack, log([0, 1_000_000], until: 2_000_000)) == [300_001, 1_300_001])
  }

  @Test func `a half is rounded to the even millisecond where a product crosses`() {
    let half = OracleExpression.binary(.times, .since("a"), .literal(.number(500_000)))
    let pack = program(rule("r", when: .comparison(.atLeast, half, .literal(.duration(1)))))
    #expect(firings(pack, log([0], until: 10)) == [2])
  }

  @Test func `an unknown comparison is false in neither direction, and so not even its negation holds`() {
    let silence = OracleExpression.comparison(.greater, .since("b"), .minutes(5))
    #expect(firings(program(rule("r", when: .not(silence))), log([0])).isEmpty)
    let either = OracleExpression.binary(.or, silence, .literal(.yes))
    #expect(firings(program(rule("r", when: either)), log([0])) == [0])
  }

  @Test func `an unknown unless does not hold back`() {
    let gate = OracleGate.unless(.comparison(.less, .since("b"), .minutes(5)))
    let pack = program(
      rule("r") {
        $0.trigger = .on("a")
        $0.gates = [gate]
      })
    #expect(firings(pack, log([0])) == [0])
  }

  @Test func `a limit counts firings of the same instant`() {
    let pack = program(
      rule("r") {
        $0.trigger = .on("a")
        $0.gates = [.limit(.literal(.whole(1)), .last(.minutes(1)))]
      })
    #expect(firings(pack, log([0, 0, 60_000, 60_001])) == [0, 60_001])
  }

  @Test func `for asks for an unbroken stretch and until ends a state that its condition left`() {
    let pack = program(
      rule("r", when: .comparison(.atLeast, .count("a", .last(.minutes(10))), .whole(1))) {
        $0.hold = .minutes(10)
        $0.until = .comparison(.atLeast, .count("b", .whole), .whole(1))
        $0.raise = OracleRaise("g", to: "high")
      })
    var scaled = pack
    scaled.scales = [OracleScale("g", ["low", "high"])]
    #expect(firings(scaled, log([0], until: 2_000_000)) == [600_000])
    var ended = log([0], until: 2_000_000)
    ended.rows.append(OracleRow(Self.start + 1_500_000, "b"))
    #expect(scaled.evaluate(ended).levels.map { $0.at - Self.start } == [600_000, 1_500_000])
  }

  @Test func `repeat is due again after the last firing while the state lasts`() {
    let pack = program(rule("r", when: .literal(.yes)) { $0.repetition = .after(.minutes(10)) })
    #expect(firings(pack, log([0], until: 1_800_000)) == [0, 600_000, 1_200_000, 1_800_000])
  }

  @Test func `a level raised when fired stands until the next kept event`() {
    var pack = program(
      rule("r", when: .comparison(.equal, .count("a", .whole), .whole(1))) {
        $0.trigger = .on("a")
        $0.raise = OracleRaise("g", to: "high", whenFired: true)
      })
    pack.scales = [OracleScale("g", ["low", "high"])]
    let levels = pack.evaluate(log([0, 300_000])).levels
    #expect(levels.map(\.level) == ["high", "low"])
    #expect(levels.map { $0.at - Self.start } == [0, 300_000])
  }

  @Test func `an event exactly at the end does not revive, and one after it does`() {
    var pack = program(rule("r", when: .comparison(.atLeast, .since("a"), .minutes(3))))
    pack.subject.endsAfter = .minutes(5)
    pack.subject.endsWithout = "a"
    #expect(firings(pack, log([0])) == [180_000])
    #expect(pack.evaluate(log([0])).end == Self.start + 300_000)
    var late = log([0])
    late.rows.append(OracleRow(Self.start + 400_000, "b"))
    #expect(pack.evaluate(late).end == Self.start + 700_000)
    late.rows[1].at = Self.start + 300_000
    #expect(pack.evaluate(late).end == Self.start + 300_000)
  }

  @Test func `debounce keeps what comes exactly its length later`() {
    var pack = program(rule("r") { $0.trigger = .on("a") })
    pack.events[0].debounce = Self.minute
    #expect(firings(pack, log([0, 59_999, 60_000])) == [0, 60_000])
  }

  @Test func `a clock time that is skipped comes after the gap, and one that comes twice comes first`() throws
  {
    let berlin = try #require(OracleZone.samples.first)
    let spring = CivilDate.days(2026, 3, 29)
    #expect(berlin.occurrence(of: 9_000_000, on: spring) == 1_774_746_000_000)
    let autumn = CivilDate.days(2026, 10, 25)
    #expect(berlin.occurrence(of: 9_000_000, on: autumn) == 1_792_888_200_000)
  }

  @Test func `a date that a zone skipped has no instants`() throws {
    let apia = try #require(OracleZone.samples.first { $0.name == "Pacific/Apia" })
    #expect(apia.occurrence(of: 43_200_000, on: CivilDate.days(2011, 12, 30)) == nil)
  }

  @Test func `quotients round half to even`() {
    let values: [(Int64, Int64, Int64)] = [(1, 2, 0), (3, 2, 2), (-1, 2, 0), (-3, 2, -2), (5, 2, 2)]
    for (top, bottom, rounded) in values {
      // A number of millionths divided by two millions leaves half a millionth.
      let quotient = OracleExpression.binary(
        .divided, .literal(.number(top)), .literal(.number(bottom * 1_000_000)))
      let test = OracleExpression.comparison(.equal, quotient, .literal(.number(rounded)))
      #expect(firings(program(rule("r", when: test)), log([0])) == [0])
    }
  }

  @Test func `the lesser and the greater are known where both values are`() {
    func holds(_ test: OracleExpression) -> Bool { firings(program(rule("r", when: test)), log([0])) == [0] }
    let values: [(OracleValue, OracleValue)] = [
      (.number(-1), .number(0)), (.duration(1), .duration(60_000)), (.time(0), .time(86_399_999)),
      (.date(-1), .date(20_777)), (.number(5), .number(5)),
    ]
    for (low, high) in values {
      for (a, b) in [(low, high), (high, low)] {
        let (a, b) = (OracleExpression.literal(a), OracleExpression.literal(b))
        #expect(holds(.comparison(.equal, .binary(.least, a, b), .literal(low))))
        #expect(holds(.comparison(.equal, .binary(.greatest, a, b), .literal(high))))
      }
    }
    let unknown = OracleExpression.gap("a")
    for symbol in [OracleOperator.least, .greatest] {
      for choice in [
        OracleExpression.binary(symbol, unknown, .minutes(1)), .binary(symbol, .minutes(1), unknown),
      ] {
        let test = OracleExpression.comparison(.atLeast, choice, .minutes(0))
        #expect(!holds(test) && !holds(.not(test)))
        #expect(holds(.comparison(.equal, .binary(.otherwise, choice, .minutes(7)), .minutes(7))))
      }
    }
  }

  @Test func `the same seed makes the same pair`() {
    #expect(OraclePair.random(seed: 7, .stage2) == OraclePair.random(seed: 7, .stage2))
  }

  @Test func `shrinking keeps what fails and drops the rest`() {
    let pair = OraclePair.random(seed: 3, .stage1)
    var shrinker = Shrinker { !$0.program.rules.isEmpty }
    let small = shrinker.shrink(pair)
    #expect(small.program.rules.count == 1)
    #expect(small.log.rows.isEmpty)
  }
}
