import PaceEngine
import PaceLab
import PaceLanguage
import PaceOracle
import Testing

struct ScenarioRunnerTests {
  private static let pack = """
    calendar { day starts 04:00 }
    subject session {
      sensitivity: preset = calm
      zone: text = "UTC"
      ends after 3 h without entry
    }
    event entry of session {
      amount: number = 1 in 0 .. 50
      kind small { amount = 0.5 }
      kind large { amount = 2 }
    }
    scale pace = good < caution

    param many: number in 1 .. 10
    preset calm { many = 3 }
    preset keen { many = 2 }

    rule busy {
      on entry
      when count(entry, last 60 min) >= many
      raise pace to caution
      emit warning "{count(entry, last 60 min)} within the hour."
      cooldown 15 min
    }

    rule idle {
      when since(entry) >= 60 min
      emit reminder "Still there?"
      quiet 22:00 to 23:00
    }


    """

  /// The failures of one scenario, as `preset: expected | actual | because`.
  private func failures(_ items: String, zone: Zone? = nil) throws -> [String] {
    let text = Self.pack + "scenario \"it\" {\n\(items)\n}\n"
    let compilation = compile(("a.pace", text))
    let program = try #require(
      compilation.program, "\(compilation.diagnostics.map { "\($0.code) \($0.message)" })")
    let runner = ScenarioRunner(program) { $0 == zone?.name ? zone : nil }
    return runner.run(inFiles: compilation.roots).flatMap { result in
      let preset = result.preset.map { program.presets[$0.index].name.text } ?? "-"
      return result.failures.map { "\(preset): \($0.expected) | \($0.actual) | \($0.because)" }
    }
  }

  @Test(arguments: [
    "until +3000000 d", "ended at day 9000000 12:00", "at +90000000 d small", "expect busy at +9000000000 d",
  ])
  func `a point after the year 9999 is no instant`(item: String) throws {
    let found = try failures("start 2026-11-20 19:00\n\(item)\nexpect nothing\n")
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix("| this is not in the years 1 to 9999 | ") == true, "\(found)")
  }

  @Test("a scenario that names no preset runs under the attribute's default")
  func defaultPreset() throws {
    let items = """
      start 2026-11-20 19:00
      at +0 min small
      at +1 min small
      expect no busy
      """
    #expect(try failures(items) == [])
    #expect(try failures("subject { sensitivity = keen }\n" + items).map { $0.prefix(4) } == ["keen"])
  }

  @Test("each preset named is a run of its own, and `under` restricts an expectation to some")
  func under() throws {
    let found = try failures(
      """
      start 2026-11-20 19:00
      presets calm, keen
      at 19:00 small
      at 19:01 small
      expect busy at 19:01 under keen
      expect no busy under calm
      expect pace == caution at 19:01
      """)
    #expect(
      found == [
        """
        calm: pace == caution at 19:01 | pace was good | busy: count(entry, last 60 min) = 2 >= 3 (many) is false
        """
      ])
  }

  @Test(
    "a level is compared with the one that is expected",
    arguments: cases([
      ("==", [false, true, false]), ("!=", [true, false, true]), ("<", [true, false, false]),
      ("<=", [true, true, false]), (">", [false, false, true]), (">=", [false, true, true]),
    ]))
  func relations(given: Case<(String, [Bool])>) throws {
    let (relation, holds) = given.value
    let passes = try ["good", "caution"].flatMap { now in
      try ["good", "caution"].map { expected in
        let items = """
          start 2026-11-20 19:00
          preset keen
          at +0 min small
          at +1 min small
          expect pace \(relation) \(expected) at +\(now == "good" ? 0 : 1) min
          """
        return try failures(items).isEmpty
      }
    }
    // Both at rest, below what is expected, above it, and both raised.
    #expect(passes == [holds[1], holds[0], holds[2], holds[1]])
  }

  @Test("a failure says what happened instead and why")
  func because() throws {
    let found = try failures(
      """
      start 2026-11-20 19:00
      preset keen
      at +0 min small
      at +1 min small
      at +5 min small
      expect busy at +5 min
      expect no warning
      expect busy exactly 2 times
      expect busy saying "Slow down."
      expect busy is idle at +1 min
      expect pace == good at +1 min
      """)
    let values = "count(entry, last 60 min) = 2 >= 2 (many)"
    let said = "busy at 19:01 \"2 within the hour.\""
    #expect(
      found == [
        "keen: busy at +5 min | \(said) | busy was held by cooldown: last fired at 19:01, opens at 19:16:00.001",
        "keen: no warning | \(said) | \(values)",
        "keen: busy exactly 2 times | 1 time: \(said) | busy was held by cooldown at 19:05: "
          + "last fired at 19:01, opens at 19:16:00.001",
        "keen: busy saying \"Slow down.\" | \(said) | \(values)",
        "keen: busy is idle at +1 min | fired | \(values)",
        "keen: pace == good at +1 min | pace was caution | raised by busy: \(values)",
      ])
  }

  @Test("all notices that came against `expect nothing` are listed, with why each rule fired")
  func everyUnwantedNotice() throws {
    let items = """
      start 2026-11-20 19:00
      preset keen
      at 19:00 small
      at 19:01 small
      at 20:30 small
      until 21:00
      expect nothing
      """
    let busy = "busy: count(entry, last 60 min) = 2 >= 2 (many)"
    let idle = "idle: since(entry) = 1 h >= 1 h"
    #expect(
      try failures(items) == [
        "keen: nothing | busy at 19:01 \"2 within the hour.\", idle at 20:01 \"Still there?\" | \(busy); \(idle)"
      ])
    let many = ["07", "09", "11", "13", "15"].map { "at \($0):00 small\nat \($0):20 small\n" }.joined()
    #expect(
      try failures(
        "start 2026-11-20 07:00\npreset keen\n\(many)until 16:00\nexpect nothing") == [
          """
          keen: nothing | 9 notices: busy at 07:20, 09:20, 11:20, 13:20, 15:20; \
          idle at 08:20, 10:20, 12:20, 14:20 | \(busy); \(idle)
          """
        ])
  }

  @Test("without `until` the horizon reaches the subject's end, with it the scenario stops there")
  func horizon() throws {
    #expect(
      try failures(
        """
        start 2026-11-20 19:00
        at 19:00 small
        expect idle at 20:00
        expect idle exactly 1 times
        """) == [])
    #expect(
      try failures(
        """
        start 2026-11-20 19:00
        at 19:00 small
        until 19:30
        expect no idle
        """) == [])
    #expect(
      try failures(
        """
        start 2026-11-20 19:00
        at 19:00 small
        until 19:30
        expect no idle at 20:00
        """) == ["calm: no idle at 20:00 | the scenario stops before, at 19:30 | "])
  }

  @Test("a rule without a trigger counts as held at any instant of the stretch in which it is")
  func heldStretch() throws {
    #expect(
      try failures(
        """
        start 2026-11-20 21:30
        at 21:30 small
        expect idle held by quiet at 22:45
        expect idle held by quiet
        expect idle at 23:00
        """) == [])
  }

  @Test("a time alone is the first at or after the start, and a day runs on to the next day start")
  func points() throws {
    #expect(
      try failures(
        """
        start 2026-11-20 23:30
        at 01:00 small
        at day 1 01:10 small
        at 2026-11-21 01:20 small
        expect busy at day 1 01:20
        expect busy at +110 min
        """) == [])
  }

  @Test("points are read in the scenario's zone, else the subject's")
  func zones() throws {
    let zone = Zone(name: "East", initialOffset: 3_600_000, transitions: [])
    let items = """
      start 2026-11-20 21:30
      at 21:30 small
      expect idle at 23:00
      """
    #expect(try failures("zone \"East\"\n" + items, zone: zone) == [])
    #expect(try failures("subject { zone = \"East\" }\n" + items, zone: zone) == [])
    #expect(
      try failures("zone \"West\"\n" + items, zone: zone)
        == ["calm: the time zone `West` | there is none of this name | "])
  }

  /// A run of the whole scenario for each of them would take many minutes.
  @Test func `3,000 failing expectations are explained by one run`() throws {
    let rows = (0..<3_000).map { "at +\($0 * 30) min large\nexpect idle at +\($0 * 30 + 7) min" }
    let found = try failures("start 2026-11-20 19:00\n" + rows.joined(separator: "\n"))
    #expect(found.count == 3_000)
    #expect(found.allSatisfy { $0.hasSuffix("idle was idle: since(entry) = 7 min >= 1 h is false") })
  }

  @Test func `a reason is that of its instant, whatever else is expected`() throws {
    let log = """
      start 2026-11-20 10:00
      at +0 min small
      at +0 min large
      at +1 min large
      at +10 h small
      given busy at +10 h
      until +15 h

      """
    let points = ["0 min", "30 s", "1 min", "59 min", "61 min", "3 h", "5 h", "10 h", "12 h", "14 h"]
    let claims = [
      "idle", "busy", "pace > good", "idle held by quiet", "busy held by cooldown", "no warning",
    ]
    var expected = points.flatMap { point in claims.map { "expect \($0) at +\(point)" } }
    expected += ["expect idle held by quiet", "expect busy held by cooldown exactly 9 times"]
    expected += ["expect busy exactly 9 times", "expect nothing"]
    let alone = try expected.flatMap { try failures(log + $0 + "\n") }
    #expect(try failures(log + expected.joined(separator: "\n") + "\n") == alone)
    #expect(alone.count > 20)
  }
}
