/// Where the nodes of a graph stand when it is drawn from left to right: in layers, each below the other.
struct GraphLayout {
  struct Box {
    var x = 0
    var y = 0
    var width = 0
  }

  static let rowHeight = 34
  static let boxHeight = 24
  private static let gap = 70
  private static let letterWidth = 7

  private(set) var boxes: [Box]
  private(set) var width = 0
  private(set) var height = 0

  init(_ graph: GraphModel) {
    boxes = graph.nodes.map { Box(width: $0.label.count * Self.letterWidth + 18) }
    let forward = Self.forwardEdges(of: graph)
    let layers = Self.ordered(Self.layers(of: graph, forward), forward)
    var x = 20
    for layer in layers {
      var widest = 0
      for (row, node) in layer.enumerated() {
        boxes[node].x = x
        boxes[node].y = 20 + row * Self.rowHeight
        widest = max(widest, boxes[node].width)
      }
      x += widest + Self.gap
      height = max(height, 40 + layer.count * Self.rowHeight)
    }
    width = x
  }

  /// The edges without those that close a circle: a rule may read its own earlier firings.
  private static func forwardEdges(of graph: GraphModel) -> [(from: Int, to: Int)] {
    var next = [[Int]](repeating: [], count: graph.nodes.count)
    for edge in graph.edges { next[edge.from].append(edge.to) }
    var result: [(from: Int, to: Int)] = []
    // 0 not seen, 1 on the path, 2 done
    var states = [UInt8](repeating: 0, count: graph.nodes.count)
    for root in graph.nodes.indices where states[root] == 0 {
      var path: [(node: Int, next: Int)] = [(root, 0)]
      states[root] = 1
      while let top = path.last {
        guard top.next < next[top.node].count else {
          states[top.node] = 2
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = next[top.node][top.next]
        if states[target] != 1 { result.append((top.node, target)) }
        if states[target] == 0 {
          states[target] = 1
          path.append((target, 0))
        }
      }
    }
    return result
  }

  /// The longest way that leads to each node gives its layer.
  private static func layers(of graph: GraphModel, _ edges: [(from: Int, to: Int)]) -> [[Int]] {
    var depths = [Int](repeating: 0, count: graph.nodes.count)
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for edge in edges where depths[edge.to] <= depths[edge.from] {
        depths[edge.to] = depths[edge.from] + 1
        hasChanged = true
      }
    }
    var layers = [[Int]](repeating: [], count: (depths.max() ?? 0) + 1)
    for (node, depth) in depths.enumerated() { layers[depth].append(node) }
    return layers
  }

  /// Each layer in the order of the mean place of what feeds it, so that fewer edges cross.
  private static func ordered(_ layers: [[Int]], _ edges: [(from: Int, to: Int)]) -> [[Int]] {
    var layers = layers
    var places: [Int: Int] = [:]
    for index in layers.indices {
      var means: [Int: Int] = [:]
      for node in layers[index] {
        let sources = edges.filter { $0.to == node }.compactMap { places[$0.from] }
        means[node] = sources.isEmpty ? node * 1_000 : sources.reduce(0, +) * 1_000 / sources.count
      }
      layers[index].sort { (means[$0] ?? 0, $0) < (means[$1] ?? 0, $1) }
      for (place, node) in layers[index].enumerated() { places[node] = place }
    }
    return layers
  }
}
