import PaceLanguage

extension LintRule {
  static let unreachableLevel = LintRule(
    code: "unreachable-level", severity: .warning,
    summary: "a level that no rule can raise its scale to",
    rationale: """
      Above the resting level, a scale only stands where some rule raises it. A level without one can't be
      seen, and comparisons with it don't do what they seem to.
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
    return program.scales.flatMap { scale -> [Diagnostic] in
      var reached: Set<Int> = [0]
      for id in scale.rules {
        let isPossible =
          program[id].condition.map { context.bounds.impossiblePart(of: $0, context.canonical) == nil }
          ?? true
        if isPossible, let raise = program[id].raise { reached.insert(raise.level) }
      }
      return scale.levels.indices.filter { !reached.contains($0) }.map { level in
        let name = scale.levels[level].name
        return rule.finding(
          context.declarations.name(ofLevel: level, of: scale),
          "no rule raises `\(scale.name.text)` to `\(name)`")
      }
    }
  }
}
