/// What pulls at things in a row, each of which may stand at or after the one before.
///
/// The cost of putting the last thing at a place is a convex function of that place. It is kept as the places at which
/// its slope changes.
struct Pulls {
  /// A heap, the last place first.
  private var changes: [(place: Int, weight: Int)] = []
  /// The slope of the cost after the last of these places.
  private var rise = 0

  /// Pulls at the last thing.
  mutating func add(_ place: Int, weight: Int) {
    rise += weight
    changes.append((place, 2 * weight))
    var child = changes.count - 1
    while child > 0, changes[(child - 1) / 2].place < changes[child].place {
      changes.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// The first place at which the last thing costs least; for the next thing, places beyond it cost no more.
  mutating func settled() -> Int {
    while let last = changes.first, last.weight <= rise {
      rise -= last.weight
      removeFirst()
    }
    guard let last = changes.first else { return 0 }
    changes[0].weight -= rise
    rise = 0
    return last.place
  }

  private mutating func removeFirst() {
    changes.swapAt(0, changes.count - 1)
    changes.removeLast()
    var parent = 0
    while 2 * parent + 1 < changes.count {
      var child = 2 * parent + 1
      if child + 1 < changes.count, changes[child + 1].place > changes[child].place { child += 1 }
      if changes[parent].place >= changes[child].place { break }
      changes.swapAt(parent, child)
      parent = child
    }
  }
}
