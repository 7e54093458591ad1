/// Rules: their clauses, and which of them need or exclude each other.
extension Checker {
  mutating func checkRule(_ index: Int) {
    let syntax = declarations.rules[index]
    var seen = SeenClauses()
    scope = Scope(place: .condition)
    scope.allowsFires = traits[index].allowsFires
    // The parser reports a repeated clause; the first one counts.
    for clause in syntax.clauses where seen.note(clause) == nil { checkClause(clause, of: index) }
    reads.rules[index] = scope.reads
    checkCompanions(seen, of: syntax)
  }

  private mutating func checkClause(_ clause: ClauseSyntax, of index: Int) {
    if clause.isTrigger { content.rules[index].triggerSpan = clause.span }
    switch clause.kind {
    case .on(let name):
      if let id = loggedStream(name, for: "`on`") { content.rules[index].trigger = .on(id) }
    case .at(let time):
      if let time = operand(time, of: .time, for: "`at`") { content.rules[index].trigger = .at(time) }
    case .every(let step, let from, let to):
      let step = duration(step, mayBeZero: false, for: "`every`")
      let from = operand(from, of: .time, for: "`every … from`")
      let to = operand(to, of: .time, for: "`every … to`")
      if let step, let from, let to { content.rules[index].trigger = .every(step, from: from, to: to) }
    case .when(let condition, let hold, let until):
      content.rules[index].condition = self.condition(condition, what: "`when`")
      content.rules[index].hold = hold.flatMap { duration($0, mayBeZero: true, for: "`for`") }
      content.rules[index].until = until.flatMap { self.condition($0, what: "`until`") }
    case .raise(let scale, let level, let whenFired):
      checkRaise(scale, level, whenFired, clause.span, of: index)
    case .emit(_, let message):
      guard let kind = traits[index].kind else { return }
      content.rules[index].emission = Rule.Emission(kind: kind, message: template(message), span: clause.span)
    case .severity(let literal): content.rules[index].severity = severity(literal)
    case .repeat(let literal):
      if let delay = duration(literal, mayBeZero: false, for: "`repeat`") {
        content.rules[index].repetition = .after(delay)
      }
    case .repeatDaily: content.rules[index].repetition = .daily
    case .gate(let gate):
      if let gate = self.gate(gate) { content.rules[index].gates.append(gate) }
    }
  }

  private mutating func checkRaise(
    _ scale: Identifier, _ level: Identifier?, _ whenFired: Bool, _ span: SourceSpan, of index: Int
  ) {
    guard let level else {
      return report(.levelMissing(scale, content.scales.map { ($0.name.text, $0.levels.map { $0.name }) }))
    }
    guard let id = self.scale(scale) else { return }
    content.scales[id.index].rules.append(RuleID(index))
    guard let level = self.level(level, of: id) else { return }
    content.rules[index].raise = Rule.Raise(scale: id, level: level, whenFired: whenFired, span: span)
  }

  private mutating func severity(_ literal: Literal) -> Int? {
    guard case .value(let value) = constant(literal, of: .number) else { return nil }
    guard value.bits >= 0, value.bits % 1_000_000 == 0, value.bits <= 1_000_000_000 else {
      report(.notWhole(literal.span, text: text(in: literal.span), for: "`severity`"))
      return nil
    }
    return Int(value.bits / 1_000_000)
  }

  private mutating func checkCompanions(_ seen: SeenClauses, of syntax: RuleSyntax) {
    if seen[.trigger] == nil, seen[.when] == nil, !isPartial {
      report(.neitherWhenNorTrigger(syntax.name.span, syntax.name.text))
    }
    if let repetition = seen[.repeat], let trigger = seen[.trigger] {
      report(.repeatWithTrigger(repetition, trigger: trigger))
    }
    guard seen[.emit] == nil, !isPartial else { return }
    let raise = syntax.clauses.first { $0.kind.unique == .raise }
    let isWhenFired = if case .raise(_, _, whenFired: true)? = raise?.kind { true } else { false }
    let needing: [(SourceSpan?, String)] = [
      (syntax.clauses.lazy.compactMap { $0.gate }.first?.span, "a gate"), (seen[.severity], "`severity`"),
      (isWhenFired ? raise?.span : nil, "`when fired`"), (seen[.repeat], "`repeat`"),
    ]
    for (span, what) in needing {
      if let span { report(.needsEmit(span, what: what, rule: syntax.name.text)) }
    }
  }
}

/// Gates of rules and policies.
extension Checker {
  mutating func gate(_ syntax: GateSyntax) -> Gate? {
    let kind: Gate.Kind?
    switch syntax.kind {
    case .unless(let expression): kind = condition(expression, what: "`unless`").map { .unless($0) }
    case .cooldown(let literal):
      kind = duration(literal, mayBeZero: true, for: "`cooldown`").map { .cooldown($0) }
    case .quiet(let from, let to):
      let from = operand(from, of: .time, for: "`quiet`")
      let to = operand(to, of: .time, for: "`quiet … to`")
      guard let from, let to else { return nil }
      kind = .quiet(from, to: to)
    case .limit(let literal, let window):
      let number = count(literal, for: "`limit`")
      if let window, !window.endsNow {
        report(.limitInPast(window.span, text(in: window.span)))
        return nil
      }
      let window = self.window(window, syntax.span)
      guard let number, let window else { return nil }
      kind = .limit(number, window)
    }
    return kind.map { Gate(kind: $0, span: syntax.span) }
  }

  mutating func checkPolicies() {
    var seen: [String: SourceSpan] = [:]
    for syntax in declarations.policies {
      if isTwice(syntax.name, &seen, Diagnostic.secondPolicy) { continue }
      guard let kind = noticeKind(named: syntax.name) else { continue }
      scope = Scope(place: .condition)
      scope.allowsFires = content.noticeKinds[kind.index].rules.allSatisfy { traits[$0.index].allowsFires }
      for gate in syntax.gates {
        if let gate = self.gate(gate) { content.noticeKinds[kind.index].policy.append(gate) }
      }
      reads.policies[kind.index] = scope.reads
    }
  }

  private mutating func noticeKind(named name: Identifier) -> NoticeKindID? {
    if let known = names.stream(name), case .notices(let id) = content[known].kind { return id }
    reportUnknown(
      name, .noticeKind, found: stream(named: name), among: content.noticeKinds.lazy.map { $0.name })
    return nil
  }
}

/// Messages: their parts, and what a guard forbids them to say.
extension Checker {
  mutating func template(_ syntax: StringSyntax) -> Template {
    var parts: [Template.Part] = []
    let file = files[Int(syntax.span.file.index)]
    for part in parseMessage(syntax, in: file, diagnostics: &diagnostics) {
      switch part {
      case .text(let text): parts.append(.text(text))
      case .value(let expression): if let id = check(expression) { parts.append(.value(id)) }
      }
    }
    return Template(parts: parts, span: syntax.span)
  }

  mutating func checkGuard() {
    for syntax in declarations.guards {
      for phrase in syntax.phrases {
        if !PhraseMatcher.hasWords(phrase.text) { report(.emptyPhrase(phrase.span)) }
        content.guardPhrases.append(phrase)
      }
    }
    content.guardMatcher = PhraseMatcher(content.guardPhrases.map { $0.text })
    for rule in content.rules {
      guard let message = rule.emission?.message else { continue }
      for found in content.guardMatcher.phrases(in: PhraseMatcher.Text(message)) {
        let phrase = content.guardPhrases[found]
        report(.forbiddenPhrase(message.span, phrase: phrase.text, guardedAt: phrase.span))
      }
    }
  }
}

/// Definitions. Each is checked once, after the definitions that it uses; uses refer to it and never copy it.
extension Checker {
  /// How deep definitions may rest on one another.
  static let defineDepthLimit = 128
  /// How many nodes a definition or a rule may have with its definitions written out: a bound on the work of
  /// evaluating it.
  static let unfoldedLimit = 10_000

  mutating func checkDefines() {
    definitions = Array(repeating: nil, count: declarations.defines.count)
    for syntax in declarations.defines {
      content.defines.append(Define(name: syntax.name, value: ExpressionID(0), label: syntax.label))
    }
    let uses = declarations.defines.map { syntax in
      var found: [Int] = []
      collectDefines(in: syntax.value, into: &found)
      return found
    }
    for index in defineOrder(uses) { checkDefine(index) }
  }

  private mutating func checkDefine(_ index: Int) {
    let syntax = declarations.defines[index]
    scope = Scope(place: .definition(hasLabel: syntax.label != nil))
    scope.allowsFires = syntax.label == nil
    let before = content.expressions.count
    guard let value = check(syntax.value) else { return }
    content.defines[index].value = value
    definitions[index] = Definition(
      value: value, features: scope.features, reads: scope.reads, newestStream: scope.newestStream,
      size: content.expressions.count - before + scope.unfolded)
  }

  /// The indices of definitions, each after the definitions that it uses. Cycles are reported. Definitions nested too
  /// deep are reported and left out.
  private mutating func defineOrder(_ uses: [[Int]]) -> [Int] {
    let (order, cycles) = dependencyOrder(uses)
    for cycle in cycles { report(.defineCycle(cycle.map { content.defines[$0].name })) }
    var depth: [Int] = Array(repeating: 1, count: uses.count)
    return order.filter { index in
      depth[index] = 1 + (uses[index].map { depth[$0] }.max() ?? 0)
      if depth[index] == Self.defineDepthLimit + 1 {
        report(.definesTooDeep(content.defines[index].name, limit: Self.defineDepthLimit))
      }
      return depth[index] <= Self.defineDepthLimit
    }
  }

  private func collectDefines(in syntax: Expression, into found: inout [Int]) {
    if let name = syntax.name, case .define(let id) = names.values[name] { found.append(id.index) }
    for child in syntax.children { collectDefines(in: child, into: &found) }
  }
}

/// Presets: their values, what they extend, and whether every parameter has a value under each.
extension Checker {
  mutating func checkPresets() {
    for syntax in declarations.presets {
      var base: PresetID?
      if let name = syntax.base { base = preset(name) }
      let own = ownValues(of: syntax)
      content.presets.append(
        Preset(name: syntax.name, base: base, label: syntax.label, own: own, values: []))
    }
    let (order, cycles) = dependencyOrder(content.presets.map { $0.base.map { [$0.index] } ?? [] })
    for cycle in cycles {
      report(.extendsCycle(cycle.map { content.presets[$0].name }))
      for member in cycle { content.presets[member].base = nil }
    }
    reportMissing(resolveValues(order))
  }

  private mutating func ownValues(of syntax: PresetSyntax) -> [Preset.Own] {
    var own: [Preset.Own] = []
    var seen: [String: SourceSpan] = [:]
    let others = syntax.values.map { $0.name.text }
    for assignment in syntax.values {
      if isAssignedTwice(assignment, &seen) { continue }
      guard let (id, value) = paramValue(assignment, besides: others), let value else { continue }
      own.append((id, value, assignment.span, assignment.value.span))
    }
    return own
  }

  /// A parameter and the value given to it, nil if that isn't valid. No name in `besides` is suggested.
  mutating func paramValue(_ assignment: AssignmentSyntax, besides: [String] = []) -> (ParamID, Constant?)? {
    guard let id = param(assignment.name, besides: besides) else { return nil }
    return (id, constant(assignment.value, for: declared.params[id.index]))
  }

  /// Fills in the `values` of the presets, bases first, and returns the parameters that have no value in each.
  private mutating func resolveValues(_ order: [Int]) -> [Set<Int>] {
    var missing: [Set<Int>] = Array(repeating: [], count: order.count)
    for preset in order {
      let base = content.presets[preset].base?.index
      var values = base.map { content.presets[$0].values } ?? content.params.map { $0.initial }
      for own in content.presets[preset].own { values[own.param.index] = own.value }
      content.presets[preset].values = values
      let given = Set(declarations.presets[preset].values.map { $0.name.text })
      for param in content.params.indices
      where values[param] == nil && declarations.params[param].initial == nil {
        if !given.contains(content.params[param].name.text) { missing[preset].insert(param) }
      }
    }
    return missing
  }

  /// Reports each missing value: at the preset that lacks it, or at the parameter's declaration if all presets do.
  private mutating func reportMissing(_ missing: [Set<Int>]) {
    if isPartial { return }
    let open = content.params.indices.filter { declarations.params[$0].initial == nil }
    // If all presets extend one base, the value is missing there.
    let hasOneBase = content.presets.count { $0.base == nil } == 1
    let everywhere = hasOneBase ? [] : missing.reduce(Set(open)) { $0.intersection($1) }
    for param in everywhere.sorted() {
      report(.paramWithoutValue(content.params[param].name, presets: content.presets.map { $0.name.text }))
    }
    for (index, preset) in content.presets.enumerated() where names.haveAll(of: declarations.presets[index]) {
      let known = everywhere.union(preset.base.map { missing[$0.index] } ?? [])
      let fresh = missing[index].subtracting(known).sorted().map { content.params[$0].name }
      if !fresh.isEmpty { report(.presetLacks(preset.name, params: fresh)) }
    }
  }

  mutating func checkOrders() {
    for syntax in declarations.orders {
      let ids = presetList(syntax.names)
      if syntax.names.count == 1 { report(.orderOfOne(syntax.span)) }
      content.orders.append(Order(presets: ids, span: syntax.span))
    }
  }
}
