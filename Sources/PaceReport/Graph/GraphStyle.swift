import PaceLab

/// How the picture of a graph looks, by day and by night.
enum GraphStyle {
  static let text = """
    text { fill: #1f2933; } .soft, .note { fill: #52606d; } .paper { fill: #ffffff; }
    .rule .name { font-weight: bold; }
    .node rect { stroke: #52606d; } .rule rect { stroke-width: 2; }
    .stream rect { fill: #dbeafe; } .window rect { fill: #e0f2fe; } .parameter rect { fill: #eceff3; }
    .expression rect { fill: #ffffff; } .rule rect { fill: #fef3c7; } .scale rect { fill: #dcfce7; }
    .notice rect { fill: #fee2e2; }
    .edge, .line { fill: none; }
    .operand { stroke: #8592a0; } .condition { stroke: #1f2933; stroke-width: 2; }
    .trigger { stroke: #1d6fd1; stroke-width: 2; stroke-dasharray: 10 3; }
    .gate { stroke: #c2410c; stroke-width: 1.6; stroke-dasharray: 4 3; }
    .message { stroke: #8b3fb5; stroke-width: 1.6; stroke-dasharray: 1.5 3; }
    .effect { stroke: #1e7f4f; stroke-width: 1.6; } .back { stroke-dasharray: 9 3 2 3; }
    .head { stroke: none; } .head.operand { fill: #8592a0; } .head.condition { fill: #1f2933; }
    .head.trigger { fill: #1d6fd1; } .head.gate { fill: #c2410c; } .head.message { fill: #8b3fb5; }
    .head.effect { fill: #1e7f4f; }
    .value { fill: #1d4ed8; font-weight: bold; } .title { font-weight: bold; }
    .edge.strong, .line.strong { stroke-width: 3.2; }
    .edge.weak, .head.weak { opacity: 0.4; } .node.weak { opacity: 0.7; }
    .node.strong rect { stroke: #1f2933; stroke-width: 3; }
    .node.held rect { stroke: #c2410c; stroke-width: 3; } .held .value { fill: #c2410c; }
    @media screen and (prefers-color-scheme: dark) {
      text { fill: #e6e8ea; } .soft, .note { fill: #9aa2ab; } .paper { fill: #15181c; }
      .node rect { stroke: #7d8894; }
      .stream rect { fill: #1c3355; } .window rect { fill: #173a4a; } .parameter rect { fill: #2b3138; }
      .expression rect { fill: #1d2126; } .rule rect { fill: #4a3c12; } .scale rect { fill: #163c27; }
      .notice rect { fill: #4f2126; }
      .operand { stroke: #75808c; } .condition { stroke: #e6e8ea; } .trigger { stroke: #6ea8e8; }
      .gate { stroke: #f0935a; } .message { stroke: #c493e0; } .effect { stroke: #62c48f; }
      .value { fill: #8ab8ff; } .node.strong rect { stroke: #f4f6f8; }
      .node.held rect { stroke: #f0935a; } .held .value { fill: #f0935a; }
      .head.operand { fill: #75808c; } .head.condition { fill: #e6e8ea; }
      .head.trigger { fill: #6ea8e8; } .head.gate { fill: #f0935a; } .head.message { fill: #c493e0; }
      .head.effect { fill: #62c48f; }
    }
    """

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
}
