import PaceLab

/// Where the nodes of a graph stand when it is drawn: in layers, each fed by those before it.
struct GraphLayout {
  /// Which way the graph reads: layers are columns from left to right, or rows from the top down.
  enum Flow {
    case right, down
  }

  struct Box {
    var x = 0
    var y = 0
    var width = 0
    var height = 0
    /// The label, broken to a readable width.
    var lines: [String] = []
  }

  /// A picture wider than this is a strip that nobody can read on a screen.
  static let widest = 1_600
  static let lineHeight = 15
  static let padding = 9
  /// Room above the layers, for a legend.
  private static let top = 52
  private static let margin = 20
  private static let rounds = 8
  private static let longestLine = 30
  /// Tenths of a pixel that a letter takes.
  private static let letterWidth = 67

  let flow: Flow
  private(set) var boxes: [Box]
  private(set) var width = 0
  private(set) var height = 0
  private var layers: [[Int]]
  private let edges: [(from: Int, to: Int)]
  /// Of each node, where it begins and how much room it takes in its layer.
  private var starts: [Int]
  private let sizes: [Int]

  /// From left to right where that fits, else from the top down.
  init(_ graph: GraphModel) {
    let wide = GraphLayout(graph, .right)
    self = wide.width <= Self.widest ? wide : GraphLayout(graph, .down)
  }

  private init(_ graph: GraphModel, _ flow: Flow) {
    self.flow = flow
    boxes = graph.nodes.map { Self.box(for: $0.label) }
    edges = GraphLayers.forwardEdges(of: graph)
    layers = GraphLayers.layers(of: graph, edges)
    starts = boxes.map { _ in 0 }
    sizes = boxes.map { flow == .right ? $0.height : $0.width }
    arrange()
    if flow == .down {
      layers = layers.flatMap(rows)
      arrange()
    }
    place()
  }

  /// The middle of a node within its layer.
  func middle(of node: Int) -> Int { starts[node] + sizes[node] / 2 }

  /// Where the `index`th of `count` edges on one side of a node ends, within its layer.
  func port(_ index: Int, of count: Int, at node: Int) -> Int {
    starts[node] + sizes[node] * (index + 1) / (count + 1)
  }

  private var gap: Int { flow == .right ? 12 : 16 }

  private static func box(for label: String) -> Box {
    let lines = wrapped(label)
    let longest = lines.map { $0.count }.max() ?? 0
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

  /// A layer as rows that fit: neighbours stand in different ones, so that each spans the whole picture.
  private func rows(of layer: [Int]) -> [[Int]] {
    let room = Self.widest - 2 * Self.margin
    var rows = [layer]
    while rows.count < layer.count, rows.contains(where: { length(of: $0) > room }) {
      let count = rows.count + 1
      rows = (0..<count).map { row in
        layer.enumerated().filter { $0.offset % count == row }.map { $0.element }
      }
    }
    return rows
  }

  private func length(of row: [Int]) -> Int { row.reduce(0) { $0 + sizes[$1] + gap } }

  /// Orders the nodes of each layer and moves them towards what they are joined to.
  private mutating func arrange() {
    for layer in layers {
      var start = Self.top
      for node in layer {
        starts[node] = start
        start += sizes[node] + gap
      }
    }
    for round in 0..<Self.rounds {
      let isForward = round.isMultiple(of: 2)
      for layer in isForward ? Array(layers.indices) : layers.indices.reversed() {
        settle(layer, readsBack: isForward)
      }
    }
    let least = starts.min() ?? 0
    for node in starts.indices { starts[node] -= least }
  }

  /// Moves each node of a layer towards the middle of what it is joined to on one side.
  private mutating func settle(_ index: Int, readsBack: Bool) {
    var wanted: [Int: Int] = [:]
    for node in layers[index] {
      let others = edges.compactMap { edge -> Int? in
        if readsBack { return edge.to == node ? edge.from : nil }
        return edge.from == node ? edge.to : nil
      }
      let middles = others.map(middle)
      wanted[node] = middles.isEmpty ? middle(of: node) : middles.reduce(0, +) / middles.count
    }
    layers[index].sort { (wanted[$0] ?? 0, $0) < (wanted[$1] ?? 0, $1) }
    spread(layers[index], wanted)
  }

  /// Puts nodes as near to their wanted places as they fit, by turns pushing them apart and balancing the
  /// result.
  private mutating func spread(_ layer: [Int], _ wanted: [Int: Int]) {
    var end = Int.min / 2
    var excess = 0
    for node in layer {
      let ideal = (wanted[node] ?? 0) - sizes[node] / 2
      starts[node] = max(ideal, end)
      excess += starts[node] - ideal
      end = starts[node] + sizes[node] + gap
    }
    let shift = layer.isEmpty ? 0 : excess / layer.count
    for node in layer { starts[node] -= shift }
    if flow == .down { confine(layer) }
  }

  /// Keeps a row within the width of the picture; it has been made to fit.
  private mutating func confine(_ row: [Int]) {
    var first = 0
    for node in row {
      starts[node] = max(starts[node], first)
      first = starts[node] + sizes[node] + gap
    }
    var last = Self.widest - 2 * Self.margin
    for node in row.reversed() {
      starts[node] = min(starts[node], last - sizes[node])
      last = starts[node] - gap
    }
  }

  /// From places within layers to places in the picture.
  private mutating func place() {
    var along = flow == .right ? Self.margin : Self.top
    for layer in layers {
      for node in layer {
        starts[node] += flow == .right ? Self.top : Self.margin
        boxes[node].x = flow == .right ? along : starts[node]
        boxes[node].y = flow == .right ? starts[node] : along
      }
      let thickness = layer.map { flow == .right ? boxes[$0].width : boxes[$0].height }.max() ?? 0
      along += thickness + (flow == .right ? 64 : 36)
    }
    width = max((boxes.map { $0.x + $0.width }.max() ?? 0) + Self.margin, 560)
    height = (boxes.map { $0.y + $0.height }.max() ?? Self.top) + Self.margin
  }
}
