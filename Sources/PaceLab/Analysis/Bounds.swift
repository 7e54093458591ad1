import PaceLanguage

/// Between which values an expression must lie, in the bits of its type; a nil end is open.
///
/// Truth values lie in 0 to 1, so that `high` 0 means never true and `low` 1 never false.
struct Bounds: Equatable, Sendable {
  var low: Int64?
  var high: Int64?
  /// Whether it may also be unknown.
  var mayBeUnknown = false

  static let anything = Bounds(low: nil, high: nil)
  static let truth = Bounds(low: 0, high: 1)

  static func exactly(_ bits: Int64) -> Bounds { Bounds(low: bits, high: bits) }

  init(low: Int64?, high: Int64?, mayBeUnknown: Bool = false) {
    self.low = low
    self.high = high
    self.mayBeUnknown = mayBeUnknown
  }

  init(_ range: ClosedRange<Int64>) {
    low = range.lowerBound
    high = range.upperBound
  }

  var isNeverTrue: Bool { high == 0 }
  /// Whether it is true at every instant.
  var isAlwaysTrue: Bool { low == 1 && !mayBeUnknown }

  func orUnknown(_ flag: Bool = true) -> Bounds {
    Bounds(low: low, high: high, mayBeUnknown: mayBeUnknown || flag)
  }

  /// What lies in either.
  func union(_ other: Bounds) -> Bounds {
    Bounds(
      low: pair(low, other.low, min), high: pair(high, other.high, max),
      mayBeUnknown: mayBeUnknown || other.mayBeUnknown)
  }

  /// What lies in both; empty where its ends have crossed.
  func intersection(_ other: Bounds) -> Bounds {
    Bounds(
      low: low.map { max($0, other.low ?? $0) } ?? other.low,
      high: high.map { min($0, other.high ?? $0) } ?? other.high,
      mayBeUnknown: mayBeUnknown || other.mayBeUnknown)
  }

  var isEmpty: Bool { pair(low, high) { $0 > $1 } ?? false }

  static func + (a: Bounds, b: Bounds) -> Bounds {
    Bounds(
      low: a.pair(a.low, b.low) { checked($0.addingReportingOverflow($1)) } ?? nil,
      high: a.pair(a.high, b.high) { checked($0.addingReportingOverflow($1)) } ?? nil,
      mayBeUnknown: a.mayBeUnknown || b.mayBeUnknown)
  }

  static prefix func - (a: Bounds) -> Bounds {
    Bounds(
      low: a.high.flatMap { checked((0 as Int64).subtractingReportingOverflow($0)) },
      high: a.low.flatMap { checked((0 as Int64).subtractingReportingOverflow($0)) },
      mayBeUnknown: a.mayBeUnknown)
  }

  /// A product in which at least one factor is in millionths, rounded outwards.
  static func * (a: Bounds, b: Bounds) -> Bounds {
    let isUnknown = a.mayBeUnknown || b.mayBeUnknown
    guard let aLow = a.low, let aHigh = a.high, let bLow = b.low, let bHigh = b.high else {
      // Without all ends, only signs are known.
      let isPositive = a.low.map { $0 >= 0 } ?? false && b.low.map { $0 >= 0 } ?? false
      return Bounds(low: isPositive ? 0 : nil, high: nil, mayBeUnknown: isUnknown)
    }
    let products = [aLow, aHigh].flatMap { x in [bLow, bHigh].map { Int128(x) * Int128($0) / 1_000_000 } }
    let low = products.min().flatMap { Int64(exactly: $0 > 0 ? $0 : $0 - 1) }
    let high = products.max().flatMap { Int64(exactly: $0 + 1) }
    return Bounds(low: low, high: high, mayBeUnknown: isUnknown)
  }

  /// Whether a relation holds: both truth values unless the ends decide.
  static func compare(_ relation: Relation, _ a: Bounds, _ b: Bounds) -> Bounds {
    let isUnknown = a.mayBeUnknown || b.mayBeUnknown
    func truth(always: Bool, never: Bool) -> Bounds {
      Bounds(low: always ? 1 : 0, high: never ? 0 : 1, mayBeUnknown: isUnknown)
    }
    let isBelow = a.pair(a.high, b.low, <) ?? false
    let isNotAbove = a.pair(a.high, b.low, <=) ?? false
    let isAbove = a.pair(a.low, b.high, >) ?? false
    let isNotBelow = a.pair(a.low, b.high, >=) ?? false
    let isSame = a.low != nil && a.low == a.high && b.low == b.high && a.low == b.low
    switch relation {
    case .less: return truth(always: isBelow, never: isNotBelow)
    case .lessOrEqual: return truth(always: isNotAbove, never: isAbove)
    case .greater: return truth(always: isAbove, never: isNotAbove)
    case .greaterOrEqual: return truth(always: isNotBelow, never: isBelow)
    case .equal: return truth(always: isSame, never: isBelow || isAbove)
    case .notEqual: return truth(always: isBelow || isAbove, never: isSame)
    }
  }

  private static func checked(_ result: (partialValue: Int64, overflow: Bool)) -> Int64? {
    result.overflow ? nil : result.partialValue
  }

  private func pair<Result>(_ a: Int64?, _ b: Int64?, _ join: (Int64, Int64) -> Result) -> Result? {
    guard let a, let b else { return nil }
    return join(a, b)
  }
}
