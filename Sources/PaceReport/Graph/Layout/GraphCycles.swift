import PaceLab

/// The edges of a graph that close a cycle: a rule reads what it, or another of its kind, said before.
enum GraphCycles {
  /// For each edge, whether it leads back; without those that do, the graph has no cycle.
  static func leadingBack(in graph: GraphModel) -> [Bool] {
    let ranks = graph.nodes.map { rank(of: $0.kind) }
    let successors = Adjacency(graph.nodes.count, graph.edges.map { ($0.from, $0.to) })
    var reaches: [Int: [Bool]] = [:]
    var leadsBack = graph.edges.map { edge in
      guard ranks[edge.from] > ranks[edge.to] || edge.from == edge.to else { return false }
      if reaches[edge.to] == nil { reaches[edge.to] = successors.reached(from: edge.to) }
      return reaches[edge.to]?[edge.from] ?? false
    }
    closeOthers(graph, &leadsBack)
    return leadsBack
  }

  /// Inputs come before rules, and rules before what they raise and give.
  private static func rank(of kind: GraphModel.Kind) -> Int {
    switch kind {
    case .stream, .window, .parameter, .expression: 0
    case .rule: 1
    case .scale, .notice: 2
    }
  }

  /// Marks the edges that close a cycle of nodes of one rank, which a walk from each node in order finds.
  private static func closeOthers(_ graph: GraphModel, _ leadsBack: inout [Bool]) {
    var leaving = [[Int]](repeating: [], count: graph.nodes.count)
    for (index, edge) in graph.edges.enumerated() where !leadsBack[index] { leaving[edge.from].append(index) }
    var isOpen = [Bool](repeating: false, count: graph.nodes.count)
    var isDone = isOpen
    for root in graph.nodes.indices where !isDone[root] {
      var path = [(node: root, next: 0)]
      isOpen[root] = true
      while let top = path.last {
        guard top.next < leaving[top.node].count else {
          isOpen[top.node] = false
          isDone[top.node] = true
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let edge = leaving[top.node][top.next]
        let target = graph.edges[edge].to
        if isOpen[target] {
          leadsBack[edge] = true
        } else if !isDone[target] {
          isOpen[target] = true
          path.append((target, 0))
        }
      }
    }
  }
}

/// For each place the places that follow it.
struct Adjacency {
  private var lists: [[Int]]

  init(_ count: Int, _ pairs: [(from: Int, to: Int)]) {
    lists = Array(repeating: [], count: count)
    for pair in pairs { lists[pair.from].append(pair.to) }
  }

  /// For each place, whether it can be reached.
  func reached(from start: Int) -> [Bool] {
    var isReached = lists.map { _ in false }
    isReached[start] = true
    var waiting = [start]
    while let place = waiting.popLast() {
      for next in lists[place] where !isReached[next] {
        isReached[next] = true
        waiting.append(next)
      }
    }
    return isReached
  }
}
