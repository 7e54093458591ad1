import PaceLanguage

extension LintRule {
  static let brokenOrder = LintRule(
    code: "broken-order", severity: .error,
    summary: "an order of presets that a log breaks",
    rationale: """
      `order a < b` promises that b objects to whatever a objects to. A log was found on which a rule
      holds, or a scale stands higher, under a only. `pace prove` shows it as a scenario. Either a value is
      not what was meant, or the presets have no such order.
      """,
    reported: """
      subject session { mode: preset = calm }
      event entry of session { }
      param most: number in 1 .. 10 step 1
      preset calm { most = 3 }
      preset keen { most = 5 }
      order calm < keen

      \(busy(when: "count(entry, last 60 min) >= most"))
      """,
    mended: [
      "preset calm { most = 3 }": "preset calm { most = 5 }",
      "preset keen { most = 5 }": "preset keen { most = 3 }",
    ]
  ) { rule, context in
    context.findings(of: rule, .refuted, help: "`pace prove` shows a log on which it does") {
      claim, name, lower, higher in
      switch claim.about {
      case .rule: "under `\(lower)`, `\(name)` holds where it does not under `\(higher)`"
      case .scale: "under `\(lower)`, `\(name)` stands higher than under `\(higher)`"
      }
    }
  }
}
