/// A layered graph in coordinates: across its layers, and along the way that it reads.
struct LayeredDrawing {
  struct Spot: Equatable {
    var across: Int
    var along: Int
  }

  struct Place {
    var across = 0
    var along = 0
    /// How much it takes across and along.
    var size = 0
    var thickness = 0
  }

  private let graph: LayeredGraph
  private let layering: GraphLayering
  private let routing: LineRouting
  /// Where the channel before each layer begins, and the layer itself.
  private var channelStarts: [Int] = []
  private var layerStarts: [Int] = []
  /// For each net that leads back, where it runs outside.
  private let outside: [Int: Int]
  /// The place of each node.
  private(set) var boxes: [Place] = []
  /// The extent of the drawing.
  private(set) var across = 0
  private(set) var along = 0

  /// - Parameters:
  ///   - lengths: how much of its layer each node needs for its label.
  ///   - thicknesses: how much each node takes along.
  ///   - room: how long a layer is at most, as far as its elements allow; nil for no bound.
  init(
    _ nets: [GraphNet], _ lengths: [Int], thicknesses: [Int], room: Int?
  ) throws(GraphTooLarge) {
    let outer = nets.reduce(0) { $0 + ($1.leadsBack ? GraphSpacing.lanes : 0) }
    let room = room.map { $0 - outer - GraphSpacing.boxes }
    let nodeSizes = Self.sizes(nets, lengths)
    layering = GraphLayering(nets, sizes: nodeSizes, room: room ?? .max)
    if layering.lanes > GraphTooLarge.mostLanes { throw GraphTooLarge(lanes: layering.lanes) }
    var graph = LayeredGraph(nets, layering)
    let sizes = nodeSizes + Array(repeating: 0, count: graph.elements - nodeSizes.count)
    graph.layers = LayerOrder.ordered(graph)
    self.graph = graph
    var pins = BoxPins(graph, sizes: sizes)
    let starts = LayerPlacement(graph, pins, sizes: sizes, room: room).starts
    pins.straighten(graph, starts: starts)
    let inner = zip(starts, sizes).map { $0 + $1 }.max() ?? 0
    outside = Self.placesOutside(nets, layering.layers, from: inner)
    across = outside.values.max() ?? inner
    routing = LineRouting(graph, pins, starts: starts, sizes: sizes, outside: outside)
    boxes = nodeSizes.indices.map { node in
      Place(across: routing.starts[node], along: 0, size: nodeSizes[node], thickness: thicknesses[node])
    }
    stack()
  }

  /// How much the boxes take along where a layer may be as long as need be; lines between them take more.
  static func leastAlong(_ nets: [GraphNet], thicknesses: [Int]) -> Int {
    let layering = GraphLayering(nets, sizes: thicknesses, room: .max)
    var most = Array(repeating: 0, count: layering.count)
    for (node, layer) in layering.layers.enumerated() { most[layer] = max(most[layer], thicknesses[node]) }
    return most.reduce(0, +)
  }

  /// A box has room for its label and for a pin of every net.
  private static func sizes(_ nets: [GraphNet], _ lengths: [Int]) -> [Int] {
    var (entering, leaving) = (lengths.map { _ in 0 }, lengths.map { _ in 0 })
    for net in nets {
      leaving[net.source] += 1
      for target in net.targets { entering[target] += 1 }
    }
    return lengths.indices.map { node in
      max(lengths[node], BoxPins.leastSize(max(entering[node], leaving[node])))
    }
  }

  /// Lines that lead back run outside of all layers, the shorter ones nearer.
  private static func placesOutside(_ nets: [GraphNet], _ layers: [Int], from inner: Int) -> [Int: Int] {
    func span(_ net: Int) -> Int {
      layers[nets[net].source] - (nets[net].targets.map { layers[$0] }.min() ?? 0)
    }
    let back = nets.indices.filter { nets[$0].leadsBack }.sorted { (span($0), $0) < (span($1), $1) }
    var places: [Int: Int] = [:]
    for (place, net) in back.enumerated() {
      places[net] = inner + GraphSpacing.boxes + place * GraphSpacing.lanes
    }
    return places
  }

  /// Stacks channels and layers along.
  private mutating func stack() {
    for channel in graph.channels.indices {
      channelStarts.append(along)
      if !graph.channels[channel].isEmpty {
        let lines = max(0, routing.tracks[channel].count - 1) * GraphSpacing.tracks
        along += GraphSpacing.after + lines + GraphSpacing.before
      }
      guard graph.layers.indices.contains(channel) else { break }
      layerStarts.append(along)
      let nodes = graph.layers[channel].filter { !graph.isLane($0) }
      for node in nodes { boxes[node].along = along }
      along += nodes.map { boxes[$0].thickness }.max() ?? 0
    }
  }

  /// The corners of the line from the source of a net to one of its targets.
  func route(of net: Int, to target: Int) -> [Spot] {
    let source = graph.nets[net].source
    var across = routing.exit(of: net, at: source)
    var spots = [Spot(across: across, along: boxes[source].along + boxes[source].thickness)]
    func turn(in channel: Int, to next: Int) {
      guard let thread = graph.thread(of: net, in: channel) else { return }
      let track = routing.tracks[channel].tracks[thread] * GraphSpacing.tracks
      let along = channelStarts[channel] + GraphSpacing.after + track
      spots.append(Spot(across: across, along: along))
      across = next
      spots.append(Spot(across: across, along: along))
    }
    let last = layering.layers[target]
    if let lane = outside[net] {
      turn(in: layering.layers[source] + 1, to: lane)
    } else {
      for layer in (layering.layers[source] + 1)..<max(last, layering.layers[source] + 1) {
        guard let thread = graph.thread(of: net, in: layer) else { continue }
        // The lane is the last of what a thread leads to.
        if let lane = graph.channels[layer][thread].bottoms.last, graph.isLane(lane) {
          turn(in: layer, to: routing.starts[lane])
        }
      }
    }
    turn(in: last, to: routing.entry(of: net, at: target))
    spots.append(Spot(across: across, along: boxes[target].along))
    return Self.simplified(spots)
  }

  /// The same line without corners at which it goes straight on.
  private static func simplified(_ spots: [Spot]) -> [Spot] {
    var result: [Spot] = []
    for spot in spots where result.last != spot {
      if result.count > 1 {
        let (a, b) = (result[result.count - 2], result[result.count - 1])
        if (a.across == b.across && b.across == spot.across) || (a.along == b.along && b.along == spot.along)
        {
          result.removeLast()
        }
      }
      result.append(spot)
    }
    return result
  }
}
