import PaceLab
import PaceLanguage
import Testing

struct MutationTests {
  private static let pack = """
    subject session { }
    event entry of session { }
    param most: number in 1 .. 9 step 1
    preset loose { most = 3 }
    preset tight { most = 2 }
    rule many {
      on entry
      when count(entry, last 10 min) >= most
      emit note "Many."
      cooldown 20 min
    }
    """

  private struct Outcome {
    var program: Program
    var report: MutationReport

    func fate(_ change: String) -> MutantFate? {
      report.results.first { $0.mutant.change == change }?.fate
    }

    /// `killed`, `equivalent` or `survived`; nil where there is no such mutant.
    func word(_ change: String) -> String? {
      switch fate(change) {
      case nil: nil
      case .killed: "killed"
      case .equivalent: "equivalent"
      case .survived: "survived"
      }
    }
  }

  private func mutate(_ pack: String, _ scenarios: String, budget: Int = 400) throws -> Outcome {
    let compilation = compile(("a.pace", pack + "\n" + scenarios))
    let program = try #require(compilation.program, "\(compilation.diagnostics)")
    var tester = MutationTester(
      program, roots: compilation.roots, scenarios: Array(program.scenarios.indices), budget: budget
    ) { _ in nil }
    return Outcome(program: program, report: tester.run())
  }

  private func scenario(_ steps: String, preset: String = "tight") -> String {
    "scenario \"one\" {\nstart 2026-11-20 21:00\npreset \(preset)\n\(steps)\n}\n"
  }

  @Test func `every threshold, relation, window, gate and preset is changed once each way`() throws {
    let changes = try mutate(Self.pack, "", budget: 0).report.results.map(\.mutant.change)
    #expect(
      changes == [
        "`loose 3, tight 2` → `loose 2, tight 3`", "`3` → `2`", "`3` → `4`", "`2` → `1`", "`2` → `3`",
        "`10 min` → `9 min`", "`10 min` → `11 min`", "`>= most` → `> most`", "without `cooldown 20 min`",
        "`20 min` → `19 min`", "`20 min` → `21 min`",
      ])
  }

  @Test func `a list loses one item after the other, and scenarios notice those they look at`() throws {
    let pack = """
      subject session { }
      event entry of session { }
      rule some {
        on entry
        when count(entry) in (
          1, # the first
          (2 + 1)
        ) or weekday in (fri)
        emit note "Some."
      }
      """
    let steps = "at 21:00 entry\nexpect some at 21:00"
    let scenario = "scenario \"one\" {\nstart 2026-11-19 21:00\n\(steps)\n}\n"
    let outcome = try mutate(pack, scenario)
    #expect(outcome.report.results.map(\.mutant.change) == ["without `1`", "without `(2 + 1)`"])
    #expect(outcome.word("without `1`") == "killed")
    #expect(outcome.word("without `(2 + 1)`") == "survived")
    let killer = try #require(outcome.report.killers.first).text
    #expect(try mutate(pack, scenario + killer).report.survivors.isEmpty)
  }

  @Test func `without scenarios every mutant survives`() throws {
    let report = try mutate(Self.pack, "", budget: 0).report
    #expect(report.survivors.count == report.results.count)
    #expect(MutationReport.share(of: [report]) == 0)
  }

  @Test func `a scenario at the exact boundary kills what moves it, and nothing else`() throws {
    let steps = "at 21:00 entry\nat 21:10 entry\nexpect many at 21:10"
    let outcome = try mutate(Self.pack, scenario(steps), budget: 0)
    #expect(outcome.word("`>= most` → `> most`") == "killed")
    #expect(outcome.word("`10 min` → `9 min`") == "killed")
    #expect(outcome.word("`2` → `3`") == "killed")
    #expect(outcome.word("`10 min` → `11 min`") == "survived")
    #expect(outcome.word("`3` → `4`") == "survived", "no scenario runs under that preset")
    #expect(outcome.word("without `cooldown 20 min`") == "survived")
  }

  @Test func `exchanged values of presets are noticed by a scenario under either`() throws {
    let steps = "at 21:00 entry\nat 21:01 entry\nexpect nothing"
    let outcome = try mutate(Self.pack, scenario(steps, preset: "loose"), budget: 0)
    #expect(outcome.word("`loose 3, tight 2` → `loose 2, tight 3`") == "killed")
  }

  @Test func `a value that leaves its range makes no mutant`() throws {
    let pack = Self.pack.replacing("1 .. 9", with: "2 .. 3")
    let outcome = try mutate(pack, "", budget: 0)
    #expect(outcome.word("`2` → `1`") == nil)
    #expect(outcome.word("`2` → `3`") == "survived")
  }

  @Test func `a value as great as it can be has none above it, and takes no trial to where time ends`() throws
  {
    let pack = Self.pack.replacing("cooldown 20 min", with: "cooldown 106751991167 d")
      .replacing("last 10 min", with: "last 106751991167 d")
    let outcome = try mutate(pack, "")
    let changes = outcome.report.results.map(\.mutant.change)
    #expect(changes.contains("`106751991167 d` → `106751991166 d`"))
    #expect(!changes.contains { $0.hasPrefix("`106751991167 d` → `1067519911") && !$0.contains("66 d`") })
    #expect(outcome.word("without `cooldown 106751991167 d`") == "survived")
  }

  @Test func `a survivor comes with a scenario that passes on the program and kills it`() throws {
    let outcome = try mutate(Self.pack, "", budget: 4_000)
    guard case .survived(let killer?) = outcome.fate("`>= most` → `> most`") else {
      Issue.record("no scenario was found: \(outcome.report.results)")
      return
    }
    let strengthened = try mutate(Self.pack, killer.text, budget: 0)
    #expect(strengthened.word("`>= most` → `> most`") == "killed")
  }

  @Test func `scenarios that are found have names of their own, and each kills what no other does`() throws {
    let pack = """
      subject session { }
      event entry of session { }
      rule many {
        on entry
        when count(entry, last 2 h) >= 2 or count(entry, last 10 min) >= 2 or count(entry, last 2 h) >= 5
        emit note "Many."
        cooldown 2 h
      }
      """
    let report = try mutate(pack, "", budget: 1_000).report
    let killers = report.killers
    #expect(Set(killers.map(\.name)).count == killers.count)
    #expect(killers.count < report.survivors.count)
    for spare in killers {
      let others = killers.filter { $0 != spare }.map(\.text).joined(separator: "\n")
      let left = try mutate(pack, others, budget: 0).report.survivors.count
      #expect(left > report.survivors.count { $0.killer == nil }, "\(spare.name) could be left out")
    }
    let all = try mutate(pack, killers.map(\.text).joined(separator: "\n"), budget: 0).report
    #expect(all.survivors.count == report.survivors.count { $0.killer == nil })
  }

  @Test func `a scenario that is found is named after the first mutant that it kills`() throws {
    let report = try mutate(Self.pack, "", budget: 4_000).report
    var seen: Set<String> = []
    for (mutant, killer) in report.survivors {
      let killer = try #require(killer, "\(mutant.title) is open")
      if seen.insert(killer.name).inserted { #expect(killer.name == mutant.title) }
      #expect(killer.text.hasPrefix("scenario \"\(killer.name)\" {\n"))
    }
    #expect(seen.count > 1)
  }

  @Test func `what changes a cooldown is killed by a scenario that brings the rule to be due again`() throws {
    // The rules speak together, so that one that is held back may go unnoticed among the others.
    let crowd = """
      subject night { }
      event drink of night {
        units: number = 0 in 0 .. 50
        kind shot { units = 1 }
        kind beer { units = 1 }
        kind cocktail { units = 1.5 }
      }
      preset keen { }
      preset strict { }
      rule much { on drink, when sum(drink.units, last 90 min) >= 4, emit warning "Much." }
      rule stacking { on shot, when count(shot, last 12 min) >= 2, emit warning "Shots.", cooldown 15 min }
      rule rapid { on drink, when count(drink, last 10 min) >= 2, emit warning "Soon.", cooldown 15 min }
      """
    let report = try mutate(crowd, "", budget: 4_000).report
    let cooldowns = report.survivors.filter { $0.mutant.part == "cooldown" || $0.mutant.sort == .gate }
    #expect(cooldowns.count == 6)
    for (mutant, killer) in cooldowns { #expect(killer != nil, "\(mutant.title) is open") }
    let again = try mutate(crowd, report.killers.map(\.text).joined(separator: "\n"), budget: 0).report
    #expect(again.survivors.allSatisfy { $0.mutant.part != "cooldown" && $0.mutant.sort != .gate })
  }

  @Test(arguments: ["`04:00` → `03:59`", "`04:00` → `04:01`"])
  func `another start of the day is noticed at that time of day`(change: String) throws {
    let pack = """
      subject session { ends after 36 h without entry }
      calendar { day starts 04:00 }
      event entry of session { }
      event meal of session { }
      rule clean {
        at 20:00
        when count(entry, today) == 0 and streak(days where count(entry, today) == 0) >= 2
        emit note "Clean."
      }
      """
    let outcome = try mutate(pack, "", budget: 4_000)
    guard case .survived(let killer?) = outcome.fate(change) else {
      Issue.record("open: \(change)")
      return
    }
    #expect(try mutate(pack, killer.text, budget: 0).word(change) == "killed")
  }

  @Test func `a scenario that fails on the program itself kills nothing`() throws {
    let outcome = try mutate(Self.pack, scenario("at 21:00 entry\nexpect many at 21:00"), budget: 0)
    #expect(outcome.report.killed == 0)
  }

  @Test func `levels of a scale are thresholds too`() throws {
    let pack = """
      subject session { }
      event entry of session { }
      scale heat = cold < warm < hot
      rule warm { when count(entry) >= 1, raise heat to warm }
      rule told { on entry, when heat >= warm, emit note "Warm." }
      """
    let changes = try mutate(pack, "", budget: 0).report.results.map(\.mutant.change)
    #expect(changes.contains("`>= warm` → `>= cold`"))
    #expect(changes.contains("`>= warm` → `>= hot`"))
  }

  @Test func `the owner of a mutant is the declaration that it stands in`() throws {
    let owners = Set(try mutate(Self.pack, "", budget: 0).report.results.map(\.mutant.ownerText))
    #expect(owners == ["most of loose", "most of tight", "most of loose and tight", "rule many"])
  }
}
