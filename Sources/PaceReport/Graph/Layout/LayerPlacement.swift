/// Puts the elements of each layer where their lines are straight, as far as they have room.
struct LayerPlacement {
  private static let rounds = 24

  /// One end of a line, with what pulls at the other.
  private struct Joint {
    var other: Int
    /// From the other's start to where this element's start would make the line straight.
    var offset: Int
    var weight: Int
  }

  private let graph: LayeredGraph
  private let sizes: [Int]
  private var before: [[Joint]]
  private var after: [[Joint]]
  /// Where each element starts, from 0.
  private(set) var starts: [Int]

  /// `room` is how long layers may be, unless the longest needs more; nil for no bound.
  init(_ graph: LayeredGraph, _ pins: BoxPins, sizes: [Int], room: Int?) {
    self.graph = graph
    self.sizes = sizes
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
    place(room)
  }

  private mutating func place(_ room: Int?) {
    var ends: [Int] = []
    for layer in graph.layers {
      var end = 0
      for (index, element) in layer.enumerated() {
        if index > 0 { end += graph.gap(layer[index - 1], element) }
        starts[element] = end
        end += sizes[element]
      }
      ends.append(end)
    }
    let room = room.map { max($0, ends.max() ?? 0) }
    if let room {
      for (layer, end) in zip(graph.layers, ends) {
        for element in layer { starts[element] += (room - end) / 2 }
      }
    }
    for round in 0..<Self.rounds {
      let isForward = round.isMultiple(of: 2)
      let sides = round >= Self.rounds / 2 ? [before, after] : isForward ? [before] : [after]
      for layer in isForward ? graph.layers : graph.layers.reversed() { settle(layer, sides, room) }
    }
    let least = starts.min() ?? 0
    for element in starts.indices { starts[element] -= least }
  }

  /// Moves the elements of a layer to where the pulls are least, in the same order and with at least the same gaps.
  ///
  /// Once each element's least distance from the first is subtracted, its place need only be no less than that of the
  /// element before. From the last one back, each takes its best place (`Pulls`), or that of the next if this is less.
  private mutating func settle(_ layer: [Int], _ sides: [[[Joint]]], _ room: Int?) {
    var distance = 0
    var distances: [Int] = []
    var best: [Int] = []
    var pulls = Pulls()
    for (index, element) in layer.enumerated() {
      if index > 0 { distance += sizes[layer[index - 1]] + graph.gap(layer[index - 1], element) }
      distances.append(distance)
      pulls.add(starts[element] - distance, weight: 1)
      for side in sides {
        for joint in side[element] {
          pulls.add(starts[joint.other] + joint.offset - distance, weight: joint.weight * 16)
        }
      }
      best.append(pulls.settled())
    }
    let length = distance + (layer.last.map { sizes[$0] } ?? 0)
    var place = Int.max
    for (index, element) in layer.enumerated().reversed() {
      place = min(place, best[index])
      starts[element] = (room.map { max(0, min(place, $0 - length)) } ?? place) + distances[index]
    }
  }
}
