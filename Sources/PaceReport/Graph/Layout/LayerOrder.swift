/// Orders the elements of each layer so that few lines cross: sweeps by barycentre or median, then moves within a
/// layer; the best order found is kept.
struct LayerOrder {
  private static let rounds = 32
  private static let patience = 10
  /// How many pairs of elements are weighed at most, some tenths of a second's work; the best order so far is taken.
  private static let mostPairs = 5_000_000

  private var layers: [[Int]]
  /// For each element, its place in its layer, and the elements that it is joined to before and after it.
  private var places: [Int]
  private var before: [[Int]]
  private var after: [[Int]]
  private var weighed = 0

  /// The layers of a graph, ordered.
  static func ordered(_ graph: LayeredGraph) -> [[Int]] {
    var best: (layers: [[Int]], crossings: Int)?
    for isForward in [false, true] {
      var order = LayerOrder(graph)
      order.start(isForward: isForward)
      let found = order.sweep()
      if found.crossings < best?.crossings ?? .max { best = found }
    }
    return best?.layers ?? graph.layers
  }

  private init(_ graph: LayeredGraph) {
    layers = graph.layers
    places = Array(repeating: 0, count: graph.elements)
    before = Array(repeating: [], count: graph.elements)
    after = before
    for thread in graph.channels.joined() {
      guard let top = thread.top else { continue }
      for bottom in thread.bottoms {
        before[bottom].append(top)
        after[top].append(bottom)
      }
    }
  }

  /// Orders by a walk from the last layer back, or from the first on, so that what belongs together begins
  /// together.
  private mutating func start(isForward: Bool) {
    let others = isForward ? after : before
    var ranks = places.map { _ in -1 }
    var count = 0
    for layer in isForward ? layers : layers.reversed() {
      var waiting = Array(layer.reversed())
      while let element = waiting.popLast() {
        if ranks[element] >= 0 { continue }
        ranks[element] = count
        count += 1
        waiting += others[element].reversed()
      }
    }
    for layer in layers.indices { order(layer, as: layers[layer].sorted { ranks[$0] < ranks[$1] }) }
  }

  private mutating func order(_ layer: Int, as elements: [Int]) {
    layers[layer] = elements
    for (place, element) in elements.enumerated() { places[element] = place }
  }

  private mutating func sweep() -> (layers: [[Int]], crossings: Int) {
    sift()
    var best = (layers: layers, crossings: crossings)
    var idle = 0
    for round in 0..<Self.rounds where idle < Self.patience && weighed < Self.mostPairs {
      let isForward = round.isMultiple(of: 2)
      for layer in isForward ? Array(layers.indices) : layers.indices.reversed() {
        arrange(layer, by: isForward ? before : after, isMedian: round % 4 > 1)
      }
      sift()
      let now = crossings
      idle += 1
      if now < best.crossings {
        best = (layers, now)
        idle = 0
      }
    }
    return best
  }

  /// Sorts a layer by the median or mean place of what each element is joined to; one joined to nothing stays.
  private mutating func arrange(_ layer: Int, by others: [[Int]], isMedian: Bool) {
    var keys: [Int: Int] = [:]
    for element in layers[layer] {
      let found = others[element].map { places[$0] }.sorted()
      guard let first = found.first, let last = found.last else { continue }
      if isMedian {
        keys[element] = (found[(found.count - 1) / 2] + found[found.count / 2]) * 500
      } else {
        keys[element] = found.reduce(0, +) * 1_000 / found.count + (first + last) % 2
      }
    }
    let sorted = layers[layer].filter { keys[$0] != nil }
      .sorted { (keys[$0] ?? 0, places[$0]) < (keys[$1] ?? 0, places[$1]) }
    var next = sorted.makeIterator()
    order(layer, as: layers[layer].map { keys[$0] == nil ? $0 : next.next() ?? $0 })
  }

  /// Moves elements within their layers as long as that removes crossings.
  private mutating func sift() {
    var isSettled = layers.map { _ in false }
    for _ in 0..<Self.rounds {
      for layer in layers.indices where !isSettled[layer] && weighed < Self.mostPairs {
        isSettled[layer] = true
        let row = layers[layer]
        weighed += row.count * min(row.count, Sifting.reach)
        let (before, after) = (ends(of: row, before), ends(of: row, after))
        let order = Sifting.order(of: row.count) { first, second in
          Self.inversions(before[first], before[second]) + Self.inversions(after[first], after[second])
        }
        if order.elementsEqual(row.indices) { continue }
        self.order(layer, as: order.map { row[$0] })
        if layer > 0 { isSettled[layer - 1] = false }
        if layer + 1 < layers.count { isSettled[layer + 1] = false }
      }
      if isSettled.allSatisfy({ $0 }) { break }
    }
  }

  /// For each element of a row, the places of what it is joined to, in order.
  private func ends(of row: [Int], _ others: [[Int]]) -> [[Int]] {
    row.map { element in others[element].map { places[$0] }.sorted() }
  }

  /// How many lines of two neighbours cross if the first stands before the second.
  private static func inversions(_ first: [Int], _ second: [Int]) -> Int {
    var (count, smaller) = (0, 0)
    for place in first {
      while smaller < second.count, second[smaller] < place { smaller += 1 }
      count += smaller
    }
    return count
  }

  /// How many lines would cross if each were straight.
  private var crossings: Int {
    var count = 0
    for (index, layer) in layers.enumerated() where index > 0 {
      // How many lines so far end at each place or before it, in a Fenwick tree; and how many there are.
      var ends = [Int](repeating: 0, count: layers[index - 1].count + 1)
      var lines = 0
      for element in layer {
        for other in before[element] {
          var (place, earlier) = (places[other] + 1, 0)
          while place > 0 {
            earlier += ends[place]
            place &= place - 1
          }
          count += lines - earlier
        }
        for other in before[element] {
          var place = places[other] + 1
          while place < ends.count {
            ends[place] += 1
            place += place & -place
          }
        }
        lines += before[element].count
      }
    }
    return count
  }
}
