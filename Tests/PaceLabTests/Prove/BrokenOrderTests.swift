import PaceLab
import PaceLanguage
import PaceOracle
import Testing

/// What `--apply` asks before it writes a value: which orders the value would break that hold without it.
struct BrokenOrderTests {
  private static let budget = 300

  @Test func `a claim that is refuted with a value only is told, whatever the rules`() throws {
    var random = SplitMix64(31)
    var (told, silent) = (0, 0)
    for _ in 1...100 {
      var rules = RandomRules(&random)
      guard let before = Proved(rules.text, budget: Self.budget) else { continue }
      rules.change(&random)
      let after = try #require(Proved(rules.text, budget: Self.budget))
      let refuted = after.claims.filter { $0.verdict == .refuted }
      let unbroken = before.prover.unbroken(refuted, budget: Self.budget)
      for claim in refuted {
        let verdict = before.claims.first { $0.about == claim.about }?.verdict
        let isTold = unbroken.contains { $0.about == claim.about }
        // What no search found without the value may be broken without it all the same, by this log.
        let holds = verdict != .refuted && !(verdict == .open && before.isBroken(by: claim))
        #expect(isTold == holds, "\(before.text)\n\(after.text)\n\(claim.scenario ?? "")")
        if isTold { told += 1 } else { silent += 1 }
      }
    }
    #expect(told > 10 && silent > 10, "\(told) \(silent)")
  }
}

/// A program with what is known of its order.
private struct Proved {
  let text: String
  let prover: Prover
  let claims: [OrderClaim]

  /// Nil if the text does not check.
  init?(_ text: String, budget: Int) {
    let compilation = compile(("a.pace", text))
    guard let program = compilation.program else { return nil }
    self.text = text
    prover = Prover(program, roots: compilation.roots)
    claims = prover.report(budget: budget).claims
  }

  /// Whether a counterexample's rule is off under the higher preset only, or its scale lower.
  func isBroken(by claim: OrderClaim) -> Bool {
    guard let scenario = claim.scenario, passes(scenario) == [true, false] else { return false }
    guard case .rule = claim.about, !scenario.contains(">=") else { return true }
    let lines = scenario.split(separator: "\n")
    guard let place = lines.firstIndex(where: { $0.hasPrefix("  expect ") }),
      let rule = lines[place].dropFirst("  expect ".count).split(separator: " ").first,
      let at = lines[place].split(separator: "+").last
    else { return false }
    return ["idle", "waiting", "unknown"].contains { outcome in
      var changed = lines.map { String($0) }
      changed[place] = "  expect \(rule) is \(outcome) at +\(at)"
      return passes(changed.joined(separator: "\n")).last == true
    }
  }

  private func passes(_ scenario: String) -> [Bool] {
    let compilation = compile(("a.pace", text + scenario + "\n"))
    guard let program = compilation.program else { return [] }
    return ScenarioRunner(program) { _ in nil }.run(inFiles: compilation.roots).map { $0.passed }
  }
}

/// Two rules that read a duration `d` and a number `k`, which the presets of an order give values.
private struct RandomRules {
  private static let conditions = [
    "since(e) >= d", "since(e) < d", "count(e, last d) >= k", "sum(e.n, last d) > k", "count(e) >= k",
    "count(e, after f) >= k and since(e) >= d", "not count(e, last d) >= k", "count(e, last d) == k",
  ]
  private static let effects = [
    #"emit page "x""#, #"emit page "x", repeat 10 min"#, #"emit page "x", cooldown 1 h"#, "raise z to high",
    #"raise z to high, emit page "x""#,
  ]
  private let rules: [String]
  /// The minutes of `d` and the number `k` of both presets.
  private var values: [[Int]]

  init(_ random: inout SplitMix64) {
    rules = (1...2).map { number in
      let trigger = random.chance(1, in: 3) ? "on e, " : ""
      let hold = trigger.isEmpty && random.chance(1, in: 4) ? " for d" : ""
      let condition = random.pick(Self.conditions) ?? ""
      return "rule r\(number) { \(trigger)when \(condition)\(hold), \(random.pick(Self.effects) ?? "") }"
    }
    values = [0, 1].map { _ in [Self.minutes(&random), random.below(4)] }
  }

  private static func minutes(_ random: inout SplitMix64) -> Int { 5 * (1 + random.below(12)) }

  /// Gives one preset another value.
  mutating func change(_ random: inout SplitMix64) {
    let preset = random.below(2)
    if random.chance(2, in: 3) {
      values[preset][0] = Self.minutes(&random)
    } else {
      values[preset][1] = random.below(4)
    }
  }

  var text: String {
    let presets = zip(["a", "b"], values).map { "preset \($0) { d = \($1[0]) min, k = \($1[1]) }" }
    return """
      subject s { mode: preset = b }
      event e of s { n: number = 1 in 0 .. 5 }
      event f of s { }
      param d: duration in 1 min .. 2 h step 1 min
      param k: number in 0 .. 9 step 1
      scale z = low < high
      \((rules + presets).joined(separator: "\n"))
      order a < b

      """
  }
}
