import PaceLab

/// Which column each node of a graph belongs to: what is logged and read on the left, then the rules in one
/// column, then what they raise and give.
enum GraphLayers {
  /// The edges that lead on. Conditions that read rules, scales or notices lead back to the left.
  static func forwardEdges(of graph: GraphModel) -> [(from: Int, to: Int)] {
    let ranks = graph.nodes.map { rank(of: $0.kind) }
    return graph.edges.filter { ranks[$0.from] < ranks[$0.to] || (ranks[$0.from], ranks[$0.to]) == (0, 0) }
      .map { ($0.from, $0.to) }
  }

  private static func rank(of kind: GraphModel.Kind) -> Int {
    switch kind {
    case .stream, .window, .parameter, .expression: 0
    case .rule: 1
    case .scale, .notice: 2
    }
  }

  /// The longest path to each node gives its layer; a node without edges to it stands next to what it feeds.
  /// Each round settles at least one more node, so there are no more rounds than nodes.
  static func layers(of graph: GraphModel, _ edges: [(from: Int, to: Int)]) -> [[Int]] {
    var depths = [Int](repeating: 0, count: graph.nodes.count)
    for _ in graph.nodes.indices {
      var hasChanged = false
      for edge in edges where depths[edge.to] <= depths[edge.from] {
        depths[edge.to] = depths[edge.from] + 1
        hasChanged = true
      }
      if !hasChanged { break }
    }
    let ranks = graph.nodes.map { rank(of: $0.kind) }
    let rules = (graph.nodes.indices.filter { ranks[$0] == 0 }.map { depths[$0] }.max() ?? -1) + 1
    for node in graph.nodes.indices where ranks[node] > 0 { depths[node] = rules + ranks[node] - 1 }
    let fed = Set(edges.map { $0.to })
    for node in graph.nodes.indices where ranks[node] == 0 && !fed.contains(node) {
      let nearest = edges.filter { $0.from == node }.map { depths[$0.to] }.min()
      if let nearest { depths[node] = max(0, nearest - 1) }
    }
    var layers = [[Int]](repeating: [], count: (depths.max() ?? 0) + 1)
    for (node, depth) in depths.enumerated() { layers[depth].append(node) }
    return layers.filter { !$0.isEmpty }
  }
}
