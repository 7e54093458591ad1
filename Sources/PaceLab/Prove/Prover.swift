import PaceEngine
public import PaceLanguage

/// Proves or refutes what a program's `order` declarations claim, and finds out which rules and levels can
/// be reached.
///
/// What the text alone shows comes first (`OrderProof`, `UnreachableProof`); for the rest logs are tried out
/// with the engine (`TrialSearch`). Nothing is called proved because a search found nothing, and nothing is
/// called refuted or reachable without a scenario that was compiled and run.
public struct Prover: Sendable {
  /// Enough for the packs that come with the tool, many times over.
  public static let standardBudget = 100_000

  private let program: Program
  private let roots: [FileID]

  /// `roots` are the files that were named.
  public init(_ program: Program, roots: [FileID]) {
    self.program = program
    self.roots = roots
  }

  /// What the text alone shows, with no search: what is neither proved nor ruled out is open.
  public func provedReport() -> ProofReport {
    var report = ProofReport(claims: OrderProof(program).claims())
    let proof = UnreachableProof(program, CanonicalExpressions(program))
    var all: [ReachClaim.About] = program.rules.indices.map { .rule(RuleID($0)) }
    for (index, scale) in program.scales.enumerated() {
      all += scale.levels.indices.map { .level(ScaleID(index), $0) }
    }
    report.reaches = all.map { about in
      let reason = proof.reasonAgainst(about)
      return ReachClaim(about: about, reach: reason == nil ? .open : .unreachable, reason: reason)
    }
    return report
  }

  /// The claims as `report` has them, without a search if all are proved.
  public func reportedClaims(budget: Int = standardBudget) -> [OrderClaim] {
    let claims = OrderProof(program).claims()
    return claims.contains { $0.verdict == .open } ? report(budget: budget).claims : claims
  }

  /// The claims of every `order`; a log that breaks a claim is searched for if the claim is not proved.
  ///
  /// - Parameter shortens: whether counterexamples are made short, which takes longer than to find them.
  public func claims(budget: Int = standardBudget, shortens: Bool = true) -> [OrderClaim] {
    var report = ProofReport(claims: OrderProof(program).claims())
    search(&report, budget: budget, shortens: shortens)
    return report.claims
  }

  /// The whole report: for what is not proved, a scenario is searched for.
  ///
  /// The budget is the most evaluations of a log under a preset, not time, so that the answer is the same
  /// everywhere. An evaluation costs one more for each week that it covers, and a multiple in a large program.
  /// Shortening a finding and checking it come on top, and are not counted.
  public func report(budget: Int = standardBudget) -> ProofReport {
    var report = provedReport()
    search(&report, budget: budget)
    return report
  }

  /// The refuted claims of a program that this one, which differs in values of parameters, is not known to break.
  public func unbroken(_ refuted: [OrderClaim], budget: Int = standardBudget) -> [OrderClaim] {
    // A search may miss counterexamples, so those known from the other values are tried here first.
    let unbroken = refuted.filter { !isBroken($0) }
    let broken = unbroken.isEmpty ? [] : reportedClaims(budget: budget).filter { $0.verdict == .refuted }
    return unbroken.filter { claim in
      !broken.contains { ($0.lower, $0.higher) == (claim.lower, claim.higher) && $0.about == claim.about }
    }
  }

  /// Whether a claim's counterexample breaks the claim in this program; false for a claim without one.
  ///
  /// The claim may be about the same program with other values of parameters. States and levels decide, because a
  /// notice at the scenario's instant may be missing only where the rule has spoken earlier.
  public func isBroken(_ claim: OrderClaim) -> Bool {
    guard let trial = claim.counterexample else { return false }
    var runner = TrialRunner([Plan(program)])
    let observations = runner.worlds.indices.map { runner.observe(trial, in: $0, watches: false) }
    let judge = TrialJudge(program: program, claims: [claim])
    return judge.witness(of: .violation(0), observations, &runner) != nil
  }

  private func search(_ report: inout ProofReport, budget: Int, shortens: Bool = true) {
    let goals = goals(of: report)
    guard !goals.isEmpty else { return }
    let looksAtStates = goals.contains { $0.restsOnStates(of: program, report.claims) }
    var search = TrialSearch(
      TrialRunner([Plan(program)], looksAtStates: looksAtStates),
      TrialJudge(program: program, claims: report.claims), TrialAlphabet(program),
      goals: goals, budget: budget)
    search.run()
    let check = ScenarioCheck(program, roots: roots)
    let short = shortens ? search.witnesses.map { search.shortened($0) } : search.witnesses
    let texts = short.map { text(of: $0, report) }
    for (index, known) in check.results(ofEach: texts).enumerated() {
      if let results = known ?? check.results(of: texts[index]), isShown(short[index], by: results) {
        note(short[index], texts[index], in: &report)
        continue
      }
      // If the shortened witness cannot be shown, the one that was found may be.
      let witness = search.witnesses[index]
      let text = text(of: witness, report)
      guard let results = check.results(of: text), isShown(witness, by: results) else { continue }
      note(witness, text, in: &report)
    }
    report.evaluations = search.evaluations
    report.runaway = self.goals(of: report).isEmpty ? nil : search.runner.runaway
    for index in report.claims.indices
    where report.claims[index].verdict == .open && report.claims[index].reason == nil {
      report.claims[index].reason = "no counterexample found"
    }
  }

  private func goals(of report: ProofReport) -> [Goal] {
    var goals: [Goal] = []
    for (index, claim) in report.claims.enumerated() where claim.verdict == .open {
      goals.append(.violation(index))
    }
    return goals + report.reaches.filter { $0.reach == .open }.map { .reach($0.about) }
  }

  /// A violation has to pass under the lower preset and fail under the higher one, all else to pass.
  private func isShown(_ witness: Witness, by results: [ScenarioResult]) -> Bool {
    guard case .violation = witness.goal else {
      return !results.isEmpty && results.allSatisfy({ $0.passed })
    }
    return results.map { $0.passed } == [true, false]
      && results.elementsEqual(witness.presets) { $0.preset == $1 }
  }

  private func note(_ witness: Witness, _ scenario: String, in report: inout ProofReport) {
    switch witness.goal {
    case .violation(let index):
      report.claims[index].verdict = .refuted
      report.claims[index].scenario = scenario
      report.claims[index].counterexample = witness.trial
    case .reach(let about):
      for index in report.reaches.indices where report.reaches[index].about == about {
        report.reaches[index].reach = .reachable
        report.reaches[index].scenario = scenario
      }
    case .difference: break
    }
  }

  private func text(of witness: Witness, _ report: ProofReport) -> String {
    witness.text(title: title(of: witness, report), in: program)
  }

  private func title(of witness: Witness, _ report: ProofReport) -> String {
    switch witness.goal {
    case .violation(let index):
      let claim = report.claims[index]
      let lower = program.presets[claim.lower.index].name.text
      let higher = program.presets[claim.higher.index].name.text
      switch claim.about {
      case .rule(let rule): return "\(program[rule].name.text): \(higher) objects to what \(lower) objects to"
      case .scale(let scale):
        return "\(program.scales[scale.index].name.text): \(higher) stands as high as \(lower)"
      }
    case .reach(.rule(let rule)):
      let verb = program[rule].emission == nil ? "is on" : "fires"
      return "\(program[rule].name.text) \(verb)"
    case .reach(.level(let scale, let level)):
      let scale = program.scales[scale.index]
      return "\(scale.name.text) stands at \(scale.levels[level].name)"
    case .difference: return ""
    }
  }
}
