import PaceLanguage

extension LintRule {
  static let duplicateRule = LintRule(
    code: "duplicate-rule", severity: .warning,
    summary: "two rules that speak, or raise, at the same instants for the same reason",
    rationale: """
      Both have the same trigger, condition and gates, and both emit the same kind of notice or raise the
      same level: one of them says nothing new. Written differently counts as the same where definitions
      make it so. Rules of which one may hold the other back, by a condition or a policy that looks at
      their firings, are not reported.
      """,
    reported: """
      define recent = count(entry, last 60 min)

      \(busy(when: "recent >= 3"))

      rule crowded {
        on entry
        when count(entry, last 60 min) >= 3
        emit warning "Slow down."
      }
      """,
    mended: ["  when count(entry, last 60 min) >= 3": "  when recent >= 5"]
  ) { rule, context in
    let program = context.program
    var first: [RuleShape: Rule] = [:]
    return program.rules.compactMap { candidate in
      guard let shape = RuleShape(candidate, context.canonical) else { return nil }
      guard let original = first[shape] else {
        first[shape] = candidate
        return nil
      }
      if program.mayTellApart(original, candidate) { return nil }
      return rule.finding(
        candidate.name.span, "rule `\(candidate.name.text)` does the same as `\(original.name.text)`",
        notes: [DiagnosticNote(original.name.span, "`\(original.name.text)` is here")])
    }
  }
}

extension Program {
  /// Whether two rules of one shape read firings of their own or of each other, so that they may differ.
  fileprivate func mayTellApart(_ one: Rule, _ other: Rule) -> Bool {
    let kind = noticeKind(of: one)
    if kind?.policy.contains(where: { $0.kind.countsFirings }) ?? false { return true }
    let read = References(allParts(of: one).filter { $0.role != .message }, in: self)
    return !read.streams.isDisjoint(with: [one.firings, other.firings] + [kind?.firings].compactMap { $0 })
  }
}

/// What a rule does and when, apart from its words.
private struct RuleShape: Hashable {
  var trigger: Rule.Trigger
  var condition: ExpressionID?
  var hold: Operand?
  var until: ExpressionID?
  var repetition: Rule.Repeat
  var kind: NoticeKindID?
  var raises: [Int]
  var gates: [Gate.Kind]

  init?(_ rule: Rule, _ canonical: CanonicalExpressions) {
    guard rule.emission != nil || rule.raise != nil else { return nil }
    trigger = rule.trigger
    condition = canonical[rule.condition]
    hold = rule.hold
    until = canonical[rule.until]
    repetition = rule.repetition
    kind = rule.emission?.kind
    raises = rule.raise.map { [$0.scale.index, $0.level, $0.whenFired ? 1 : 0] } ?? []
    gates = rule.gates.map { gate in gate.kind.mapCondition { canonical[$0] } }
  }
}
