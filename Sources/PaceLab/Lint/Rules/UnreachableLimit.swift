import PaceLanguage

extension LintRule {
  static let unreachableLimit = LintRule(
    code: "unreachable-limit", severity: .warning,
    summary: "a limit that is never reached because a cooldown or trigger spaces firings further apart",
    rationale: """
      The limit counts firings in a window, and there is never time in it for that many. Either the limit
      or the cooldown is not what was meant.
      """,
    reported: """
      rule busy {
        on entry
        when count(entry) >= 3
        emit warning "That is a lot."
        cooldown 60 min
        limit 3 last 2 h
      }
      """,
    mended: .lines(["  cooldown 60 min": "  cooldown 20 min"])
  ) { rule, context in
    let program = context.program
    let counts = FiringCounts(context)
    var found: [Diagnostic] = []
    for candidate in program.rules {
      for gate in candidate.gates {
        guard let limit = KnownLimit(gate, context, counts), limit.count > 1 else { continue }
        guard let gap = counts.leastGap(of: candidate), gap > 0, limit.length / gap < limit.count else {
          continue
        }
        found.append(rule.finding(gate.span, limit.message(gap)))
      }
    }
    for kind in program.noticeKinds {
      let shared = counts.gaps(of: kind.policy).max()
      for gate in kind.policy {
        guard let limit = KnownLimit(gate, context, counts), limit.count > 1 else { continue }
        if let shared, shared > 0 {
          if limit.length / shared < limit.count {
            found.append(rule.finding(gate.span, limit.message(shared)))
          }
        } else if let most = counts.most(of: kind, in: limit.length), most < limit.count {
          found.append(
            rule.finding(
              gate.span, "this limit is never reached: there are at most \(most) earlier `\(kind.name)`"))
        }
      }
    }
    return found
  }
}

/// A limit with its least count and its longest window.
private struct KnownLimit {
  var count: Int64
  var length: Int64

  init?(_ gate: Gate, _ context: LintContext, _ counts: FiringCounts) {
    guard let limit = gate.kind.limit, let least = context.bounds.bounds(of: limit.count).low,
      let length = counts.longest(limit.window)
    else { return nil }
    self.count = least / 1_000_000
    self.length = length
  }

  func message(_ gap: Int64) -> String {
    "this limit is never reached: firings are at least \(ValueText.duration(gap / 1_000 * 1_000)) apart"
  }
}

extension FiringCounts {
  /// How many notices of a kind can lie in a window before one more; nil if nothing bounds them.
  fileprivate func most(of kind: NoticeKind, in length: Int64) -> Int64? {
    var total: Int64 = Int64(kind.rules.count) - 1
    for id in kind.rules {
      guard let gap = leastGap(of: id), gap > 0 else { return nil }
      total += length / gap
    }
    return total
  }
}
