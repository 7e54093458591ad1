import PaceLab

/// The legend of a picture: what the boxes and lines in it stand for.
struct GraphLegend {
  private struct Entry {
    var sign: String
    var signWidth: Int
    var words: String
  }

  private static let rowHeight = 20
  private static let letterWidth = 7
  private static let space = 18
  private static let signWidth = 34

  private var rows: [[Entry]] = [[]]
  private let left: Int
  /// Whose instant the picture shows, and which values.
  private let heading: [String]

  /// `width` is that of the picture, `left` its margin.
  init(_ graph: GraphModel, _ words: GraphWords?, leadsBack: Bool, width: Int, left: Int) {
    self.left = left
    heading = words?.heading ?? []
    var room = 0
    let strengths = words == nil ? [] : Self.strengths(graph)
    for entry in Self.boxes(graph) + Self.lines(graph, leadsBack: leadsBack) + strengths {
      let length = entry.signWidth + 6 + entry.words.count * Self.letterWidth + Self.space
      if length > room, rows.last?.isEmpty == false { rows.append([]) }
      if rows.last?.isEmpty == true { room = width - 2 * left }
      rows[rows.count - 1].append(entry)
      room -= length
    }
  }

  /// The least width of a picture with a heading.
  static func width(of heading: [String]) -> Int {
    (heading.map { $0.displayWidth }.max() ?? 0) * letterWidth + 2 * GraphLayout.margin
  }

  /// How far the picture is moved down for the legend.
  var height: Int { heading.count * Self.rowHeight + rows.count * Self.rowHeight + 10 }

  var svg: [String] {
    var lines = heading.enumerated().map { row, text in
      "<text class=\"\(row == 0 ? "title" : "soft")\" x=\"\(left)\" y=\"\(left + 4 + row * Self.rowHeight)\">"
        + "\(XMLText.escaped(text))</text>"
    }
    for (row, entries) in rows.enumerated() {
      var x = left
      let y = left + (heading.count + row) * Self.rowHeight
      for entry in entries {
        lines.append(
          """
          <g transform="translate(\(x) \(y))">\(entry.sign)\
          <text class="soft" x="\(entry.signWidth + 6)" y="4">\(entry.words)</text></g>
          """)
        x += entry.signWidth + 6 + entry.words.count * Self.letterWidth + Self.space
      }
    }
    return lines
  }

  private static func boxes(_ graph: GraphModel) -> [Entry] {
    GraphModel.Kind.allCases.filter { kind in graph.nodes.contains { $0.kind == kind } }.map { kind in
      let radius = GraphStyle.radius(of: kind, height: 12)
      return Entry(
        sign: """
          <g class="node \(kind.rawValue)"><rect y="-6" width="18" height="12" rx="\(radius)"/></g>
          """,
        signWidth: 18, words: kind == .parameter ? "parameter or attribute" : kind.rawValue)
    }
  }

  private static func lines(_ graph: GraphModel, leadsBack: Bool) -> [Entry] {
    let present = GraphModel.Line.allCases.filter { line in graph.edges.contains { $0.line == line } }
    let entries = present.map { Entry(sign: sign(for: $0), signWidth: signWidth, words: words(for: $0)) }
    guard leadsBack else { return entries }
    let back = sign(for: .operand, leadsBack: true)
    return entries + [Entry(sign: back, signWidth: signWidth, words: "reads what was said before")]
  }

  /// How nodes stand out at an instant.
  private static func strengths(_ graph: GraphModel) -> [Entry] {
    let ways: [(strength: GraphStyle.Strength, words: String)] = [
      (.strong, "decided"), (.held, "was held back"), (.weak, "had no part in it"),
    ]
    return ways.filter { way in graph.nodes.contains { GraphStyle.strength(of: $0) == way.strength } }
      .map { way in
        let sign = "<rect y=\"-6\" width=\"18\" height=\"12\"/></g>"
        return Entry(
          sign: "<g class=\"node expression \(way.strength.rawValue)\">\(sign)", signWidth: 18,
          words: way.words)
      }
  }

  private static func sign(for line: GraphModel.Line, leadsBack: Bool = false) -> String {
    let classes = GraphStyle.classes(of: line, leadsBack: leadsBack)
    let end = GraphLayout.Point(x: signWidth, y: 0)
    return "<path class=\"\(classes) line\" d=\"M0 0H\(signWidth)\"/>"
      + GraphStyle.head(of: line, at: end, .right)
  }

  private static func words(for line: GraphModel.Line) -> String {
    switch line {
    case .operand: "is read by"
    case .trigger: "triggers"
    case .condition: "is a condition of"
    case .gate: "is read by a gate of"
    case .message: "is told by"
    case .effect: "raises or gives"
    }
  }
}
