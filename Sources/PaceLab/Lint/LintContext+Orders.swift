import PaceLanguage

extension LintContext {
  /// A finding for each claim of an order with this verdict.
  ///
  /// - Parameter message: words it by the claim, the name of what it is about, and the names of its presets.
  func findings(
    of rule: LintRule, _ verdict: OrderClaim.Verdict, help: String,
    _ message: (OrderClaim, _ name: String, _ lower: String, _ higher: String) -> String
  ) -> [Diagnostic] {
    claims.filter { $0.verdict == verdict }.map { claim in
      let text = message(claim, program.name(of: claim.about), name(of: claim.lower), name(of: claim.higher))
      return rule.finding(program.orders[claim.order].span, text, notes: suspects(of: claim), help: help)
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
