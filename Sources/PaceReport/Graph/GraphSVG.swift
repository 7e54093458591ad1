public import PaceLab

/// The evaluator graph as a self-contained picture.
public enum GraphSVG {
  /// The least width of a picture, for its legend.
  private static let narrowest = 360

  public static func render(
    _ graph: GraphModel, _ words: GraphWords? = nil
  ) throws(GraphTooLarge) -> String {
    let graph = graph.condensed()
    let labels = GraphLabel.labels(of: graph, words)
    var layout = try GraphLayout(graph, labels)
    let width = max(layout.width, narrowest, GraphLegend.width(of: words?.heading ?? []))
    let legend = GraphLegend(
      graph, words, leadsBack: layout.nets.contains { $0.leadsBack }, width: width, left: GraphLayout.margin)
    layout.lower(by: legend.height)
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(layout.height)" \
      viewBox="0 0 \(width) \(layout.height)" font-family="Menlo, Consolas, 'DejaVu Sans Mono', monospace" \
      font-size="\(GraphLabel.fontSize)" role="img">
      """,
      "<title>\(XMLText.escaped(words?.title ?? "Evaluator graph"))</title>",
      "<style>\(GraphStyle.text)</style>", "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>",
      // A line one pixel wide is sharp if its middle lies half a pixel off.
      "<g transform=\"translate(0.5 0.5)\">",
    ]
    lines += legend.svg
    var edgesOfNets = layout.nets.map { _ in [Int]() }
    for (edge, net) in layout.netOfEdge.enumerated() { edgesOfNets[net].append(edge) }
    for isDecisive in [false, true] {
      let strength = words == nil ? "" : isDecisive ? " strong" : " weak"
      for net in layout.nets.indices {
        let edges = edgesOfNets[net].filter { graph.edges[$0].isDecisive == isDecisive }
        if !edges.isEmpty { lines.append(line(through: edges, of: net, strength, layout, graph)) }
      }
    }
    for (index, node) in graph.nodes.enumerated() {
      lines.append(box(of: node, labels[index], layout.boxes[index]))
    }
    return lines.joined(separator: "\n") + "\n</g>\n</svg>\n"
  }

  /// Edges of a net as one line that branches, so that none is painted over another.
  private static func line(
    through edges: [Int], of net: Int, _ strength: String, _ layout: GraphLayout, _ graph: GraphModel
  ) -> String {
    let (line, leadsBack) = (layout.nets[net].line, layout.nets[net].leadsBack)
    var (path, heads, targets) = ("", "", [String]())
    for edge in edges {
      path += Self.path(layout.routes[edge], radius: leadsBack ? 16 : 5)
      if let end = layout.routes[edge].last {
        heads += GraphStyle.head(of: line, at: end, layout.flow, strength)
      }
      let label = graph.edges[edge].label
      targets.append((label.isEmpty ? "" : "\(label): ") + graph.nodes[graph.edges[edge].to].label)
    }
    let title = "\(graph.nodes[layout.nets[net].source].label) → \(targets.joined(separator: "; "))"
    return """
      <path class="\(GraphStyle.classes(of: line, leadsBack: leadsBack))\(strength) edge" d="\(path)">\
      <title>\(XMLText.escaped(title))</title></path>\(heads)
      """
  }

  /// A line with rounded corners.
  private static func path(_ corners: [GraphLayout.Point], radius: Int) -> String {
    guard let start = corners.first, let end = corners.last else { return "" }
    var path = "M\(start.x) \(start.y)"
    for index in corners.indices.dropFirst().dropLast() {
      let (before, corner, after) = (corners[index - 1], corners[index], corners[index + 1])
      let round = min(radius, before.distance(to: corner) / 2, corner.distance(to: after) / 2)
      let (from, to) = (corner.moved(round, towards: before), corner.moved(round, towards: after))
      path += "L\(from.x) \(from.y)Q\(corner.x) \(corner.y) \(to.x) \(to.y)"
    }
    return path + "L\(end.x) \(end.y)"
  }

  private static func box(of node: GraphModel.Node, _ label: GraphLabel, _ box: GraphLayout.Box) -> String {
    var text = ""
    let top = box.y + (box.height - label.height) / 2
    for (index, line) in label.lines.enumerated() {
      let y = top + GraphLabel.lineHeight * (index + 1) + 1
      let x = box.x + (box.width - label.width) / 2 + GraphLabel.padding
      text += "<text class=\"\(line.style.rawValue)\" x=\"\(x)\" y=\"\(y)\">"
      text += XMLText.escaped(line.text) + "</text>"
    }
    let radius = GraphStyle.radius(of: node.kind, height: box.height)
    let strength = GraphStyle.strength(of: node).map { " \($0.rawValue)" } ?? ""
    return """
      <g class="node \(node.kind.rawValue)\(strength)"><rect x="\(box.x)" y="\(box.y)" width="\(box.width)" \
      height="\(box.height)" rx="\(radius)"/>\(text)</g>
      """
  }
}

extension GraphLayout.Point {
  /// The distance to a point in the same row or column.
  fileprivate func distance(to other: Self) -> Int { abs(other.x - x) + abs(other.y - y) }

  fileprivate func moved(_ length: Int, towards other: Self) -> Self {
    Self(x: x + (other.x - x).signum() * length, y: y + (other.y - y).signum() * length)
  }
}
