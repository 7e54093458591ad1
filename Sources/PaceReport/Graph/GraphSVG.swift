public import PaceLab

/// The evaluator graph as a picture that needs nothing else to be seen.
public enum GraphSVG {
  public static func render(_ graph: GraphModel) -> String {
    let graph = graph.condensed()
    let layout = GraphLayout(graph)
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(layout.width)" height="\(layout.height)" \
      viewBox="0 0 \(layout.width) \(layout.height)" font-family="Menlo, Consolas, monospace" font-size="11">
      """,
      """
      <defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" \
      orient="auto"><path d="M0 0L8 4L0 8z" fill="#7b8794"/></marker></defs>
      """,
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>",
    ]
    lines += legend()
    lines.append("<g fill=\"none\" marker-end=\"url(#head)\">")
    let ports = Ports(graph, layout)
    for (index, edge) in graph.edges.enumerated() { lines.append(path(of: edge, ports.ends[index], layout)) }
    lines.append("</g>")
    for (index, node) in graph.nodes.enumerated() { lines.append(box(of: node, layout.boxes[index])) }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  /// Where edges leave and enter their boxes: spread along the side, in the order of their other ends.
  private struct Ports {
    var ends: [(start: Int, end: Int)]

    init(_ graph: GraphModel, _ layout: GraphLayout) {
      ends = graph.edges.map { _ in (0, 0) }
      for node in graph.nodes.indices {
        let leaving = graph.edges.indices.filter { graph.edges[$0].from == node }
          .sorted { layout.middle(of: graph.edges[$0].to) < layout.middle(of: graph.edges[$1].to) }
        for (place, edge) in leaving.enumerated() {
          ends[edge].start = layout.port(place, of: leaving.count, at: node)
        }
        let entering = graph.edges.indices.filter { graph.edges[$0].to == node }
          .sorted { layout.middle(of: graph.edges[$0].from) < layout.middle(of: graph.edges[$1].from) }
        for (place, edge) in entering.enumerated() {
          ends[edge].end = layout.port(place, of: entering.count, at: node)
        }
      }
    }
  }

  /// What the colours of boxes and lines stand for.
  private static func legend() -> [String] {
    var x = 20
    var lines: [String] = []
    for kind in GraphModel.Kind.allCases {
      lines.append(
        """
        <rect x="\(x)" y="16" width="12" height="12" rx="3" fill="\(colour(of: kind))" stroke="#52606d"/>\
        <text x="\(x + 17)" y="26" fill="#52606d">\(kind.rawValue)</text>
        """)
      x += 34 + kind.rawValue.count * 7
    }
    for (label, sort) in [("on", LineSort.trigger), ("unless", .gate)] {
      lines.append(
        """
        <g fill="none"><polyline points="\(x),22 \(x + 24),22" \(sort.attributes)/></g>\
        <text x="\(x + 30)" y="26" fill="#52606d">\(label)</text>
        """)
      x += 46 + label.count * 7
    }
    return lines
  }

  private enum LineSort {
    case plain, trigger, gate

    init(_ label: String) {
      switch label {
      case "on", "at", "every": self = .trigger
      case "unless", "limit", "cooldown", "quiet": self = .gate
      default: self = .plain
      }
    }

    var attributes: String {
      switch self {
      case .plain: "stroke=\"#9aa5b1\""
      case .trigger: "stroke=\"#2b6cb0\" stroke-width=\"1.4\""
      case .gate: "stroke=\"#c05621\" stroke-dasharray=\"4 3\""
      }
    }
  }

  private static func path(
    of edge: GraphModel.Edge, _ port: (start: Int, end: Int), _ layout: GraphLayout
  ) -> String {
    let (from, to) = (layout.boxes[edge.from], layout.boxes[edge.to])
    let title = edge.label.isEmpty ? "" : "<title>\(XMLText.escaped(edge.label))</title>"
    let curve: String
    switch layout.flow {
    case .right:
      let bend = bend(from: from.x + from.width, to: to.x)
      curve =
        "M\(from.x + from.width) \(port.start) C\(from.x + from.width + bend) \(port.start)"
        + " \(to.x - bend) \(port.end) \(to.x) \(port.end)"
    case .down:
      let bend = bend(from: from.y + from.height, to: to.y)
      curve =
        "M\(port.start) \(from.y + from.height) C\(port.start) \(from.y + from.height + bend)"
        + " \(port.end) \(to.y - bend) \(port.end) \(to.y)"
    }
    return "<path d=\"\(curve)\" \(LineSort(edge.label).attributes)>\(title)</path>"
  }

  /// How far a line goes straight on; one that leads back turns round close to its boxes.
  private static func bend(from start: Int, to end: Int) -> Int {
    end > start ? max(30, (end - start) / 2) : 40
  }

  private static func box(of node: GraphModel.Node, _ box: GraphLayout.Box) -> String {
    let radius = node.kind == .rule ? 2 : node.kind == .expression ? 10 : 5
    let weight = node.kind == .rule ? " font-weight=\"bold\"" : ""
    var text = ""
    for (index, line) in box.lines.enumerated() {
      let y = box.y + GraphLayout.lineHeight * (index + 1) + 1
      text += "<tspan x=\"\(box.x + GraphLayout.padding)\" y=\"\(y)\">\(XMLText.escaped(line))</tspan>"
    }
    return """
      <rect x="\(box.x)" y="\(box.y)" width="\(box.width)" height="\(box.height)" rx="\(radius)" \
      fill="\(colour(of: node.kind))" stroke="#52606d"/><text\(weight)>\(text)</text>
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
}
