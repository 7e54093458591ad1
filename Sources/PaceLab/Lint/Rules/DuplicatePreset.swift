import PaceLanguage

extension LintRule {
  static let duplicatePreset = LintRule(
    code: "duplicate-preset", severity: .warning,
    summary: "two presets that give every parameter the same value",
    rationale: "Choosing one or the other makes no difference. A value was forgotten, or one preset can go.",
    reported: """
      subject session { sensitivity: preset = calm }
      event entry of session { }

      param many: number in 1 .. 10

      preset calm { many = 3 }
      preset keen { many = 3 }

      \(busy(when: "count(entry) >= many"))
      """,
    mended: ["preset keen { many = 3 }": "preset keen { many = 5 }"]
  ) { rule, context in
    guard !context.program.params.isEmpty else { return [] }
    var first: [[Constant?]: Identifier] = [:]
    return context.program.presets.compactMap { preset in
      guard let original = first[preset.values] else {
        first[preset.values] = preset.name
        return nil
      }
      return rule.finding(
        preset.name.span,
        "preset `\(preset.name.text)` gives every parameter the same value as `\(original.text)`",
        notes: [DiagnosticNote(original.span, "`\(original.text)` is here")])
    }
  }
}
