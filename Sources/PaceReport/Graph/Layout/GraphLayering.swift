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
  /// For each net that leads on, the last layer in which it ends, and how many of its targets are there.
  private var ends: [(layer: Int, count: Int)] = []

  /// - Parameters:
  ///   - sizes: how much of a layer each node takes.
  ///   - room: how much fits in a layer. A layer with more is split if it has several nodes that take more than a
  ///     quarter of what passing lines take.
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
    ends = nets.indices.map { end(of: $0) }
    shortenLines()
    split(sizes, room)
    ends = nets.indices.map { end(of: $0) }
  }

  /// Where a net that leads on ends.
  func lastLayer(of net: Int) -> Int { ends[net].layer }

  /// At how many places nets that lead on pass through a layer.
  var lanes: Int {
    nets.indices.reduce(0) { lanes, net in
      nets[net].leadsBack ? lanes : lanes + max(0, ends[net].layer - layers[nets[net].source] - 1)
    }
  }

  private func end(of net: Int) -> (layer: Int, count: Int) {
    let last = nets[net].targets.map { layers[$0] }.max() ?? 0
    return (last, nets[net].targets.count { layers[$0] == last })
  }

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
        if best == layers[node] { continue }
        hasMoved = true
        move(node, to: best)
      }
      if !hasMoved { break }
    }
  }

  private mutating func move(_ node: Int, to layer: Int) {
    let old = layers[node]
    layers[node] = layer
    for net in entering[node] {
      let last = ends[net].layer
      if layer >= last {
        ends[net] = (layer, layer > last ? 1 : ends[net].count + 1)
      } else if old == last {
        ends[net].count -= 1
        if ends[net].count == 0 { ends[net] = end(of: net) }
      }
    }
  }

  /// Where a net would end without one of its targets.
  private func lastLayer(of net: Int, without node: Int) -> Int {
    if layers[node] < ends[net].layer || ends[net].count > 1 { return ends[net].layer }
    return nets[net].targets.map { $0 == node ? 0 : layers[$0] }.max() ?? 0
  }

  private func bestLayer(of node: Int) -> Int {
    if leaving[node].isEmpty, entering[node].isEmpty { return 0 }
    let first = (entering[node].map { layers[nets[$0].source] + 1 }.max() ?? 0)
    let last = leaving[node].flatMap { nets[$0].targets }.map { layers[$0] - 1 }.min() ?? count - 1
    let others = entering[node].map { lastLayer(of: $0, without: node) }
    var best = (layer: first, cost: Int.max)
    for layer in first...max(first, last) {
      let cost = others.reduce(0) { $0 + max($1, layer) } - leaving[node].count * layer
      if cost <= best.cost { best = (layer, cost) }
    }
    return best.layer
  }

  /// Cuts layers that are too long, the nodes that are best laid early first.
  ///
  /// However little room passing lines leave, the nodes of a layer may take a quarter of what those lines take: with
  /// one node in each layer, the lines would grow with the square of the number of nodes.
  private mutating func split(_ sizes: [Int], _ room: Int) {
    var groups = Array(repeating: [Int](), count: count)
    for (node, layer) in layers.enumerated() { groups[layer].append(node) }
    // The targets that a net still leads to, and how many nets lead on from earlier layers.
    var missing = nets.map { $0.targets.count }
    var passing = 0
    count = 0
    for group in groups {
      // How much longer lines become when a node goes one layer on.
      let losses = group.map { node in
        entering[node].filter { lastLayer(of: $0) == layers[node] }.count - leaving[node].count
      }
      var rest = group.indices.sorted { (losses[$0], $0) < (losses[$1], $1) }.map { group[$0] }
      while !rest.isEmpty {
        var length = 0
        var begun = 0
        while let node = rest.last {
          let ending = entering[node].filter { missing[$0] == 1 }.count
          let lanes = (passing - ending) * GraphSpacing.lanes
          let longer = length + sizes[node] + GraphSpacing.boxes
          if length > 0, longer > max(room - lanes, lanes / 4) { break }
          rest.removeLast()
          length = longer
          passing -= ending
          for net in entering[node] { missing[net] -= 1 }
          begun += leaving[node].count
          layers[node] = count
        }
        passing += begun
        count += 1
      }
    }
  }
}
