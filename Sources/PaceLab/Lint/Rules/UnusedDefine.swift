import PaceLanguage

extension LintRule {
  static let unusedDefine = LintRule(
    code: "unused-define", severity: .warning,
    summary: "a definition that nothing reads and that has no label",
    rationale: """
      A definition with a label is a figure, which is shown. Without one it only serves the rules that
      name it; when none does, it is a leftover or its name is misspelt somewhere.
      """,
    reported: """
      define recent = count(entry, last 60 min)

      \(busy(when: "count(entry, last 60 min) >= 3"))
      """,
    mended: ["  when count(entry, last 60 min) >= 3": "  when recent >= 3"], isOfUnused: true
  ) { rule, context in
    context.program.defines.enumerated().compactMap { index, define in
      if context.observed.defines.contains(DefineID(index)) { return nil }
      let name = define.name
      return rule.finding(
        name.span, "definition `\(name.text)` is not used",
        help: "a label would make it a figure that is shown")
    }
  }
}
