/// Where nets enter and leave boxes: along the side, in the order of their other ends, feedback outermost.
struct BoxPins {
  /// The pins of one side of a box.
  private struct Side {
    /// For each pin in order along the box, how far it is from the start.
    var offsets: [Int] = []
    /// For each net, its place in that order.
    var places: [Int: Int] = [:]

    func offset(of net: Int) -> Int { places[net].map { offsets[$0] } ?? 0 }
  }

  /// A step in a line that is smaller than this looks like a mistake.
  private static let step = 14

  private let sizes: [Int]
  private var entries: [Side]
  private var exits: [Side]

  /// The least size of a box with so many pins.
  static func leastSize(_ pins: Int) -> Int { (pins + 1) * GraphSpacing.pins }

  init(_ graph: LayeredGraph, sizes: [Int]) {
    self.sizes = sizes
    var places = sizes.map { _ in 0 }
    for layer in graph.layers {
      for (place, element) in layer.enumerated() { places[element] = place }
    }
    var entering = sizes.map { _ in [(key: Int, net: Int)]() }
    var leaving = entering
    // A lane has no length along which its ends could move.
    for thread in graph.channels.joined() {
      for bottom in thread.bottoms where !graph.isLane(bottom) {
        entering[bottom].append((thread.top.map { places[$0] } ?? .max, thread.net))
      }
      guard let top = thread.top, !graph.isLane(top) else { continue }
      let sum = thread.bottoms.reduce(0) { $0 + places[$1] }
      leaving[top].append((thread.isOutside ? .max : sum * 1_000 / thread.bottoms.count, thread.net))
    }
    entries = zip(entering, sizes).map { Self.spread($0, $1) }
    exits = zip(leaving, sizes).map { Self.spread($0, $1) }
  }

  private static func spread(_ ends: [(key: Int, net: Int)], _ size: Int) -> Side {
    var side = Side()
    for end in ends.sorted(by: { ($0.key, $0.net) < ($1.key, $1.net) }) {
      side.places[end.net] = side.offsets.count
      side.offsets.append(size * (side.offsets.count + 1) / (ends.count + 1))
    }
    return side
  }

  func entry(of net: Int, at element: Int) -> Int { entries[element].offset(of: net) }
  func exit(of net: Int, at element: Int) -> Int { exits[element].offset(of: net) }

  /// Moves pins a little where that makes a line straight.
  mutating func straighten(_ graph: LayeredGraph, starts: [Int]) {
    for thread in graph.channels.joined() {
      guard let top = thread.top else { continue }
      for bottom in thread.bottoms {
        let from = starts[top] + exit(of: thread.net, at: top)
        let step = from - starts[bottom] - entry(of: thread.net, at: bottom)
        if step == 0 || abs(step) >= Self.step { continue }
        if shift(thread.net, at: bottom, by: step, entering: true, apart: GraphSpacing.pins) { continue }
        if thread.bottoms.count > 1 { continue }
        _ = shift(thread.net, at: top, by: -step, entering: false, apart: GraphSpacing.pins)
      }
    }
  }

  /// Moves a pin; false if it would come nearer than `apart` to another, or to a corner of the box.
  mutating func shift(_ net: Int, at element: Int, by step: Int, entering: Bool, apart: Int) -> Bool {
    let pins = entering ? entries[element] : exits[element]
    guard let place = pins.places[net] else { return false }
    let offset = pins.offsets[place] + step
    let first = place > 0 ? pins.offsets[place - 1] + apart : apart
    let last = (place + 1 < pins.offsets.count ? pins.offsets[place + 1] : sizes[element]) - apart
    guard first <= offset, offset <= last else { return false }
    if entering { entries[element].offsets[place] = offset } else { exits[element].offsets[place] = offset }
    return true
  }
}
