import PaceLanguage

extension LintRule {
  static let missingPresetDefault = LintRule(
    code: "missing-preset-default", severity: .warning,
    summary: "parameters without a default, and no preset that holds by itself",
    rationale: """
      With several presets, one has to be picked: by `--preset`, by the subject's attribute of type
      `preset`, or by that attribute's default. A subject for which nothing picks one can't be evaluated
      as long as a parameter has no default of its own.
      """,
    reported: """
      subject session {
        sensitivity: preset
      }
      event entry of session { }

      param many: number in 1 .. 10
      preset calm { many = 3 }
      preset keen { many = 5 }

      \(busy(when: "count(entry) >= many"))
      """,
    mended: ["  sensitivity: preset": "  sensitivity: preset = calm"]
  ) { rule, context in
    let program = context.program
    guard program.presets.count > 1, let param = program.params.first(where: { $0.initial == nil })
    else { return [] }
    let note = DiagnosticNote(param.name.span, "`\(param.name.text)` has a value in presets only")
    guard let attribute = program.subject.presetAttribute.map({ program.subject.attributes[$0.index] })
    else {
      return [
        rule.finding(
          program.subject.name.span, "nothing picks a preset for a `\(program.noun)`",
          notes: [note],
          help: "give it an attribute: `sensitivity: preset = \(program.presets[0].name.text)`")
      ]
    }
    guard attribute.initial == nil else { return [] }
    return [
      rule.finding(
        attribute.name.span, "`\(attribute.name.text)` has no default, so a subject may have no preset",
        notes: [note], help: "write `= ` and the preset that holds where nothing else is said")
    ]
  }
}
