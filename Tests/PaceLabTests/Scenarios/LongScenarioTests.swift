import PaceEngine
import PaceLab
import PaceLanguage
import Testing

struct `A scenario with a long time in which nothing is logged` {
  private static let pack = """
    subject cat { ends after 3000 d without nap }
    event nap of cat { }
    rule woken { on nap, emit note "Up." }
    rule daily { when since(nap) >= 1 d, emit note "Late.", repeat 1 d }
    scenario "long" {
      start 2026-03-01 12:00
      at 12:00 nap

    """

  /// The failures of some expectations of a run that is so long.
  private func failures(_ expectations: String, most: Int) throws -> [String] {
    let compilation = compile(("a.pace", Self.pack + expectations + "\n}\n"))
    let program = try #require(compilation.program, "\(compilation.diagnostics.map(\.message))")
    var runner = ScenarioRunner(program) { _ in nil }
    runner.mostInstants = most
    return runner.run(0).flatMap(\.failures).map { "\($0.expected) | \($0.actual) | \($0.because)" }
  }

  private static let asked = """
    expect woken at 12:00
    expect daily at +10 d
    expect nothing at +2500 d 1 h
    expect daily exactly 3000 times
    """

  @Test func `is evaluated as far as the bound lets it, and what comes later fails`() throws {
    let found = try failures(Self.asked, most: 4_000)
    let late =
      "nothing is evaluated after 2031-10-08 12:00: more than 4,000 instants and notices with nothing logged"
      + " | the scenario goes on to 2034-05-18 12:00; an earlier `until` ends it sooner"
    #expect(found == ["nothing at +2500 d 1 h | \(late)", "daily exactly 3000 times | \(late)"])
  }

  @Test func `is evaluated whole within the bound`() throws {
    #expect(try failures(Self.asked, most: 7_000) == [])
  }
}
