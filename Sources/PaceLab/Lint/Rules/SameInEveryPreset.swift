import PaceLanguage

extension LintRule {
  static let sameInEveryPreset = LintRule(
    code: "same-in-every-preset", severity: .note,
    summary: "a parameter that all presets set to one value",
    rationale: """
      As the parameter's default it would be written once, and a new preset could not forget it.
      """,
    reported: """
      subject session { sensitivity: preset = calm }
      event entry of session { }

      param many: number in 1 .. 10
      param few: number in 1 .. 10

      preset calm { many = 3, few = 1 }
      preset keen { many = 5, few = 1 }

      \(busy(when: "count(entry) >= many or count(entry) == few"))
      """,
    mended: [
      "param few: number in 1 .. 10": "param few: number = 1 in 1 .. 10",
      "preset calm { many = 3, few = 1 }": "preset calm { many = 3 }",
      "preset keen { many = 5, few = 1 }": "preset keen { many = 5 }",
    ]
  ) { rule, context in
    let program = context.program
    guard program.presets.count > 1 else { return [] }
    return program.params.enumerated().compactMap { index, param in
      let own = program.presets.map { preset in preset.own.last { $0.param.index == index }?.value }
      guard let first = own.first, let value = first, own.allSatisfy({ $0 == value }) else { return nil }
      let text = program.text(of: value, type: param.type)
      return rule.finding(
        param.name.span, "every preset sets `\(param.name.text)` to \(text)",
        help: "make it the default: `= \(text)` after the type")
    }
  }
}
