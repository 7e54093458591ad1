import PaceLab
import PaceLanguage
import PaceOracle
import Testing

/// What is said of `order calm < keen` for one rule, `r`.
struct OrderClaimTests {
  private static let head = """
    subject night { }
    event drink of night {
      units: number = 1 in 0 .. 20
      loose: number
      kind beer { units = 1 }
    }

    """

  /// The claims, with at most `budget` evaluations to break them.
  private func claims(
    _ params: String, _ calm: String, _ keen: String, _ rules: String, budget: Int = 0
  ) throws -> (program: Program, claims: [OrderClaim]) {
    let text =
      Self.head + params + "\npreset calm { \(calm) }\npreset keen { \(keen) }\norder calm < keen\n" + rules
    let compilation = compile(("a.pace", text))
    let messages = compilation.diagnostics.map(\.message)
    let program = try #require(compilation.program, "\(messages)")
    return (program, Prover(program, roots: compilation.roots).claims(budget: budget))
  }

  /// The verdict on a rule with this `when`.
  private func verdict(
    _ condition: String, _ calm: String, _ keen: String, of param: String = "p: number in -100 .. 100"
  ) throws -> OrderClaim.Verdict? {
    try claims("param " + param, calm, keen, "rule r { on drink, when \(condition)\nemit note \"So.\" }")
      .claims.first?.verdict
  }

  @Test(
    arguments: cases([
      ("count(drink) >= p", "3", "2"), ("count(drink) > p", "3", "3"), ("p < sum(drink.units)", "3", "2"),
      ("not count(drink) >= p", "2", "3"), ("count(drink) in p .. 10", "3", "2"),
      ("count(drink) in 1 .. p", "3", "4"), ("since(drink) > p * 1 min", "30", "20"),
      ("min(drink.units) < p", "1", "2"), ("max(drink.units, last 60 min) * 2 > p", "3", "2"),
      ("sum(drink.units) - p > 0", "3", "2"), ("sum(drink.units) / 4 > p", "3", "2"),
      ("(sum(drink.units) > p) or (count(drink) > p)", "3", "2"), ("count(drink) > 2 * p", "3", "2"),
    ]))
  func `a threshold that only moves one way is proved, and not proved the other way`(
    given: Case<(String, String, String)>
  ) throws {
    let (condition, calm, keen) = given.value
    #expect(try verdict(condition, "p = \(calm)", "p = \(keen)") == .proved)
    if calm != keen { #expect(try verdict(condition, "p = \(keen)", "p = \(calm)") == .open) }
  }

  @Test(arguments: [(calm: "3", isBroken: false), (calm: "2", isBroken: true), (calm: "1", isBroken: true)])
  func `a counterexample breaks the claim with other values too, or does not`(
    calm: String, isBroken: Bool
  ) throws {
    let rule = "rule r { on drink, when count(drink) >= p and count(drink) <= 2, emit note \"So.\" }"
    let param = "param p: number in 0 .. 9"
    let changed = try claims(param, "p = 2", "p = 3", rule, budget: 10_000)
    let claim = try #require(changed.claims.first)
    #expect(claim.verdict == .refuted)
    let other = try claims(param, "p = \(calm)", "p = 3", rule)
    let roots = other.program.files.indices.map { FileID($0) }
    #expect(Prover(other.program, roots: roots).isBroken(claim) == isBroken)
    #expect(Prover(other.program, roots: roots).unbroken([claim]).isEmpty == isBroken)
    #expect(!Prover(other.program, roots: roots).isBroken(try #require(other.claims.first)))
  }

  /// A look at one preset's log is seldom a look at the other's.
  @Test func `a rule that raises a level alone is refuted with it`() throws {
    let rules = "scale s = low < high\nrule r { when avg(drink.units, last p) < 50, raise s to high }"
    let found = try claims("param p: duration in 1 min .. 3 h", "p = 2 h", "p = 1 h", rules, budget: 1_000)
    #expect(found.claims.map(\.verdict) == [.refuted, .refuted])
    let roots = found.program.files.indices.map { FileID($0) }
    #expect(found.claims.allSatisfy { Prover(found.program, roots: roots).isBroken($0) })
  }

  @Test(
    arguments: [
      "p", "p == yes", "p != no", "yes == p", "not p == no", "(count(drink) > 2) == p or p",
      "p == yes and count(drink) > 2",
    ])
  func `a yes or no that is compared is proved, and not proved the other way`(condition: String) throws {
    #expect(try verdict(condition, "p = no", "p = yes", of: "p: bool") == .proved)
    #expect(try verdict(condition, "p = yes", "p = no", of: "p: bool") == .open)
  }

  @Test(
    arguments: cases([
      ("clock in 22:00 to p", "07:00", "08:00"), ("clock in p to 10:00", "20:00", "18:00"),
      ("clock in p to 22:00", "20:00", "18:00"), ("not clock in 09:00 to p", "17:00", "16:00"),
    ]))
  func `a span of the clock that only grows is proved, and one that shrinks is refuted`(
    given: Case<(String, String, String)>
  ) throws {
    let (condition, calm, keen) = given.value
    let rule = "rule r { when \(condition)\nemit note \"So.\" }"
    let proved = try claims("param p: time", "p = \(calm)", "p = \(keen)", rule).claims.first
    #expect(proved?.verdict == .proved)
    #expect(proved?.effects.first?.sites.map(\.text) == [condition.replacing("not ", with: "")])
    let back = try claims("param p: time", "p = \(keen)", "p = \(calm)", rule, budget: 600).claims.first
    #expect(back?.verdict == .refuted)
  }

  @Test func `a membership is told as a place where a parameter enters`() throws {
    let rule = "rule r { on drink, when count(drink) in (1, p)\nemit note \"So.\" }"
    let claim = try #require(try claims("param p: number", "p = 2", "p = 3", rule).claims.first)
    #expect(claim.verdict == .open)
    #expect(claim.effects.first?.sites.map(\.text) == ["count(drink) in (1, p)"])
    #expect(claim.effects.first?.sites.map(\.because) == ["p rises, so it may become either"])
  }

  @Test func `a span of the clock whose end moves across midnight is left open with what stands in the way`()
    throws
  {
    let rule = "rule r { when clock in 20:00 to p\nemit note \"So.\" }"
    let claim = try #require(try claims("param p: time", "p = 23:00", "p = 01:00", rule).claims.first)
    #expect(claim.verdict == .open)
    #expect(claim.effects.first?.sites.map(\.because) == ["it may become either"])
  }

  @Test(
    arguments: [
      "count(drink, last p) >= 2", "sum(drink.units, last p) > 4", "max(drink.units, last p) > 2",
      "min(drink.units, last p) < 1", "not count(drink, last p) < 3", "since(drink) < p",
    ])
  func `a window that only grows is proved, and not one that shrinks`(condition: String) throws {
    let param = "p: duration in 1 min .. 60 min"
    #expect(try verdict(condition, "p = 5 min", "p = 9 min", of: param) == .proved)
    #expect(try verdict(condition, "p = 9 min", "p = 5 min", of: param) == .open)
  }

  @Test(
    arguments: cases([
      // A field that may be negative, an average, a remainder, an equality: none has a direction.
      ("sum(drink.loose, last p) > 4", "p = 5 min", "p = 9 min", "p: duration"),
      ("avg(drink.units, last p) > 2", "p = 5 min", "p = 9 min", "p: duration"),
      ("count(drink) % p == 0", "p = 4", "p = 2", "p: number in 1 .. 9"),
      ("count(drink) == p", "p = 4", "p = 2", "p: number in 1 .. 9"),
      ("sum(drink.loose) * p > 4", "p = 1", "p = 2", "p: number in 1 .. 9"),
      ("sum(drink.units) / (p - 2) > 4", "p = 3", "p = 1", "p: number in 1 .. 9"),
    ]))
  func `what has no direction is never called proved`(given: Case<(String, String, String, String)>) throws {
    let (condition, calm, keen, param) = given.value
    #expect(try verdict(condition, calm, keen, of: param) == .open)
  }

  @Test func `changes that undo one another are proved together`() throws {
    let found = try claims(
      "param p: number in 0 .. 9\nparam q: number in 0 .. 9", "p = 2, q = 3", "p = 3, q = 2",
      "rule r { on drink, when count(drink) >= p + q\nemit note \"So.\" }")
    #expect(found.claims.map(\.verdict) == [.proved])
    #expect(found.claims.first?.reason == "not one by one, but with all parameters changed together")
  }

  @Test func `a shorter for and a rarer until are on no later and no shorter`() throws {
    let rules = """
      scale pace = good < bad
      rule r {
        when count(drink, last 60 min) >= 2 for wait until since(drink) > calm_after
        raise pace to bad
        emit note "So."
      }
      """
    let params = "param wait: duration\nparam calm_after: duration"
    let proved = try claims(
      params, "wait = 5 min, calm_after = 20 min", "wait = 3 min, calm_after = 30 min", rules)
    #expect(proved.claims.map(\.verdict) == [.proved, .proved])
    for keen in ["wait = 6 min, calm_after = 30 min", "wait = 5 min, calm_after = 19 min"] {
      let open = try claims(params, "wait = 5 min, calm_after = 20 min", keen, rules)
      #expect(open.claims.map(\.verdict) == [.open, .open])
    }
  }

  @Test func `what reads firings, even through a level, is not claimed`() throws {
    let found = try claims(
      "param p: number in 0 .. 9", "p = 3", "p = 2",
      """
      scale pace = good < bad
      rule r { on drink, when count(drink) >= p, emit note "So.", cooldown 5 min }
      rule again { when count(r) >= 2, raise pace to bad }
      rule third { on drink, when pace == bad, emit note "So." }
      rule plain { on drink, when count(drink) >= 2, emit note "So." }
      """)
    #expect(
      found.claims.map(\.verdict) == [.proved, .notClaimed, .notClaimed, .proved, .notClaimed])
  }

  @Test func `nothing is proved where presets differ in when the subject ends`() throws {
    let text = Self.head.replacing("night { }", with: "night { ends after rest without drink }")
    let source =
      text + """
        param rest: duration
        preset calm { rest = 2 h }
        preset keen { rest = 3 h }
        order calm < keen
        rule r { when since(drink) > 90 min, emit note "So." }
        """
    let compilation = compile(("a.pace", source))
    let program = try #require(compilation.program)
    let claims = Prover(program, roots: compilation.roots).claims(budget: 0)
    #expect(claims.map(\.verdict) == [.open])
    #expect(claims.first?.reason == "the subject's end rests on parameters that differ")
  }

  @Test func `an argument names each place at which a parameter enters`() throws {
    let found = try claims(
      "param p: number in 0 .. 9\nparam wide: duration", "p = 3, wide = 5 min", "p = 2, wide = 6 min",
      """
      stream big = drink where units > p
      rule r { on drink, when count(drink, last wide) >= p and count(big) >= 1
        emit note "So." }
      """)
    let sites = found.claims.flatMap(\.effects).flatMap(\.sites)
    #expect(
      sites.map(\.text) == [
        "count(drink, last wide) >= p", "count(big) >= 1", "units > p", "count(drink, last wide) >= p",
      ])
    #expect(sites.map(\.through) == [nil, nil, "big", nil])
    #expect(sites.map(\.direction) == [.more, .more, .more, .more])
    #expect(sites.last?.because == "a longer window can only raise the left side, so it can only become true")
  }

  @Test(
    arguments: cases([
      ("count(drink) >= p", "p = 2", "p = 3", "p: number in 0 .. 9"),
      ("count(drink, last p) >= 3", "p = 9 min", "p = 5 min", "p: duration"),
      ("since(drink) > p", "p = 20 min", "p = 30 min", "p: duration"),
      ("avg(drink.units, last p) > 2", "p = 5 min", "p = 9 min", "p: duration"),
      ("sum(drink.loose, last p) > 4", "p = 5 min", "p = 9 min", "p: duration"),
      ("count(drink) % p == 0 and count(drink) > 1", "p = 2", "p = 4", "p: number in 1 .. 9"),
      ("sum(drink.units) == p", "p = 4", "p = 2", "p: number in 1 .. 9"),
    ]))
  func `what is false is refuted by a scenario that passes under the one preset and fails under the other`(
    given: Case<(String, String, String, String)>
  ) throws {
    let (condition, calm, keen, param) = given.value
    let (program, claims) = try claims(
      "param " + param, calm, keen, "rule r { when \(condition)\nemit note \"So.\" }", budget: 3_000)
    #expect(claims.map(\.verdict) == [.refuted])
    let scenario = claims.compactMap(\.scenario).joined()
    let source = String(decoding: program.files[0].bytes, as: UTF8.self)
    let whole = compile(("a.pace", source + "\n" + scenario))
    let runner = ScenarioRunner(try #require(whole.program)) { _ in nil }
    #expect(runner.run(inFiles: whole.roots).map(\.passed) == [true, false])
  }

  @Test func `what no scenario can show is open: a rule that waits for events is not seen between them`()
    throws
  {
    let (_, claims) = try claims(
      "param p: duration", "p = 20 min", "p = 30 min",
      "rule r { on drink, when since(drink) > p\nemit note \"So.\" }", budget: 400)
    #expect(claims.map(\.verdict) == [.open])
    #expect(claims.map(\.reason) == ["no counterexample found"])
  }

  /// Of thousands of firings that only one preset has, few are evaluated again: all of them would take twenty times as
  /// long.
  @Test("a rule that speaks every two minutes for days takes no longer than another")
  func manyFirings() throws {
    let text = """
      subject s {
        mode: preset = pa
        ends after p0 without f
      }
      event e of s { }
      event f of s { }
      param p0: duration in 0 ms .. 2 d step 1 min
      preset pa { p0 = 2 d }
      preset pb { p0 = 36 h }
      order pa < pb
      rule r0 {
        when count(e) >= 0
        emit nb "m0"
        repeat 2 min
      }
      """
    let compilation = compile(("a.pace", text))
    let program = try #require(compilation.program, "\(compilation.diagnostics)")
    let claims = Prover(program, roots: compilation.roots).claims(budget: 20)
    #expect(claims.map { $0.verdict } == [.open])
  }
}
