import PaceEngine
import PaceLanguage

extension LintRule {
  static let unreachableLimit = LintRule(
    code: "unreachable-limit", severity: .warning,
    summary: "a limit or cooldown that never matters because other gates or the trigger hold back more",
    rationale: """
      A limit counts firings in a window, and there is never time in it for one more than that: a rule `at`
      a time needs no `limit 1 today`. Or another limit of the same window lets fewer through. Either this
      limit or what else holds firings back is not what was meant.
      Days count as 24 hours, and the finding says so where it matters.
      """,
    reported: busy(when: "count(entry) >= 3", "cooldown 60 min", "limit 3 last 2 h"),
    mended: ["  cooldown 60 min": "  cooldown 20 min"]
  ) { rule, context in
    let program = context.program
    let counts = FiringCounts(context)
    // A rule's own gates that other gates make needless are left out when its policy is judged.
    let own = program.rules.map { candidate in
      counts.needless(of: candidate.gates, context) { limit, others in
        let gates = others + program.policy(of: candidate)
        return limit.claim(counts, beside: gates, in: program) { length, byClock in
          guard let most = counts.most(of: candidate, through: gates, in: length, byClock: byClock)
          else { return nil }
          let gap = counts.leastGap(of: candidate, through: gates, byClock: byClock)
          return (most, gap.map { LintRule.spacing($0) } ?? "")
        }
      }
    }
    let shared = program.noticeKinds.map { kind in
      counts.needless(of: kind.policy, context) { limit, others in
        let gap = counts.gaps(of: others).max()
        return limit.claim(counts, beside: others, in: program) { length, byClock in
          if let gap { return (FiringCounts.most(in: length, apart: gap), LintRule.spacing(gap)) }
          let most = kind.rules.map { id in
            let gates = own[id.index].left + others
            return counts.most(of: program[id], through: gates, in: length, byClock: byClock)
          }
          guard !most.contains(nil) else { return nil }
          let total = most.reduce(0) { $0 + ($1 ?? 0) }
          return (total, "when it is asked, there are at most \(total - 1) earlier `\(kind.name)`")
        }
      }
    }
    return (own + shared).flatMap { $0.found }.map { rule.finding($0.span, $0.message) }
  }

  fileprivate static func spacing(_ gap: Int64) -> String {
    "firings are at least \(ValueText.duration(gap)) apart"
  }
}

extension FiringCounts {
  /// The gates that hold nothing back beside the others, each with the reason, and the gates that are left.
  ///
  /// Of two that each make the other needless, only the later one is.
  fileprivate func needless(
    of gates: [Gate], _ context: LintContext, _ claim: (KnownLimit, _ others: [Gate]) -> DiagnosticNote?
  ) -> (found: [DiagnosticNote], left: [Gate]) {
    var left = gates
    var found: [DiagnosticNote] = []
    for index in gates.indices.reversed() {
      var others = left
      others.remove(at: index)
      guard let limit = KnownLimit(gates[index], context, self), let claim = claim(limit, others) else {
        continue
      }
      left = others
      found.append(claim)
    }
    return (found, left)
  }
}

/// A limit or a cooldown with its least count and its longest window.
private struct KnownLimit {
  var gate: Gate
  var count: Int64
  var window: Window
  var length: Int64

  /// Nil for other gates.
  init?(_ gate: Gate, _ context: LintContext, _ counts: FiringCounts) {
    let cooldown = gate.kind.cooldown.map { (count: Arithmetic.unit, window: Window.last($0)) }
    let limit = gate.kind.limit.flatMap { limit in
      context.bounds.bounds(of: limit.count).low.map { (count: $0, window: limit.window) }
    }
    guard let (least, window) = cooldown ?? limit, least >= Arithmetic.unit,
      let length = counts.longest(window)
    else { return nil }
    self.gate = gate
    (count, self.window, self.length) = (least / Arithmetic.unit, window, length)
  }

  /// What to say of the limit if the window never holds more firings than it lets through; else nil.
  ///
  /// - Parameters:
  ///   - gates: the others, among which may be a tighter limit.
  ///   - most: gives the most firings in a window of a length, and why there are no more.
  func claim(
    _ counts: FiringCounts, beside gates: [Gate], in program: Program,
    _ most: (Int64, Bool) -> (count: Int64, reason: String)?
  ) -> DiagnosticNote? {
    for byClock in counts.bases(of: window) {
      guard let most = most(length, byClock), most.count <= count else { continue }
      return needless(most.reason, FiringCounts.hedge(byClock))
    }
    return gates.first { counts.isTighter($0, than: gate) }.map { tighter in
      needless("`\(program.line(of: tighter.span))` lets no more through")
    }
  }

  private func needless(_ reason: String, _ hedge: String = "") -> DiagnosticNote {
    DiagnosticNote(
      gate.span,
      "this \(gate.kind.name.text) never holds a firing back by itself\(hedge): \(reason)")
  }
}
