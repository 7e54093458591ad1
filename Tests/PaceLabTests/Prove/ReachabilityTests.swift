import PaceLab
import PaceLanguage
import Testing

@Suite struct ReachabilityTests {
  private static let head = """
    subject night { loud: bool = yes }
    event drink of night { units: number = 1 in 0 .. 20 }
    scale pace = good < busy < full

    """

  private func report(_ text: String, budget: Int = 600) throws -> (program: Program, report: ProofReport) {
    let compilation = compile(("a.pace", Self.head + text))
    let messages = compilation.diagnostics.map(\.message)
    let program = try #require(compilation.program, "\(messages)")
    return (program, Prover(program, roots: compilation.roots).report(budget: budget))
  }

  @Test(
    arguments: [
      (
        "rule r { on drink, when sum(drink.units) < 0, emit note \"So.\" }",
        "`sum(drink.units) < 0` is never true"
      ),
      (
        "rule r { when count(drink) > 3 and count(drink) < 2, emit note \"So.\" }",
        "`count(drink) > 3` and `count(drink) < 2` exclude each other"
      ),
      (
        "stream huge = drink where units > 20\nrule r { on huge, emit note \"So.\" }",
        "no event is ever in `huge`"
      ),
      (
        "rule r { on drink, emit note \"So.\", unless pace >= good }",
        "`unless pace >= good` always holds it back"
      ),
    ])
  func `a rule that nothing leads to is proved unreachable and says why`(text: String, reason: String) throws
  {
    let rule = try #require(try report(text).report.rules.first)
    #expect(rule.reach == .unreachable)
    #expect(rule.reason == reason)
    #expect(rule.scenario == nil)
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
    arguments: [
      "rule r { on drink, when sum(drink.units, last 60 min) >= 50, emit note \"So.\" }",
      "rule r { when count(drink, last 60 min) >= 3 for 20 min, emit note \"So.\" }",
      "rule r { at 09:00, when not loud and since(drink) > 2 h, emit note \"So.\" }",
      "rule a { on drink, emit nudge \"So.\", cooldown 1 h }\nrule r { when count(nudge) >= 3, emit note \"So.\" }",
      "rule r { when streak(days where count(drink, today) >= 1) >= 2, emit note \"So.\" }",
    ])
  func `a rule that something leads to is shown by a scenario that passes`(text: String) throws {
    let (_, found) = try report(text, budget: 3_000)
    let rule = try #require(found.rules.last)
    #expect(rule.reach == .reachable)
    let scenario = try #require(rule.scenario)
    let whole = compile(("a.pace", Self.head + text + "\n" + scenario))
    let runner = ScenarioRunner(try #require(whole.program)) { _ in nil }
    let results = runner.run(inFiles: whole.roots)
    #expect(results.map(\.passed) == [true], "\(scenario)")
  }

  @Test func `without a budget nothing is reachable, and nothing called so`() throws {
    let (_, found) = try report("rule r { on drink, emit note \"So.\" }", budget: 0)
    #expect(found.rules.map(\.reach) == [.open])
  }
}
