import PaceLab
import PaceLanguage
import PaceOracle
import Testing

struct ReachabilityTests {
  private static let head = """
    subject night { loud: bool = yes }
    event drink of night { units: number = 1 in 0 .. 20 }
    event reading of night { place: text, heat: number, wind: number }
    scale pace = good < busy < full

    """

  private func report(_ text: String, budget: Int = 600) throws -> (program: Program, report: ProofReport) {
    let compilation = compile(("a.pace", Self.head + text))
    let messages = compilation.diagnostics.map(\.message)
    let program = try #require(compilation.program, "\(messages)")
    return (program, Prover(program, roots: compilation.roots).report(budget: budget))
  }

  @Test(
    arguments: cases([
      (
        "rule r { on drink, when sum(drink.units) < 0, emit note \"So.\" }",
        "`sum(drink.units) < 0` is never true"
      ),
      (
        "rule r { when count(drink) > 3 and count(drink) < 2, emit note \"So.\" }",
        "`count(drink) > 3` and `count(drink) < 2` exclude each other"
      ),
      (
        "rule r { when clock in 08:00 to 10:00 and clock in 22:00 to 02:00, emit note \"So.\" }",
        "`clock in 08:00 to 10:00` and `clock in 22:00 to 02:00` exclude each other"
      ),
      (
        "rule r { on reading, when latest(reading.place) == \"bar\" and \"home\" == latest(reading.place), emit note \"So.\" }",
        "`latest(reading.place) == \"bar\"` and `\"home\" == latest(reading.place)` exclude each other"
      ),
      (
        "rule r { on drink, when loud and not loud, emit note \"So.\" }",
        "`loud` and `not loud` exclude each other"
      ),
      (
        "rule r { when not (count(drink) > 1) and count(drink) >= 2, emit note \"So.\" }",
        "`count(drink) >= 2` and `not (count(drink) > 1)` exclude each other"
      ),
      (
        "rule r { on drink, emit note \"So.\", unless count(drink) >= 7 or since(drink) < 5 min }",
        "`unless count(drink) >= 7 or since(drink) < 5 min` always holds it back, as `since(drink)` is 0 then"
      ),
      (
        "rule r { on drink, when gap(drink) > 10 min, emit note \"So.\", unless gap(drink) > 5 min }",
        "`unless gap(drink) > 5 min` always holds it back, as it is true whenever its condition is"
      ),
      (
        "stream huge = drink where units > 20\nrule r { on huge, emit note \"So.\" }",
        "no event is ever in `huge`"
      ),
      (
        "rule r { on drink, emit note \"So.\", unless pace >= good }",
        "`unless pace >= good` always holds it back"
      ),
      (
        "rule r { on drink, when since(drink) > 1 s, emit note \"So.\" }",
        "`since(drink) > 1 s` is never true when it may speak"
      ),
      (
        "rule r { on drink, when loud and 0 == count(drink, today), emit note \"So.\" }",
        "`0 == count(drink, today)` is never true when it may speak"
      ),
      (
        "rule r { on drink, emit note \"So.\", limit 0 today }",
        "`limit 0 today` always holds it back"
      ),
    ]))
  func `a rule that nothing leads to is proved unreachable and says why`(given: Case<(String, String)>) throws
  {
    let (text, reason) = given.value
    let rule = try #require(try report(text).report.rules.first)
    #expect(rule.reach == .unreachable)
    #expect(rule.reason == reason)
    #expect(rule.scenario == nil)
  }

  @Test(
    arguments: cases([
      "on drink, when since(drink) >= 0 s", "on drink, when count(drink, yesterday) == 0",
      "on drink, when count(drink) == 1", "when since(drink) > 1 s", "on drink, when date == 2031-02-03",
      "at 09:00, when date == 2031-02-03", "when date > 2031-02-03",
    ]))
  func `a rule that some log leads to is reached`(given: Case<String>) throws {
    let found = try report("rule r { \(given.value), emit note \"So.\" }", budget: 2_000).report
    let rule = try #require(found.rules.first)
    #expect(rule.reach == .reachable)
    #expect(rule.scenario?.contains("start 2031-02-0") == given.value.contains("date"))
  }

  @Test func `a level is unreachable where no rule raises it, or only rules that are never on`() throws {
    let (_, found) = try report(
      """
      rule a { when count(drink) >= 2, raise pace to busy }
      rule b { when count(drink) < 0, raise pace to full }
      """)
    #expect(found.levels.map(\.reach) == [.reachable, .reachable, .unreachable])
    #expect(found.levels.last?.reason == "b: `count(drink) < 0` is never true")
  }

  @Test(
    arguments: cases([
      ("count(drink, last 60 min) >= 5", "count(drink, last 60 min) >= 2", Reach.unreachable),
      ("count(drink) >= 2", "count(drink) >= 2", .unreachable),
      ("count(drink) in 3 .. 4", "count(drink) > 2", .unreachable),
      ("count(drink) >= 3 and loud", "loud and 2 <= count(drink)", .unreachable),
      ("count(drink) >= 5 for 9 min", "count(drink) >= 5", .unreachable),
      ("count(drink, last 60 min) >= 2", "count(drink, last 60 min) >= 3", .reachable),
      ("count(drink, last 60 min) >= 3", "count(drink, last 30 min) >= 3", .reachable),
      ("count(drink) >= 2 until since(drink) > 9 min", "count(drink) in 2 .. 4", .reachable),
      ("count(drink) >= 5", "count(drink) >= 5 for 9 min", .reachable),
    ]))
  func `a level is unreachable where a higher one covers it`(given: Case<(String, String, Reach)>) throws {
    let (_, found) = try report(
      """
      rule a { when \(given.value.0), raise pace to busy }
      rule b { when \(given.value.1), raise pace to full }
      """, budget: 3_000)
    #expect(found.levels[1].reach == given.value.2)
  }

  @Test func `what no preset allows may be reached by a subject that picks none`() throws {
    let text = """
      subject night { mode: preset }
      event drink of night { }
      param on: bool = yes
      preset one { on = no }
      preset two { on = no }
      rule r { on drink, when on, emit note "So." }
      """
    let compilation = compile(("a.pace", text))
    let program = try #require(compilation.program)
    let found = Prover(program, roots: compilation.roots).provedReport()
    #expect(found.rules.map(\.reach) == [.open])
  }

  @Test(
    arguments: cases([
      "rule r { on drink, when sum(drink.units, last 60 min) >= 50, emit note \"So.\" }",
      "rule r { when count(drink, last 60 min) >= 3 for 20 min, emit note \"So.\" }",
      "rule r { at 09:00, when not loud and since(drink) > 2 h, emit note \"So.\" }",
      "rule a { on drink, emit nudge \"So.\", cooldown 1 h }\nrule r { when count(nudge) >= 3, emit note \"So.\" }",
      "rule r { when streak(days where count(drink, today) >= 1) >= 2, emit note \"So.\" }",
      "stream hot = reading where place == \"oven\" and heat >= 200\nrule r { on hot, emit note \"So.\" }",
      "rule r { when latest(reading.heat) >= 5 and latest(reading.place) == \"oven\", emit note \"So.\" }",
      "rule r { on reading, when latest(reading.heat) - latest(reading.wind) >= 3, emit note \"So.\" }",
      """
      stream all = reading where place == "a" and heat == 71 and wind == 33
      rule r { when count(all) >= 2, emit note "So." }
      """,
    ]))
  func `a rule that something leads to is shown by a scenario that passes`(given: Case<String>) throws {
    let text = given.value
    let (_, found) = try report(text, budget: 3_000)
    let rule = try #require(found.rules.last)
    #expect(rule.reach == .reachable)
    let scenario = try #require(rule.scenario)
    let whole = compile(("a.pace", Self.head + text + "\n" + scenario))
    let runner = ScenarioRunner(try #require(whole.program)) { _ in nil }
    let results = runner.run(inFiles: whole.roots)
    #expect(results.map(\.passed) == [true], "\(scenario)")
  }

  @Test func `a rule that only raises is shown however many others raise their own scales`() throws {
    let others = (1...9).map { index in
      """
      scale s\(index) = off < on
      rule r\(index) { when since(drink) >= \(index) min, raise s\(index) to on }
      """
    }
    let last = """
      scale late = off < on
      rule last { when streak(days where count(drink, today) >= 2) >= 3, raise late to on }
      """
    let found = try report((others + [last]).joined(separator: "\n"), budget: 6_000).report
    #expect(found.rules.map(\.reach) == Array(repeating: .reachable, count: 10))
  }

  @Test func `a rule that only raises is reached where its state is on, triggered or not`() throws {
    let found = try report(
      """
      stream huge = drink where units > 20
      rule r { on huge, when count(drink) >= 2, raise pace to busy }
      """
    ).report
    #expect(found.rules.map(\.reach) == [.reachable])
    #expect(try steps(#require(found.rules.first?.scenario)).last == "expect pace == busy at +0 min")
  }

  @Test func `a budget allows fewer evaluations of a program with more rules`() throws {
    let evaluations = try [4, 200].map { count in
      let never = "count(drink) % 4 == 2 and count(drink) % 2 == 1"
      let rules = (1...count).map { "rule r\($0) { on drink, when \(never), emit note \"So.\" }" }
      return try report(rules.joined(separator: "\n"), budget: 600).report.evaluations
    }
    #expect(evaluations[0] > 100)
    #expect(evaluations[1] < evaluations[0] / 3)
  }

  @Test func `where presets differ in what makes a rule unreachable, each has its own reason`() throws {
    let compilation = compile(
      (
        "a.pace",
        """
        subject night { }
        event drink of night { units: number in 0 .. 5 }
        param n: number in -5 .. 5 step 1
        param p: duration in 1 min .. 2 h step 1 min
        preset x { n = 0, p = 1 h }
        preset y { n = -2, p = 1 min }
        preset z { n = 1, p = 2 h }
        scale pace = good < busy
        stream low = drink where units <= n
        rule r { on low, when p <= 2 min, raise pace to busy when fired, emit note "So." }
        """
      ))
    let program = try #require(compilation.program, "\(compilation.diagnostics)")
    let found = Prover(program, roots: compilation.roots).provedReport()
    let reason = "`p <= 2 min` is never true under `x` and under `z`, no event is ever in `low` under `y`"
    #expect(found.rules.map(\.reason) == [reason])
    #expect(found.levels.map(\.reason) == [nil, "r: \(reason)"])
  }

  @Test func `without a budget nothing is reachable, and nothing called so`() throws {
    let (_, found) = try report("rule r { on drink, emit note \"So.\" }", budget: 0)
    #expect(found.rules.map(\.reach) == [.open])
  }

  /// The steps of a scenario: its lines from the first `at` on, or from `expect` on.
  private func steps(_ scenario: String) -> [String] {
    let lines = scenario.split(separator: "\n").map { $0.drop { $0 == " " } }
    return lines.drop { !$0.hasPrefix("at ") && !$0.hasPrefix("expect ") }.dropLast().map { String($0) }
  }

  @Test func `what several rows add up to is shown by one`() throws {
    let pack = """
      rule behind { when since(drink) >= 10 min or sum(drink.units) < 1, emit nudge "So." }
      rule back { on drink, when count(nudge) >= 1 and sum(drink.units) * 2 == 18, emit note "Back." }
      """
    let found = try report(pack, budget: 3_000).report
    let back = try #require(found.rules.last?.scenario)
    #expect(steps(back) == ["at +1 min drink { units = 9 }", "expect back at +1 min"])
  }

  @Test func `a scenario starts when what it shows comes soonest`() throws {
    let found = try report("rule r { at 09:00, emit note \"So.\" }").report
    let scenario = try #require(found.rules.last?.scenario)
    #expect(scenario.contains("  start 2026-01-05 09:00\n"))
    #expect(steps(scenario) == ["expect r at +0 min"])
  }

  @Test func `no row of the scenario shown for a pack's rule can be left out`() throws {
    let compilation = Compilation.compile(roots: ["rules/hydration-pace.pace"], read: readRepository)
    let program = try #require(compilation.program)
    let found = Prover(program, roots: compilation.roots).report()
    let back = try #require(found.rules.first { program.name(of: $0.about) == "back_on_track" }?.scenario)
    #expect(steps(back) == ["at +1 min sip { ml = 900 }", "expect back_on_track at +1 min"])
  }
}
