/// Where the nodes of a graph stand when it is drawn from left to right: in columns, each fed by those before it.
struct GraphLayout {
  struct Box {
    var x = 0
    var y = 0
    var width = 0
    var height = 0
    /// The label, broken to a readable width.
    var lines: [String] = []

    var middle: Int { y + height / 2 }
  }

  static let lineHeight = 15
  static let padding = 9
  /// Room above the columns, for a legend.
  static let top = 52
  private static let margin = 20
  private static let columnGap = 64
  private static let rowGap = 12
  private static let longestLine = 30
  /// Tenths of a pixel that a letter takes.
  private static let letterWidth = 67
  private static let rounds = 8

  private(set) var boxes: [Box]
  private(set) var width = 0
  private(set) var height = 0
  private var columns: [[Int]]
  private let edges: [(from: Int, to: Int)]

  init(_ graph: GraphModel) {
    boxes = graph.nodes.map { Self.box(for: $0.label) }
    edges = GraphLayers.forwardEdges(of: graph)
    columns = GraphLayers.layers(of: graph, edges)
    placeColumns()
    for column in columns { stack(column) }
    for round in 0..<Self.rounds {
      let isForward = round.isMultiple(of: 2)
      for column in isForward ? Array(columns.indices) : columns.indices.reversed() {
        settle(column, readsLeft: isForward)
      }
    }
    moveToTop()
  }

  private static func box(for label: String) -> Box {
    let lines = wrapped(label)
    let longest = lines.map(\.count).max() ?? 0
    return Box(
      width: longest * letterWidth / 10 + 2 * padding, height: lines.count * lineHeight + padding,
      lines: lines)
  }

  /// The label in lines that break at blanks; what has none stays whole.
  private static func wrapped(_ label: String) -> [String] {
    var lines: [String] = []
    for word in label.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= longestLine {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.isEmpty ? [""] : lines
  }

  private mutating func placeColumns() {
    var x = Self.margin
    for column in columns {
      let widest = column.map { boxes[$0].width }.max() ?? 0
      for node in column { boxes[node].x = x }
      x += widest + Self.columnGap
    }
    width = max(x - Self.columnGap + Self.margin, 560)
  }

  /// One below the other, in the order in which the column has them.
  private mutating func stack(_ column: [Int]) {
    var y = Self.top
    for node in column {
      boxes[node].y = y
      y += boxes[node].height + Self.rowGap
    }
  }

  /// Moves each node of a column towards the middle of what it is joined to on one side.
  private mutating func settle(_ index: Int, readsLeft: Bool) {
    var wanted: [Int: Int] = [:]
    for node in columns[index] {
      let others = edges.compactMap { edge -> Int? in
        if readsLeft { return edge.to == node ? edge.from : nil }
        return edge.from == node ? edge.to : nil
      }
      let middles = others.map { boxes[$0].middle }
      wanted[node] = middles.isEmpty ? boxes[node].middle : middles.reduce(0, +) / middles.count
    }
    columns[index].sort { (wanted[$0] ?? 0, $0) < (wanted[$1] ?? 0, $1) }
    spread(columns[index], wanted)
  }

  /// Puts nodes as near to where they are wanted as they fit, by turns pushing down and balancing what that did.
  private mutating func spread(_ column: [Int], _ wanted: [Int: Int]) {
    var bottom = Int.min / 2
    var excess = 0
    for node in column {
      let ideal = (wanted[node] ?? 0) - boxes[node].height / 2
      boxes[node].y = max(ideal, bottom)
      excess += boxes[node].y - ideal
      bottom = boxes[node].y + boxes[node].height + Self.rowGap
    }
    let shift = column.isEmpty ? 0 : excess / column.count
    for node in column { boxes[node].y -= shift }
  }

  private mutating func moveToTop() {
    let least = boxes.map(\.y).min() ?? 0
    for index in boxes.indices { boxes[index].y += Self.top - least }
    height = (boxes.map { $0.y + $0.height }.max() ?? Self.top) + Self.margin
  }
}
