import PaceLanguage

/// The lines between two layers: each turns on a track of its own, so that few cross and none lies on
/// another.
struct ChannelTracks {
  /// A thread as it is drawn: it comes from one place, and ends at others.
  struct Run {
    var tops: [Int]
    var bottoms: [Int]
    /// The first and the last place that its track passes.
    let first: Int
    let last: Int

    /// `outside` is where it leaves the layers or enters them.
    init(top: Int?, bottoms: [Int], outside: Int?) {
      tops = top.map { [$0] } ?? []
      self.bottoms = bottoms
      let all = tops + bottoms + (outside.map { [$0] } ?? [])
      first = all.min() ?? 0
      last = all.max() ?? 0
    }

    var isStraight: Bool { first == last }

    func passes(_ place: Int) -> Bool { first < place && place < last }
  }

  /// Lines that are nearer than this look like one.
  static let nearest = GraphSpacing.pins / 2
  /// The cost of a line that lies on another, in crossings.
  private static let heavy = 1_000

  /// For each run, its track, counted from 0 away from the earlier layer; a straight run needs none.
  private(set) var tracks: [Int]
  private(set) var count = 0
  /// Pairs of runs whose lines overlap: the upper one comes down where the lower one still goes down.
  private(set) var conflicts: [(upper: Int, lower: Int)] = []

  init(_ runs: [Run]) {
    tracks = runs.map { _ in 0 }
    let bent = runs.indices.filter { !runs[$0].isStraight }.sorted {
      (runs[$0].first, runs[$0].last, $0) < (runs[$1].first, runs[$1].last, $1)
    }
    let order = Sifting.order(of: bent.count) { Self.cost(runs[bent[$0]], above: runs[bent[$1]]) }
      .map { bent[$0] }
    var stack = TrackStack()
    for run in order {
      tracks[run] = stack.add(from: runs[run].first, to: runs[run].last)
      count = max(count, tracks[run] + 1)
    }
    findConflicts(runs, order)
  }

  private mutating func findConflicts(_ runs: [Run], _ order: [Int]) {
    let bottoms = order.enumerated().flatMap { place, run in runs[run].bottoms.map { (at: $0, order: place) }
    }
    .sorted { ($0.at, $0.order) < ($1.at, $1.order) }
    for (place, run) in order.enumerated() {
      var above: Set<Int> = []
      for top in runs[run].tops {
        let first = bottoms.partitioningIndex { $0.at > top - Self.nearest }
        for bottom in bottoms[first...].prefix(while: { $0.at < top + Self.nearest })
        where bottom.order < place {
          above.insert(bottom.order)
        }
      }
      for upper in above.sorted() { conflicts.append((order[upper], run)) }
    }
  }

  private static func cost(_ upper: Run, above lower: Run) -> Int {
    var cost = 0
    for place in upper.bottoms {
      if lower.passes(place) { cost += 1 }
      for top in lower.tops where abs(top - place) < nearest { cost += heavy }
    }
    for place in lower.tops where upper.passes(place) { cost += 1 }
    return cost
  }
}
