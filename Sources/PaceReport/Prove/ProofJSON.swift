public import PaceLab
public import PaceLanguage

/// What `prove --format json` writes: one object.
public enum ProofJSON {
  public static func bytes(of report: ProofReport, _ program: Program) -> [UInt8] {
    JSONWriter.line { json in
      json.objects("claims", report.claims) { write($0, program, &$1) }
      json.objects("rules", report.rules) { write($0, program, &$1) }
      json.objects("levels", report.levels) { write($0, program, &$1) }
      json.field("evaluations", report.evaluations)
    }
  }

  private static func write(_ claim: OrderClaim, _ program: Program, _ json: inout JSONWriter) {
    json.field("order", program.order(of: claim))
    json.field("about", program.name(of: claim.about))
    let sort = if case .rule = claim.about { "rule" } else { "scale" }
    json.field("sort", sort)
    json.field("verdict", claim.verdict.rawValue)
    json.field("because", claim.reason)
    json.objects("params", claim.effects) { effect, json in
      let param = program.params[effect.param.index]
      json.field("name", param.name.text)
      json.field("from", program.text(of: effect.from, type: param.type))
      json.field("to", program.text(of: effect.to, type: param.type))
      json.field("effect", effect.direction.rawValue)
      json.objects("where", effect.sites) { site, json in
        json.field("text", site.text)
        json.field("through", site.through)
        json.field("because", site.because)
      }
    }
    json.field("scenario", claim.scenario)
  }

  /// `reachable` is null if it is open.
  private static func write(_ claim: ReachClaim, _ program: Program, _ json: inout JSONWriter) {
    switch claim.about {
    case .rule(let rule): json.field("rule", program[rule].name.text)
    case .level(let scale, let level):
      json.field("scale", program.scales[scale.index].name.text)
      json.field("level", program.scales[scale.index].levels[level].name)
    }
    json.field("reachable", claim.reach == .open ? nil : claim.reach == .reachable)
    json.field("because", claim.reason)
    json.field("scenario", claim.scenario)
  }
}
