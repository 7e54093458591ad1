public import PaceLab

/// The evaluator graph as a Mermaid flowchart, which many pages of text show as a picture.
public enum GraphMermaid {
  public static func render(_ graph: GraphModel, _ words: GraphWords? = nil) -> String {
    var lines = words.map { ["---", "title: \"\(escaped($0.title))\"", "---"] } ?? []
    lines.append("flowchart LR")
    for (index, node) in graph.nodes.enumerated() {
      let (open, close) = brackets(of: node.kind)
      var label = escaped(node.label)
      if let words, let light = node.light { label += "<br/>\(escaped(words.text(of: light)))" }
      lines.append("  n\(index)\(open)\"\(label)\"\(close)")
    }
    for edge in graph.edges {
      let label = edge.label.isEmpty ? "" : "|\"\(escaped(edge.label))\"|"
      lines.append("  n\(edge.from) -->\(label) n\(edge.to)")
    }
    if words != nil { lines += classes(of: graph) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What decided is drawn strong, what is held in another colour.
  private static func classes(of graph: GraphModel) -> [String] {
    var lines = ["  classDef decided stroke-width:3px", "  classDef held stroke:#c2410c"]
    let decided = graph.nodes.indices.filter { graph.nodes[$0].light?.isDecisive == true }
    let held = graph.nodes.indices.filter { graph.nodes[$0].light?.held != nil }
    for (name, nodes) in [("decided", decided), ("held", held)] where !nodes.isEmpty {
      lines.append("  class \(nodes.map { "n\($0)" }.joined(separator: ",")) \(name)")
    }
    let edges = graph.edges.indices.filter { graph.edges[$0].isDecisive }
    if !edges.isEmpty {
      lines.append("  linkStyle \(edges.map { String($0) }.joined(separator: ",")) stroke-width:3px")
    }
    return lines
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
