/// The layer of each node: each is fed by earlier ones, feedback aside, and lines are short.
struct GraphLayering {
  private static let rounds = 40

  private let nets: [GraphNet]
  /// For each node, the nets that lead on from it and to it.
  private var leaving: [[Int]]
  private var entering: [[Int]]
  /// The layer of each node, from 0.
  private(set) var layers: [Int]
  private(set) var count = 1

  /// - Parameters:
  ///   - sizes: how much of a layer each node takes.
  ///   - room: how much fits in a layer; a layer with more is split, as long as it has several nodes.
  init(_ nets: [GraphNet], sizes: [Int], room: Int) {
    self.nets = nets
    layers = sizes.map { _ in 0 }
    leaving = sizes.map { _ in [] }
    entering = leaving
    for (index, net) in nets.enumerated() where !net.leadsBack {
      leaving[net.source].append(index)
      for target in net.targets { entering[target].append(index) }
    }
    layByLongestPath()
    shortenLines()
    split(sizes, room)
  }

  /// Where a net that leads on ends.
  func lastLayer(of net: Int) -> Int { nets[net].targets.map { layers[$0] }.max() ?? 0 }

  private mutating func layByLongestPath() {
    var missing = entering.map { $0.count }
    var ready = layers.indices.filter { missing[$0] == 0 }
    while let node = ready.popLast() {
      for net in leaving[node] {
        for target in nets[net].targets {
          layers[target] = max(layers[target], layers[node] + 1)
          missing[target] -= 1
          if missing[target] == 0 { ready.append(target) }
        }
      }
    }
    count = (layers.max() ?? 0) + 1
  }

  /// Moves nodes one by one to where their lines are shortest, and as late as that allows.
  private mutating func shortenLines() {
    for _ in 0..<Self.rounds {
      var hasMoved = false
      for node in layers.indices.reversed() {
        let best = bestLayer(of: node)
        if best != layers[node] { hasMoved = true }
        layers[node] = best
      }
      if !hasMoved { break }
    }
  }

  private func bestLayer(of node: Int) -> Int {
    if leaving[node].isEmpty, entering[node].isEmpty { return 0 }
    let first = (entering[node].map { layers[nets[$0].source] + 1 }.max() ?? 0)
    let last = leaving[node].flatMap { nets[$0].targets }.map { layers[$0] - 1 }.min() ?? count - 1
    let others = entering[node].map { net in
      nets[net].targets.filter { $0 != node }.map { layers[$0] }.max() ?? 0
    }
    var best = (layer: first, cost: Int.max)
    for layer in first...max(first, last) {
      let cost = others.reduce(0) { $0 + max($1, layer) } - leaving[node].count * layer
      if cost <= best.cost { best = (layer, cost) }
    }
    return best.layer
  }

  private mutating func split(_ sizes: [Int], _ room: Int) {
    var layer = 0
    while layer < count {
      var rest = layers.indices.filter { layers[$0] == layer }
      if rest.count > 1, width(of: rest, in: layer, sizes) > room {
        open(after: layer)
        for node in rest.sorted(by: { (loss(of: $0), $0) < (loss(of: $1), $1) }) {
          if rest.count == 1 || width(of: rest, in: layer, sizes) <= room { break }
          layers[node] = layer + 1
          rest.removeAll { $0 == node }
        }
      }
      layer += 1
    }
  }

  private mutating func open(after layer: Int) {
    for node in layers.indices where layers[node] > layer { layers[node] += 1 }
    count += 1
  }

  /// How much longer lines become when a node goes one layer on.
  private func loss(of node: Int) -> Int {
    entering[node].filter { lastLayer(of: $0) == layers[node] }.count - leaving[node].count
  }

  private func width(of nodes: [Int], in layer: Int, _ sizes: [Int]) -> Int {
    let lanes = nets.indices.filter { net in
      !nets[net].leadsBack && layers[nets[net].source] < layer && lastLayer(of: net) > layer
    }
    return nodes.reduce(0) { $0 + sizes[$1] + GraphSpacing.boxes } + lanes.count * GraphSpacing.lanes
  }
}
