/// Scenarios: what they set up, and what happens in them.
extension Checker {
  mutating func checkScenarios() {
    content.disclaimers = declarations.disclaimers.map { $0.text }
    var seen: [String: SourceSpan] = [:]
    for syntax in declarations.scenarios {
      if syntax.name.text.isEmpty { report(.scenarioWithoutName(syntax.name.span)) }
      let key = "\(syntax.span.file.index) \(syntax.name.text)"
      if let first = seen[key] {
        report(.scenarioTwice(Identifier(syntax.name.text, syntax.name.span), first))
      }
      seen[key] = syntax.name.span
      checkScenario(syntax)
    }
  }

  /// Where each part that may stand once, and each setting, first stood.
  struct SeenParts {
    var items: [String: SourceSpan] = [:]
    var settings: [String: SourceSpan] = [:]
  }

  private mutating func checkScenario(_ syntax: ScenarioSyntax) {
    var scenario = Scenario(
      name: syntax.name.text, start: (date: 0, time: 0), zone: nil, presets: [], settings: [], attributes: [],
      steps: [], ended: nil, until: nil, expectations: [], span: syntax.span)
    var seen = SeenParts()
    for item in syntax.items { setUp(item, &scenario, &seen) }
    if seen.items["start"] == nil, !isPartial { report(.scenarioWithoutStart(syntax.name.span)) }
    for item in syntax.items { checkStep(item, &scenario) }
    for case .expect(let expectation) in syntax.items {
      if let expectation = self.expectation(expectation, in: scenario) {
        scenario.expectations.append(expectation)
      }
    }
    checkParamsHaveValues(in: scenario, syntax)
    content.scenarios.append(scenario)
  }

  private mutating func setUp(
    _ item: ScenarioSyntax.Item, _ scenario: inout Scenario, _ seen: inout SeenParts
  ) {
    switch item {
    case .start(let date, let time, let span):
      if !isRepeated("start", span, &seen.items) { scenario.start = (date, time) }
    case .zone(let zone):
      if isRepeated("zone", zone.span, &seen.items) { return }
      if zone.text.isEmpty { report(.emptyZone(zone.span)) }
      scenario.zone = zone.text
    case .presets(let list):
      guard let first = list.first, !isRepeated("presets", first.span, &seen.items) else { return }
      scenario.presets = presetList(list)
    case .set(let assignment):
      if isAssignedTwice(assignment, &seen.settings) { return }
      if let (id, value) = paramValue(assignment), let value { scenario.settings.append((id, value)) }
    case .subject(let assignments, let span):
      if isRepeated("subject", span, &seen.items) { return }
      scenario.attributes = attributeValues(assignments)
    case .ended(let point, let span):
      if !isRepeated("ended", span, &seen.items) { scenario.ended = point }
    case .until(let point, let span):
      if !isRepeated("until", span, &seen.items) { scenario.until = point }
    case .at, .given, .expect: break
    }
  }

  mutating func presetList(_ list: [Identifier]) -> [PresetID] {
    var ids: [PresetID] = []
    var seen: [String: SourceSpan] = [:]
    for name in list {
      if isTwice(name, &seen, { .duplicate($0, of: "preset", first: $1) }) { continue }
      if let id = preset(name) { ids.append(id) }
    }
    return ids
  }

  private mutating func attributeValues(
    _ assignments: [AssignmentSyntax]
  ) -> [(attribute: AttributeID, value: Constant)] {
    var values: [(attribute: AttributeID, value: Constant)] = []
    var seen: [String: SourceSpan] = [:]
    for assignment in assignments {
      if isAssignedTwice(assignment, &seen) { continue }
      guard let id = names.attribute(assignment.name) else {
        let known = content.subject.attributes.map { $0.name.text }
        reportUnknown(assignment.name, .attribute, found: value(named: assignment.name), among: known)
        continue
      }
      if let value = constant(assignment.value, for: declared.attributes[id.index]) {
        values.append((id, value))
      }
    }
    return values
  }

  private mutating func checkStep(_ item: ScenarioSyntax.Item, _ scenario: inout Scenario) {
    switch item {
    case .at(let point, let name, let values, _):
      checkPoint(point, in: scenario)
      guard let id = stream(name, wanted: .event) else { return }
      let action: Scenario.Step.Action
      switch content[id].kind {
      case .event(let event): action = .event(event, nil, fieldValues(values, of: event))
      case .kind(let event, let kind): action = .event(event, kind, fieldValues(values, of: event))
      case .derived, .firings, .notices:
        report(.notAnEvent(name, what: content[id].kind.sort))
        return
      }
      scenario.steps.append(Scenario.Step(action: action, point: point))
    case .given(let name, let point, _):
      checkPoint(point, in: scenario)
      guard let id = rule(name), canFire(id, name) else { return }
      scenario.steps.append(Scenario.Step(action: .given(id), point: point))
    case .ended(let point, _), .until(let point, _): checkPoint(point, in: scenario)
    case .start, .zone, .presets, .set, .subject, .expect: break
    }
  }

  /// Reports a point before the start; a time alone is never before it.
  mutating func checkPoint(_ point: PointSyntax?, in scenario: Scenario) {
    guard let point else { return }
    switch point.kind {
    case .dateTime(let date, let time):
      if (date, time) < scenario.start { report(.pointBeforeStart(point.span)) }
    case .day(let day, let time):
      if day < 1 { report(.noSuchDay(point.span)) }
      if day == 1, intoDay(time) < intoDay(scenario.start.time) { report(.pointBeforeStart(point.span)) }
    case .offset(let delay):
      if delay < 0 { report(.pointBeforeStart(point.span)) }
    case .time, .invalid: break
    }
  }

  /// The milliseconds from the start of the calendar day, which may be after midnight, to a time of day.
  private func intoDay(_ time: Int64) -> Int64 {
    time >= content.calendar.dayStart
      ? time - content.calendar.dayStart : time - content.calendar.dayStart + Self.day
  }

  /// Reports a parameter with neither a default nor a `set`, if certainly no preset is in force.
  ///
  /// Accepts a scenario without steps and expectations: it only sets values, and what it is used for names the preset.
  private mutating func checkParamsHaveValues(in scenario: Scenario, _ syntax: ScenarioSyntax) {
    guard !isPartial, content.presets.count > 1, scenario.presets.isEmpty,
      !scenario.steps.isEmpty || !scenario.expectations.isEmpty
    else { return }
    if syntax.items.contains(where: { if case .presets = $0 { true } else { false } }) { return }
    if let attribute = content.subject.presetAttribute {
      if content.subject.attributes[attribute.index].initial != nil { return }
      if scenario.attributes.contains(where: { $0.attribute == attribute }) { return }
    }
    let set = Set(scenario.settings.map { $0.param.index })
    let lacking = content.params.indices.filter {
      declarations.params[$0].initial == nil && !set.contains($0)
    }
    guard let first = lacking.first else { return }
    report(.scenarioNeedsPreset(syntax.name, param: content.params[first].name.text))
  }
}

/// What scenarios expect.
extension Checker {
  mutating func expectation(
    _ syntax: ExpectationSyntax, in scenario: Scenario
  ) -> Scenario.Expectation? {
    checkPoint(syntax.point, in: scenario)
    let under = presetList(syntax.presets)
    for (name, id) in zip(syntax.presets, under) where syntax.presets.count == under.count {
      if !scenario.presets.contains(id) { report(.presetNotRun(name.span, name.text)) }
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
      if let id = names.streams[scale.text], names.values[scale.text] == nil {
        report(.levelOfStream(scale, relation, level, what: content[id].kind.sort))
        return nil
      }
      guard let id = self.scale(scale), let level = self.level(level, of: id) else { return nil }
      return .level(id, relation, level)
    case .held(let rule, let gate, let isPolicy):
      guard let id = self.rule(rule), canFire(id, rule), let name = gateName(gate) else { return nil }
      return hasGate(id, name, gate, isPolicy: isPolicy) ? .held(id, name, isPolicy: isPolicy) : nil
    case .outcome(let rule, let code):
      if case .scale = names.values[rule.text], names.streams[rule.text] == nil {
        report(.levelAsOutcome(rule, code))
        return nil
      }
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
    if let id = names.stream(name) {
      switch content[id].kind {
      case .firings(let rule): return canFire(rule, name) ? id : nil
      case .notices: return id
      case .event, .kind, .derived: break
      }
    }
    let known = content.rules.map { $0.name.text } + content.noticeKinds.map { $0.name }
    reportUnknown(name, .speaker, found: stream(named: name) ?? value(named: name), among: known)
    return nil
  }

  private mutating func gateName(_ name: Identifier) -> GateName? {
    if let gate = GateName(rawValue: name.text) { return gate }
    let known = GateName.allCases.map { $0.text }
    report(.unknownGate(name, expected: known, suggestion: nearest(to: name.text, among: known)))
    return nil
  }

  private mutating func hasGate(
    _ rule: RuleID, _ gate: GateName, _ name: Identifier, isPolicy: Bool
  ) -> Bool {
    if isPartial { return true }
    let own = declarations.rules[rule.index].clauses.contains { $0.gate?.name == gate }
    let kind = traits[rule.index].kind.map { content.noticeKinds[$0.index].name } ?? ""
    let shared = declarations.policies.contains { policy in
      policy.name.text == kind && policy.gates.contains { $0.name == gate }
    }
    if isPolicy ? shared : own { return true }
    report(
      .gateNotThere(
        name, rule: content.rules[rule.index].name, kind: kind, isPolicy: isPolicy,
        isOther: isPolicy ? own : shared))
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

/// The order in which rules are evaluated: again and again the first-declared one whose dependencies are done.
extension Checker {
  mutating func orderRules() {
    let graph = ruleGraph()
    var sorter = RuleSorter(graph)
    sorter.run()
    while let cycle = sorter.nextCycle() {
      reportCycle(cycle)
      if sorter.cyclesFound >= 20 { break }
    }
    content.evaluationOrder = sorter.order.map { RuleID($0) }
  }

  /// Nodes are numbered: first rules, then notice kinds, then the `on` rules of each notice kind, then scales.
  private func ruleGraph() -> RuleGraph {
    let kinds = content.rules.count
    let triggered = kinds + content.noticeKinds.count
    let scaleNodes = triggered + content.noticeKinds.count
    var graph = RuleGraph(ruleCount: content.rules.count, nodeCount: scaleNodes + content.scales.count)
    for (index, rule) in content.rules.enumerated() {
      let own = traits[index].kind
      if let own {
        graph.add(from: kinds + own.index, needs: index, at: nil)
        if traits[index].isOnEvent { graph.add(from: triggered + own.index, needs: index, at: nil) }
      }
      if let raise = rule.raise { graph.add(from: scaleNodes + raise.scale.index, needs: index, at: nil) }
      let shared = own.map { reads.policies[$0.index] } ?? []
      for read in reads.rules[index] + shared {
        switch read.target {
        case .rule(let other):
          if other.index != index { graph.add(from: index, needs: other.index, at: read.span) }
        case .kind(let kind):
          if kind != own { graph.add(from: index, needs: kinds + kind.index, at: read.span) }
        case .triggeredKind(let kind):
          if kind != own { graph.add(from: index, needs: triggered + kind.index, at: read.span) }
        case .scale(let scale):
          graph.add(from: index, needs: scaleNodes + scale.index, at: read.span)
        }
      }
    }
    return graph
  }

  private mutating func reportCycle(_ cycle: [RuleGraph.Edge]) {
    var steps: [CycleStep] = []
    for edge in cycle {
      guard edge.from < content.rules.count, let span = edge.span else { continue }
      let kind = traits[edge.from].kind
      let isShared = kind.map { reads.policies[$0.index].contains { $0.span == span } } ?? false
      steps.append(
        CycleStep(
          rule: content.rules[edge.from].name, reads: text(in: span), span: span,
          kind: kind.map { content.noticeKinds[$0.index].name }, isOfPolicy: isShared))
    }
    guard steps.count == 1, let raised = content.rules[cycle[0].from].raise?.scale else {
      return report(.ruleCycle(steps))
    }
    let alike = content.scales[raised.index].rules.filter { other in
      steps[0].isOfPolicy && other.index != cycle[0].from
        && traits[other.index].kind == traits[cycle[0].from].kind
    }
    report(.readsOwnScale(steps[0], like: alike.map { content.rules[$0.index].name }))
  }
}
