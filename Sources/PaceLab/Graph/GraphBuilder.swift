import PaceLanguage

/// Builds the graph of a program, with one node for each thing.
struct GraphBuilder {
  /// What a node stands for.
  enum Thing: Hashable {
    case stream(StreamID)
    case window(StreamID, Window)
    case operand(Operand)
    case expression(ExpressionID)
    case rule(RuleID)
    case scale(ScaleID)
    case notice(NoticeKindID)
  }

  private let program: Program
  let canonical: CanonicalExpressions
  /// The names of definitions, by their expression; several may define the same.
  private var names: [ExpressionID: [String]] = [:]
  private var places: [Thing: Int] = [:]
  /// What each node stands for.
  private(set) var things: [Thing] = []
  private var known: Set<GraphModel.Edge> = []
  private(set) var graph = GraphModel()

  init(_ program: Program) {
    self.program = program
    canonical = CanonicalExpressions(program)
    for define in program.defines { names[canonical[define.value], default: []].append(define.name.text) }
  }

  /// The node of a thing; nil if there is none.
  func node(of thing: Thing?) -> Int? { thing.flatMap { places[$0] } }

  /// The nodes of what a gate names, which must have been made.
  func nodes(of gate: Gate) -> Set<Int> {
    var builder = self
    return Set(gate.kind.parts.compactMap { builder.node(of: $0.target) })
  }

  mutating func add(_ id: RuleID) {
    let rule = program[id]
    let node = node(of: id)
    join(program.parts(of: rule), node)
    if let raise = rule.raise {
      let level = program.scales[raise.scale.index].levels[raise.level].name
      join(node, self.node(of: raise.scale), .effect, level + (raise.whenFired ? " when fired" : ""))
    }
    if let emission = rule.emission { join(node, self.node(of: emission.kind), .effect, "") }
  }

  mutating func add(figure define: Define) { _ = node(of: define.value) }

  // MARK: - Nodes

  private mutating func make(_ thing: Thing, _ kind: GraphModel.Kind, _ label: String) -> (
    index: Int, isNew: Bool
  ) {
    if let place = places[thing] { return (place, false) }
    let place = graph.nodes.count
    places[thing] = place
    things.append(thing)
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
      for gate in notice.policy { join(gate.kind.parts, node) }
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
      if isNew { join(self.node(of: program.events[event.index].stream), node, .operand, "kind") }
      return node
    case .derived:
      let (node, isNew) = make(.stream(id), .stream, stream.name)
      if isNew { join(program.parts(of: id), node) }
      return node
    }
  }

  private mutating func node(of stream: StreamID, _ window: Window) -> Int {
    let source = node(of: stream)
    let length = window.text(in: program)
    if length.isEmpty { return source }
    let (node, isNew) = make(.window(stream, window), .window, "\(program[stream].name), \(length)")
    guard isNew else { return node }
    join(source, node, .operand, "")
    join(window.parts(length: .windowLength, anchor: .windowAnchor), node)
    return node
  }

  private mutating func node(of id: ExpressionID) -> Int {
    let id = canonical[id]
    let operation = program[id].operation
    let parts = program.parts(of: id)
    if parts.count == 1, parts[0].role == .value, let whole = node(of: parts[0].target) { return whole }
    let text = program.line(of: program[id].span)
    let label = ((names[id] ?? []) + [text]).joined(separator: " = ")
    let (node, isNew) = make(.expression(id), .expression, label)
    guard isNew else { return node }
    if let reading = operation.reading {
      join(self.node(of: reading.stream, reading.window), node, .operand, "")
    } else {
      join(parts, node)
    }
    return node
  }

  /// Nil if what is named has no node of its own.
  private mutating func node(of target: Part.Target) -> Int? {
    switch target {
    case .expression(let id): node(of: id)
    case .operand(.constant), .field: nil
    case .operand(let operand): make(.operand(operand), .parameter, program.text(of: operand)).index
    case .stream(let stream): node(of: stream)
    case .scale(let scale): node(of: scale)
    case .define(let define): node(of: program.defines[define.index].value)
    }
  }

  // MARK: - Edges

  private mutating func join(_ from: Int, _ to: Int, _ line: GraphModel.Line, _ label: String) {
    let edge = GraphModel.Edge(from: from, to: to, line: line, label: label)
    if known.insert(edge).inserted { graph.edges.append(edge) }
  }

  /// Joins what the parts name to a node.
  ///
  /// A constant has no node: it is in the label of what it belongs to.
  private mutating func join(_ parts: [Part], _ node: Int) {
    for part in parts {
      if let id = part.expression, program[program.resolved(id)].operation.constant != nil { continue }
      if let source = self.node(of: part.target) {
        join(source, node, GraphModel.Line(part.role.clause), part.role.word)
      }
    }
  }
}

extension GraphModel.Line {
  /// The kind of edge that stands for a part of a clause.
  fileprivate init(_ clause: Role.Clause) {
    switch clause {
    case .trigger: self = .trigger
    case .condition: self = .condition
    case .gate: self = .gate
    case .message: self = .message
    case .operand: self = .operand
    }
  }
}
