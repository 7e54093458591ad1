import PaceEngine
import PaceLanguage

extension LintRule {
  static let cooldownCoversWindow = LintRule(
    code: "cooldown-covers-window", severity: .warning,
    summary: "a count of a rule's firings that its cooldown keeps from being reached",
    rationale: """
      A rule with a cooldown at least as long as the window has fired once in it at most. Comparing the
      count with more than that can't be true: the window, the cooldown or the number is not what was
      meant. Notices that a log says were given are not kept apart. Days count as 24 hours, and the
      finding says so where it matters.
      """,
    reported: """
      \(busy(when: "count(entry, last 60 min) >= 3", "cooldown 2 h"))

      rule crowded {
        on entry
        when count(busy, last 90 min) >= 2
        emit alarm "Twice already."
      }
      """,
    mended: ["  cooldown 2 h": "  cooldown 15 min"]
  ) { rule, context in
    let program = context.program
    let counts = FiringCounts(context)
    return program.expressions.compactMap { node in
      guard case .relation(let relation) = node.operation.shape, let limit = node.operation.limits.first,
        let reading = program[program.resolved(limit.value)].operation.reading, reading.aggregate == .count,
        case .firings(let read) = program[reading.stream].kind, let length = counts.longest(reading.window)
      else { return nil }
      let asked = QuantityPair.same(context.bounds[limit.limit].range, mayBeUnknown: false)
      for byClock in counts.bases(of: reading.window) {
        let gates = program.gates(of: program[read])
        guard let most = counts.most(of: program[read], through: gates, in: length, byClock: byClock)
        else { continue }
        let count = QuantityPair.same(ValueRange(0, most * Arithmetic.unit), mayBeUnknown: false)
        guard !count.compared(relation, asked).mayHoldLeft else { continue }
        return rule.finding(
          node.span,
          "`\(program[read].name.text)` fires at most \(most == 1 ? "once" : "\(most) times") in that window"
            + FiringCounts.hedge(byClock),
          notes: [DiagnosticNote(program[read].name.span, "its firings are kept apart here")])
      }
      return nil
    }
  }
}
