public import PaceLanguage

/// The evaluator graph as data: what feeds what, from streams to notices.
///
/// Equal expressions are one node.
public struct GraphModel: Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case stream, window, parameter, expression, rule, scale, notice
  }

  public struct Node: Sendable {
    public var kind: Kind
    /// One line, as it is written in the program.
    public var label: String
    /// What the node shows at an instant; nil in a graph without one.
    public internal(set) var light: GraphLight?
  }

  /// What an edge is for.
  public enum Line: String, CaseIterable, Sendable {
    /// What is read: a stream by a window, a side by an expression.
    case operand
    case trigger, condition, gate, message
    /// What a rule raises and gives.
    case effect
  }

  public struct Edge: Hashable, Sendable {
    /// Indices in `nodes`.
    public var from: Int
    public var to: Int
    public var line: Line
    /// The clause, such as `on` or `unless`, or the level raised; empty for an operand.
    public var label: String
    /// Whether a verdict at the instant rests on it.
    public internal(set) var isDecisive = false
  }

  public internal(set) var nodes: [Node] = []
  public internal(set) var edges: [Edge] = []

  init() {}

  /// The graph of a program, or of what one rule depends on and what it leads to, lit as at `moment` if there
  /// is one.
  public init(_ program: Program, rule: RuleID? = nil, at moment: GraphMoment? = nil) {
    var builder = GraphBuilder(program)
    for index in program.rules.indices { builder.add(RuleID(index)) }
    for define in program.defines where define.label != nil { builder.add(figure: define) }
    self = builder.graph
    if let moment {
      var lighting = GraphLighting(builder, program, moment)
      lighting.decide(asked: rule)
      self = lighting.graph
    }
    if let node = builder.node(of: rule.map { .rule($0) }) { self = around(node) }
  }

  /// For each node, the indices of the edges that lead to it.
  var entering: [[Int]] {
    var entering: [[Int]] = nodes.map { _ in [] }
    for (index, edge) in edges.enumerated() { entering[edge.to].append(index) }
    return entering
  }

  /// `node` with what it depends on, and what it directly leads to.
  ///
  /// A rule also depends on the policy of the notices it gives.
  private func around(_ node: Int) -> GraphModel {
    let entering = entering.map { $0.map { edges[$0] } }
    var leaving: [[Edge]] = nodes.map { _ in [] }
    for edge in edges { leaving[edge.from].append(edge) }
    var outputs = Set(leaving[node].map { $0.to })
    var inputs: Set<Int> = [node]
    var policies: Set<Edge> = []
    var waiting = [node]
    while let next = waiting.popLast() {
      var reasons = entering[next]
      for given in nodes[next].kind == .rule ? leaving[next] : [] {
        let policy = entering[given.to].filter { nodes[$0.from].kind != .rule }
        if policy.isEmpty { continue }
        outputs.insert(given.to)
        policies.insert(given)
        policies.formUnion(policy)
        reasons += policy
      }
      for edge in reasons where inputs.insert(edge.from).inserted { waiting.append(edge.from) }
    }
    let order = nodes.indices.filter { inputs.contains($0) || outputs.contains($0) }
    var places = [Int?](repeating: nil, count: nodes.count)
    for (place, old) in order.enumerated() { places[old] = place }
    var result = GraphModel()
    result.nodes = order.map { nodes[$0] }
    for edge in edges {
      guard let from = places[edge.from], let to = places[edge.to] else { continue }
      guard inputs.contains(edge.to) || edge.from == node || policies.contains(edge) else { continue }
      var edge = edge
      (edge.from, edge.to) = (from, to)
      result.edges.append(edge)
    }
    return result
  }
}
