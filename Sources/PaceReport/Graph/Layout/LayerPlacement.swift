/// Puts the elements of each layer where their lines are straight, as far as they have room.
struct LayerPlacement {
  private static let rounds = 24

  /// A pull on an element's start.
  private struct Wish {
    var place: Int
    var weight: Int
  }

  /// One end of a line, with what pulls at the other.
  private struct Joint {
    var other: Int
    /// From the other's start to where this element's start would make the line straight.
    var offset: Int
    var weight: Int
  }

  private let graph: LayeredGraph
  private let sizes: [Int]
  private let room: Int?
  private var before: [[Joint]]
  private var after: [[Joint]]
  /// Where each element starts, from 0.
  private(set) var starts: [Int]

  /// `room` bounds the layers that fit in it.
  init(_ graph: LayeredGraph, _ pins: BoxPins, sizes: [Int], room: Int?) {
    self.graph = graph
    self.sizes = sizes
    self.room = room
    starts = sizes.map { _ in 0 }
    before = sizes.map { _ in [] }
    after = before
    for thread in graph.channels.joined() {
      guard let top = thread.top else { continue }
      for bottom in thread.bottoms {
        let offset = pins.exit(of: thread.net, at: top) - pins.entry(of: thread.net, at: bottom)
        let lanes = (graph.isLane(top) ? 1 : 0) + (graph.isLane(bottom) ? 1 : 0)
        let weight = [1, 2, 6][lanes]
        before[bottom].append(Joint(other: top, offset: offset, weight: weight))
        after[top].append(Joint(other: bottom, offset: -offset, weight: weight))
      }
    }
    place()
  }

  private mutating func place() {
    for layer in graph.layers {
      var end = 0
      for (index, element) in layer.enumerated() {
        if index > 0 { end += graph.gap(layer[index - 1], element) }
        starts[element] = end
        end += sizes[element]
      }
      let shift = ((room ?? end) - end) / 2
      for element in layer { starts[element] += shift }
    }
    let all = zip(before, after).map { $0 + $1 }
    for round in 0..<Self.rounds {
      let isForward = round.isMultiple(of: 2)
      let joints = round >= Self.rounds / 2 ? all : isForward ? before : after
      for layer in isForward ? graph.layers : graph.layers.reversed() { settle(layer, joints) }
    }
    let least = starts.min() ?? 0
    for element in starts.indices { starts[element] -= least }
  }

  /// Moves the elements of a layer to where the pulls are least, in the same order and with the same gaps.
  ///
  /// Once the distances are subtracted, places only have to rise. Groups whose places would fall are joined and stand
  /// at the median of their pulls, which is the best place there is.
  private mutating func settle(_ layer: [Int], _ joints: [[Joint]]) {
    var distance = 0
    var distances: [Int] = []
    var groups: [(first: Int, wishes: [Wish], place: Int)] = []
    for (index, element) in layer.enumerated() {
      if index > 0 { distance += sizes[layer[index - 1]] + graph.gap(layer[index - 1], element) }
      distances.append(distance)
      var wishes = joints[element].map { joint in
        Wish(place: starts[joint.other] + joint.offset - distance, weight: joint.weight * 16)
      }
      wishes.append(Wish(place: starts[element] - distance, weight: 1))
      var group = (first: index, wishes: wishes, place: Self.median(of: wishes))
      while let last = groups.last, last.place > group.place {
        groups.removeLast()
        let wishes = last.wishes + group.wishes
        group = (last.first, wishes, Self.median(of: wishes))
      }
      groups.append(group)
    }
    let length = distance + (layer.last.map { sizes[$0] } ?? 0)
    for (index, group) in groups.enumerated() {
      let end = index + 1 < groups.count ? groups[index + 1].first : layer.count
      let place = room.map { max(0, min(group.place, max(0, $0 - length))) } ?? group.place
      for member in group.first..<end { starts[layer[member]] = place + distances[member] }
    }
  }

  private static func median(of wishes: [Wish]) -> Int {
    let sorted = wishes.sorted { $0.place < $1.place }
    let half = (sorted.reduce(0) { $0 + $1.weight } + 1) / 2
    var weight = 0
    for wish in sorted {
      weight += wish.weight
      if weight >= half { return wish.place }
    }
    return 0
  }
}
