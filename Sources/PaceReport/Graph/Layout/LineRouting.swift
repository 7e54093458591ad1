/// The tracks of all lines, with pins and lanes moved a little where one line would lie on another.
struct LineRouting {
  private static let rounds = 8
  private static let steps = [4, -4, 6, -6, 8, -8, 12, -12]

  private let graph: LayeredGraph
  private(set) var pins: BoxPins
  /// For each element, where it begins.
  private(set) var starts: [Int]
  /// For each net that leads back, where it runs outside.
  private let outside: [Int: Int]
  private(set) var tracks: [ChannelTracks] = []
  private let sizes: [Int]
  /// For each element, its layer and its neighbours there.
  private var layers: [Int]
  private var neighbours: [[Int]]
  /// For each channel, where its lines enter from above and leave below.
  private var tops: [LineEnds]
  private var bottoms: [LineEnds]

  init(_ graph: LayeredGraph, _ pins: BoxPins, starts: [Int], sizes: [Int], outside: [Int: Int]) {
    self.graph = graph
    self.pins = pins
    self.starts = starts
    self.sizes = sizes
    self.outside = outside
    layers = starts.map { _ in 0 }
    neighbours = starts.map { _ in [] }
    tops = graph.channels.map { _ in LineEnds() }
    bottoms = tops
    for (layer, elements) in graph.layers.enumerated() {
      for (place, element) in elements.enumerated() {
        layers[element] = layer
        if place > 0 { neighbours[element].append(elements[place - 1]) }
        if place + 1 < elements.count { neighbours[element].append(elements[place + 1]) }
      }
    }
    for (channel, threads) in graph.channels.enumerated() {
      for thread in threads {
        if let top = thread.top { tops[channel][exit(of: thread.net, at: top)] = thread.net }
        for bottom in thread.bottoms { bottoms[channel][entry(of: thread.net, at: bottom)] = thread.net }
      }
    }
    for _ in 0..<Self.rounds {
      tracks = graph.channels.map { threads in ChannelTracks(threads.map { run(of: $0) }) }
      var hasMoved = false
      for channel in tracks.indices {
        for conflict in tracks[channel].conflicts where separate(conflict, in: channel) { hasMoved = true }
      }
      if !hasMoved { break }
    }
  }

  func entry(of net: Int, at element: Int) -> Int { starts[element] + pins.entry(of: net, at: element) }
  func exit(of net: Int, at element: Int) -> Int { starts[element] + pins.exit(of: net, at: element) }

  private func run(of thread: LayeredGraph.Thread) -> ChannelTracks.Run {
    ChannelTracks.Run(
      top: thread.top.map { exit(of: thread.net, at: $0) },
      bottoms: thread.bottoms.map { entry(of: thread.net, at: $0) },
      outside: thread.isOutside ? outside[thread.net] : nil)
  }

  /// Moves one of two overlapping lines: the upper comes down where the lower still goes down. False if neither can
  /// move.
  private mutating func separate(_ conflict: (upper: Int, lower: Int), in channel: Int) -> Bool {
    let (upper, lower) = (graph.channels[channel][conflict.upper], graph.channels[channel][conflict.lower])
    guard let top = lower.top else { return false }
    let place = exit(of: lower.net, at: top)
    let bottom = upper.bottoms.first { abs(entry(of: upper.net, at: $0) - place) < ChannelTracks.nearest }
    guard let bottom else { return false }
    for step in Self.steps {
      if move(bottom, of: upper.net, by: step, entering: true) { return true }
      if move(top, of: lower.net, by: step, entering: false) { return true }
    }
    return false
  }

  /// Moves where a net's line meets an element, or a whole lane; false if there is no room for it.
  private mutating func move(_ element: Int, of net: Int, by step: Int, entering: Bool) -> Bool {
    let old = entering ? entry(of: net, at: element) : exit(of: net, at: element)
    let place = old + step
    let layer = layers[element]
    let isLane = graph.isLane(element)
    // Within a channel, a line that leaves it can only lie on one that enters it, and the other way round.
    if entering || isLane, !tops[layer].isFree(place, of: net) { return false }
    if !entering || isLane, !bottoms[layer + 1].isFree(place, of: net) { return false }
    if isLane {
      for other in neighbours[element] {
        let (low, high) = (starts[other] - ChannelTracks.nearest, starts[other] + sizes[other])
        if low < place, place < high + ChannelTracks.nearest { return false }
      }
      starts[element] = place
    } else if !pins.shift(net, at: element, by: step, entering: entering, apart: ChannelTracks.nearest) {
      return false
    }
    if entering || isLane { bottoms[layer].move(from: old, to: place) }
    if !entering || isLane { tops[layer + 1].move(from: old, to: place) }
    return true
  }
}

/// Where lines enter a channel, or leave it.
private struct LineEnds {
  private var nets: [Int: Int] = [:]

  /// The net whose line ends at a place.
  subscript(place: Int) -> Int? {
    get { nets[place] }
    set { nets[place] = newValue }
  }

  mutating func move(from old: Int, to new: Int) { nets[new] = nets.removeValue(forKey: old) }

  /// Whether no other net's line ends near a place.
  func isFree(_ place: Int, of net: Int) -> Bool {
    (place - ChannelTracks.nearest + 1..<place + ChannelTracks.nearest).allSatisfy { nets[$0] ?? net == net }
  }
}
