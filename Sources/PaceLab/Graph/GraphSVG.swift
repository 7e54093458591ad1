/// The evaluator graph as a picture that needs nothing else to be seen.
public enum GraphSVG {
  public static func render(_ graph: GraphModel) -> String {
    let layout = GraphLayout(graph)
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(layout.width)" height="\(layout.height)" \
      viewBox="0 0 \(layout.width) \(layout.height)" font-family="Menlo, Consolas, monospace" font-size="11">
      """,
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>",
      "<g fill=\"none\" stroke=\"#9aa5b1\">",
    ]
    for edge in graph.edges { lines.append(path(of: edge, layout)) }
    lines.append("</g>")
    for (index, node) in graph.nodes.enumerated() { lines.append(box(of: node, layout.boxes[index])) }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private static func path(of edge: GraphModel.Edge, _ layout: GraphLayout) -> String {
    let (from, to) = (layout.boxes[edge.from], layout.boxes[edge.to])
    let middle = GraphLayout.boxHeight / 2
    let (x, y) = (from.x + from.width, from.y + middle)
    let bend = max(30, abs(to.x - x) / 2)
    let title = edge.label.isEmpty ? "" : "<title>\(escaped(edge.label))</title>"
    let end = to.y + middle
    let curve = "M\(x) \(y) C\(x + bend) \(y) \(to.x - bend) \(end) \(to.x) \(end)"
    return "<path d=\"\(curve)\">\(title)</path>"
  }

  private static func box(of node: GraphModel.Node, _ box: GraphLayout.Box) -> String {
    let radius = node.kind == .rule ? 2 : node.kind == .expression ? 10 : 5
    return """
      <rect x="\(box.x)" y="\(box.y)" width="\(box.width)" height="\(GraphLayout.boxHeight)" rx="\(radius)" \
      fill="\(colour(of: node.kind))" stroke="#52606d"/>\
      <text x="\(box.x + 9)" y="\(box.y + 16)">\(escaped(node.label))</text>
      """
  }

  private static func colour(of kind: GraphModel.Kind) -> String {
    switch kind {
    case .stream: "#dbeafe"
    case .window: "#e0f2fe"
    case .parameter: "#f3f4f6"
    case .expression: "#ffffff"
    case .rule: "#fef3c7"
    case .scale: "#dcfce7"
    case .notice: "#fee2e2"
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
