/// How a set of events, or a condition, may differ between two assignments of the parameters.
struct Change: Equatable {
  /// Whether an event may be in the left set only, or the condition hold on the left only.
  var mayLose: Bool
  /// Whether an event may be in the right set only, or the condition hold on the right only.
  var mayGain: Bool

  static let same = Change(mayLose: false, mayGain: false)
  static let anything = Change(mayLose: true, mayGain: true)

  /// How the union of two such sets may differ.
  func union(_ other: Change) -> Change {
    Change(mayLose: mayLose || other.mayLose, mayGain: mayGain || other.mayGain)
  }

  /// The standings of a quantity that grows with the set.
  var rising: Standings {
    var standings = Standings.equal
    if mayGain { standings.insert(.less) }
    if mayLose { standings.insert(.greater) }
    return standings
  }

  /// The sides on which an aggregate may be known, if it is known over every non-empty set.
  var knowledge: Standings {
    var standings = Standings.bothUnknown
    if mayGain { standings.insert(.onlyRightKnown) }
    if mayLose { standings.insert(.onlyLeftKnown) }
    return standings
  }
}
