import PaceEngine
import PaceLanguage

/// Short explanations, made from accounts.
extension ScenarioRun {
  /// Why a rule stands where it does at an instant.
  mutating func reason(for rule: RuleID, at instant: Instant) -> String {
    guard let verdict = account(at: instant)?.rules[rule.index] else { return "" }
    return reason(of: verdict)
  }

  /// Why none of `rules` fired, at an instant or where they came nearest to it.
  mutating func reasonForSilence(of rules: [RuleID], at instant: Instant?) -> String {
    guard let (found, verdict) = tellingVerdict(of: rules, at: instant) else {
      return instant == nil ? "" : "the subject is closed at that instant"
    }
    let time = instant == nil ? " at \(clock.text(of: found))" : ""
    let start = "\(program[verdict.rule].name.text) \(verdicts.verb(of: verdict))\(time)"
    let reason = reason(of: verdict)
    return reason.isEmpty ? start : "\(start): \(reason)"
  }

  /// The verdict that came nearest to firing, or that fired.
  mutating func tellingVerdict(of rules: [RuleID], at instant: Instant?) -> (Instant, RuleAccount)? {
    let looked = instant.map { account(at: $0).map { [$0] } ?? [] } ?? allAccounts()
    var best: (Instant, RuleAccount)?
    for account in looked {
      for rule in rules {
        let verdict = account.rules[rule.index]
        if let best, verdict.outcome.rawValue <= best.1.outcome.rawValue { continue }
        best = (account.at, verdict)
      }
    }
    return best
  }

  /// Which rule holds a scale up, or what keeps those down that would raise it.
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

  /// The outcome, with the gate that holds.
  func outcomeText(of verdict: RuleAccount) -> String { verdicts.outcomeText(of: verdict) }

  /// What the verdict rests on.
  func reason(of verdict: RuleAccount) -> String { verdicts.reason(of: verdict) }

  private func comparisons(in node: ConditionNode?, where wanted: Bool?) -> String {
    verdicts.comparisons(in: node, where: wanted)
  }

  private var verdicts: VerdictReason { VerdictReason(program: program) { clock.text(of: $0) } }
}
