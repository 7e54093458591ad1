import PaceEngine
import PaceLanguage

extension LintRule {
  static let unreachableLimit = LintRule(
    code: "unreachable-limit", severity: .warning,
    summary: "a limit that never matters because a cooldown or trigger spaces firings further apart",
    rationale: """
      The limit counts firings in a window, and there is never time in it for one more than that. Either
      the limit or the cooldown is not what was meant. Days count as 24 hours, and the finding says so
      where it matters.
      """,
    reported: busy(when: "count(entry) >= 3", "cooldown 60 min", "limit 3 last 2 h"),
    mended: ["  cooldown 60 min": "  cooldown 20 min"]
  ) { rule, context in
    let program = context.program
    let counts = FiringCounts(context)
    let own = program.rules.flatMap { candidate in
      candidate.gates.compactMap { gate in
        KnownLimit(gate, context, counts)?.claim(counts) { length, byClock in
          guard let most = counts.most(of: candidate, in: length, byClock: byClock) else { return nil }
          return (most, counts.leastGap(of: candidate, byClock: byClock).map { LintRule.spacing($0) } ?? "")
        }
      }
    }
    let shared = program.noticeKinds.flatMap { kind in
      let gap = counts.gaps(of: kind.policy).max()
      return kind.policy.compactMap { gate in
        KnownLimit(gate, context, counts)?.claim(counts) { length, byClock in
          if let gap { return (length / gap + 1, LintRule.spacing(gap)) }
          let most = kind.rules.map { counts.most(of: program[$0], in: length, byClock: byClock) }
          guard !most.contains(nil) else { return nil }
          let total = most.reduce(0) { $0 + ($1 ?? 0) }
          return (total, "when it is asked, there are at most \(total - 1) earlier `\(kind.name)`")
        }
      }
    }
    return (own + shared).map { rule.finding($0.span, $0.message) }
  }

  fileprivate static func spacing(_ gap: Int64) -> String {
    "firings are at least \(ValueText.duration(gap / 1_000 * 1_000)) apart"
  }
}

/// A limit with its least count and its longest window.
private struct KnownLimit {
  var span: SourceSpan
  var count: Int64
  var window: Window
  var length: Int64

  /// Nil for other gates, and for a limit of one, which is a cooldown.
  init?(_ gate: Gate, _ context: LintContext, _ counts: FiringCounts) {
    guard let limit = gate.kind.limit, let least = context.bounds.bounds(of: limit.count).low,
      least > Arithmetic.unit, let length = counts.longest(limit.window)
    else { return nil }
    (span, count, window, self.length) = (gate.span, least / Arithmetic.unit, limit.window, length)
  }

  /// What to say if there are never more firings in the window than the limit lets through.
  ///
  /// `most` gives the most firings in a window of a length, and why there are no more.
  func claim(
    _ counts: FiringCounts, _ most: (Int64, Bool) -> (count: Int64, reason: String)?
  ) -> (span: SourceSpan, message: String)? {
    for byClock in counts.bases(of: window) {
      guard let most = most(length, byClock), most.count <= count else { continue }
      let hedge = FiringCounts.hedge(byClock)
      return (span, "this limit never holds a firing back by itself\(hedge): \(most.reason)")
    }
    return nil
  }
}
