public import PaceLab

/// The evaluator graph in the language of Graphviz.
public enum GraphDOT {
  public static func render(_ graph: GraphModel, _ words: GraphWords? = nil) -> String {
    var lines = [
      "digraph pace {", "  rankdir=LR;", "  node [fontname=\"Helvetica\", fontsize=11];",
      "  edge [fontname=\"Helvetica\", fontsize=9];",
    ]
    if let words { lines.append("  label=\"\(words.heading.map(escaped).joined(separator: "\\n"))\";") }
    for (index, node) in graph.nodes.enumerated() {
      var attributes = "label=\"\(escaped(node.label))"
      if let words, let light = node.light { attributes += "\\n\(escaped(words.text(of: light)))" }
      let box = GraphStyle.box(of: node.kind)
      attributes += "\", shape=\(box.dot), style=filled, fillcolor=\"\(box.day)\""
      if node.light?.isDecisive == true { attributes += ", class=decided, penwidth=2.5" }
      if GraphStyle.strength(of: node) == .held { attributes += ", color=\"\(GraphStyle.held.day)\"" }
      lines.append("  n\(index) [\(attributes)];")
    }
    for edge in graph.edges {
      var attributes = edge.label.isEmpty ? [] : ["label=\"\(escaped(edge.label))\""]
      attributes += look(of: edge.line)
      if edge.isDecisive { attributes += ["class=decided", "penwidth=2.5"] }
      lines.append("  n\(edge.from) -> n\(edge.to) [\(attributes.joined(separator: ", "))];")
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private static func look(of line: GraphModel.Line) -> [String] {
    let colour = "color=\"\(GraphStyle.ink(of: line).day)\""
    return switch line {
    case .operand, .effect: [colour]
    case .trigger: [colour, "style=dashed"]
    case .condition: [colour, "penwidth=1.8"]
    case .gate: [colour, "style=dashed", "arrowhead=tee"]
    case .message: [colour, "style=dotted"]
    }
  }

  /// Text between quotes, here and in YAML.
  static func escaped(_ text: String) -> String {
    text.replacing { $0 == "\"" || $0 == "\\" ? "\\\($0)" : nil }
  }
}
