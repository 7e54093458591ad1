import PaceLanguage

extension LintRule {
  static let silentRuleRead = LintRule(
    code: "silent-rule-read", severity: .warning,
    summary: "the firings of a rule that never fires are read",
    rationale: """
      A rule without `emit` never fires: counting its firings gives zero, and the time since the last is
      unknown. Read its condition, or the scale that it raises.
      """,
    reported: """
      scale pace = good < caution

      rule busy {
        when count(entry, last 60 min) >= 3
        raise pace to caution
      }

      rule calm_again {
        when since(busy) >= 60 min
        emit praise "Nicely calm."
      }
      """,
    accepted: """
      scale pace = good < caution

      rule busy {
        when count(entry, last 60 min) >= 3
        raise pace to caution
      }

      rule calm_again {
        when pace == good and since(entry) >= 60 min
        emit praise "Nicely calm."
      }
      """
  ) { rule, context in
    let program = context.program
    return program.expressions.compactMap { node in
      let stream: StreamID
      switch node.operation {
      case .aggregate(_, let read, _, _), .latest(let read, _), .since(let read): stream = read
      case .firesRule(let read): stream = program[read].firings
      default: return nil
      }
      guard case .firings(let read) = program[stream].kind, program[read].emission == nil else { return nil }
      return rule.finding(
        node.span, "rule `\(program[read].name.text)` has nothing to emit, so it never fires")
    }
  }
}
