import PaceLanguage

extension LintRule {
  static let redundantPresetValue = LintRule(
    code: "redundant-preset-value", severity: .warning,
    summary: "a preset that repeats the value it has through `extends`",
    rationale: """
      What a preset writes should be what it changes. A repeated value also stays behind when the other
      preset is tuned.
      """,
    reported: """
      subject session { sensitivity: preset = calm }
      event entry of session { }

      param many: number in 1 .. 10
      param few: number in 1 .. 10

      preset calm { many = 3, few = 1 }
      preset keen extends calm { many = 5, few = 1 }

      \(busy(when: "count(entry) >= many or count(entry) == few"))
      """,
    mended: [
      "preset keen extends calm { many = 5, few = 1 }": "preset keen extends calm { many = 5 }"
    ]
  ) { rule, context in
    let program = context.program
    return program.presets.flatMap { preset -> [Diagnostic] in
      guard let base = preset.base.map({ program.presets[$0.index] }) else { return [] }
      return preset.own.compactMap { own in
        guard base.values[own.param.index] == own.value else { return nil }
        let name = program.params[own.param.index].name.text
        return rule.finding(
          own.span, "`\(name)` has this value in `\(base.name.text)` already",
          fix: [ItemRemoval.edit(removing: own.span, from: program.files[Int(own.span.file.index)])])
      }
    }
  }
}
