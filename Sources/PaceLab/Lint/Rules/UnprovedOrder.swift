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

      rule busy {
        on entry
        when count(entry) % every_so_many == 0
        emit warning "That is a lot."
      }
      """,
    accepted: """
      subject session { mode: preset = calm }
      event entry of session { }
      param many: number in 1 .. 10 step 1
      preset calm { many = 4 }
      preset keen { many = 2 }
      order calm < keen

      rule busy {
        on entry
        when count(entry) >= many
        emit warning "That is a lot."
      }
      """
  ) { rule, context in
    context.unprovedClaims(budget: 400).filter { $0.verdict == .open }.map { claim in
      let program = context.program
      let (lower, higher) = (program.name(of: claim.lower), program.name(of: claim.higher))
      let what =
        switch claim.about {
        case .rule(let id):
          "`\(program[id].name.text)` holds under `\(higher)` wherever it does under `\(lower)`"
        case .scale(let id):
          "`\(program.scales[id.index].name.text)` stands as high under `\(higher)` as under `\(lower)`"
        }
      return rule.finding(
        program.orders[claim.order].span, "it is not proved that \(what)", notes: program.suspects(of: claim),
        help: "`pace prove` searches longer for a log that breaks it")
    }
  }
}
