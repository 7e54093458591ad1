import PaceLanguage

extension LintRule {
  static let quietAlarm = LintRule(
    code: "quiet-alarm", severity: .warning,
    summary: "quiet hours that swallow the only notice of a scale's highest level",
    rationale: """
      A firing of a rule with `on` that is held back is lost. Where it is the only rule that speaks of the
      highest level, whatever is worst goes unsaid in its quiet hours. Without a trigger the rule speaks
      when they end, if its condition still holds. Where another rule that speaks looks at the scale or at
      the firings, nothing is reported.
      """,
    reported: """
      calendar { zone "Europe/London" }
      scale pace = calm < busy

      rule rush {
        on entry
        when count(entry, last 60 min) >= 3
        raise pace to busy
        emit warning "That is a lot."
        quiet 22:00 to 07:00
      }
      """,
    mended: ["  on entry": nil]
  ) { rule, context in
    let program = context.program
    return program.scales.compactMap { scale -> Diagnostic? in
      let top = scale.levels.count - 1
      let speakers = scale.rules.filter { program[$0].raise?.level == top && program[$0].emission != nil }
      guard top > 0, speakers.count == 1, let id = speakers.first, program[id].trigger.stream != nil,
        let gate = program.gates(of: program[id]).first(where: {
          ClockSpan($0.kind.hours).map { $0.length > 0 && program.mayHold(program[id], in: $0) } ?? false
        }), !program.isFollowed(id)
      else { return nil }
      let only = program[id]
      return rule.finding(
        gate.span,
        "in these hours `\(only.name.text)` says nothing, and no other rule that raises "
          + "`\(scale.name.text)` to `\(scale.levels[top].name)` speaks",
        notes: [DiagnosticNote(only.name.span, "its firings are lost while it is quiet")],
        help: "without `on` it can speak as soon as the quiet hours end, if its condition still holds")
    }
  }
}

extension Program {
  /// Whether a rule's condition may hold in a span, by the spans of the clock that it asks for.
  fileprivate func mayHold(_ rule: Rule, in span: ClockSpan) -> Bool {
    let parts = rule.condition.map { conjuncts(of: $0) } ?? []
    return parts.allSatisfy { part in
      let isNegated = self[part].operation.shape == .negation
      let asked = isNegated ? self[part].operation.children.first.map { resolved($0) } ?? part : part
      guard self[asked].type == .bool, let asked = ClockSpan(self[asked].operation.clockSpan) else {
        return true
      }
      return isNegated ? !asked.contains(span) : asked.overlaps(span)
    }
  }

  /// Whether another rule that speaks looks at the scale that a rule raises, or at its firings.
  fileprivate func isFollowed(_ rule: RuleID) -> Bool {
    let kind = noticeKind(of: self[rule])?.firings
    let firings = Set([self[rule].firings, kind].compactMap { $0 })
    return rules.indices.contains { index in
      guard RuleID(index) != rule, rules[index].emission != nil else { return false }
      let read = References.of(RuleID(index), in: self)
      return !read.streams.isDisjoint(with: firings)
        || self[rule].raise.map { read.scales.contains($0.scale) } ?? false
    }
  }
}
