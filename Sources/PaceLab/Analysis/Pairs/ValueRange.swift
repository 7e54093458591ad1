/// The closed range of an expression's known values, in the bits of `Value`.
struct ValueRange: Equatable {
  var low: Int64
  var high: Int64

  /// Everything but the bits that stand for unknown.
  static let everything = ValueRange(.min + 1, .max)

  init(_ low: Int64, _ high: Int64) {
    self.low = low
    self.high = high
  }

  init(_ value: Int64) { self.init(value, value) }

  init(_ range: ClosedRange<Int64>) { self.init(max(range.lowerBound, .min + 1), range.upperBound) }

  var isPositiveOrZero: Bool { low >= 0 }
  var holdsZero: Bool { low <= 0 && high >= 0 }

  func joined(_ other: ValueRange) -> ValueRange { ValueRange(min(low, other.low), max(high, other.high)) }

  /// The intersection, or nil if it is empty.
  func intersected(_ other: ValueRange) -> ValueRange? {
    let both = ValueRange(max(low, other.low), min(high, other.high))
    return both.low <= both.high ? both : nil
  }

  /// The bounds of a function with its extremes at the corners of `self` × `other`, and whether a value may
  /// overflow and so be unknown.
  func corners(_ other: ValueRange, _ value: (Int128, Int128) -> Int128) -> (ValueRange, mayOverflow: Bool) {
    let corners = [
      value(Int128(low), Int128(other.low)), value(Int128(low), Int128(other.high)),
      value(Int128(high), Int128(other.low)), value(Int128(high), Int128(other.high)),
    ]
    var least = corners[0]
    var greatest = corners[0]
    for corner in corners {
      least = min(least, corner)
      greatest = max(greatest, corner)
    }
    return ValueRange.fitted(least, greatest)
  }

  static func fitted(_ low: Int128, _ high: Int128) -> (ValueRange, mayOverflow: Bool) {
    let edges = (Int128(everything.low), Int128(everything.high))
    let fitted = ValueRange(
      Int64(min(max(low, edges.0), edges.1)), Int64(min(max(high, edges.0), edges.1)))
    return (fitted, low < edges.0 || high > edges.1)
  }
}
