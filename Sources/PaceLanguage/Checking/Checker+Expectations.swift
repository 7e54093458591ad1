/// What scenarios expect.
extension Checker {
  mutating func expectation(
    _ syntax: ExpectationSyntax, in scenario: Scenario
  ) -> Scenario.Expectation? {
    checkPoint(syntax.point, in: scenario)
    let under = presetList(syntax.presets)
    for (name, id) in zip(syntax.presets, under) where syntax.presets.count == under.count {
      if !scenario.presets.contains(id) { report(.presetNotRun(name)) }
    }
    checkCompanions(of: syntax)
    guard let claim = claim(syntax.claim) else { return nil }
    return Scenario.Expectation(
      claim: claim, message: syntax.message?.text, point: syntax.point,
      times: syntax.times.map { Int(clamping: $0.count) }, presets: under, span: syntax.span)
  }

  private mutating func claim(_ syntax: ExpectationSyntax.Claim) -> Scenario.Expectation.Claim? {
    switch syntax {
    case .nothing: return .nothing
    case .no(let name): return speaker(name).map { .none($0) }
    case .fires(let name): return speaker(name).map { .fires($0) }
    case .level(let scale, let relation, let level):
      guard let id = self.scale(scale), let level = self.level(level, of: id) else { return nil }
      return .level(id, relation, level)
    case .held(let rule, let gate, let isPolicy):
      guard let id = self.rule(rule), isSpeaking(id, rule), let name = gateName(gate) else { return nil }
      return hasGate(id, name, gate, isPolicy: isPolicy) ? .held(id, name, isPolicy: isPolicy) : nil
    case .outcome(let rule, let code):
      guard let id = self.rule(rule) else { return nil }
      if let outcome = Outcome.allCases.first(where: { $0.text == code.text }) {
        return .outcome(id, outcome)
      }
      let known = Outcome.allCases.map { $0.text }
      report(.unknownOutcome(code, expected: known, suggestion: nearest(to: code.text, among: known)))
      return nil
    }
  }

  /// A rule or a notice kind that can fire.
  private mutating func speaker(_ name: Identifier) -> StreamID? {
    if let id = names.streams[name.text] {
      switch streams[id.index].kind {
      case .firings(let rule): return isSpeaking(rule, name) ? id : nil
      case .notices: return id
      case .event, .kind, .derived: break
      }
    }
    if isPartial || name.text.isEmpty { return nil }
    var found = names.streams[name.text].map { describe(streams[$0.index].kind) }
    if found == nil, let value = names.values[name.text] { found = describe(value) }
    let known = rules.map { $0.name.text } + noticeKinds.map { $0.name }
    report(.unknownSpeaker(name, found: found, suggestion: nearest(to: name.text, among: known)))
    return nil
  }

  private mutating func gateName(_ name: Identifier) -> GateName? {
    if let gate = GateName.allCases.first(where: { $0.text == name.text }) { return gate }
    let known = GateName.allCases.map { $0.text }
    report(.unknownGate(name, expected: known, suggestion: nearest(to: name.text, among: known)))
    return nil
  }

  private mutating func hasGate(
    _ rule: RuleID, _ gate: GateName, _ name: Identifier, isPolicy: Bool
  ) -> Bool {
    if isPartial { return true }
    let own = text.rules[rule.index].clauses.contains { $0.gate?.name == gate }
    let kind = traits[rule.index].kind.map { noticeKinds[$0.index].name } ?? ""
    let shared = text.policies.contains { policy in
      policy.name.text == kind && policy.gates.contains { $0.name == gate }
    }
    if isPolicy ? shared : own { return true }
    report(
      .gateNotThere(
        name, rule: rules[rule.index].name, kind: kind, isPolicy: isPolicy, isOther: isPolicy ? own : shared))
    return false
  }

  private mutating func checkCompanions(of syntax: ExpectationSyntax) {
    if let message = syntax.message {
      switch syntax.claim {
      case .fires: break
      case .outcome(_, let code) where code.text == Outcome.fired.text: break
      default: report(.sayingWithoutFiring(message.span))
      }
    }
    guard let times = syntax.times else { return }
    switch syntax.claim {
    case .fires, .held, .outcome: break
    case .nothing, .no, .level: report(.timesWithoutCount(times.span))
    }
  }
}
