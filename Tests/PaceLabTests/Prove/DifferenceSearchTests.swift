import PaceLab
import PaceLanguage
import Testing

struct DifferenceSearchTests {
  private static let original = """
    subject night { notices: bool = yes }
    event drink of night { units: number = 1 in 0 .. 20 }
    scale pace = good < slow_down
    rule fast {
      on drink
      when sum(drink.units, last 60 min) > 4
      unless not notices
      raise pace to slow_down
      emit warning "{count(drink)} drinks"
      cooldown 15 min
    }
    """

  /// The scenario found, and whether it passes in each of the two programs.
  private func search(
    _ old: String, _ new: String, budget: Int = DifferenceSearch.standardBudget
  ) throws -> (text: String, passes: [Bool])? {
    let program = try #require(compile(("a.pace", Self.original)).program)
    let changed = Self.original.replacing(old, with: new)
    #expect(changed != Self.original)
    let compilation = compile(("a.pace", changed))
    let other = try #require(compilation.program)
    let roots = compile(("a.pace", Self.original)).roots
    let search = DifferenceSearch(program, roots: roots)
    let title = "tells \"\(old)\" apart"
    guard let text = search.scenario(against: other, title: title, budget: budget) else { return nil }
    let passes = try [Self.original, changed].map { source in
      let whole = compile(("a.pace", source + "\n" + text))
      let runner = ScenarioRunner(try #require(whole.program)) { _ in nil }
      return runner.run(inFiles: whole.roots).allSatisfy(\.passed)
    }
    return (text, passes)
  }

  @Test(
    arguments: [
      (">", ">="), ("> 4", "> 3"), ("last 60 min", "last 61 min"), ("cooldown 15 min", "cooldown 14 min"),
      ("cooldown 15 min", "limit 1 last 20 min"), ("unless not notices", ""),
      ("{count(drink)}", "{count(drink, today)}"), ("raise pace to slow_down", "severity 1"),
    ])
  func `a change is told apart by a scenario that passes before it and fails after it`(
    old: String, new: String
  ) throws {
    let found = try #require(try search(old, new))
    #expect(found.passes == [true, false], "\(found.text)")
  }

  @Test func `nothing tells a program from itself written in another way`() throws {
    #expect(try search("> 4", "> 4.0", budget: 4_000) == nil)
  }

  @Test func `the scenario is as short as it can be`() throws {
    let found = try #require(try search("> 4", ">= 4"))
    #expect(
      found.text == """
        scenario "tells \\"> 4\\" apart" {
          start 2026-01-05 12:00
          at +0 min drink { units = 4 }
          expect no fast at +0 min
        }

        """)
  }

}
