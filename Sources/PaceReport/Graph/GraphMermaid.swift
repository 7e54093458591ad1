public import PaceLab

/// The evaluator graph as a Mermaid flowchart, which many text pages show as a picture.
public enum GraphMermaid {
  public static func render(_ graph: GraphModel, _ words: GraphWords? = nil) -> String {
    var lines =
      words.map { words in
        ["---", "title: \"\(GraphDOT.escaped(words.heading.joined(separator: "; ")))\"", "---"]
      } ?? []
    lines.append("flowchart LR")
    for (index, node) in graph.nodes.enumerated() {
      let (open, close) = GraphStyle.box(of: node.kind).mermaid
      var label = escaped(node.label)
      if let words, let light = node.light { label += "<br/>\(escaped(words.text(of: light)))" }
      lines.append("  n\(index)\(open)\"\(label)\"\(close)")
    }
    for edge in graph.edges {
      let label = edge.label.isEmpty ? "" : "|\"\(escaped(edge.label))\"|"
      lines.append("  n\(edge.from) \(arrow(of: edge.line))\(label) n\(edge.to)")
    }
    return (lines + nodeStyles(graph) + edgeStyles(graph)).joined(separator: "\n") + "\n"
  }

  /// A fill for each kind; a thick outline for what decided, and an outline of another colour for what is held.
  private static func nodeStyles(_ graph: GraphModel) -> [String] {
    let kinds = GraphModel.Kind.allCases.map { kind in
      // Text has to be legible on these colours by night too.
      let style = "fill:\(GraphStyle.box(of: kind).day),stroke:#52606d,color:#1f2933"
      return (kind.rawValue, style, graph.nodes.indices.filter { graph.nodes[$0].kind == kind })
    }
    let decided = graph.nodes.indices.filter { graph.nodes[$0].light?.isDecisive == true }
    let held = graph.nodes.indices.filter { GraphStyle.strength(of: graph.nodes[$0]) == .held }
    let strengths = [
      ("decided", "stroke-width:3px", decided), ("held", "stroke:\(GraphStyle.held.day)", held),
    ]
    return (kinds + strengths).filter { !$0.2.isEmpty }.flatMap { name, style, nodes in
      [
        "  classDef \(name) \(style)", "  class \(nodes.map { "n\($0)" }.joined(separator: ",")) \(name)",
      ]
    }
  }

  /// Each edge gets one style line only, because a later one would replace an earlier one.
  private static func edgeStyles(_ graph: GraphModel) -> [String] {
    GraphModel.Line.allCases.flatMap { line in
      let ink = GraphStyle.ink(of: line)
      // Grey is visible by day and by night.
      let colour = line == .condition ? "#52606d" : ink.day
      let dashes = ink.dashes.isEmpty ? "" : ",stroke-dasharray:\(ink.dashText)"
      return [false, true].compactMap { isDecisive -> String? in
        let edges = graph.edges.indices.filter {
          graph.edges[$0].line == line && graph.edges[$0].isDecisive == isDecisive
        }
        let places = edges.map { String($0) }.joined(separator: ",")
        let width = isDecisive ? ",stroke-width:3px" : ""
        return edges.isEmpty ? nil : "  linkStyle \(places) stroke:\(colour)\(dashes)\(width)"
      }
    }
  }

  /// A condition is drawn thick, a gate ends in a cross.
  private static func arrow(of line: GraphModel.Line) -> String {
    switch line {
    case .operand, .trigger, .message, .effect: "-->"
    case .condition: "==>"
    case .gate: "--x"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing { scalar in
      switch scalar {
      case "\"": "#quot;"
      case "#": "#35;"
      case "<": "#lt;"
      case ">": "#gt;"
      default: nil
      }
    }
  }
}
