public import PaceLab
public import PaceLanguage

/// What `prove` prints for people: the claims, what can be reached, then the scenarios.
public struct ProofText {
  private let program: Program
  private let style: Style

  public init(_ program: Program, _ style: Style) {
    self.program = program
    self.style = style
  }

  public func text(of report: ProofReport) -> String {
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
      lines.append("order " + style.bold(program.order(of: first)) + "  " + counts(claims[start..<end]))
      lines += claims[start..<end].flatMap { self.lines(of: $0) }
      start = end
    }
    let scope =
      "this is about conditions and levels: a gate may still hold a notice of the stricter preset back"
    return (lines + ["", style.dim(scope)]).flatMap { style.wrapped($0) }
  }

  private func counts(_ claims: ArraySlice<OrderClaim>) -> String {
    let verdicts: [OrderClaim.Verdict] = [.refuted, .open, .proved, .notClaimed]
    let parts = verdicts.compactMap { verdict in
      let count = claims.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    return style.dim(parts.joined(separator: ", "))
  }

  private func coloured(_ verdict: OrderClaim.Verdict) -> String {
    switch verdict {
    case .proved: style.green(verdict.rawValue)
    case .refuted: style.red(verdict.rawValue)
    case .open: style.yellow(verdict.rawValue)
    case .notClaimed: style.dim(verdict.rawValue)
    }
  }

  /// The verdict of a claim, then how each parameter that differs enters it.
  private func lines(of claim: OrderClaim) -> [String] {
    var head = "  \(program.name(of: claim.about).padded(to: nameWidth))  \(coloured(claim.verdict))"
    var remarks = [claim.reason].compactMap { $0 }
    if claim.effects.isEmpty, claim.verdict == .proved {
      remarks.append("no parameter that differs enters it")
    }
    if claim.scenario != nil { remarks.append("see the scenario below") }
    if !remarks.isEmpty { head += style.dim("  " + remarks.joined(separator: "; ")) }
    return [head] + claim.effects.flatMap { lines(of: $0, claim) }
  }

  private func lines(of effect: ParamEffect, _ claim: OrderClaim) -> [String] {
    let param = program.params[effect.param.index]
    let from = program.text(of: effect.from, type: param.type)
    let to = program.text(of: effect.to, type: param.type)
    let head = "      \(param.name.text) \(from) → \(to)"
    // A scale's rules have lines of their own, which say how.
    if case .scale = claim.about {
      let rules = effect.sites.compactMap { $0.through }.unique
      return [head + style.dim("  through \(rules.joined(separator: ", ")): \(word(effect.direction))")]
    }
    return [head]
      + effect.sites.map { site in
        let through = site.through.map { "in \($0): " } ?? ""
        return "        \(through)\(site.text)" + style.dim("  \(site.because)")
      }
  }

  private func word(_ direction: ParamEffect.Direction) -> String {
    switch direction {
    case .more: "can only stand higher"
    case .less: "may stand lower"
    case .unclear: "may stand higher or lower"
    }
  }

  /// As wide as the widest name that a claim is about.
  private var nameWidth: Int {
    (program.rules.map { $0.name.text } + program.scales.map { $0.name.text }).map { $0.count }.max() ?? 0
  }

  // MARK: What can be reached

  private func reachLines(_ report: ProofReport) -> [String] {
    let rows = report.reaches.map { claim in
      [program.name(of: claim.about), coloured(claim.reach), claim.reason ?? ""]
    }
    let table = TextTable([.left, .left, .left], indent: "  ", rows: rows)
    let searched = style.dim("\(report.evaluations) evaluations")
    return [style.bold("rules and levels") + "  " + searched] + table.lines(within: style.width)
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
    let refuting = report.claims.compactMap { $0.scenario }
    let reaching = report.reaches.compactMap { $0.scenario }
    let fail = style.red("# these fail: each expects what an order promises")
    let pass = style.dim("# these pass: the shortest found for each rule and level")
    return [(fail, refuting), (pass, reaching)].filter { !$1.isEmpty }.flatMap { heading, scenarios in
      ["", heading, "", scenarios.joined(separator: "\n").trimmed]
    }
  }
}

extension String {
  /// The text without newlines at its end.
  fileprivate var trimmed: String {
    var text = self
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
