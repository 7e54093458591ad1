import PaceLanguage

/// How often rules can fire at most, from their cooldowns and triggers.
struct FiringCounts {
  private let program: Program
  private let bounds: BoundsAnalysis

  init(_ context: LintContext) {
    program = context.program
    bounds = context.bounds
  }

  /// The least time between two firings of a rule; nil where nothing keeps them apart.
  func leastGap(of rule: Rule) -> Int64? {
    var gaps = gaps(of: rule.gates)
    if let kind = rule.emission?.kind { gaps += self.gaps(of: program.noticeKinds[kind.index].policy) }
    switch rule.trigger {
    // A day of the clock may be short by the hours that clocks are put forward.
    case .at: gaps.append(22 * 3_600_000)
    case .every(let step, _, _): gaps += bounds.bounds(of: step).low.map { [$0 / 2] } ?? []
    case .none, .on: break
    }
    return gaps.max()
  }

  func leastGap(of id: RuleID) -> Int64? { leastGap(of: program[id]) }

  /// The least time that gates of a rule, or of a policy for all its rules, keep between firings.
  func gaps(of gates: [Gate]) -> [Int64] {
    gates.compactMap { gate in
      switch gate.kind {
      case .cooldown(let length): bounds.bounds(of: length).low.map { $0 + 1 }
      case .limit(let count, .last(let length)) where bounds.bounds(of: count).high == 1_000_000:
        bounds.bounds(of: length).low.map { $0 + 1 }
      case .limit, .quiet, .unless: nil
      }
    }
  }

  /// The length of a window at its longest; days may have an hour or two more than 24.
  func longest(_ window: Window) -> Int64? {
    let day: Int64 = 86_400_000
    switch window {
    case .last(let length): return bounds.bounds(of: length).high
    case .today: return day + 7_200_000
    case .thisWeek: return 7 * day + 7_200_000
    case .thisMonth: return 31 * day + 7_200_000
    case .whole, .after: return nil
    }
  }
}
