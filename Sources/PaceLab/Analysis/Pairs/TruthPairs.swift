/// One of the three truths of a condition.
enum Truth: Int, CaseIterable {
  case no, unknown, yes

  static func && (a: Truth, b: Truth) -> Truth { a.rawValue < b.rawValue ? a : b }
  static func || (a: Truth, b: Truth) -> Truth { a.rawValue > b.rawValue ? a : b }
  static prefix func ! (a: Truth) -> Truth {
    switch a {
    case .no: .yes
    case .unknown: .unknown
    case .yes: .no
    }
  }
}

/// The pairs of truths that a condition may have at one instant of one log, under two assignments of the
/// parameters.
///
/// A set that is too large is sound, since a claim is proved only by what the set lacks. Operators combine
/// every pair of one operand with every pair of the other, so they ignore how operands depend on each other but
/// never lose a pair that can occur.
struct TruthPairs: Equatable {
  private var bits: UInt16

  static let none = TruthPairs(bits: 0)
  static let all = TruthPairs(bits: 0b1_1111_1111)
  /// The same on both sides, whatever it is.
  static let same = TruthPairs([(.no, .no), (.unknown, .unknown), (.yes, .yes)])

  private init(bits: UInt16) { self.bits = bits }

  init(_ pairs: [(Truth, Truth)]) {
    bits = 0
    for (left, right) in pairs { insert(left, right) }
  }

  mutating func insert(_ left: Truth, _ right: Truth) { bits |= 1 << (left.rawValue * 3 + right.rawValue) }

  func contains(_ left: Truth, _ right: Truth) -> Bool {
    bits & (1 << (left.rawValue * 3 + right.rawValue)) != 0
  }

  func union(_ other: TruthPairs) -> TruthPairs { TruthPairs(bits: bits | other.bits) }

  var pairs: [(left: Truth, right: Truth)] { Self.pairs[Int(bits)] }

  private static let pairs: [[(left: Truth, right: Truth)]] = (0..<512).map { bits in
    let set = TruthPairs(bits: UInt16(bits))
    return Truth.allCases.flatMap { left in Truth.allCases.map { (left: left, right: $0) } }
      .filter { set.contains($0.left, $0.right) }
  }

  func mapped(_ change: (Truth) -> Truth) -> TruthPairs {
    TruthPairs(pairs.map { (change($0.left), change($0.right)) })
  }

  func combined(_ other: TruthPairs, _ join: (Truth, Truth) -> Truth) -> TruthPairs {
    var result = TruthPairs.none
    for mine in pairs {
      for its in other.pairs { result.insert(join(mine.left, its.left), join(mine.right, its.right)) }
    }
    return result
  }

  // MARK: What they say

  /// Whether it may hold on the left and not on the right: what breaks "at least as often".
  var mayLose: Bool { contains(.yes, .no) || contains(.yes, .unknown) }
  /// Whether it may hold on the right and not on the left.
  var mayGain: Bool { contains(.no, .yes) || contains(.unknown, .yes) }
  /// How the condition may differ between the sides.
  var change: Change { Change(mayLose: mayLose, mayGain: mayGain) }
  var mayHoldLeft: Bool { contains(.yes, .yes) || mayLose }
  var mayHoldRight: Bool { contains(.yes, .yes) || mayGain }
  /// Whether it holds on both sides whatever the log.
  var alwaysHolds: Bool { self == TruthPairs([(.yes, .yes)]) }
}
