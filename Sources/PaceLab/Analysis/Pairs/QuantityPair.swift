/// How the values of one expression may stand to each other under two assignments of the parameters.
struct Standings: OptionSet, Hashable {
  let rawValue: UInt8

  static let bothUnknown = Standings(rawValue: 1)
  static let onlyLeftKnown = Standings(rawValue: 2)
  static let onlyRightKnown = Standings(rawValue: 4)
  /// Both known, the left one less than the right one.
  static let less = Standings(rawValue: 8)
  static let equal = Standings(rawValue: 16)
  static let greater = Standings(rawValue: 32)

  static let known: Standings = [.less, .equal, .greater]
  static let same: Standings = [.bothUnknown, .equal]
  static let everything: Standings = [.bothUnknown, .onlyLeftKnown, .onlyRightKnown, .less, .equal, .greater]

  /// The single standings that the set contains.
  var members: [Standings] { Self.members[Int(rawValue)] }

  private static let members: [[Standings]] = (0..<64).map { set in
    (0..<6).map { Standings(rawValue: 1 << $0) }.filter { set & Int($0.rawValue) != 0 }
  }

  var leftMayBeKnown: Bool { !isDisjoint(with: [.onlyLeftKnown, .less, .equal, .greater]) }
  var rightMayBeKnown: Bool { !isDisjoint(with: [.onlyRightKnown, .less, .equal, .greater]) }

  /// The standings with less and greater exchanged.
  var reversed: Standings {
    var result = intersection([.bothUnknown, .onlyLeftKnown, .onlyRightKnown, .equal])
    if contains(.less) { result.insert(.greater) }
    if contains(.greater) { result.insert(.less) }
    return result
  }

  /// The standings after a function that never decreases but may stay level, such as rounding.
  var weakened: Standings { isDisjoint(with: [.less, .greater]) ? self : union(.equal) }
}

/// Every way in which an expression's two values may stand to each other, and the bounds of each.
struct QuantityPair: Equatable {
  /// Both values, if each is known and can only be one.
  var constants: (left: Int64, right: Int64)? {
    guard standings.isSubset(of: .known), left.low == left.high, right.low == right.high else { return nil }
    return (left.low, right.low)
  }

  var standings: Standings
  /// Where the value lies under the left assignment, if it is known.
  var left: ValueRange
  var right: ValueRange

  init(_ standings: Standings, _ left: ValueRange, _ right: ValueRange) {
    self.standings = standings
    self.left = left
    self.right = right
  }

  /// The same on both sides.
  static func same(_ bounds: ValueRange, mayBeUnknown: Bool) -> QuantityPair {
    QuantityPair(mayBeUnknown ? .same : .equal, bounds, bounds)
  }

  static func anything(_ bounds: ValueRange = .everything) -> QuantityPair {
    QuantityPair(.everything, bounds, bounds)
  }

  /// Two constants.
  init(_ left: Int64, _ right: Int64) {
    self.init(left < right ? .less : left == right ? .equal : .greater, ValueRange(left), ValueRange(right))
  }

  /// Whether both sides always have the same value, known or not.
  var isSame: Bool { standings.isSubset(of: .same) }

  /// How a left value and a right value may stand to each other, by their bounds alone.
  static func standings(_ left: ValueRange, _ right: ValueRange) -> Standings {
    var result: Standings = []
    if left.low < right.high { result.insert(.less) }
    if left.high > right.low { result.insert(.greater) }
    if left.low <= right.high, right.low <= left.high { result.insert(.equal) }
    return result
  }

  /// Leaves out what the bounds rule out.
  var narrowed: QuantityPair {
    let possible = QuantityPair.standings(left, right)
    return QuantityPair(standings.subtracting(Standings.known.subtracting(possible)), left, right)
  }
}
