/// For each world, how near each watched expression came to each truth in any trial.
struct NearestApproaches {
  private var worlds: [[UInt64?]] = []

  /// Notes a trial's observations, one per world; true if something came nearer than in all trials before.
  mutating func note(_ observations: [Observation], _ difference: ProgramDifference?) -> Bool {
    var isNew = false
    for (world, observation) in observations.enumerated() {
      for approach in observation.approaches {
        isNew =
          note(approach.distance, world, Truth.allCases.count * approach.watched + approach.truth.rawValue)
          || isNew
      }
    }
    guard let difference, difference.isAligned else { return isNew }
    for (one, two) in zip(observations, observations.dropFirst(observations.count / 2)) {
      for (index, distance) in Self.changes(one, two) {
        isNew = note(distance, observations.count, index) || isNew
      }
    }
    return isNew
  }

  private mutating func note(_ distance: UInt64, _ world: Int, _ place: Int) -> Bool {
    while worlds.count <= world { worlds.append([]) }
    if worlds[world].count <= place {
      worlds[world] += Array(repeating: nil, count: place + 1 - worlds[world].count)
    }
    if let known = worlds[world][place], known <= distance { return false }
    worlds[world][place] = distance
    return true
  }

  /// How near a change came to showing.
  ///
  /// First the compared value differs, then the comparison's truth, then fewer and fewer parts keep the rule
  /// from speaking.
  private static func changes(_ one: Observation, _ two: Observation) -> [(index: Int, distance: UInt64)] {
    one.looks.flatMap { look -> [(index: Int, distance: UInt64)] in
      guard !look.changed.isEmpty, let other = two.looks.at(look.at).first else { return [] }
      let missing = UInt64(min(look.missing, other.missing))
      return look.changed.indices.filter { look.changed[$0] != other.changed[$0] }.map { index in
        // Each comparison has three values: its own truth, then those of its two sides.
        (index, (index % 3 == 0 ? 0 : 1_000) + missing)
      }
    }
  }
}
