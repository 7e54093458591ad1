import PaceLab

/// The edges of one kind that leave one node: drawn as one line that branches to their targets.
struct GraphNet {
  let source: Int
  let line: GraphModel.Line
  /// Whether it goes round the outside, back to earlier layers.
  let leadsBack: Bool
  /// The nodes that it leads to, each once.
  private(set) var targets: [Int] = []

  private struct Key: Hashable {
    var source: Int
    var line: GraphModel.Line
    var leadsBack: Bool
  }

  private struct Joint: Hashable {
    var net: Int
    var target: Int
  }

  /// The nets of a graph, and for each of its edges the net that holds it.
  static func nets(of graph: GraphModel) -> (nets: [GraphNet], ofEdge: [Int]) {
    let leadsBack = GraphCycles.leadingBack(in: graph)
    var places: [Key: Int] = [:]
    var nets: [GraphNet] = []
    var known: Set<Joint> = []
    let ofEdge = zip(graph.edges, leadsBack).map { edge, leadsBack in
      let key = Key(source: edge.from, line: edge.line, leadsBack: leadsBack)
      let place = places[key] ?? nets.count
      if place == nets.count {
        places[key] = place
        nets.append(GraphNet(source: edge.from, line: edge.line, leadsBack: leadsBack))
      }
      if known.insert(Joint(net: place, target: edge.to)).inserted { nets[place].targets.append(edge.to) }
      return place
    }
    return (nets, ofEdge)
  }
}
