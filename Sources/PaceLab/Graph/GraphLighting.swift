import PaceEngine
import PaceLanguage

/// Lights a graph: gives every node its value at an instant, and traces the verdicts back to what they rest on.
struct GraphLighting {
  private(set) var graph: GraphModel
  private let builder: GraphBuilder
  private let program: Program
  private let moment: GraphMoment
  /// For each node, the edges that lead to it.
  private let entering: [[Int]]

  init(_ builder: GraphBuilder, _ program: Program, _ moment: GraphMoment) {
    graph = builder.graph
    self.builder = builder
    self.program = program
    self.moment = moment
    entering = graph.entering
    let tried = valuesWhenTried()
    let readings = readings(tried, valuesWhenAsked())
    for node in graph.nodes.indices { graph.nodes[node].light = GraphLight(reading: readings[node]) }
    var seen: Set<Int> = []
    for node in graph.nodes.indices { markCounting(node, tried, &seen) }
  }

  // MARK: Values

  private func readings(_ tried: [ExpressionID: Value], _ asked: Asked) -> [GraphLight.Reading] {
    var machine = moment.machine
    let at = moment.account.at
    let attributes = moment.log.attributes(in: machine)
    let ofRules = nodesOfRules()
    return builder.things.enumerated().map { node, thing in
      switch thing {
      case .expression(let id):
        if !ofRules.contains(node), asked.values[id] == nil { return .unasked }
        let decided = tried[id] ?? (ofRules.contains(node) ? nil : asked.values[id])
        let value = decided ?? machine.values(of: [id], waitingUntil: at)[0]
        return .value(ShownValue(value, program[id].type, in: machine))
      case .window where !ofRules.contains(node):
        return asked.rows[node].map { .rows($0) } ?? .unasked
      case .operand(.param(let id)):
        return .value(ShownValue(machine.value(of: id), program.params[id.index].type, in: machine))
      case .operand(.attribute(let id)): return .value(attributes[id.index])
      case .operand(.constant(let value)): return .value(ShownValue(value, .number, in: machine))
      case .scale(let id):
        let level = Value(Int64(moment.account.levels[id.index]))
        return .value(ShownValue(level, .level(id), in: machine))
      case .stream(let id): return .newest(newest(of: id))
      case .window(let stream, let window):
        return .rows(machine.count(of: stream, in: window, waitingUntil: at))
      case .rule(let id): return .outcome(moment.account.rules[id.index].outcome)
      case .notice(let id):
        let outcomes = program.noticeKinds[id.index].rules.map { moment.account.rules[$0.index].outcome }
        return .notice(outcomes.max { $0.rawValue < $1.rawValue } ?? .idle)
      }
    }
  }

  /// The values that expressions had when the rules were tried.
  ///
  /// At the end of the instant, an expression that counts firings may have another value. Where rules saw different
  /// values, those of the rules that fired or were held take precedence.
  private func valuesWhenTried() -> [ExpressionID: Value] {
    var values: [ExpressionID: Value] = [:]
    func take(_ part: ConditionNode) {
      let id = builder.canonical[part.expression]
      if values[id] == nil { values[id] = part.value }
      for child in part.children { take(child) }
    }
    let spoke = moment.account.rules.filter { $0.outcome == .fired || $0.outcome == .held }
    for rule in spoke + moment.account.rules {
      let parts = [rule.condition, rule.until] + rule.gates.map { $0.condition }
      for case .some(let part) in parts { take(part) }
    }
    return values
  }

  /// What the conditions of streams read when an event of the instant came.
  private struct Asked {
    var values: [ExpressionID: Value] = [:]
    /// The number of rows of a window's node; nil inside if the window's length is unknown.
    var rows: [Int: Int?] = [:]
  }

  private func valuesWhenAsked() -> Asked {
    var asked = Asked()
    var machine = moment.machine
    let at = moment.account.at
    func take(_ part: ConditionNode) {
      let id = builder.canonical[part.expression]
      if asked.values[id] == nil { asked.values[id] = part.value }
      if let reading = program[id].operation.reading,
        let node = builder.node(of: .window(reading.stream, reading.window)), asked.rows[node] == nil
      {
        let length = machine.count(of: reading.stream, in: reading.window, waitingUntil: at)
        asked.rows[node] = .some(length == nil ? nil : part.rows.count)
      }
      for child in part.children { take(child) }
    }
    for stream in moment.account.streams { take(stream.condition) }
    return asked
  }

  /// The nodes that rules, notices and labelled definitions read, and not only the conditions of streams.
  private func nodesOfRules() -> Set<Int> {
    let figures = program.defines.filter { $0.label != nil }.map { define in
      builder.node(of: .expression(builder.canonical[define.value]))
    }
    var found = Set(figures.compactMap { $0 })
    var waiting = Array(found)
    for (node, thing) in builder.things.enumerated() {
      switch thing {
      case .rule, .notice, .scale: waiting.append(node)
      case .expression, .operand, .stream, .window: break
      }
    }
    while let node = waiting.popLast() {
      for edge in entering[node] {
        let source = graph.edges[edge].from
        switch builder.things[source] {
        case .expression, .window: if found.insert(source).inserted { waiting.append(source) }
        case .operand, .stream, .rule, .notice, .scale: break
        }
      }
    }
    return found
  }

  /// Marks a node whose value counts firings of the instant itself, because no rule read it before they came.
  private mutating func markCounting(_ node: Int, _ tried: [ExpressionID: Value], _ seen: inout Set<Int>) {
    guard seen.insert(node).inserted else { return }
    switch builder.things[node] {
    case .window(let stream, _):
      let rules = program.rules(firingInto: stream)
      let hasFired = rules.contains { moment.account.rules[$0.index].outcome == .fired }
      graph.nodes[node].light?.countsGiven = hasFired
    case .expression(let id):
      if tried[id] != nil { return }
      let sources = entering[node].map { graph.edges[$0].from }
      for source in sources { markCounting(source, tried, &seen) }
      let isCounting = sources.contains { graph.nodes[$0].light?.countsGiven == true }
      graph.nodes[node].light?.countsGiven = isCounting
    case .operand, .scale, .stream, .rule, .notice: return
    }
  }

  /// The instant of a logged stream's newest row that counts; nil if there is none.
  private func newest(of stream: StreamID) -> Instant? {
    let events = moment.log.events.prefix(moment.log.count(upTo: moment.account.at))
    switch program[stream].kind {
    case .event(let event):
      return events.last { $0.event == event && !moment.machine.hasDropped($0) }?.at
    case .kind(let event, let kind):
      return events.last { $0.event == event && $0.kind == kind && !moment.machine.hasDropped($0) }?.at
    case .derived, .firings, .notices:
      return moment.machine.newestEvent(of: stream).map { moment.log.events.instant(of: $0.index) }
    }
  }

  /// The value of a node that has one.
  private func value(of node: Int) -> Value? {
    if case .value(let shown)? = graph.nodes[node].light?.reading { shown.value } else { nil }
  }

  // MARK: What decided

  /// Traces back the verdicts of rules that fired, are held or raise a level, and that of the rule `asked` in
  /// any case.
  mutating func decide(asked: RuleID?) {
    for account in moment.account.rules {
      guard let node = builder.node(of: .rule(account.rule)) else { continue }
      let isRaising = raises(account)
      let speaks = account.outcome == .fired || account.outcome == .held
      guard speaks || isRaising || account.rule == asked else { continue }
      graph.nodes[node].light?.isDecisive = true
      for edge in entering[node] where bears(edge, on: account, isRaising: isRaising, speaks: speaks) {
        follow(edge)
      }
      hold(account, node)
      lead(from: node, account, isRaising: isRaising)
    }
  }

  /// Whether a scale stands where it does because of the rule.
  private func raises(_ account: RuleAccount) -> Bool {
    guard let raise = program[account.rule].raise else { return false }
    let stands = raise.whenFired ? account.outcome == .fired : account.isOn
    return stands && moment.account.levels[raise.scale.index] == raise.level
  }

  /// Whether an edge to a rule bears on its verdict.
  private func bears(_ edge: Int, on account: RuleAccount, isRaising: Bool, speaks: Bool) -> Bool {
    let edge = graph.edges[edge]
    switch edge.line {
    case .trigger: return speaks || account.outcome == .notTriggered && !isRaising
    case .condition:
      if edge.label == Role.until.word { return value(of: edge.from)?.isTrue ?? false }
      return account.outcome != .notTriggered || isRaising
    case .message: return account.outcome == .fired
    case .operand, .gate, .effect: return false
    }
  }

  /// Shows what holds a rule back, at the rule and on the edges of its gate.
  private mutating func hold(_ account: RuleAccount, _ node: Int) {
    guard let reference = account.gate, let gate = program.gate(reference, of: account.rule) else { return }
    graph.nodes[node].light?.held = GraphLight.Holding(
      gate: reference, text: program.line(of: gate.span), opensAt: account.opensAt)
    let kind = program[account.rule].emission?.kind
    guard let target = reference.isPolicy ? builder.node(of: kind.map { .notice($0) }) : node else { return }
    let sources = builder.nodes(of: gate)
    for edge in entering[target] where graph.edges[edge].line == .gate {
      if sources.contains(graph.edges[edge].from) { follow(edge) }
    }
  }

  private mutating func lead(from node: Int, _ account: RuleAccount, isRaising: Bool) {
    let kind = account.outcome == .fired ? program[account.rule].emission?.kind : nil
    let scale = isRaising ? program[account.rule].raise?.scale : nil
    let things: [GraphBuilder.Thing?] = [kind.map { .notice($0) }, scale.map { .scale($0) }]
    let targets = things.compactMap { builder.node(of: $0) }
    for target in targets {
      for edge in entering[target] where graph.edges[edge].from == node && graph.edges[edge].line == .effect {
        graph.edges[edge].isDecisive = true
        graph.nodes[target].light?.isDecisive = true
      }
    }
  }

  /// Marks an edge, its source and what that rests on, but goes no further than rules, notices and scales.
  private mutating func follow(_ edge: Int) {
    graph.edges[edge].isDecisive = true
    let node = graph.edges[edge].from
    if graph.nodes[node].light?.isDecisive == true { return }
    graph.nodes[node].light?.isDecisive = true
    switch builder.things[node] {
    case .rule, .notice, .scale: return
    case .expression, .operand, .stream, .window: break
    }
    for edge in entering[node] where decides(graph.edges[edge], node) { follow(edge) }
  }

  /// Whether the condition of a stream let in an event of the instant, with the value that is shown.
  private func letIn(_ stream: StreamID, _ condition: Int) -> Bool {
    let asked = moment.account.streams.first { $0.stream == stream }
    return asked?.condition.value == .yes && value(of: condition) == .yes
  }

  /// Whether the value of a node rests on what comes along an edge.
  ///
  /// An `and` or `or` rests on the sides that have its own value. A stream rests on the members that have rows,
  /// and on its condition if that let in a row of this instant: earlier rows met it with other values.
  private func decides(_ edge: GraphModel.Edge, _ node: Int) -> Bool {
    switch builder.things[node] {
    case .expression(let id):
      switch program[id].operation.shape {
      case .junction: return value(of: edge.from) == value(of: node)
      case .definition, .negation, .relation, .range, .list, .plain: return true
      }
    case .stream(let stream):
      if case .expression = builder.things[edge.from] { return letIn(stream, edge.from) }
      if case .newest(.some)? = graph.nodes[edge.from].light?.reading { return true }
      return false
    case .window, .operand, .rule, .scale, .notice: return true
    }
  }
}
