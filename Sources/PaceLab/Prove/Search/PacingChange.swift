import PaceEngine
import PaceLanguage

/// The rules that two programs hold back differently, and the spans and counts that show it.
///
/// What a cooldown does shows only where its rule is due a second time, at the right distance from the first.
struct PacingChange {
  private(set) var rules: [RuleID] = []
  /// In milliseconds, the shortest first.
  private(set) var spans: [Int64] = []
  /// How many firings a limit lets pass.
  private(set) var counts: [Int] = []

  /// For programs that declare the same rules and presets; nil if they hold all rules back alike.
  init?(_ one: Program, _ other: Program) {
    var spans: Set<Int64> = []
    var counts: Set<Int> = []
    for index in one.rules.indices {
      let (pacing, changed) = (Pacing(RuleID(index), one), Pacing(RuleID(index), other))
      if pacing == changed { continue }
      rules.append(RuleID(index))
      spans.formUnion(pacing.spans + changed.spans)
      counts.formUnion(pacing.counts + changed.counts)
    }
    if rules.isEmpty { return nil }
    self.spans = spans.filter { TrialAlphabet.lengths.contains($0) }.sorted()
    self.counts = counts.sorted()
  }

  /// How long after a firing the rule should be due again: at, just after and just before each span, or soon.
  var gaps: [Int64] {
    let gaps = spans.flatMap { [$0 + 1, $0, $0 - 1] } + [Trial.minute]
    return gaps.filter { $0 > 0 }.unique
  }
}

/// What holds a rule back for a time, in numbers, under every preset.
private struct Pacing: Equatable {
  var spans: [Int64] = []
  var counts: [Int] = []

  init(_ rule: RuleID, _ program: Program) {
    let constants = program.constants(of: program[rule]) { role in
      role == .repeatDelay || role.clause == .gate && (role.type == .duration || role.type == .number)
    }
    for constant in constants {
      let values = program.bits(of: constant)
      if constant.type == .duration {
        spans += values
      } else {
        counts += values.map { Int($0 / Arithmetic.unit) }
      }
    }
  }
}
