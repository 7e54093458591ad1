import PaceLab

/// The edges of a graph that close a cycle: a rule reads what it, or another of its kind, said before.
enum GraphCycles {
  /// For each edge, whether it leads back; without those that do, the graph has no cycle.
  static func leadingBack(in graph: GraphModel) -> [Bool] {
    let ranks = graph.nodes.map { rank(of: $0.kind) }
    let components = Adjacency(graph).components
    var leadsBack = graph.edges.map { edge in
      guard ranks[edge.from] > ranks[edge.to] || edge.from == edge.to else { return false }
      return components[edge.from] == components[edge.to]
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

  /// Marks the edges that close a cycle of nodes of one rank.
  private static func closeOthers(_ graph: GraphModel, _ leadsBack: inout [Bool]) {
    var leaving = [[Int]](repeating: [], count: graph.nodes.count)
    for (index, edge) in graph.edges.enumerated() where !leadsBack[index] { leaving[edge.from].append(index) }
    DepthFirst.walk(leaving, to: { graph.edges[$0].to }, closing: { leadsBack[$0] = true })
  }
}

/// A depth-first walk through a graph, from each node in order.
private enum DepthFirst {
  /// - Parameters:
  ///   - edges: for each node, the edges that leave it; `target` gives the node that an edge leads to.
  ///   - closing: called with each edge to a node on the present path of the walk.
  ///   - finishing: called with each node once all that its edges lead to has been walked.
  static func walk(
    _ edges: [[Int]], to target: (Int) -> Int, closing: (Int) -> Void = { _ in },
    finishing: (Int) -> Void = { _ in }
  ) {
    var isOpen = [Bool](repeating: false, count: edges.count)
    var isReached = isOpen
    for root in edges.indices where !isReached[root] {
      (isOpen[root], isReached[root]) = (true, true)
      var path = [(node: root, next: 0)]
      while let top = path.last {
        guard top.next < edges[top.node].count else {
          isOpen[top.node] = false
          finishing(top.node)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let edge = edges[top.node][top.next]
        let node = target(edge)
        if isOpen[node] { closing(edge) }
        if isReached[node] { continue }
        (isOpen[node], isReached[node]) = (true, true)
        path.append((node, 0))
      }
    }
  }
}

/// The neighbours of each node.
private struct Adjacency {
  private var successors: [[Int]]
  private var predecessors: [[Int]]

  init(_ graph: GraphModel) {
    successors = Array(repeating: [], count: graph.nodes.count)
    predecessors = successors
    for edge in graph.edges {
      successors[edge.from].append(edge.to)
      predecessors[edge.to].append(edge.from)
    }
  }

  /// For each node, the number of its strongly connected component.
  var components: [Int] {
    var components = successors.map { _ in -1 }
    for root in lastFinishedFirst where components[root] < 0 {
      components[root] = root
      var waiting = [root]
      while let node = waiting.popLast() {
        for previous in predecessors[node] where components[previous] < 0 {
          components[previous] = root
          waiting.append(previous)
        }
      }
    }
    return components
  }

  /// The nodes in the order in which a depth-first walk finishes them, reversed.
  private var lastFinishedFirst: [Int] {
    var finished: [Int] = []
    DepthFirst.walk(successors, to: { $0 }, finishing: { finished.append($0) })
    return finished.reversed()
  }
}
