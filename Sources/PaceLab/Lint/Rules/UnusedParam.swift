import PaceLanguage

extension LintRule {
  static let unusedParam = LintRule(
    code: "unused-param", severity: .warning,
    summary: "a parameter that nothing reads",
    rationale: """
      Whoever tunes it sees no effect. Use it where its number is still written out, or delete it and what
      presets give it. A definition that is not used itself does not count as a use.
      """,
    reported: """
      param many: number = 3 in 1 .. 10
      param spare: number = 5 in 1 .. 10

      \(busy(when: "count(entry) >= many"))
      """,
    mended: ["param spare: number = 5 in 1 .. 10": nil], isOfUnused: true
  ) { rule, context in
    context.program.params.enumerated().compactMap { index, param in
      if context.observed.params.contains(ParamID(index)) { return nil }
      let name = param.name
      return rule.finding(name.span, "parameter `\(name.text)` is not used")
    }
  }
}
