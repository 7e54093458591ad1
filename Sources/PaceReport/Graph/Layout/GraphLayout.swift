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
  init(_ graph: GraphModel, _ labels: [GraphLabel]) {
    let wide = GraphLayout(graph, labels, .right)
    self = wide.width <= Self.widest ? wide : GraphLayout(graph, labels, .down)
  }

  /// Makes room above.
  mutating func lower(by length: Int) {
    height += length
    for box in boxes.indices { boxes[box].y += length }
    for route in routes.indices {
      for corner in routes[route].indices { routes[route][corner].y += length }
    }
  }

  private init(_ graph: GraphModel, _ labels: [GraphLabel], _ flow: Flow) {
    self.flow = flow
    (nets, netOfEdge) = GraphNet.nets(of: graph)
    let drawing = LayeredDrawing(
      nets, flow == .down ? labels.map { $0.width } : labels.map { $0.height },
      thicknesses: flow == .down ? labels.map { $0.height } : labels.map { $0.width },
      room: flow == .down ? Self.widest - 2 * Self.margin : nil)
    let (left, upper) = (Self.margin, Self.margin)
    for place in drawing.boxes {
      switch flow {
      case .right:
        boxes.append(
          Box(
            x: left + place.along, y: upper + place.across, width: place.thickness, height: place.size))
      case .down:
        boxes.append(
          Box(x: left + place.across, y: upper + place.along, width: place.size, height: place.thickness))
      }
    }
    routes = zip(graph.edges, netOfEdge).map { edge, net in
      drawing.route(of: net, to: edge.to).map { spot in
        switch flow {
        case .right: Point(x: left + spot.along, y: upper + spot.across)
        case .down: Point(x: left + spot.across, y: upper + spot.along)
        }
      }
    }
    let (across, along) = (drawing.across, drawing.along)
    width = left + (flow == .right ? along : across) + Self.margin
    height = upper + (flow == .right ? across : along) + Self.margin
  }
}
