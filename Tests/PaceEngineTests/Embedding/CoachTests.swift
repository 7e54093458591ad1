import Foundation
import PaceEngine
import PaceLanguage
import Testing

@Suite("a coach")
struct CoachTests {
  fileprivate static let hour: Int64 = 3_600_000
  fileprivate static let day: Int64 = 24 * hour
  /// Friday 20 November 2026, 21:00 UTC.
  fileprivate static let nine: Int64 = 1_795_208_400_000

  private static func pack(_ name: String) throws -> Pack {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    func text(of file: String) -> String? {
      try? String(contentsOfFile: "/\(root)/rules/\(file)", encoding: .utf8)
    }
    return try Pack(text: try #require(text(of: "\(name).pace")), include: text)
  }

  @Test("takes events of one instant in the order in which they are logged")
  func order() throws {
    let pack = try Pack(
      text: """
        subject p { }
        event a of p { }
        event b of p { }
        rule r { on a, when count(b) >= 1, emit note "x" }
        """)
    for (events, count) in [(["b", "a"], 1), (["a", "b"], 0)] {
      var coach = try pack.follow()
      for event in events { try coach.log(event, at: Instant(Self.nine)) }
      #expect(coach.notices().count == count, "\(events)")
    }
  }

  @Test("holds as many rows as its windows do, twice, however long the log is")
  func memory() throws {
    let pack = try Pack(
      text: """
        subject p { }
        event sip of p { ml: number = 100 }
        rule a { on sip, when sum(sip.ml, last 60 min) > 100, emit warning "x", cooldown 15 min }
        """)
    var coach = try pack.follow()
    var early = 0
    for sip: Int64 in 0..<8_000 {
      try coach.log("sip", at: Instant(Self.nine + sip * Self.hour / 6))
      if sip == 500 { early = coach.rowBytes }
    }
    #expect(coach.rowBytes <= early)
    #expect(try coach.explain("a").condition?.children.first?.evidence.count == 7)
  }

  @Test(
    "explains what an account of the newest instant says",
    arguments: [
      "activities", "dose-window", "hydration", "hydration-pace", "nail-guard", "take-care",
    ])
  func accounts(name: String) throws {
    let pack = try Self.pack(name)
    let program = pack.program
    var options = Machine.Options()
    options.accounts = .all
    options.preset = program.presets.isEmpty ? nil : PresetID(0)
    var machine = Machine(Plan(program), options: options)
    let unknown = program.subject.attributes.map { _ in Value.unknown }
    machine.begin(SubjectRecord(attributes: unknown, zone: .utc))
    // Accounts that tell of no rule are of evaluated instants only, and of no ticks in between.
    options.accounted = []
    var evaluated = Machine(Plan(program), options: options)
    evaluated.begin(SubjectRecord(attributes: unknown, zone: .utc))
    var coach = try pack.follow(preset: program.presets.first?.name.text, zone: .utc)
    func newest(_ machine: Machine, at instant: Int64, isIn instants: [Instant]? = nil) -> Account? {
      var present = machine
      present.advance(to: Instant(instant))
      return present.takeRecords().compactMap { if case .account(let it) = $0 { it } else { nil } }
        .last { instants?.contains($0.at) ?? true }
    }
    var random: UInt64 = 88_172_645_463_325_252
    func below(_ most: UInt64) -> Int {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      return Int(random % most)
    }
    var at = Self.nine
    for step in 0..<90 {
      at += [0, 1, 30_000, 600_000, 1_800_000, Self.hour, 5 * Self.hour][below(7)]
      let event = EventID(below(UInt64(program.events.count)))
      let kinds = program.events[event.index].kinds
      let kind = kinds.isEmpty ? nil : KindID(below(UInt64(kinds.count)))
      let values = program.events[event.index].fields.map { _ in Value.unknown }
      let row = EventRecord(event: event, kind: kind, at: Instant(at), values: values)
      let type = program.events[event.index]
      // A coach gives no numbers to events that it doesn't take.
      if (try? coach.log(kind.map { kinds[$0.index].name.text } ?? type.name.text, at: Instant(at))) == true {
        _ = machine.append(row)
        _ = evaluated.append(row)
      }
      if below(3) == 0 {
        at += Int64(below(3)) * Self.hour
        machine.advance(to: Instant(at))
        evaluated.advance(to: Instant(at))
        coach.advance(to: Instant(at))
      }
      if step % 5 != 0 { continue }
      let last = newest(evaluated, at: at)
      let account = newest(machine, at: at, isIn: last.map { [$0.at] } ?? [])
      machine.forgetRecords()
      evaluated.forgetRecords()
      guard let account else { continue }
      for (rule, expected) in zip(program.rules, account.rules) {
        #expect("\(try coach.explain(rule.name.text))" == "\(expected)")
      }
    }
  }

  @Test("is at rest after its end, and wakes for it")
  func end() throws {
    var coach = try Self.pack("dose-window").follow(zone: .utc)
    try coach.log("dose1", at: Instant(Self.nine))
    try coach.log("dose2", at: Instant(Self.nine + 3 * Self.hour))
    _ = coach.notices()
    #expect(coach.levels == ["phase": "done"] && coach.isOpen)
    #expect(coach.evaluatedAt == Instant(Self.nine + 3 * Self.hour))
    var wakes = 0
    var last = Instant(0)
    while let wake = coach.nextInstant {
      wakes += 1
      last = wake
      coach.advance(to: wake)
      if wakes > 1_000 { break }
    }
    #expect(last == Instant(Self.nine + 19 * Self.hour + 1) && coach.end?.next == last && !coach.isOpen)
    #expect(coach.levels == ["phase": "no_dose"])
    #expect(coach.nextInstant == nil)
  }

  @Test("wakes for what is more than 400 days away, whenever it is asked")
  func farAway() throws {
    var coach = try Pack(
      text: """
        subject p { }
        event sip of p { }
        rule r { when since(sip) >= 410 d, emit n "x" }
        """
    ).follow()
    try coach.log("sip", at: Instant(Self.nine))
    for day: Int64 in [0, 9, 300, 409] {
      coach.advance(to: Instant(Self.nine + day * Self.day))
      #expect(coach.nextInstant == Instant(Self.nine + 410 * Self.day))
    }
    coach.advance(to: Instant(Self.nine + 410 * Self.day))
    #expect(coach.notices().count == 1 && coach.nextInstant == nil)
  }

  @Test("of a day ends with the day")
  func perDay() throws {
    func pack(ends: String = "") throws -> Pack {
      try Pack(
        text: """
          calendar { day starts 04:00 }
          subject d per day { \(ends) }
          event sip of d { }
          scale thirst = low < high
          rule r { on sip, when count(sip) >= 3, emit n "three" }
          rule s { when count(sip) >= 2, raise thirst to high }
          """)
    }
    // 04:00 of the next day.
    let morning = Self.nine + 7 * Self.hour
    // A day that has ended before is opened again by what comes before it is over.
    for (start, ends) in [(nil, ""), (Instant(Self.nine - 1), ""), (nil, "ends after 2 h without sip")] {
      var coach = try pack(ends: ends).follow(start: start)
      try coach.log("sip", at: Instant(Self.nine))
      try coach.log("sip", at: Instant(morning - 1))
      _ = coach.notices()
      #expect(coach.levels == ["thirst": "high"] && coach.nextInstant == Instant(morning))
      #expect(
        PackTests.said { () throws(PackError) in try coach.log("sip", at: Instant(morning)) }
          == "day over \(morning)")
      coach.advance(to: Instant(morning))
      #expect(coach.levels == ["thirst": "low"] && coach.nextInstant == nil)
      #expect(coach.notices().isEmpty)
    }
    var late = try pack().follow(start: Instant(Self.nine))
    #expect(throws: PackError.self) { try late.log("sip", at: Instant(morning)) }
    // The start names the day, whatever comes first.
    let first = morning - Self.day
    let early = PackTests.said { () throws(PackError) in try late.log("sip", at: Instant(first - 1)) }
    #expect(early == "late \(first - 1)" && late.end == Instant(morning - 1))
    #expect(try late.log("sip", at: Instant(first)))
    #expect(try late.log("sip", at: Instant(Self.nine)))
  }

  @Test("leaves its newest instant open when it is advanced to an earlier one")
  func backward() throws {
    var coach = try Pack(text: "subject p { }\nevent sip of p { }\nrule r { on sip, emit n \"x\" }").follow()
    try coach.log("sip", at: Instant(10))
    coach.advance(to: Instant(9))
    try coach.log("sip", at: Instant(10))
    #expect(coach.notices().count == 2)
    #expect(throws: PackError.self) { try coach.log("sip", at: Instant(10)) }
  }

  @Test("gives in one step what it gives step by step, however much that is")
  func manyNotices() throws {
    let pack = try Pack(
      text: """
        subject p { }
        event sip of p { }
        rule often { every 1 s from 00:00 to 23:59, emit n "{since(sip)}" }
        """)
    var whole = try pack.follow()
    try whole.log("sip", at: Instant(Self.nine))
    var stepped = whole
    whole.advance(to: Instant(Self.nine + 1_000_000))
    var notices: [Notice] = []
    while let next = stepped.nextInstant, next.milliseconds <= Self.nine + 1_000_000 {
      stepped.advance(to: next)
      notices += stepped.notices()
    }
    let all = whole.notices()
    #expect(all.count == 1001)
    #expect(all.map(\.message) == notices.map(\.message) && all.map(\.at) == notices.map(\.at))
    #expect(all.last?.message == "16 min 40 s" && whole.notices().isEmpty)
    #expect(try whole.explain("often").outcome == .fired)
  }

  @Test("takes a number for the decimal that it is written as, and refuses what no row can say")
  func values() throws {
    let pack = try Pack(
      text: """
        subject p { }
        event e of p { n: number, d: duration, t: time, day: date }
        rule r { on e, when latest(e.n) != 9 or latest(e.d) > 0 s, emit n "{latest(e.n)}" }
        """)
    for (number, text) in [
      (0.0000005, "0"), (0.0000015, "0.000002"), (0.0000025, "0.000002"), (-0.0000035, "-0.000004"),
      (0.1, "0.1"), (2.675, "2.675"), (1.0000005, "1"), (4_000_000_000.1, "4000000000.1"),
      (1_000_000.0000015, "1000000.000002"), (9_000_000_000_000, "9000000000000"),
      (9_223_372_036_854.775, "9223372036854.775"), (-9_223_372_036_854.775, "-9223372036854.775"),
    ] {
      var coach = try pack.follow()
      try coach.log("e", at: Instant(0), ["n": .number(number)])
      #expect(coach.notices().map(\.message) == [text])
    }
    for (field, value, expected) in [
      ("d", PackValue.duration(.min), "a duration"), ("t", .time(.min), "a time of day"),
      ("day", .date(.min), "a date"), ("n", .number(.nan), "a finite number"),
      ("n", .number(-.infinity), "a finite number"),
      ("n", .number(9_223_372_036_854.777), "a number less than 9,223,372,036,854.775808 in size"),
      ("n", .number(1e15), "a number less than 9,223,372,036,854.775808 in size"), ("n", "1", "a number"),
      ("t", "07:30", "a time of day, as `.time` in milliseconds since midnight"),
      ("d", "90 min", "a duration, as `.duration` in milliseconds"),
      ("d", 90, "a duration, as `.duration` in milliseconds"),
    ] {
      var coach = try pack.follow()
      #expect(
        PackTests.said { () throws(PackError) in try coach.log("e", at: Instant(0), [field: value]) }
          == "\(field): \(expected)")
    }
  }
}
