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

  /// The nodes, each after one from which it was first reached, in a walk that goes on from the newest.
  private var lastFinishedFirst: [Int] {
    var finished: [Int] = []
    var isReached = successors.map { _ in false }
    for root in successors.indices where !isReached[root] {
      isReached[root] = true
      var path = [(node: root, next: 0)]
      while let top = path.last {
        guard top.next < successors[top.node].count else {
          finished.append(top.node)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let next = successors[top.node][top.next]
        if isReached[next] { continue }
        isReached[next] = true
        path.append((next, 0))
      }
    }
    return finished.reversed()
  }
}
