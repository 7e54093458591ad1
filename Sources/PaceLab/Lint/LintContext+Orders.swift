import PaceLanguage

extension LintContext {
  /// A claim of an order, by the names of what it is about.
  struct NamedClaim {
    enum About {
      case rule(String)
      case scale(String)
    }
    var about: About
    var lower: String
    var higher: String
  }

  /// How many evaluations a claim may take here: lint is run at every save.
  private static let budget = 400

  /// A finding for each claim of an order with this verdict, after a short search for logs that break it.
  func findings(
    of rule: LintRule, _ verdict: OrderClaim.Verdict, help: String, _ message: (NamedClaim) -> String
  ) -> [Diagnostic] {
    Prover(program, roots: roots).claims(budget: Self.budget).filter { $0.verdict == verdict }.map { claim in
      let about: NamedClaim.About =
        switch claim.about {
        case .rule(let id): .rule(program[id].name.text)
        case .scale(let id): .scale(program.scales[id.index].name.text)
        }
      let named = NamedClaim(about: about, lower: name(of: claim.lower), higher: name(of: claim.higher))
      return rule.finding(
        program.orders[claim.order].span, message(named), notes: suspects(of: claim), help: help)
    }
  }

  private func name(of preset: PresetID) -> String { program.presets[preset.index].name.text }

  /// The places of preset values that may make the claim fail, in the higher preset if it has its own.
  private func suspects(of claim: OrderClaim) -> [DiagnosticNote] {
    claim.effects.filter { $0.direction != .more }.compactMap { effect in
      let param = program.params[effect.param.index]
      let own = program.presets[claim.higher.index].own + program.presets[claim.lower.index].own
      guard let place = own.first(where: { $0.param == effect.param })?.span else { return nil }
      let from = program.text(of: effect.from, type: param.type)
      let to = program.text(of: effect.to, type: param.type)
      return DiagnosticNote(
        place,
        "`\(param.name.text)` is \(from) under `\(name(of: claim.lower))`, \(to) under `\(name(of: claim.higher))`"
      )
    }
  }
}
