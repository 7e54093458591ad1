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
    if program.scales.isEmpty { return [] }
    let proof = UnreachableProof(program)
    return program.scales.flatMap { scale -> [Diagnostic] in
      var reached: Set<Int> = [0]
      for id in scale.rules {
        let isPossible =
          program[id].condition.map { context.bounds.impossiblePart(of: $0, context.canonical) == nil }
          ?? true
        if isPossible, let raise = program[id].raise { reached.insert(raise.level) }
      }
      let raisers = Dictionary(grouping: scale.rules) { program[$0].raise?.level ?? 0 }
      return scale.levels.indices.dropFirst().compactMap { level in
        let name = context.declarations.name(ofLevel: level, of: scale)
        if !reached.contains(level) {
          return rule.finding(name, "no rule raises `\(scale.name.text)` to `\(scale.levels[level].name)`")
        }
        var covers: [String] = []
        for id in raisers[level] ?? [] {
          guard let cover = proof.cover(of: id) else { return nil }
          covers.append("`\(program[id].name.text)` raises to it, but \(cover)")
        }
        let message = "`\(scale.name.text)` never stands at `\(scale.levels[level].name)`: "
        return rule.finding(name, message + covers.joined(separator: "; "))
      }
    }
  }
}
