import PaceLanguage
import PaceOracle
import Testing

@Suite("Values of declarations")
struct ValueTests {
  @Test(
    "A param's grid is its step, else a unit of the last place written in its range",
    arguments: cases([
      ("number = 1 in 0.5 .. 10", Int64(100_000)), ("number = 1 in 0 .. 10", 1_000_000),
      ("number = 1 in 0.5 .. 10 step 0.25", 250_000), ("duration = 2 min in 1 min .. 60 min", 60_000),
      ("duration = 1 h in 1 h .. 1 h 30 min", 60_000), ("duration = 1 h in 0.5 h .. 2 h", 360_000),
      ("duration = 2 min in 1 min .. 60 min step 30 s", 30_000), ("time = 08:00 in 07:00 .. 09:00", 60_000),
      ("time = 08:00 in 07:00 .. 09:00 step 15 min", 900_000),
      ("date = 2026-01-02 in 2026-01-01 .. 2026-12-31 step 7 d", 7),
    ]))
  func grids(_ given: Case<(String, Int64)>) {
    let (type, step) = given.value
    let program = compile("param it: \(type)").program
    #expect(program?.params.last?.step == step)
  }

  @Test("What other languages call true is `yes` here", arguments: [("true", "yes"), ("false", "no")])
  func otherTruths(_ written: String, _ meant: String) throws {
    let finding = try #require(compile("param loud: bool = \(written)").diagnostics.first)
    #expect(finding.message == "expected yes or no, found the name `\(written)`")
    #expect(finding.help == "write `yes` for true and `no` for false")
    #expect(finding.fix.map(\.replacement) == [meant])
  }

  @Test("A preset takes what it doesn't say from its base, then from defaults")
  func presetValues() throws {
    let program = try #require(
      compile(
        """
        preset busy extends calm { most = 5 }
        preset calm { most = 3, pause = 10 min }
        param most: number in 1 .. 20
        param pause: duration
        param other: number = 7
        """
      ).program)
    #expect(
      program.presets[0].values == [
        .value(Value(5_000_000)), .value(Value(600_000)), .value(Value(7_000_000)),
      ])
    #expect(program.presets[1].values[0] == .value(Value(3_000_000)))
  }

  @Test("What a base lacks is reported at the base only, with the names of both")
  func incompletePresets() {
    expect(
      """
      param most: number
      preset calm {}
      preset busy extends calm {}
      """,
      "calm: E0504 the preset `calm` gives no value to `most`")
  }

  @Test("A param without default needs presets")
  func paramWithoutValue() {
    expect("param most: number", "most: E0504 the param `most` has no value")
  }

  @Test("Ranges bind defaults, presets, kinds and scenarios, with their own text in the message")
  func ranges() {
    expect(
      """
      subject person { goal: number = 30 in 1 .. 20 }
      event entry of person { amount: number in 0 .. 100, kind vast { amount = 200 } }
      param most: duration in 1 min .. 1 h
      preset calm { most = 2 h }
      scenario "one" { start 2026-11-20 21:00, at +1 min entry { amount = -1 }, set most = 30 s }
      """,
      "30: E0501 `30` is out of the range of `goal`, which is `1 .. 20`",
      "200: E0501 `200` is out of the range of `amount`, which is `0 .. 100`",
      "2 h: E0501 `2 h` is out of the range of `most`, which is `1 min .. 1 h`",
      "-1: E0501 `-1` is out of the range of `amount`",
      "30 s: E0501 `30 s` is out of the range of `most`")
  }

  @Test("What a clause refuses as a literal it refuses under a name, wherever the value comes from")
  func valuesOfNamedOperands() {
    expect(
      """
      subject person {
        pause: duration = 0 min
        most: number = 1.5
        idle: duration = 0 min
        ends after pause without entry
      }
      event entry of person {}
      param step: duration in -5 min .. 5 min
      param back: duration = -1 min
      param rest: duration = 0 min
      param length: duration = 0 min
      preset calm { step = 0 min }
      preset busy { step = 5 min }
      rule a { every step from 07:00 to 09:00, emit n "x" }
      rule b { when count(entry, last back) >= 1, emit n "x", repeat rest, cooldown length }
      rule c { on entry, when since(entry) < idle, emit n "x", limit most today }
      scenario "one" {
        start 2026-11-20 21:00
        preset busy
        set step = -1 min
        set length = -1 s
        subject { most = -2, idle = -1 min }
      }
      """,
      "0 min: E0505 `ends after` must be more than nothing, found `0 min`",
      "1.5: E0506 `limit` needs a whole number that isn't negative, found `1.5`",
      "-1 min: E0505 `last` can't be negative, found `-1 min`",
      "0 min: E0505 `repeat` must be more than nothing, found `0 min`",
      "0 min: E0505 `every` must be more than nothing, found `0 min`",
      "-1 min: E0505 `every` must be more than nothing, found `-1 min`",
      "-1 s: E0505 `cooldown` can't be negative, found `-1 s`",
      "-2: E0506 `limit` needs a whole number that isn't negative, found `-2`")
    // A value out of its range is told once.
    expect(
      "param step: duration = 0 min in 1 min .. 5 min\nrule a { every step from 07:00 to 09:00, emit n \"x\" }",
      "0 min: E0501 `0 min` is out of the range of `step`")
  }

  @Test("Both ends of a range belong to it")
  func endsOfRanges() {
    expect("param most: number = 20 in 1 .. 20")
    expect("param most: number = 1 in 1 .. 1")
  }

  @Test("A kind says nothing of the fields that it leaves out")
  func kindValues() throws {
    let program = try #require(compile("").program)
    #expect(program.events[0].kinds[1].values == [.value(Value(5_000_000)), nil])
  }

  @Test("The calendar has Monday and midnight unless it says otherwise")
  func calendars() throws {
    #expect(compile("").program?.calendar.dayStart == 0)
    let program = compile("calendar { zone \"Europe/London\", day starts 04:00, week starts sun }").program
    #expect(program?.calendar.dayStart == 14_400_000)
    #expect(program?.calendar.weekStart == 6)
    #expect(program?.calendar.zone == "Europe/London")
  }

  @Test(
    "A schedule in the rules is read as one in a log is, JSON included, and the word at fault is named",
    arguments: cases([
      ("", "it is empty"), ("hourly", "it starts with `hourly`"), ("weekly", "`weekly` needs weekdays"),
      ("weekly mon mun", "`mun` is no weekday"), ("monthly 0", "`0` is no day of a month"),
      ("daily mon", "`daily` stands alone"), ("2026-02-30", "it starts with `2026-02-30`"),
      (#"{\"type\":\"weekly\",\"days\":[\"mun\"]}"#, "no schedule is stored as such an object"),
      ("{oops", "no schedule is stored as such an object"),
    ]))
  func schedules(_ given: Case<(String, String)>) {
    let (text, problem) = given.value
    expect(
      "subject person { plan: schedule = \"\(text)\" }",
      "\"\(text)\": E0508 this is no schedule: \(problem)")
  }

  @Test(
    "Every form of a schedule may stand in the rules",
    arguments: [
      "daily", "sticky", "weekly mon, Wednesday", "monthly 1 15 31", "2026-02-28",
      #"{\"type\":\"weekly\",\"days\":[1,\"wed\"]}"#, #"{\"type\":\"monthly\",\"days\":[]}"#,
    ])
  func goodSchedules(_ text: String) {
    expect("subject person { plan: schedule = \"\(text)\" }")
  }
}
