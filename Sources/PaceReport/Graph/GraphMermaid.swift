public import PaceLab

/// The evaluator graph as a Mermaid flowchart, which many pages of text show as a picture.
public enum GraphMermaid {
  public static func render(_ graph: GraphModel) -> String {
    var lines = ["flowchart LR"]
    for (index, node) in graph.nodes.enumerated() {
      let (open, close) = brackets(of: node.kind)
      lines.append("  n\(index)\(open)\"\(escaped(node.label))\"\(close)")
    }
    for edge in graph.edges {
      let label = edge.label.isEmpty ? "" : "|\"\(escaped(edge.label))\"|"
      lines.append("  n\(edge.from) -->\(label) n\(edge.to)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func brackets(of kind: GraphModel.Kind) -> (String, String) {
    switch kind {
    case .stream: ("[(", ")]")
    case .window: ("[", "]")
    case .parameter: ("([", "])")
    case .expression: ("(", ")")
    case .rule: ("[[", "]]")
    case .scale: ("{{", "}}")
    case .notice: (">", "]")
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\"": result += "#quot;"
      case "#": result += "#35;"
      case "<": result += "#lt;"
      case ">": result += "#gt;"
      default: result.append(character)
      }
    }
    return result
  }
}
