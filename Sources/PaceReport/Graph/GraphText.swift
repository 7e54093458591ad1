public import PaceLab

/// The evaluator graph as text: each node under its kind, with what feeds it.
public enum GraphText {
  public static func render(_ graph: GraphModel) -> String {
    var lines: [String] = []
    for kind in GraphModel.Kind.allCases {
      let members = graph.nodes.indices.filter { graph.nodes[$0].kind == kind }
      if members.isEmpty { continue }
      if !lines.isEmpty { lines.append("") }
      lines.append(title(of: kind))
      for member in members {
        lines.append("  \(name(of: member, in: graph))")
        for edge in graph.edges where edge.to == member {
          let label = edge.label.isEmpty ? "" : "\(edge.label): "
          lines.append("    <- \(label)\(name(of: edge.from, in: graph))")
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func title(of kind: GraphModel.Kind) -> String {
    switch kind {
    case .stream: "streams"
    case .window: "windows"
    case .parameter: "parameters and attributes"
    case .expression: "expressions"
    case .rule: "rules"
    case .scale: "scales"
    case .notice: "notices"
    }
  }

  private static func name(of node: Int, in graph: GraphModel) -> String { graph.nodes[node].label }
}
