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

      rule busy {
        on entry
        when count(entry, last 60 min) >= most
        emit warning "That is a lot."
      }
      """,
    accepted: """
      subject session { mode: preset = calm }
      event entry of session { }
      param most: number in 1 .. 10 step 1
      preset calm { most = 5 }
      preset keen { most = 3 }
      order calm < keen

      rule busy {
        on entry
        when count(entry, last 60 min) >= most
        emit warning "That is a lot."
      }
      """
  ) { rule, context in
    context.unprovedClaims(budget: 400).filter { $0.verdict == .refuted }.map { claim in
      let program = context.program
      let (lower, higher) = (program.name(of: claim.lower), program.name(of: claim.higher))
      let what =
        switch claim.about {
        case .rule(let id): "`\(program[id].name.text)` holds where it does not under `\(higher)`"
        case .scale(let id): "`\(program.scales[id.index].name.text)` stands higher than under `\(higher)`"
        }
      return rule.finding(
        program.orders[claim.order].span, "under `\(lower)`, \(what)", notes: program.suspects(of: claim),
        help: "`pace prove` shows a log on which it does")
    }
  }
}

extension LintContext {
  /// The claims of orders that are not proved, after a short search for logs that break them.
  func unprovedClaims(budget: Int) -> [OrderClaim] {
    Prover(program, roots: roots).claims(budget: budget).filter {
      $0.verdict == .refuted || $0.verdict == .open
    }
  }
}

extension Program {
  func name(of preset: PresetID) -> String { presets[preset.index].name.text }

  /// The values of the higher preset that make what is claimed hold less often, where they are written.
  func suspects(of claim: OrderClaim) -> [DiagnosticNote] {
    claim.effects.filter { $0.direction != .more }.compactMap { effect in
      let param = params[effect.param.index]
      let own = presets[claim.higher.index].own + presets[claim.lower.index].own
      guard let place = own.first(where: { $0.param == effect.param })?.span else { return nil }
      let from = text(of: effect.from, type: param.type)
      let to = text(of: effect.to, type: param.type)
      return DiagnosticNote(
        place,
        "`\(param.name.text)` is \(from) under `\(name(of: claim.lower))`, \(to) under `\(name(of: claim.higher))`"
      )
    }
  }
}
