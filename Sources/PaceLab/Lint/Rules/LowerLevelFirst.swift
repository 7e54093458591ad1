import PaceLanguage

extension LintRule {
  static let lowerLevelFirst = LintRule(
    code: "lower-level-first", severity: .warning,
    summary: "a rule for a lower level that takes the one shared notice from a rule for a higher level",
    rationale: """
      Both rules emit one kind of notice, whose policy lets through one at a time. Rules are tried in the
      order declared, so where both are due at once the lower level speaks and the higher one is held
      back. Declare the higher one first, or let the lower one look whether the higher holds.
      """,
    reported: """
      scale pace = good < caution < slow_down

      rule busy {
        on entry
        when count(entry, last 60 min) >= 3
        raise pace to caution
        emit warning "That is a lot."
      }

      rule crowded {
        on entry
        when count(entry, last 60 min) >= 5
        raise pace to slow_down
        emit warning "Slow down."
      }

      policy warning { cooldown 15 min }
      """,
    mended: [
      "rule busy {": "rule crowded {", "rule crowded {": "rule busy {",
      "  when count(entry, last 60 min) >= 3": "  when count(entry, last 60 min) >= 5",
      "  when count(entry, last 60 min) >= 5": "  when count(entry, last 60 min) >= 3",
      "  raise pace to caution": "  raise pace to slow_down",
      "  raise pace to slow_down": "  raise pace to caution",
      "  emit warning \"That is a lot.\"": "  emit warning \"Slow down.\"",
      "  emit warning \"Slow down.\"": "  emit warning \"That is a lot.\"",
    ]
  ) { rule, context in
    let program = context.program
    let counts = FiringCounts(context)
    return program.noticeKinds.flatMap { kind -> [Diagnostic] in
      guard !counts.gaps(of: kind.policy).isEmpty else { return [] }
      let order = program.evaluationOrder.filter { kind.rules.contains($0) }
      return order.enumerated().compactMap { index, lower in
        let higher = order.dropFirst(index + 1).first { context.speaksTogether(lower, $0) }
        guard let higher else { return nil }
        let name = program[higher].name
        return rule.finding(
          program[lower].name.span,
          "where both are due, this takes the notice that `policy \(kind.name)` would give `\(name.text)`",
          notes: [DiagnosticNote(name.span, "`\(name.text)` raises a higher level")])
      }
    }
  }
}

extension LintContext {
  /// Whether `higher` raises the scale of `lower` further, both have one trigger and may be due at once, and
  /// `lower` reads neither the scale nor the other's firings.
  fileprivate func speaksTogether(_ lower: RuleID, _ higher: RuleID) -> Bool {
    let (low, high) = (program[lower], program[higher])
    guard let first = low.raise, let second = high.raise, first.scale == second.scale,
      first.level < second.level, low.trigger == high.trigger
    else { return false }
    let read = References.of(lower, in: program)
    if read.scales.contains(first.scale) || read.streams.contains(high.firings) { return false }
    let parts = [low.condition, high.condition].compactMap { $0 }.flatMap { program.conjuncts(of: $0) }
    let held = [low, high].flatMap { program.gates(of: $0) }.compactMap { $0.kind.condition }
    if held.contains(where: { canonical.isMet($0, by: parts) }) { return false }
    return Contradiction.first(in: parts, under: bounds, canonical) == nil
  }
}
