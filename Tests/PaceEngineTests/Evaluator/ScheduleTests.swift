import PaceEngine
import PaceLanguage
import Testing

@Suite("`due` asks the schedule in force: the newest row's, or an attribute's")
struct ScheduleTests {
  private static let hour: Int64 = 3_600_000
  private static let day: Int64 = 86_400_000
  /// Monday 16 November 2026, 00:00 UTC.
  private static let monday: Int64 = 1_794_787_200_000

  @Test("a row changes it at its instant, and days begin and end to the millisecond")
  func change() throws {
    var goal = try Goal(plan: "weekly mon", start: Self.monday)
    let noon = Self.monday + 12 * Self.hour
    let tuesday = Self.monday + Self.day
    #expect(goal.asked(at: noon - 1) == "yes")
    goal.change("monthly 17 19", at: noon)
    #expect(goal.asked(at: noon) == "no")
    #expect(goal.asked(at: tuesday - 1) == "no")
    #expect(goal.asked(at: tuesday) == "yes")
    #expect(goal.asked(at: tuesday + Self.day - 1) == "yes")
    #expect(goal.asked(at: tuesday + Self.day) == "no")
    goal.change("2026-11-18", at: tuesday + Self.day + 1)
    #expect(goal.asked(at: tuesday + Self.day + 1) == "yes")
    #expect(goal.asked(at: tuesday + 2 * Self.day) == "no")
    // The state is on at the start, on Tuesday, and from the row on Wednesday on.
    #expect(goal.rises(until: tuesday + 5 * Self.day) == [Self.monday, tuesday, tuesday + Self.day + 1])
  }

  @Test("a rule sees the change though nobody asks in between")
  func unasked() throws {
    var goal = try Goal(plan: "weekly mon", start: Self.monday)
    goal.change("monthly 17 19", at: Self.monday + 12 * Self.hour)
    goal.change(#"{"type":"weekly","days":["fri"]}"#, at: Self.monday + 2 * Self.day)
    #expect(goal.rises(until: Self.monday + 9 * Self.day) == [0, 1, 4].map { Self.monday + $0 * Self.day })
  }

  @Test("before the first row, and where the newest has none, what `else` gives counts; else it is unknown")
  func unknown() throws {
    var goal = try Goal(plan: nil, start: Self.monday)
    let figures = ["asked", "asked_by_rows", "asked_at_all"]
    #expect(goal.values(figures, at: Self.monday) == ["unknown", "unknown", "no"])
    goal.change("weekly tue", at: Self.monday + Self.hour)
    #expect(goal.values(figures, at: Self.monday + Self.day) == ["yes", "yes", "yes"])
    goal.change(nil, at: Self.monday + 2 * Self.day)
    #expect(goal.values(figures, at: Self.monday + 2 * Self.day) == ["unknown", "unknown", "yes"])
  }

  @Test("a day on which clocks go back is asked for as a whole")
  func longDay() throws {
    // 26 October 2025 has 25 hours in London, from 23:00 UTC on.
    let start: Int64 = 1_761_433_200_000
    let end = start + 25 * Self.hour
    var goal = try Goal(plan: nil, zone: Zones.london, start: start - Self.day)
    goal.change("2025-10-26", at: start - 3 * Self.hour)
    #expect(
      [start - 1, start, end - 1, end].map { goal.asked(at: $0) } == ["no", "yes", "yes", "no"])
  }

  @Test(
    "a streak asks what was in force at the end of each day that is over",
    arguments: [
      // Tuesday was not asked for; a schedule that asks for it comes too late, at midnight or a day later.
      (monday + 2 * day, "1"), (monday + 2 * day + 6 * hour, "1"),
      // In Tuesday's last millisecond it is not.
      (monday + 2 * day - 1, "0"),
    ])
  func streak(changed: Int64, kept: String) throws {
    var goal = try Goal(plan: "weekly mon", start: Self.monday)
    goal.entry(at: Self.monday + 7 * Self.hour)
    goal.change("weekly tue", at: changed)
    #expect(goal.values(["kept"], at: Self.monday + 2 * Self.day + 7 * Self.hour) == [kept])
  }

  @Test("a row that is no schedule leaves it unknown, and a later one mends that")
  func badText() throws {
    var goal = try Goal(plan: "daily", start: Self.monday)
    goal.change("weeky mon", at: Self.monday + Self.hour)
    #expect(goal.asked(at: Self.monday + Self.hour) == "unknown")
    goal.change("weekly mon", at: Self.monday + 2 * Self.hour)
    #expect(goal.asked(at: Self.monday + 2 * Self.hour) == "yes")
  }

  @Test("the next subject's texts are its own")
  func nextSubject() throws {
    var goal = try Goal(plan: "monthly 17", start: Self.monday)
    goal.change("weekly mon", at: Self.monday)
    #expect(goal.asked(at: Self.monday) == "yes")
    goal.begin(plan: "weekly mon", zone: .utc, start: Self.monday)
    #expect(goal.asked(at: Self.monday) == "yes")
    goal.change("monthly 17", at: Self.monday + 1)
    #expect(goal.asked(at: Self.monday + 1) == "no")
  }

  @Test("an account names the row whose schedule was asked")
  func evidence() throws {
    var goal = try Goal(plan: "daily", start: Self.monday)
    goal.change("monthly 16", at: Self.monday)
    let rule = try #require(goal.program.rules.firstIndex { $0.name.text == "rise" })
    let account = goal.machine.standing(of: RuleID(rule), at: Instant(Self.monday + 1))
    #expect(account.condition?.evidence == [EventOrdinal(0)])
  }
}

/// A goal that is followed, with short ways to change its schedule.
private struct Goal {
  let program: Program
  var machine: Machine

  init(plan: String?, zone: Zone = .utc, start: Int64) throws {
    let text = """
      subject goal { plan: schedule, other: schedule = "weekly wed" }
      event change of goal { next: schedule }
      event entry of goal { }
      define asked = due(latest(change.next) else plan) "Asked"
      define asked_by_rows = due(latest(change.next)) "Asked by rows"
      define asked_at_all = due(latest(change.next) else (plan else other)) "Asked at all"
      define kept = streak(days where count(entry, today) >= 1 skip not asked) "Kept"
      rule rise { when asked, emit news "On." }
      """
    let compilation = Compilation.compile(roots: ["goal.pace"]) { _ in .bytes(Array(text.utf8)) }
    program = try #require(compilation.program, "\(compilation.diagnostics)")
    var options = Machine.Options()
    options.accounts = .all
    machine = Machine(Plan(program), options: options)
    begin(plan: plan, zone: zone, start: start)
  }

  mutating func begin(plan: String?, zone: Zone, start: Int64) {
    machine.clear()
    let plan = plan.map { machine.intern($0) } ?? .unknown
    machine.begin(SubjectRecord(startedAt: Instant(start), attributes: [plan, .unknown], zone: zone))
  }

  mutating func change(_ schedule: String?, at instant: Int64) {
    let value = schedule.map { machine.intern($0) } ?? .unknown
    let admission = machine.append(
      EventRecord(event: EventID(0), kind: nil, at: Instant(instant), values: [value]))
    #expect(admission == .kept)
  }

  mutating func entry(at instant: Int64) {
    _ = machine.append(EventRecord(event: EventID(1), kind: nil, at: Instant(instant), values: []))
  }

  func asked(at instant: Int64) -> String { values(["asked"], at: instant)[0] }

  /// The values of definitions as people read them.
  func values(_ names: [String], at instant: Int64) -> [String] {
    let defines = names.compactMap { name in program.defines.first { $0.name.text == name }?.value }
    let values = machine.values(of: defines, at: Instant(instant))
    return zip(defines, values).map { machine.describe($1, type: program[$0].type) }
  }

  /// When the rule has fired.
  mutating func rises(until end: Int64) -> [Int64] {
    machine.advance(to: Instant(end))
    return machine.records.compactMap {
      if case .fired(let firing) = $0 { firing.at.milliseconds } else { nil }
    }
  }
}
