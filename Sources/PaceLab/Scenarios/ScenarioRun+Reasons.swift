import PaceEngine
import PaceLanguage

/// Short explanations, made from accounts.
extension ScenarioRun {
  /// Why a rule has its verdict at an instant.
  mutating func reason(for rule: RuleID, at instant: Instant) -> String {
    guard let verdict = account(at: instant)?.rules[rule.index] else { return "" }
    return reason(of: verdict)
  }

  /// Why a rule did not fire at the instant asked for, or at the one where it came nearest.
  func reasonForSilence(_ nearest: (at: Instant, verdict: RuleAccount)?, isAsked: Bool) -> String {
    guard let (found, verdict) = nearest else {
      return isAsked ? "the subject is closed at that instant" : ""
    }
    let time = isAsked ? "" : " at \(clock.text(of: found))"
    let start = "\(program[verdict.rule].name.text) \(verdicts.verb(of: verdict))\(time)"
    let reason = reason(of: verdict)
    return reason.isEmpty ? start : "\(start): \(reason)"
  }

  /// The verdict that came nearest to firing, or that fired.
  ///
  /// Among equal outcomes it is the one whose condition lacked least, and among those the first.
  mutating func tellingVerdict(
    of rules: [RuleID], at instant: Instant?
  ) -> (at: Instant, verdict: RuleAccount)? {
    let looked = instant.map { account(at: $0).map { [$0] } ?? [] } ?? allAccounts()
    let shortfall = Shortfall(program: program)
    var best: (at: Instant, verdict: RuleAccount, missing: Double)?
    for account in looked {
      for rule in rules {
        let verdict = account.rules[rule.index]
        if let best, verdict.outcome.rawValue < best.verdict.outcome.rawValue { continue }
        let missing = verdict.condition.map { shortfall.of($0).rank } ?? 0
        if let best, verdict.outcome == best.verdict.outcome, missing >= best.missing { continue }
        best = (account.at, verdict, missing)
      }
    }
    return best.map { ($0.at, $0.verdict) }
  }

  /// Which rule holds a scale up, or what keeps the rules that would raise it from doing so.
  mutating func reasonForLevel(
    _ actual: Int, of scale: ScaleID, wanted: Int, at instant: Instant
  ) -> String {
    guard let account = account(at: instant) else { return "" }
    let rules = program.scales[scale.index].rules
    if actual > 0, actual >= wanted {
      let raising = rules.first {
        account.rules[$0.index].isOn && program[$0].raise?.level == actual
      }
      guard let raising else { return "" }
      let values = comparisons(in: account.rules[raising.index].condition, where: true)
      return "raised by \(program[raising].name.text)" + (values.isEmpty ? "" : ": \(values)")
    }
    let missing = rules.filter { program[$0].raise?.level ?? 0 >= wanted }
    return missing.prefix(3).map { rule in
      let values = comparisons(in: account.rules[rule.index].condition, where: false)
      return "\(program[rule].name.text): \(values.isEmpty ? "its state is off" : values)"
    }.joined(separator: "; ")
  }

  func outcomeText(of verdict: RuleAccount) -> String { verdicts.outcomeText(of: verdict) }

  func reason(of verdict: RuleAccount) -> String { verdicts.reason(of: verdict) }

  private func comparisons(in node: ConditionNode?, where wanted: Bool?) -> String {
    verdicts.comparisons(in: node, where: wanted)
  }

  private var verdicts: VerdictReason { VerdictReason(program: program) { clock.text(of: $0) } }
}
