import PaceLab

/// The text in a node's box: its label, broken to a readable width but never cut, with notes and its value below.
struct GraphLabel {
  static let lineHeight = 15
  static let padding = 9
  static let fontSize = 11
  private static let longestLine = 28
  /// The width of a letter in tenths of a pixel: a little more than in any usual monospaced font.
  private static let letterWidth = 68

  struct Line {
    enum Style: String {
      case name, note, value
    }

    var text: String
    var style: Style
  }

  let lines: [Line]
  /// In pixels, with the padding.
  let width: Int
  let height: Int

  private init(_ texts: [(text: String, style: Line.Style)]) {
    lines = texts.flatMap { text, style in Self.wrapped(text).map { Line(text: $0, style: style) } }
    let longest = lines.map { $0.text.displayWidth }.max() ?? 0
    width = (longest * Self.letterWidth + 9) / 10 + 2 * Self.padding
    height = lines.count * Self.lineHeight + Self.padding
  }

  /// The label of each node; a rule also says what it raises, and at an instant every node has its value.
  static func labels(of graph: GraphModel, _ words: GraphWords?) -> [GraphLabel] {
    var texts = graph.nodes.map { [(text: $0.label, style: Line.Style.name)] }
    for edge in graph.edges where edge.line == .effect && !edge.label.isEmpty {
      texts[edge.from].append(("raises \(graph.nodes[edge.to].label) to \(edge.label)", .note))
    }
    for (index, node) in graph.nodes.enumerated() {
      if let words, let light = node.light { texts[index].append((words.text(of: light), .value)) }
    }
    return texts.map { GraphLabel($0) }
  }

  /// A text in lines that break at blanks, and within a word only where it is longer than a line.
  private static func wrapped(_ text: String) -> [String] {
    let pieces = text.split(separator: " ").flatMap { Self.pieces(of: $0) }
    return pieces.isEmpty ? [""] : Wrapping.lines(pieces, width: longestLine, hanging: 0)
  }

  private static func pieces(of word: Substring) -> [String] {
    var pieces = [""]
    for character in word {
      if pieces[pieces.count - 1].displayWidth >= longestLine { pieces.append("") }
      pieces[pieces.count - 1].append(character)
    }
    return pieces
  }
}
