import PaceEngine
import PaceLanguage
import Testing

@Suite("what a coach says can be shown")
struct CoachWordTests {
  private static let nine: Int64 = 1_795_208_400_000

  private static func at(_ minute: Int64) -> Instant { Instant(nine + minute * 60_000) }

  private static func pack() throws -> Pack {
    try Pack(
      text: """
        subject p { name: text, plan: schedule = "daily" }
        event sip of p {
          debounce 1 min
          ml: number = 100 in 0 .. 500
          note: text
        }
        guard { never say "lazy" }
        rule noted {
          on sip
          when latest(sip.note) != name and count(sip, last 1 h) >= 1
          emit hint "Noted: {latest(sip.note)}"
          limit 3 today
        }
        """)
  }

  @Test("a notice that the guard withholds is not given, and counts")
  func withheld() throws {
    var coach = try Self.pack().follow(attributes: ["name": "Ann"])
    for (minute, note) in ["calm", "lazy", "so lazy", "quick"].enumerated() {
      try coach.log("sip", at: Self.at(Int64(minute) * 5), ["note": .text(note)])
    }
    // The withheld ones are two of the three that the limit allows.
    #expect(
      coach.notices() == [Notice(rule: "noted", kind: "hint", message: "Noted: calm", at: Self.at(0))])
    #expect(coach.problems == [.withheld(rule: "noted", at: Self.at(5))])
  }

  @Test("the parts of an account have texts, and the events behind them numbers that an app knows")
  func explanation() throws {
    var coach = try Self.pack().follow(attributes: ["name": "Ann"])
    var taken: [String] = []
    func log(_ minute: Int64, _ note: String) {
      if (try? coach.log("sip", at: Self.at(minute), ["note": .text(note)])) == true { taken.append(note) }
    }
    log(0, "one")
    log(10, "two")
    _ = coach.notices()
    // Too late, and too soon after another.
    log(5, "late")
    log(20, "three")
    log(20, "soon")
    #expect(throws: PackError.self) { try coach.log("sip", at: Self.at(21), ["ml": 501]) }
    log(30, "four")
    let account = try coach.explain("noted")
    let compared = try #require(account.condition?.children.first)
    #expect(compared.children.map { coach.text(of: $0) } == ["\"four\"", "\"Ann\""])
    #expect(account.condition.map { coach.text(of: $0) } == "yes")
    let counted = try #require(account.condition?.children.last?.children.first)
    #expect(counted.evidence.map { taken[$0.index] } == ["one", "two", "three", "four"])
    #expect(account.condition?.evidence == counted.evidence && account.condition?.rows == [])
    #expect(account.event.map { taken[$0.index] } == "four")
    #expect(coach.text(of: counted) == "4")
  }

  @Test(
    "rules are those that were given, in whatever form their path is written",
    arguments: ["rules.pace", "./rules.pace", "a//../rules.pace", "/tmp//rules.pace", "rules.pace/", ""])
  func rootPath(_ path: String) throws {
    let rules = "include \"../b.pace\"\nsubject s {}\nevent e of s {}\nrule r { on e, emit page \"given\" }\n"
    var asked: [String] = []
    let pack = try Pack(text: rules, path: path) { file in
      asked.append(file)
      return ""
    }
    #expect(asked == [path.hasPrefix("/") ? "/b.pace" : path.hasSuffix("/") ? "b.pace" : "../b.pace"])
    var coach = try pack.follow()
    try coach.log("e", at: Self.at(0))
    #expect(coach.notices().map(\.message) == ["given"])
  }

  @Test("an error says what is wrong, and what to do")
  func errors() throws {
    func said(_ body: () throws(PackError) -> Void) -> String? {
      do throws(PackError) {
        try body()
        return nil
      } catch {
        return "\(error)"
      }
    }
    let bad = "subject s {}\nevent e of s {\n  mg: nmber\n  ok: bol\n}\n"
    let rules = try #require(said { () throws(PackError) in _ = try Pack(text: bad) })
    #expect(rules.hasPrefix("rules.pace:3: ") && rules.contains("`nmber`, and 1 more error"), "\(rules)")
    let named = said { () throws(PackError) in
      _ = try Pack(text: "include \"b\"\n" + bad, path: "a.pace") { _ in "" }
    }
    #expect(named?.hasPrefix("a.pace:4: ") == true, "\(named ?? "")")
    let pack = try Self.pack()
    var coach = try pack.follow()
    func log(_ name: String, _ at: Int64 = 0, _ fields: [String: PackValue] = [:]) -> String? {
      said { () throws(PackError) in try coach.log(name, at: Self.at(at), fields) }
    }
    #expect(log("sipp") == "there is no event `sipp`; did you mean `sip`?")
    #expect(log("other") == "there is no event `other`")
    for ml in [PackValue.number(501), .number(1e30), true] {
      #expect(log("sip", 0, ["ml": ml]) == "`ml` takes a number in 0 .. 500")
    }
    #expect(log("sip") == nil)
    _ = coach.notices()
    #expect(
      log("sip", -1)?.hasPrefix("an event of 2026-11-20T20:59:00.000Z comes too late; log events") == true)
    let zone = said { () throws(PackError) in
      _ = try Pack(text: "subject s { zone: text }\nevent e of s {}").follow(attributes: ["zone": "Mars/X"])
    }
    #expect(zone?.hasPrefix("there is no time zone `Mars/X`; ") == true)
    #expect(
      PackError.outOfRange(Instant(.min)).description.hasPrefix("\(Int64.min) ms is no instant of the years"))
    #expect(
      PackError.runaway(rule: "r", every: 1, at: Self.at(0)).message
        == "evaluation ended at 2026-11-20T21:00:00.000Z, because `r` comes due every 1 ms: "
        + "more than 1,000,000 instants in 24 hours with nothing logged")
    #expect(PackError.rules([], files: []).message == "the rules have errors")
  }

  @Test("types of other rules have no names here")
  func foreignTypes() throws {
    let program = try Self.pack().program
    for type in [ValueType.enumeration(EnumerationID(9)), .level(ScaleID(9)), .level(ScaleID(-1))] {
      #expect(program.text(of: Value(0), type: type).isEmpty)
      #expect(program.constant(from: "x", as: type) == nil)
      #expect(program.names(of: type) == [])
    }
  }
}
