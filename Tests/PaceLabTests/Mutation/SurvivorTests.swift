import PaceLab
import PaceLanguage
import Testing

/// Mutants that only a well-aimed scenario notices.
struct SurvivorTests {
  /// The changes of a pack without tests for which neither a scenario nor a proof is found.
  private func open(_ pack: String) throws -> [String] {
    let compilation = compile(("a.pace", pack))
    let program = try #require(compilation.program, "\(compilation.diagnostics)")
    var tester = MutationTester(program, roots: compilation.roots, scenarios: []) { _ in nil }
    let report = tester.run()
    #expect(report.survivors.count > 0)
    for killer in report.killers {
      let strengthened = compile(("a.pace", pack + "\n" + killer.text))
      let whole = try #require(strengthened.program, "\(strengthened.diagnostics)")
      let results = ScenarioRunner(whole) { _ in nil }.run(inFiles: strengthened.roots)
      let failed = results.contains { !$0.passed }
      #expect(!failed, "\(killer.text)")
    }
    return report.survivors.filter { $0.killer == nil }.map(\.mutant.title)
  }

  @Test func `a gate that only a notice given by an application can reach`() throws {
    let pack = """
      subject session { notices: bool = yes }
      event entry of session { }
      rule told { on entry, when count(entry, last 10 min) >= 2, emit warning "Told." }
      rule rested { when count(warning, last 60 min) >= 1 and since(entry) >= 20 min, emit praise "Rested." }
      policy warning { unless not notices }
      policy praise { unless not notices }
      """
    #expect(try open(pack) == [])
  }

  @Test func `two states of which one begins where the other ends`() throws {
    let pack = """
      subject bottle { quiet_to: time = 07:00 }
      event sip of bottle { }
      scale urgency = fine < soon < now
      rule attention { when since(sip) in 60 min to 90 min, raise urgency to soon, emit note "Soon." }
      rule overdue { when since(sip) >= 90 min, raise urgency to now, emit note "Now." }
      policy note { quiet 22:00 to quiet_to }
      """
    #expect(try open(pack) == [])
  }

  @Test func `an exact sum beside what is behind, and a limit that is reached`() throws {
    let pack = """
      subject bottle { }
      event sip of bottle { ml: number in 0 .. 5000 }
      rule low { when sum(sip.ml) < 700, emit reminder "Low.", repeat 1 h, limit 7 }
      rule back { on sip, when count(reminder, today) >= 1 and sum(sip.ml) == 1250, emit praise "Back." }
      """
    #expect(try open(pack) == [])
  }

  @Test func `the end of a subject, and what is too soon to count`() throws {
    let pack = """
      subject night { over: duration = 16 h, ends after over without tap }
      event tap of night { debounce 60 s, kind plain, kind lasting { debounce 0 s } }
      event note of night { }
      rule noted { on note, emit word "Noted." }
      """
    #expect(try open(pack) == [])
  }

  @Test func `what is switched off has to be due, and what is counted in days takes days`() throws {
    let pack = """
      subject plan { due_: schedule = "daily", remind: bool = yes, at_: time, goal: number = 1 in 0 .. 9 }
      event entry of plan { value: number = 1 in 0 .. 9 }
      define idle = streak(days where count(entry, today) == 0)
      rule reminded { at at_, when due(due_) and sum(entry.value, today) < goal, emit reminder "Do."
        unless not remind }
      rule long { at 09:00, when idle >= 40, emit reminder "Long ago." }
      """
    #expect(try open(pack) == [])
  }
}
