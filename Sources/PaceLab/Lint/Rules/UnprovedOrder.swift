import PaceLanguage

extension LintRule {
  static let unprovedOrder = LintRule(
    code: "unproved-order", severity: .note,
    summary: "an order of presets that can be neither proved nor refuted at a glance",
    rationale: """
      `order a < b` promises that b objects to whatever a objects to. How the parameters enter the
      conditions does not show it, and a short search found no log that breaks it. `pace prove` searches
      longer and says which parameter stands in the way.
      """,
    reported: """
      subject session { mode: preset = calm }
      event entry of session { }
      param every_so_many: number in 1 .. 10 step 1
      preset calm { every_so_many = 4 }
      preset keen { every_so_many = 2 }
      order calm < keen

      \(busy(when: "count(entry) % every_so_many == 0"))
      """,
    mended: [
      "param every_so_many: number in 1 .. 10 step 1": "param many: number in 1 .. 10 step 1",
      "preset calm { every_so_many = 4 }": "preset calm { many = 4 }",
      "preset keen { every_so_many = 2 }": "preset keen { many = 2 }",
      "  when count(entry) % every_so_many == 0": "  when count(entry) >= many",
    ]
  ) { rule, context in
    context.findings(of: rule, .open, help: "`pace prove` searches longer for a log that breaks it") {
      claim, name, lower, higher in
      switch claim.about {
      case .rule: "it is not proved that `\(name)` holds under `\(higher)` wherever it does under `\(lower)`"
      case .scale: "it is not proved that `\(name)` stands as high under `\(higher)` as under `\(lower)`"
      }
    }
  }
}
