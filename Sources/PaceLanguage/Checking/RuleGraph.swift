/// Which nodes have to be done before which.
///
/// The first `ruleCount` nodes are rules, the others sets of rules. So a thousand rules that read what a thousand
/// others emit make two thousand edges, not a million.
struct RuleGraph {
  struct Edge {
    var from: Int
    var needs: Int
    /// The place in the text that makes the edge; nil for an edge from a set to a member.
    var span: SourceSpan?
  }

  let ruleCount: Int
  var edges: [[Edge]]

  init(ruleCount: Int, nodeCount: Int) {
    self.ruleCount = ruleCount
    edges = Array(repeating: [], count: nodeCount)
  }

  mutating func add(from: Int, needs: Int, at span: SourceSpan?) {
    edges[from].append(Edge(from: from, needs: needs, span: span))
  }
}

/// The numbers of nodes, each after those that it uses, and each cycle among them once.
func dependencyOrder(_ uses: [[Int]]) -> (order: [Int], cycles: [[Int]]) {
  var order: [Int] = []
  order.reserveCapacity(uses.count)
  var cycles: [[Int]] = []
  var state: [UInt8] = Array(repeating: 0, count: uses.count)
  for start in uses.indices where state[start] == 0 {
    var path: [(index: Int, next: Int)] = [(start, 0)]
    state[start] = 1
    while let (index, next) = path.last {
      if next < uses[index].count {
        path[path.count - 1].next += 1
        let used = uses[index][next]
        if state[used] == 0 {
          state[used] = 1
          path.append((used, 0))
        } else if state[used] == 1, let place = path.firstIndex(where: { $0.index == used }) {
          cycles.append(path[place...].map { $0.index })
        }
      } else {
        state[index] = 2
        path.removeLast()
        order.append(index)
      }
    }
  }
  return (order, cycles)
}

/// Takes, again and again, the first rule all of whose dependencies are done.
struct RuleSorter {
  private let graph: RuleGraph
  private var users: [[Int]]
  private var waitingFor: [Int]
  private var isDone: [Bool]
  private var ready = MinimumHeap()
  private(set) var order: [Int] = []
  private(set) var cyclesFound = 0
  private var searchStart = 0

  init(_ graph: RuleGraph) {
    self.graph = graph
    users = Array(repeating: [], count: graph.edges.count)
    waitingFor = graph.edges.map { $0.count }
    isDone = Array(repeating: false, count: graph.edges.count)
    for edges in graph.edges {
      for edge in edges { users[edge.needs].append(edge.from) }
    }
    order.reserveCapacity(graph.ruleCount)
    for node in graph.edges.indices where waitingFor[node] == 0 { free(node) }
  }

  mutating func run() {
    while let rule = ready.removeFirst() {
      order.append(rule)
      finish(rule)
    }
  }

  /// A rule waits for its turn; a set is done with its last member.
  private mutating func free(_ node: Int) {
    if node < graph.ruleCount { ready.insert(node) } else { finish(node) }
  }

  private mutating func finish(_ node: Int) {
    var finished = [node]
    while let node = finished.popLast() {
      if isDone[node] { continue }
      isDone[node] = true
      for user in users[node] {
        waitingFor[user] -= 1
        guard waitingFor[user] == 0, !isDone[user] else { continue }
        if user < graph.ruleCount { ready.insert(user) } else { finished.append(user) }
      }
    }
  }

  /// Finds a cycle among the remaining nodes and marks its nodes as done; nil if no rule remains.
  mutating func nextCycle() -> [RuleGraph.Edge]? {
    while searchStart < graph.ruleCount, isDone[searchStart] { searchStart += 1 }
    guard searchStart < graph.ruleCount else { return nil }
    var placeOf: [Int: Int] = [:]
    var path: [RuleGraph.Edge] = []
    var node = searchStart
    while placeOf[node] == nil {
      placeOf[node] = path.count
      guard let edge = graph.edges[node].first(where: { !isDone[$0.needs] }) else { return nil }
      path.append(edge)
      node = edge.needs
    }
    let cycle = Array(path[(placeOf[node] ?? 0)...])
    for edge in cycle {
      if edge.from < graph.ruleCount, !isDone[edge.from] { order.append(edge.from) }
      finish(edge.from)
    }
    run()
    cyclesFound += 1
    return rotated(cycle)
  }

  /// The cycle, starting at its first-declared rule.
  private func rotated(_ cycle: [RuleGraph.Edge]) -> [RuleGraph.Edge] {
    var start = 0
    for (index, edge) in cycle.enumerated() where edge.from < cycle[start].from { start = index }
    return Array(cycle[start...] + cycle[..<start])
  }
}

/// A binary heap of numbers, the smallest first.
struct MinimumHeap {
  private var items: [Int] = []

  mutating func insert(_ item: Int) {
    items.append(item)
    var child = items.count - 1
    while child > 0, items[child] < items[(child - 1) / 2] {
      items.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() -> Int? {
    guard let first = items.first, let last = items.popLast() else { return nil }
    if items.isEmpty { return first }
    items[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < items.count && items[child] < items[least] {
        least = child
      }
      if least == parent { return first }
      items.swapAt(parent, least)
      parent = least
    }
  }
}
