import PaceLanguage

/// Makes the graph of a program, each thing once.
struct GraphBuilder {
  private enum Key: Hashable {
    case stream(StreamID)
    case window(StreamID, Window)
    case operand(Operand)
    case expression(ExpressionID)
    case rule(RuleID)
    case scale(ScaleID)
    case notice(NoticeKindID)
  }

  private let program: Program
  private let canonical: CanonicalExpressions
  /// The definition that stands for an expression.
  private var names: [ExpressionID: String] = [:]
  private var places: [Key: Int] = [:]
  private var known: Set<GraphModel.Edge> = []
  private(set) var graph = GraphModel()

  init(_ program: Program) {
    self.program = program
    canonical = CanonicalExpressions(program)
    for define in program.defines.reversed() { names[canonical[define.value]] = define.name.text }
  }

  func nodeOfRule(_ rule: RuleID) -> Int? { places[.rule(rule)] }

  mutating func add(_ id: RuleID) {
    let rule = program[id]
    let node = node(of: id)
    switch rule.trigger {
    case .none: break
    case .on(let stream): join(self.node(of: stream), node, "on")
    case .at(let time): join(time, node, "at")
    case .every(let step, let start, let end):
      for operand in [step, start, end] { join(operand, node, "every") }
    }
    if let condition = rule.condition { join(condition, node, "when") }
    if let hold = rule.hold { join(hold, node, "for") }
    if let until = rule.until { join(until, node, "until") }
    if case .after(let delay) = rule.repetition { join(delay, node, "repeat") }
    for gate in rule.gates { join(gate, node) }
    for case .value(let value) in rule.emission?.message.parts ?? [] { join(value, node, "says") }
    if let raise = rule.raise {
      let level = program.scales[raise.scale.index].levels[raise.level].name
      join(node, self.node(of: raise.scale), level + (raise.whenFired ? " when fired" : ""))
    }
    if let emission = rule.emission { join(node, self.node(of: emission.kind), "") }
  }

  mutating func add(figure define: Define) { _ = node(of: define.value) }

  // MARK: - Nodes

  private mutating func make(_ key: Key, _ kind: GraphModel.Kind, _ label: String) -> (
    index: Int, isNew: Bool
  ) {
    if let place = places[key] { return (place, false) }
    let place = graph.nodes.count
    places[key] = place
    graph.nodes.append(GraphModel.Node(kind: kind, label: label))
    return (place, true)
  }

  private mutating func node(of rule: RuleID) -> Int {
    make(.rule(rule), .rule, program[rule].name.text).index
  }

  private mutating func node(of scale: ScaleID) -> Int {
    make(.scale(scale), .scale, program.scales[scale.index].name.text).index
  }

  private mutating func node(of kind: NoticeKindID) -> Int {
    let notice = program.noticeKinds[kind.index]
    let (node, isNew) = make(.notice(kind), .notice, notice.name)
    if isNew {
      for gate in notice.policy { join(gate, node) }
    }
    return node
  }

  /// A rule's firings are the rule itself, a kind's notices the kind.
  private mutating func node(of id: StreamID) -> Int {
    let stream = program[id]
    switch stream.kind {
    case .firings(let rule): return node(of: rule)
    case .notices(let kind): return node(of: kind)
    case .event: return make(.stream(id), .stream, stream.name).index
    case .kind(let event, _):
      let (node, isNew) = make(.stream(id), .stream, stream.name)
      if isNew { join(self.node(of: program.events[event.index].stream), node, "kind") }
      return node
    case .derived(let members, let condition):
      let (node, isNew) = make(.stream(id), .stream, stream.name)
      if isNew {
        for member in members { join(self.node(of: member), node, "") }
        if let condition { join(condition, node, "where") }
      }
      return node
    }
  }

  private mutating func node(of stream: StreamID, _ window: Window) -> Int {
    let source = node(of: stream)
    let length: String
    switch window {
    case .whole: return source
    case .last(let operand): length = "last \(program.text(of: operand))"
    case .today: length = "today"
    case .thisWeek: length = "this week"
    case .thisMonth: length = "this month"
    case .after(let other): length = "after \(program[other].name)"
    }
    let (node, isNew) = make(.window(stream, window), .window, "\(program[stream].name), \(length)")
    guard isNew else { return node }
    join(source, node, "")
    if case .last(let operand) = window { join(operand, node, "") }
    if case .after(let other) = window { join(self.node(of: other), node, "after") }
    return node
  }

  private mutating func node(of id: ExpressionID) -> Int {
    let id = canonical[id]
    let operation = program[id].operation
    switch operation {
    case .param(let param): return node(of: .param(param))
    case .attribute(let attribute): return node(of: .attribute(attribute))
    case .level(let scale): return node(of: scale)
    default: break
    }
    let text = GraphBuilder.shortened(program.line(of: program[id].span))
    let label = names[id].map { "\($0) = \(text)" } ?? text
    let (node, isNew) = make(.expression(id), .expression, label)
    guard isNew else { return node }
    for child in operation.children { join(child, node, "") }
    switch operation {
    case .aggregate(_, let stream, _, let window): join(self.node(of: stream, window), node, "")
    case .latest(let stream, _), .since(let stream): join(self.node(of: stream), node, "")
    case .firesRule(let rule): join(self.node(of: rule), node, "fires")
    case .firesKind(let kind): join(self.node(of: kind), node, "fires")
    case .elapsed(let start, let end), .clockWithin(let start, let end):
      for operand in [start, end] { join(operand, node, "") }
    case .due(let attribute): join(.attribute(attribute), node, "")
    default: break
    }
    return node
  }

  private mutating func node(of operand: Operand) -> Int {
    make(.operand(operand), .parameter, program.text(of: operand)).index
  }

  // MARK: - Edges

  private mutating func join(_ from: Int, _ to: Int, _ label: String) {
    let edge = GraphModel.Edge(from: from, to: to, label: label)
    if known.insert(edge).inserted { graph.edges.append(edge) }
  }

  /// A constant is part of the label of what it is in.
  private mutating func join(_ expression: ExpressionID, _ node: Int, _ label: String) {
    if case .constant = program[program.resolved(expression)].operation { return }
    join(self.node(of: expression), node, label)
  }

  private mutating func join(_ operand: Operand, _ node: Int, _ label: String) {
    if case .constant = operand { return }
    join(self.node(of: operand), node, label)
  }

  private mutating func join(_ gate: Gate, _ node: Int) {
    switch gate.kind {
    case .unless(let condition): join(condition, node, "unless")
    case .cooldown(let length): join(length, node, "cooldown")
    case .quiet(let start, let end):
      for operand in [start, end] { join(operand, node, "quiet") }
    case .limit(let count, let window):
      join(count, node, "limit")
      if case .last(let length) = window { join(length, node, "limit") }
      if case .after(let stream) = window { join(self.node(of: stream), node, "limit after") }
    }
  }

  private static func shortened(_ line: String) -> String {
    line.count > 72 ? "\(line.prefix(71))…" : line
  }
}

extension Program {
  /// A parameter's or attribute's name, or the constant.
  ///
  /// The type of a constant operand is not kept; where one stands, only durations can.
  func text(of operand: Operand) -> String {
    switch operand {
    case .constant(let value): ValueText.duration(value.bits)
    case .param(let param): params[param.index].name.text
    case .attribute(let attribute): subject.attributes[attribute.index].name.text
    }
  }
}
