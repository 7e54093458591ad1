import PaceLanguage

/// How often rules can fire at most, from their cooldowns and triggers.
struct FiringCounts {
  private let program: Program
  private let bounds: BoundsAnalysis

  init(_ context: LintContext) {
    program = context.program
    bounds = context.bounds
  }

  /// The least time between two firings of a rule; nil if nothing keeps them apart.
  func leastGap(of rule: Rule) -> Int64? {
    var gaps = gaps(of: program.gates(of: rule))
    // A day may be shorter by the hours that clocks go forward.
    if rule.trigger.time != nil { gaps.append(22 * 3_600_000) }
    if let step = rule.trigger.ticks?.step, let least = bounds.bounds(of: step).low { gaps.append(least / 2) }
    return gaps.max()
  }

  func leastGap(of id: RuleID) -> Int64? { leastGap(of: program[id]) }

  /// The least times that gates keep between firings: of a rule, or of all rules that a policy is for.
  func gaps(of gates: [Gate]) -> [Int64] {
    gates.compactMap { gate in
      var length = gate.kind.cooldown
      if let limit = gate.kind.limit, bounds.bounds(of: limit.count).high == 1_000_000 {
        length = limit.window.length
      }
      return length.flatMap { bounds.bounds(of: $0).low }.map { $0 + 1 }
    }
  }

  /// The length of a window at its longest; days may have an hour or two more than 24.
  func longest(_ window: Window) -> Int64? {
    if let length = window.length { return bounds.bounds(of: length).high }
    return window.days.map { $0.upperBound * ClockSpan.day + 7_200_000 }
  }
}
