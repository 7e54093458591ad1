import PaceLab
import PaceLanguage
import PaceStore
import Testing

struct CoverageTests {
  private static let pack = """
    subject session { }
    event entry of session { size: number = 1 in 0 .. 9 }
    stream large = entry where size > 5
    rule many {
      on entry
      when count(entry, last 10 min) >= 3
      emit note "Many."
      cooldown 20 min
    }
    rule pause { when since(large) >= 30 min, emit note "Long ago." }
    """

  private func missed(_ steps: String, pack: String = pack) throws -> [String] {
    let text = pack + "\nscenario \"one\" {\nstart 2026-11-20 21:00\n\(steps)\n}\n"
    let compilation = compile(("a.pace", text))
    let program = try #require(compilation.program, "\(compilation.diagnostics)")
    let report = ScenarioRunner(program) { _ in nil }.coverage(of: Array(program.scenarios.indices))
    return report.missed.map { "\($0.text): \($0.lack)" }
  }

  @Test func `nothing logged reaches nothing but what is false from the start`() throws {
    let missed = try missed("expect nothing at 21:00")
    #expect(missed.contains("many: never fires"))
    #expect(missed.contains("size > 5: never false"))
    #expect(missed.contains("cooldown 20 min: never lets pass"))
    #expect(!missed.contains("pause: never turns on"), "a rule that speaks is covered by speaking")
  }

  @Test func `a threshold is covered where it is met exactly and missed by one step`() throws {
    let far = try missed("at 21:00 entry\nexpect nothing at 21:00")
    #expect(far.contains("count(entry, last 10 min) >= 3: never exactly at 3"))
    #expect(far.contains("count(entry, last 10 min) >= 3: never a step to the other side of 3"))
    let near = try missed("at 21:00 entry\nat 21:01 entry\nat 21:02 entry\nexpect many at 21:02")
    #expect(!near.contains { $0.hasPrefix("count(entry, last 10 min) >= 3") })
  }

  @Test func `what time alone carries over its threshold is met on both sides`() throws {
    let missed = try missed(
      "at 21:00 entry { size = 6 }\nat 21:01 entry { size = 5 }\nuntil 22:00\nexpect pause at 21:30")
    #expect(!missed.contains { $0.hasPrefix("since(large) >= 30 min") })
    #expect(!missed.contains { $0.hasPrefix("size > 5") })
  }

  @Test func `a membership is covered where it is true and false, its numbers where they are met`() throws {
    let pack = """
      subject session { }
      event entry of session { colour: red | blue | green = red }
      rule mixed { on entry, when latest(entry.colour) in (red, green), emit note "Mixed." }
      rule marks { on entry, when count(entry) in (2, 4, -1), emit note "A mark." }
      """
    let one = try missed("at 21:00 entry\nexpect mixed at 21:00", pack: pack)
    #expect(one.contains("latest(entry.colour) in (red, green): never false"))
    #expect(one.contains("count(entry) in (2, 4, -1): never true"))
    #expect(one.contains("count(entry) in (2, 4, -1): never exactly at 4"))
    #expect(!one.contains("count(entry) in (2, 4, -1): never a step to the other side of 2"))
    #expect(!one.contains { $0.hasSuffix("-1") }, "the declared ranges rule it out")
    let all = try missed(
      "at 21:00 entry\nat 21:01 entry { colour = blue }\nat 21:02 entry\nat 21:03 entry\nexpect nothing",
      pack: pack)
    #expect(all == [])
  }

  @Test func `a gate is covered where it holds back and where it lets pass`() throws {
    let steps = (0...3).map { "at +\($0) min entry" }.joined(separator: "\n")
    let held = try missed(steps + "\nexpect many held by cooldown at +3 min")
    #expect(!held.contains { $0.hasPrefix("cooldown") })
  }

  @Test func `what a streak asks of its days is covered by days that are over`() throws {
    let pack = """
      subject person { }
      event slip of person { }
      rule clean { at 09:00, when streak(days where count(slip, today) == 0) == 2, emit praise "Two." }
      """
    let condition = "count(slip, today) == 0"
    let short = try missed("at 21:00 slip\nuntil 23:00\nexpect nothing", pack: pack)
    #expect(short.contains("\(condition): never true"))
    #expect(short.contains("\(condition): never false"))
    let long = try missed("at 21:00 slip\nuntil day 4 10:00\nexpect clean at day 4 09:00", pack: pack)
    #expect(!long.contains { $0.hasPrefix("\(condition): never") && !$0.contains("step") })
  }

  @Test func `layout makes no difference`() throws {
    let steps = "at 21:00 entry\nat 21:01 entry\nexpect nothing"
    let spread = Self.pack.replacing(" >= ", with: "\n    >= ").replacing("cooldown 20", with: "cooldown  20")
    #expect(spread != Self.pack)
    #expect(try missed(steps) == missed(steps, pack: spread))
    #expect(try !missed(steps).isEmpty)
  }

  @Test func `a program without anything to cover is covered`() throws {
    let pack = "subject session { }\nevent entry of session { }"
    #expect(try missed("expect nothing at 21:00", pack: pack).isEmpty)
  }
}
