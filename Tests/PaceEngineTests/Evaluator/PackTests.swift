import PaceEngine
import PaceLanguage
import Testing

@Suite("a pack in an app")
struct PackTests {
  private static let rules = """
    subject visit { size: number = 1 in 0 .. 10, mode: soft | loud = soft }
    event entry of visit {
      amount: number = 1 in 0 .. 50
      lasts: duration = 1 min
      note: text
      kind small { amount = 0.5 }
    }
    scale load = low < high
    param most: number = 3
    rule much {
      on entry
      when sum(entry.amount, last 1 h) > most * size
      raise load to high
      emit warning "Much: {sum(entry.amount, last 1 h)}"
      severity 2
    }
    preset strict { most = 1 }
    preset mild { }
    """

  /// What an error of a pack says, in a word.
  static func said(_ body: () throws(PackError) -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      switch error {
      case .rules(let diagnostics, _): return "rules \(diagnostics.map(\.code))"
      case .unknownName(let what, let name, let meant): return "\(what) \(name) meant \(meant ?? "nothing")"
      case .badValue(let name, let expected): return "\(name): \(expected)"
      case .tooLate(let instant): return "late \(instant.milliseconds)"
      case .dayOver(let instant): return "day over \(instant.milliseconds)"
      case .outOfRange(let instant): return "out of range \(instant.milliseconds)"
      case .unknownZone(let name): return "no zone \(name)"
      case .noValue(let param, let preset): return "\(param) has no value under \(preset ?? "no preset")"
      case .withheld(let rule, let at): return "\(rule) withheld at \(at.milliseconds)"
      case .overflow(let rule, let at): return "\(rule) overflows at \(at.milliseconds)"
      case .runaway(let rule, let every, let at):
        return "\(rule) each \(every ?? -1) ms until \(at.milliseconds)"
      }
    }
  }

  @Test("gives notices, levels, the next instant and accounts by name")
  func names() throws {
    let pack = try Pack(text: Self.rules)
    var coach = try pack.follow(preset: "strict", attributes: ["size": 2, "mode": "loud"])
    #expect(try coach.log("small", at: Instant(0)))
    #expect(try coach.log("entry", at: Instant(60_000), ["amount": 1.25, "note": "x"]))
    #expect(coach.notices().isEmpty)
    #expect(coach.levels == ["load": "low"])
    // Of one instant, as long as nothing is asked in between.
    #expect(try coach.log("small", at: Instant(120_000)))
    #expect(try coach.log("small", at: Instant(120_000)))
    let notices = coach.notices()
    #expect(notices.map(\.message) == ["Much: 2.25", "Much: 2.75"])
    #expect(notices.map(\.level) == ["high", "high"] && notices.map(\.severity) == [2, 2])
    #expect(notices.map(\.kind) == ["warning", "warning"] && notices.map(\.rule) == ["much", "much"])
    #expect(coach.notices().isEmpty)
    #expect(coach.levels == ["load": "high"])
    #expect(try coach.explain("much").outcome == .fired)
    #expect(try coach.explain("much").condition?.children.first?.value == Value(2_250_000))
    // The first one leaves before, which changes nothing.
    let wake = try #require(coach.nextInstant)
    #expect(wake == Instant(3_660_001))
    coach.advance(to: wake)
    #expect(coach.levels == ["load": "low"])
  }

  @Test("says where rules don't check, in a file that they include too")
  func places() {
    #expect {
      try Pack(text: "include \"more.pace\"\nsubject s {}\n") { _ in "event e of s {\n  mg: nmber\n}\n" }
    } throws: { error in
      guard case .rules(let diagnostics, let files)? = error as? PackError else { return false }
      let text = DiagnosticRenderer(files: files, usesColor: false).text(of: diagnostics)
      return text.contains("--> more.pace:2:7")
    }
  }

  @Test("hears of an event after the subject's end, which revives it")
  func revival() throws {
    let pack = try Pack(text: "subject s { ends after 1 h without e }\nevent e of s {}\n")
    var coach = try pack.follow()
    try coach.log("e", at: Instant(0))
    coach.advance(to: Instant(2 * 3_600_000))
    #expect(!coach.isOpen)
    try coach.log("e", at: Instant(3 * 3_600_000))
    #expect(coach.isOpen)
  }

  @Test("says which name was meant and which value was expected")
  func errors() throws {
    #expect(Self.said { () throws(PackError) in _ = try Pack(text: "subject") }?.hasPrefix("rules [") == true)
    let pack = try Pack(text: Self.rules)
    #expect(
      Self.said { () throws(PackError) in _ = try pack.follow(preset: "strikt") }
        == "preset strikt meant strict")
    #expect(
      Self.said { () throws(PackError) in _ = try pack.follow(attributes: ["siz": 1]) }
        == "attribute siz meant size")
    #expect(
      Self.said { () throws(PackError) in _ = try pack.follow(attributes: ["mode": "quiet"]) }
        == "mode: one of soft, loud")
    #expect(
      Self.said { () throws(PackError) in _ = try pack.follow(attributes: ["size": 11]) }
        == "size: a number in 0 .. 10")
    var coach = try pack.follow(preset: "mild")
    #expect(
      Self.said { () throws(PackError) in try coach.log("smal", at: Instant(0)) } == "event smal meant small")
    #expect(
      Self.said { () throws(PackError) in try coach.log("entry", at: Instant(0), ["amount": true]) }
        == "amount: a number in 0 .. 50")
    #expect(
      Self.said { () throws(PackError) in try coach.log("entry", at: Instant(0), ["amount": 1e30]) }
        == "amount: a number in 0 .. 50")
    #expect(
      Self.said { () throws(PackError) in try coach.log("entry", at: Instant(0), ["lasts": 3]) }
        == "lasts: a duration, as `.duration` in milliseconds")
    #expect(Self.said { () throws(PackError) in try coach.log("entry", at: Instant(5)) } == nil)
    #expect(coach.notices().isEmpty)
    #expect(Self.said { () throws(PackError) in try coach.log("entry", at: Instant(5)) } == "late 5")
    #expect(Self.said { () throws(PackError) in _ = try coach.explain("mutch") } == "rule mutch meant much")
  }
}

/// What `eval` does with the same rules and rows, an app gets too.
@Suite("a pack in an app goes by the rules' own zones, dates and presets")
struct PackMeaningTests {
  private static func said(_ body: () throws(PackError) -> Void) -> String? { PackTests.said(body) }

  private static let nine = Instant(1_795_208_400_000)
  private static let paris = Zone(name: "Europe/Paris", initialOffset: 3_600_000, transitions: [])

  private static func zone(_ name: String) -> Zone? { name == paris.name ? paris : nil }

  @Test("the zone is that of the subject, else the one given, else the calendar's")
  func zones() throws {
    let rules = """
      subject s { zone: text }
      event e of s { }
      rule late { on e, when clock in 22:00 to 23:00, emit n "late" }
      """
    let abroad = try Pack(text: "calendar { zone \"Europe/Paris\" }\n" + rules)
    func count(_ pack: Pack, _ zone: Zone?, _ own: String?) throws -> Int {
      let attributes = own.map { ["zone": PackValue.text($0)] } ?? [:]
      var coach = try pack.follow(zone: zone, attributes: attributes, zones: Self.zone)
      try coach.log("e", at: Self.nine)
      return coach.notices().count
    }
    #expect(try count(abroad, nil, nil) == 1)
    #expect(try count(abroad, .utc, nil) == 0)
    #expect(try count(abroad, .utc, "Europe/Paris") == 1)
    #expect(try count(abroad, nil, "UTC") == 0)
    let home = try Pack(text: rules)
    #expect(try count(home, nil, nil) == 0)
    #expect(try count(home, nil, "Europe/Paris") == 1)
    #expect(Self.said { () throws(PackError) in _ = try abroad.follow() } == "no zone Europe/Paris")
    #expect(
      Self.said { () throws(PackError) in
        _ = try home.follow(zone: .utc, attributes: ["zone": "Mars/X"], zones: Self.zone)
      } == "no zone Mars/X")
  }

  @Test("dates are days or texts, and schedules have to be ones")
  func dates() throws {
    let pack = try Pack(
      text: """
        subject s { day: date, plan: schedule = "daily", pause: duration = 1 min }
        event e of s { }
        rule again { when since(e) > 1 h, emit n "again", repeat pause }
        rule today { on e, when date == day, emit n "today" }
        """)
    for day in [PackValue.text("2026-11-20"), .date(20_777)] {
      var coach = try pack.follow(attributes: ["day": day])
      try coach.log("e", at: Self.nine)
      #expect(coach.notices().map(\.message) == ["today"])
    }
    for day in [PackValue.text("2026-11-31"), .text("today"), .date(.max), .number(1)] {
      #expect(
        Self.said { () throws(PackError) in _ = try pack.follow(attributes: ["day": day]) } == "day: a date")
    }
    #expect(
      Self.said { () throws(PackError) in _ = try pack.follow(attributes: ["plan": "weekly mond"]) }
        == "plan: a schedule, such as `daily` or `weekly mon wed`")
    #expect(
      Self.said { () throws(PackError) in _ = try pack.follow(attributes: ["pause": .duration(0)]) }
        == "pause: a duration that is more than 0")
  }

  @Test("a parameter without a value is named, with the preset that gives it none")
  func params() throws {
    let rules = """
      subject s { }
      event e of s { }
      param p: number
      param q: number = 1
      rule r { on e, when count(e) >= p + q, emit n "r" }

      """
    let pack = try Pack(text: rules + "preset x { p = 1 }\npreset y { p = 2 }")
    #expect(
      Self.said { () throws(PackError) in _ = try pack.follow() } == "p has no value under no preset")
    #expect(Self.said { () throws(PackError) in _ = try pack.follow(preset: "y") } == nil)
  }

  @Test("instants outside the years 1 to 9999 are refused, and waited for no longer")
  func years() throws {
    let pack = try Pack(
      text: """
        subject s { }
        event e of s { }
        scale q = a < b
        rule r { when since(e) > 1 h, raise q to b }
        """)
    var coach = try pack.follow()
    let years = Instant.milliseconds
    for wrong in [years.lowerBound - 1, .min, .min + 1, years.upperBound + 1, .max] {
      let at = Instant(wrong)
      #expect(Self.said { () throws(PackError) in try coach.log("e", at: at) } == "out of range \(wrong)")
      #expect(
        Self.said { () throws(PackError) in _ = try pack.follow(start: at) } == "out of range \(wrong)")
    }
    coach.advance(to: Instant(.min))
    try coach.log("e", at: Instant(years.lowerBound + 1))
    try coach.log("e", at: Self.nine)
    #expect(coach.levels == ["q": "a"])
    coach.advance(to: Instant(.max))
    #expect(coach.levels == ["q": "b"] && coach.nextInstant == nil)
  }

  @Test("a rule that comes due without end is told, and so is one that overflows")
  func problems() throws {
    var pack = try Pack(
      text: """
        subject s { }
        event e of s { size: number in 0 .. 100000000000 }
        rule often { when count(e) >= 1, emit n "x", repeat 1 ms }
        rule later { when since(e) / 1 ms * latest(e.size) < 0, emit n "later" }
        rule large { on e, when latest(e.size) * latest(e.size) > 1, emit n "large" }
        """)
    pack.mostRowless = 1_000
    var coach = try pack.follow()
    try coach.log("e", at: Self.nine, ["size": 20_000_000_000])
    _ = coach.notices()
    #expect(coach.problems.compactMap(Self.told) == ["large overflows at \(Self.nine.milliseconds)"])
    var other = coach
    coach.advance(to: Instant(Self.nine.milliseconds + 2_000))
    let end = "often each 1 ms until \(Self.nine.milliseconds + 1_000)"
    // So many milliseconds times 20,000,000,000 are more than a number holds.
    let all = [
      "large overflows at \(Self.nine.milliseconds)", "later overflows at \(Self.nine.milliseconds + 462)",
      end,
    ]
    #expect(coach.problems.compactMap(Self.told) == all)
    #expect(
      Self.said { () throws(PackError) in
        try coach.log("e", at: Instant(Self.nine.milliseconds + 3_000))
      } == end)
    #expect(coach.nextInstant == nil)
    // The same where nothing but the refused event lets time pass.
    #expect(
      Self.said { () throws(PackError) in
        try other.log("e", at: Instant(Self.nine.milliseconds + 3_000))
      } == end)
    #expect(other.problems.compactMap(Self.told) == all)
  }

  private static func told(_ error: PackError) -> String? { said { () throws(PackError) in throw error } }
}
