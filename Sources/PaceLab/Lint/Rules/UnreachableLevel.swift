import PaceLanguage

extension LintRule {
  static let unreachableLevel = LintRule(
    code: "unreachable-level", severity: .warning,
    summary: "a level that no rule can raise its scale to, or that a higher one always covers",
    rationale: """
      Above the resting level, a scale only stands where some rule raises it, and no other raises it higher. A
      level that never stands can't be seen, and comparisons with it don't do what they seem to. Of two rules
      that ask for more and more of the same, the one that asks for more should raise to the higher level.
      """,
    reported: """
      scale pace = good < caution < slow_down

      rule busy {
        when count(entry, last 60 min) >= 3
        raise pace to caution
      }
      """,
    mended: [
      "}": """
      }

      rule crowded {
        when count(entry, last 60 min) >= 5
        raise pace to slow_down
      }
      """
    ]
  ) { rule, context in
    let program = context.program
    return program.scales.indices.flatMap { index -> [Diagnostic] in
      let scale = program.scales[index]
      return scale.levels.indices.dropFirst().compactMap { level in
        guard let reasons = context.proof.reasons(against: level, of: ScaleID(index)) else { return nil }
        let place = scale.levels[level].span
        let (name, text) = ("`\(scale.name.text)`", "`\(scale.levels[level].name)`")
        if reasons.isEmpty { return rule.finding(place, "no rule raises \(name) to \(text)") }
        let texts = reasons.map { "`\(program[$0.rule].name.text)` raises to it, but \($0.reason)" }
        return rule.finding(place, "\(name) never stands at \(text): \(texts.joined(separator: "; "))")
      }
    }
  }
}
