extension GraphModel {
  /// The graph with each expression or window that feeds one expression alone merged into it.
  ///
  /// What is shared keeps a node of its own.
  public func condensed() -> GraphModel {
    var homes = Array(nodes.indices)
    for index in nodes.indices {
      if let target = consumer(of: index) { homes[index] = target }
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

  /// The one expression that a node feeds, if it says all that the node says.
  ///
  /// A parameter has a node of its own, unless it is the only thing that its expression rests on.
  private func consumer(of index: Int) -> Int? {
    let node = nodes[index]
    let targets = Set(edges.lazy.filter { $0.from == index }.map { $0.to })
    guard targets.count == 1, let target = targets.first, nodes[target].kind == .expression else {
      return nil
    }
    switch node.kind {
    case .window: return target
    case .parameter: return edges.contains { $0.to == target && $0.from != index } ? nil : target
    case .expression:
      let label = nodes[target].label.utf8
      return label.indices.contains { label[$0...].starts(with: node.label.utf8) } ? target : nil
    case .stream, .rule, .scale, .notice: return nil
    }
  }
}
