package import PaceLab
package import PaceLanguage

/// What `prove --format json` writes: one object.
package enum ProofJSON {
  package static func bytes(of report: ProofReport, _ program: Program) -> [UInt8] {
    JSONWriter.line { json in
      json.objects("claims", report.claims) { write($0, program, &$1) }
      json.objects("rules", report.rules) { rule, json in
        json.field("rule", program[rule.rule].name.text)
        write(rule.reach, rule.reason, rule.scenario, &json)
      }
      json.objects("levels", report.levels) { level, json in
        let scale = program.scales[level.scale.index]
        json.field("scale", scale.name.text)
        json.field("level", scale.levels[level.level].name)
        write(level.reach, level.reason, level.scenario, &json)
      }
      json.field("evaluations", report.evaluations)
    }
  }

  private static func write(_ claim: OrderClaim, _ program: Program, _ json: inout JSONWriter) {
    let lower = program.presets[claim.lower.index].name.text
    let higher = program.presets[claim.higher.index].name.text
    json.field("order", "\(lower) < \(higher)")
    switch claim.about {
    case .rule(let rule):
      json.field("about", program[rule].name.text)
      json.field("sort", "rule")
    case .scale(let scale):
      json.field("about", program.scales[scale.index].name.text)
      json.field("sort", "scale")
    }
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
  private static func write(_ reach: Reach, _ reason: String?, _ scenario: String?, _ json: inout JSONWriter)
  {
    json.key("reachable")
    switch reach {
    case .reachable: json.bool(true)
    case .unreachable: json.bool(false)
    case .open: json.null()
    }
    json.field("because", reason)
    json.field("scenario", scenario)
  }
}
