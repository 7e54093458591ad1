import PaceLab
import PaceLanguage

/// How the picture of a graph looks, by day and by night.
enum GraphStyle {
  /// How a line is drawn.
  struct Ink {
    var day: String
    var night: String
    var width: Double = 1.6
    /// Lengths of strokes and of the gaps after them; none for a solid line.
    var dashes: [Double] = []

    var dashText: String { dashes.map { String($0) }.joined(separator: " ") }
  }

  static func ink(of line: GraphModel.Line) -> Ink {
    switch line {
    case .operand: Ink(day: "#6b7785", night: "#8b96a2", width: 1)
    case .trigger: Ink(day: "#1d6fd1", night: "#6ea8e8", width: 2, dashes: [10, 3])
    case .condition: Ink(day: "#1f2933", night: "#e6e8ea", width: 2)
    case .gate: Ink(day: "#c2410c", night: "#f0935a", dashes: [4, 3])
    case .message: Ink(day: "#8b3fb5", night: "#c493e0", dashes: [1.5, 3])
    case .effect: Ink(day: "#1e7f4f", night: "#62c48f")
    }
  }

  /// How the box of a kind looks in each format.
  struct Box {
    /// The fill by day and by night.
    var day: String
    var night: String
    /// The shape in Graphviz.
    var dot: String
    /// What stands before and after the text in Mermaid.
    var mermaid: (open: String, close: String)
    /// The heading in text.
    var title: String
  }

  static func box(of kind: GraphModel.Kind) -> Box {
    switch kind {
    case .stream: Box(day: "#dbeafe", night: "#1c3355", dot: "cds", mermaid: ("[(", ")]"), title: "streams")
    case .window: Box(day: "#e0f2fe", night: "#173a4a", dot: "box", mermaid: ("[", "]"), title: "windows")
    case .parameter:
      Box(
        day: "#eceff3", night: "#2b3138", dot: "plaintext", mermaid: ("([", "])"),
        title: "parameters and attributes")
    case .expression:
      Box(day: "#ffffff", night: "#1d2126", dot: "ellipse", mermaid: ("(", ")"), title: "expressions")
    case .rule: Box(day: "#fef3c7", night: "#4a3c12", dot: "box3d", mermaid: ("[[", "]]"), title: "rules")
    case .scale: Box(day: "#dcfce7", night: "#163c27", dot: "hexagon", mermaid: ("{{", "}}"), title: "scales")
    case .notice: Box(day: "#fee2e2", night: "#4f2126", dot: "note", mermaid: (">", "]"), title: "notices")
    }
  }

  /// The ink of what is held back.
  static let held = ink(of: .gate)

  static var text: String {
    """
    svg { background: #ffffff; color-scheme: light dark; }
    text { fill: #1f2933; } .soft, .note { fill: #52606d; } .paper { fill: #ffffff; }
    .rule .name { font-weight: bold; } .node rect { stroke: #52606d; } .rule rect { stroke-width: 2; }
    .edge, .line { fill: none; }
    \(fills { $0.day })
    \(lines { $0.day })
    \(GraphModel.Line.allCases.map(stroke).joined(separator: "\n"))
    .back { stroke-dasharray: 9 3 2 3; } path.head { stroke: none; }
    .value { fill: #1d4ed8; font-weight: bold; } .title { font-weight: bold; }
    .edge.strong { stroke-width: 3.2; } .edge.weak { stroke-width: 1; }
    .node.weak rect { fill: #ffffff; stroke-dasharray: 2 2; stroke-width: 1; } .weak .value { fill: #52606d; }
    .node.strong rect { stroke: #1f2933; stroke-width: 3; }
    .node.held rect { stroke: \(held.day); stroke-width: 3; } .held .value { fill: \(held.day); }
    @media screen and (prefers-color-scheme: dark) {
      svg { background: #15181c; }
      text { fill: #e6e8ea; } .soft, .note { fill: #b4bcc4; } .paper { fill: #15181c; }
      .node rect { stroke: #7d8894; }
      \(fills { $0.night })
      \(lines { $0.night })
      .value { fill: #8ab8ff; } .node.weak rect { fill: #15181c; } .weak .value { fill: #b4bcc4; }
      .node.strong rect { stroke: #f4f6f8; }
      .node.held rect { stroke: \(held.night); } .held .value { fill: \(held.night); }
    }
    @media print { svg { max-width: 100%; height: auto; } }
    """
  }

  private static func fills(_ colour: (Box) -> String) -> String {
    GraphModel.Kind.allCases.map { ".\($0.rawValue) rect { fill: \(colour(box(of: $0))); }" }
      .joined(separator: " ")
  }

  private static func lines(_ colour: (Ink) -> String) -> String {
    GraphModel.Line.allCases.map { line in
      let name = line.rawValue
      return
        ".\(name) { stroke: \(colour(ink(of: line))); } .head.\(name) { fill: \(colour(ink(of: line))); }"
    }
    .joined(separator: " ")
  }

  private static func stroke(of line: GraphModel.Line) -> String {
    let ink = ink(of: line)
    let dashes = ink.dashes.isEmpty ? "" : " stroke-dasharray: \(ink.dashText);"
    return ".\(line.rawValue) { stroke-width: \(ink.width);\(dashes) }"
  }

  static func classes(of line: GraphModel.Line, leadsBack: Bool = false) -> String {
    line.rawValue + (leadsBack ? " back" : "")
  }

  /// The end of a line: an arrow, and for a gate a bar.
  static func head(
    of line: GraphModel.Line, at point: GraphLayout.Point, _ flow: GraphLayout.Flow, _ strength: String = ""
  ) -> String {
    let corners = line == .gate ? [(-3, -5), (0, -5), (0, 5), (-3, 5)] : [(-8, -4), (0, 0), (-8, 4)]
    let shape = corners.map { along, across in
      switch flow {
      case .right: "\(point.x + along) \(point.y + across)"
      case .down: "\(point.x + across) \(point.y + along)"
      }
    }
    return "<path class=\"head \(line.rawValue)\(strength)\" d=\"M\(shape.joined(separator: "L"))z\"/>"
  }

  static func radius(of kind: GraphModel.Kind, height: Int) -> Int {
    switch kind {
    case .stream, .window: min(height / 2, 12)
    case .expression: 6
    case .parameter, .rule, .scale, .notice: 1
    }
  }

  /// How a node stands out at an instant.
  enum Strength: String {
    case weak, strong, held
  }

  /// Nil for a graph of no instant.
  static func strength(of node: GraphModel.Node) -> Strength? {
    guard let light = node.light else { return nil }
    if light.held != nil { return .held }
    if case .notice(.held) = light.reading { return .held }
    return light.isDecisive ? .strong : .weak
  }
}
