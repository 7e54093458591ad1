import PaceLanguage

/// Boxes and lanes in layers, and between every two layers the threads that join them.
///
/// An element is the box of a node, or a lane, where a net passes through a layer. The boxes come first, in the
/// order of their nodes.
struct LayeredGraph {
  /// The part of a net between two layers.
  struct Thread {
    let net: Int
    /// The element that it comes from; nil if it comes from the outside.
    var top: Int?
    var bottoms: [Int] = []
    /// Whether it goes to the outside, or comes from there.
    var isOutside = false
  }

  let nets: [GraphNet]
  private let boxes: Int
  /// How many elements there are.
  private(set) var elements: Int
  /// The elements of each layer, in the order drawn.
  var layers: [[Int]]
  /// The threads before each layer, and after the last, each in the order of their nets.
  private(set) var channels: [[Thread]]

  init(_ nets: [GraphNet], _ layering: GraphLayering) {
    self.nets = nets
    boxes = layering.layers.count
    elements = boxes
    layers = Array(repeating: [], count: layering.count)
    channels = Array(repeating: [], count: layering.count + 1)
    for (node, layer) in layering.layers.enumerated() { layers[layer].append(node) }
    for net in nets.indices {
      if nets[net].leadsBack { wind(net, layering.layers) } else { lead(net, layering) }
    }
  }

  private mutating func lead(_ net: Int, _ layering: GraphLayering) {
    var top = nets[net].source
    let last = layering.lastLayer(of: net)
    for layer in (layering.layers[top] + 1)...last {
      var thread = Thread(net: net, top: top)
      thread.bottoms = nets[net].targets.filter { layering.layers[$0] == layer }
      if layer < last {
        top = elements
        elements += 1
        layers[layer].append(top)
        thread.bottoms.append(top)
      }
      channels[layer].append(thread)
    }
  }

  private mutating func wind(_ net: Int, _ layers: [Int]) {
    let source = nets[net].source
    channels[layers[source] + 1].append(Thread(net: net, top: source, isOutside: true))
    for layer in Set(nets[net].targets.map { layers[$0] }).sorted() {
      let bottoms = nets[net].targets.filter { layers[$0] == layer }
      channels[layer].append(Thread(net: net, top: nil, bottoms: bottoms, isOutside: true))
    }
  }

  /// The place of a net's thread in a channel.
  func thread(of net: Int, in channel: Int) -> Int? {
    let place = channels[channel].partitioningIndex { $0.net >= net }
    return channels[channel].dropFirst(place).first?.net == net ? place : nil
  }

  func isLane(_ element: Int) -> Bool { element >= boxes }

  /// How far two neighbours of a layer stand apart.
  func gap(_ a: Int, _ b: Int) -> Int {
    switch (isLane(a), isLane(b)) {
    case (true, true): GraphSpacing.lanes
    case (false, false): GraphSpacing.boxes
    default: GraphSpacing.boxAndLane
    }
  }
}
