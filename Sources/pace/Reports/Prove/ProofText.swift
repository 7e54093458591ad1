import PaceLab
import PaceLanguage

/// What a person reads of a proof: the claims, what can be reached, then the scenarios.
struct ProofText {
  private let program: Program
  private let style: Style

  init(_ program: Program, _ style: Style) {
    self.program = program
    self.style = style
  }

  func text(of report: ProofReport) -> String {
    var lines = claimLines(report.claims)
    if !lines.isEmpty { lines.append("") }
    lines += reachLines(report)
    lines += scenarioLines(report)
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Claims

  private func claimLines(_ claims: [OrderClaim]) -> [String] {
    if claims.isEmpty { return ["no order is claimed"] }
    var lines: [String] = []
    var start = claims.startIndex
    while start < claims.endIndex {
      let first = claims[start]
      let end =
        claims[start...].firstIndex {
          $0.order != first.order || $0.lower != first.lower || $0.higher != first.higher
        } ?? claims.endIndex
      if start > 0 { lines.append("") }
      lines.append("order " + style.bold(name(of: first)) + "  " + counts(claims[start..<end]))
      var table = TextTable([.left, .left, .left, .left], indent: "  ")
      for claim in claims[start..<end] {
        table.append([about(claim), sort(claim), coloured(claim.verdict), why(claim)])
      }
      lines += table.lines
      start = end
    }
    return lines
  }

  private func name(of claim: OrderClaim) -> String {
    "\(program.presets[claim.lower.index].name.text) < \(program.presets[claim.higher.index].name.text)"
  }

  private func counts(_ claims: ArraySlice<OrderClaim>) -> String {
    let verdicts: [OrderClaim.Verdict] = [.refuted, .open, .proved, .notClaimed]
    let parts = verdicts.compactMap { verdict in
      let count = claims.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    return style.dim(parts.joined(separator: ", "))
  }

  private func about(_ claim: OrderClaim) -> String {
    switch claim.about {
    case .rule(let rule): program[rule].name.text
    case .scale(let scale): program.scales[scale.index].name.text
    }
  }

  private func sort(_ claim: OrderClaim) -> String {
    switch claim.about {
    case .rule: "rule"
    case .scale: "scale"
    }
  }

  private func coloured(_ verdict: OrderClaim.Verdict) -> String {
    switch verdict {
    case .proved: style.green(verdict.rawValue)
    case .refuted: style.red(verdict.rawValue)
    case .open: style.yellow(verdict.rawValue)
    case .notClaimed: style.dim(verdict.rawValue)
    }
  }

  /// The parameters that enter, and what stands in the way.
  private func why(_ claim: OrderClaim) -> String {
    var parts = claim.effects.map { effect in
      let param = program.params[effect.param.index]
      let from = program.text(of: effect.from, type: param.type)
      let to = program.text(of: effect.to, type: param.type)
      let word =
        switch effect.direction {
        case .more: "more"
        case .less: "less"
        case .unclear: "more or less"
        }
      return "\(param.name.text) \(from) → \(to): \(word)"
    }
    if claim.effects.isEmpty, claim.verdict == .proved { parts.append("the same under both") }
    if let reason = claim.reason { parts.append(reason) }
    if claim.scenario != nil { parts.append("see the scenario below") }
    return parts.joined(separator: "; ")
  }

  // MARK: What can be reached

  private func reachLines(_ report: ProofReport) -> [String] {
    var table = TextTable([.left, .left, .left], indent: "  ")
    for rule in report.rules {
      table.append([program[rule.rule].name.text, coloured(rule.reach), rule.reason ?? ""])
    }
    for level in report.levels {
      let scale = program.scales[level.scale.index]
      table.append([
        "\(scale.name.text) == \(scale.levels[level.level].name)", coloured(level.reach), level.reason ?? "",
      ])
    }
    let searched = style.dim("\(report.evaluations) evaluations")
    return [style.bold("rules and levels") + "  " + searched] + table.lines
  }

  private func coloured(_ reach: Reach) -> String {
    switch reach {
    case .reachable: style.green(reach.rawValue)
    case .unreachable: style.red(reach.rawValue)
    case .open: style.yellow(reach.rawValue)
    }
  }

  // MARK: Scenarios

  private func scenarioLines(_ report: ProofReport) -> [String] {
    let refuting = report.claims.compactMap(\.scenario)
    let reaching = report.rules.compactMap(\.scenario) + report.levels.compactMap(\.scenario)
    var lines: [String] = []
    if !refuting.isEmpty {
      lines += ["", style.red("# these fail: each expects what an order promises"), ""]
      lines.append(refuting.joined(separator: "\n").trimmed)
    }
    if !reaching.isEmpty {
      lines += ["", style.dim("# these pass: the shortest found for each rule and level"), ""]
      lines.append(reaching.joined(separator: "\n").trimmed)
    }
    return lines
  }
}

extension String {
  /// Without line endings at its end.
  fileprivate var trimmed: String {
    var text = self
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
