extension GraphModel {
  /// The graph with each expression or window that feeds one expression alone merged into it.
  ///
  /// What is shared keeps a node of its own.
  public func condensed() -> GraphModel {
    var homes = Array(nodes.indices)
    var (sources, targets) = (nodes.map { _ in Set<Int>() }, nodes.map { _ in Set<Int>() })
    for edge in edges {
      sources[edge.to].insert(edge.from)
      targets[edge.from].insert(edge.to)
    }
    for index in nodes.indices where targets[index].count == 1 {
      guard let target = targets[index].first else { continue }
      if says(target, allOf: index, isAlone: sources[target].count == 1) { homes[index] = target }
    }
    func home(of node: Int) -> Int {
      var node = node
      // A graph's expressions feed each other in one direction only, so this ends.
      while homes[node] != node { node = homes[node] }
      return node
    }
    let kept = nodes.indices.filter { homes[$0] == $0 }
    var places = [Int](repeating: 0, count: nodes.count)
    for (place, old) in kept.enumerated() { places[old] = place }
    var result = GraphModel()
    result.nodes = kept.map { nodes[$0] }
    var seen: [Edge: Int] = [:]
    for edge in edges where homes[edge.from] == edge.from {
      var joined = edge
      (joined.from, joined.to) = (places[edge.from], places[home(of: edge.to)])
      joined.isDecisive = false
      if joined.from == joined.to { continue }
      let place = seen[joined] ?? result.edges.count
      if place == result.edges.count {
        seen[joined] = place
        result.edges.append(joined)
      }
      if edge.isDecisive { result.edges[place].isDecisive = true }
    }
    return result
  }

  /// Whether the node `target` is an expression whose text includes all that the node `index`, which feeds it, says.
  ///
  /// A parameter has a node of its own, unless it is the only thing that its expression rests on.
  private func says(_ target: Int, allOf index: Int, isAlone: Bool) -> Bool {
    guard nodes[target].kind == .expression else { return false }
    switch nodes[index].kind {
    case .window: return true
    case .parameter: return isAlone
    case .expression:
      let label = nodes[target].label.utf8
      return label.indices.contains { label[$0...].starts(with: nodes[index].label.utf8) }
    case .stream, .rule, .scale, .notice: return false
    }
  }
}
