import PaceLab

/// Where the nodes and the lines of a graph are drawn: in layers, each fed by those before it.
struct GraphLayout {
  /// Which way the graph reads: layers are columns from left to right, or rows from the top down.
  enum Flow {
    case right, down
  }

  struct Point: Equatable {
    var x: Int
    var y: Int
  }

  struct Box {
    var x = 0
    var y = 0
    var width = 0
    var height = 0
  }

  /// A picture wider than this is a strip that nobody can read on a screen.
  static let widest = 1_600
  static let margin = 20

  let flow: Flow
  /// The box of each node.
  private(set) var boxes: [Box] = []
  /// For each edge, the corners of its line from its source to its target.
  private(set) var routes: [[Point]] = []
  /// For each edge, the net whose line it shares until they part.
  let netOfEdge: [Int]
  let nets: [GraphNet]
  /// The right and the lower end of what is drawn.
  private(set) var width = 0
  private(set) var height = 0

  /// From left to right where that fits, else from the top down.
  init(_ graph: GraphModel, _ labels: [GraphLabel]) throws(GraphTooLarge) {
    let nets = GraphNet.nets(of: graph)
    if LayeredDrawing.leastAlong(nets.nets, thicknesses: labels.map { $0.width }) <= Self.widest {
      let wide = try GraphLayout(graph, nets, labels, .right)
      if wide.width <= Self.widest {
        self = wide
        return
      }
    }
    self = try GraphLayout(graph, nets, labels, .down)
  }

  /// Makes room above.
  mutating func lower(by length: Int) {
    height += length
    for box in boxes.indices { boxes[box].y += length }
    for route in routes.indices {
      for corner in routes[route].indices { routes[route][corner].y += length }
    }
  }

  private init(
    _ graph: GraphModel, _ nets: (nets: [GraphNet], ofEdge: [Int]), _ labels: [GraphLabel], _ flow: Flow
  ) throws(GraphTooLarge) {
    self.flow = flow
    (self.nets, netOfEdge) = nets
    func turned(_ along: Int, _ across: Int) -> Point {
      flow == .right ? Point(x: along, y: across) : Point(x: across, y: along)
    }
    let sizes = labels.map { turned($0.width, $0.height) }
    let drawing = try LayeredDrawing(
      nets.nets, sizes.map { $0.y }, thicknesses: sizes.map { $0.x },
      room: flow == .down ? Self.widest - 2 * Self.margin : nil)
    func point(_ along: Int, _ across: Int) -> Point { turned(along + Self.margin, across + Self.margin) }
    boxes = drawing.boxes.map { place in
      let (corner, size) = (point(place.along, place.across), turned(place.thickness, place.size))
      return Box(x: corner.x, y: corner.y, width: size.x, height: size.y)
    }
    routes = zip(graph.edges, netOfEdge).map { edge, net in
      drawing.route(of: net, to: edge.to).map { point($0.along, $0.across) }
    }
    let end = point(drawing.along, drawing.across)
    (width, height) = (end.x + Self.margin, end.y + Self.margin)
  }
}
