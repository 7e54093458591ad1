import PaceEngine
import PaceLanguage

/// Short explanations, made from accounts.
extension ScenarioRun {
  /// Why a rule has its verdict at an instant.
  mutating func reason(for rule: RuleID, at instant: Instant) -> String {
    verdict(of: rule, at: instant).map { words.reason(of: $0) } ?? ""
  }

  /// What became of a rule at the instant asked for, or at the one that tells most, and why.
  func reason(of nearest: VerdictTally.Nearest?, isAsked: Bool) -> String {
    guard let nearest else {
      return isAsked ? "the subject is closed at that instant" : ""
    }
    let time = isAsked ? "" : " at \(clock.text(of: nearest.at))"
    let start = "\(program[nearest.verdict.rule].name.text) \(words.verb(of: nearest.verdict))\(time)"
    let reason = words.reason(of: nearest.verdict)
    return reason.isEmpty ? start : "\(start): \(reason)"
  }

  /// The verdict that came nearest to firing, or that fired, of those wanted; the first rule's among equals.
  mutating func nearestVerdict(
    of rules: [RuleID], at instant: Instant?, where isWanted: (VerdictTally.Sort) -> Bool = { _ in true }
  ) -> VerdictTally.Nearest? {
    var best: VerdictTally.Nearest?
    for rule in rules {
      guard let nearest = verdicts(of: rule, at: instant).nearest(where: isWanted) else { continue }
      if best.map({ nearest.isNearer(than: $0) }) ?? true { best = nearest }
    }
    return best
  }

  /// Which rule holds a scale up, or what keeps the rules that would raise it from doing so.
  mutating func reasonForLevel(
    _ actual: Int, of scale: ScaleID, wanted: Int, at instant: Instant
  ) -> String {
    let rules = program.scales[scale.index].rules
    let found = rules.compactMap { verdict(of: $0, at: instant) }
    if actual > 0, actual >= wanted {
      let raising = found.first { $0.isOn && program[$0.rule].raise?.level == actual }
      guard let raising else { return "" }
      let values = words.comparisons(in: raising.condition, where: true)
      return "raised by \(program[raising.rule].name.text)" + (values.isEmpty ? "" : ": \(values)")
    }
    let missing = found.filter { program[$0.rule].raise?.level ?? 0 >= wanted }
    return missing.prefix(3).map { verdict in
      let values = words.comparisons(in: verdict.condition, where: false)
      return "\(program[verdict.rule].name.text): \(values.isEmpty ? "its state is off" : values)"
    }.joined(separator: "; ")
  }

  var words: VerdictReason { VerdictReason(program: program) { clock.text(of: $0) } }
}
