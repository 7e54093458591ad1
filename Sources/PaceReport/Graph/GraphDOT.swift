public import PaceLab

/// The evaluator graph in the language of Graphviz.
public enum GraphDOT {
  public static func render(_ graph: GraphModel) -> String {
    var lines = [
      "digraph pace {", "  rankdir=LR;", "  node [fontname=\"Helvetica\", fontsize=11];",
      "  edge [fontname=\"Helvetica\", fontsize=9, color=\"#777777\"];",
    ]
    for (index, node) in graph.nodes.enumerated() {
      lines.append("  n\(index) [label=\"\(escaped(node.label))\", shape=\(shape(of: node.kind))];")
    }
    for edge in graph.edges {
      let label = edge.label.isEmpty ? "" : " [label=\"\(escaped(edge.label))\"]"
      lines.append("  n\(edge.from) -> n\(edge.to)\(label);")
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private static func shape(of kind: GraphModel.Kind) -> String {
    switch kind {
    case .stream: "cds"
    case .window: "box"
    case .parameter: "plaintext"
    case .expression: "ellipse"
    case .rule: "box3d"
    case .scale: "hexagon"
    case .notice: "note"
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if character == "\"" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
