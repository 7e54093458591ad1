public import PaceLab

/// The evaluator graph as text: each node under its kind, with what feeds it.
///
/// At an instant each node is followed by its value, and a star marks what decided.
public enum GraphText {
  public static func render(_ graph: GraphModel, _ words: GraphWords? = nil) -> String {
    var lines = words.map { $0.heading + ["* what decided"] } ?? []
    for kind in GraphModel.Kind.allCases {
      let members = graph.nodes.indices.filter { graph.nodes[$0].kind == kind }
      if members.isEmpty { continue }
      if !lines.isEmpty { lines.append("") }
      lines.append(GraphStyle.box(of: kind).title)
      for member in members {
        let node = graph.nodes[member]
        var line = "\(node.light?.isDecisive == true ? "*" : " ") \(node.label)"
        if let words, let light = node.light { line += ": \(words.text(of: light))" }
        lines.append(line)
        for edge in graph.edges where edge.to == member {
          let label = edge.label.isEmpty ? "" : "\(edge.label): "
          lines.append("  \(edge.isDecisive ? "*" : " ") <- \(label)\(graph.nodes[edge.from].label)")
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
