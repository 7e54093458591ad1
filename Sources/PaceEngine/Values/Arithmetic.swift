import PaceLanguage

/// The bits of an unknown value.
let unknown = Int64.min

/// Exact arithmetic on the bits of values; a result that doesn't fit is unknown.
package enum Arithmetic {
  /// The number 1: numbers are counted in millionths.
  package static let unit: Int64 = 1_000_000

  static func fitting(_ wide: Int128) -> Int64 {
    guard let narrow = Int64(exactly: wide) else { return unknown }
    return narrow
  }

  static func sum(_ a: Int64, _ b: Int64) -> Int64 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? unknown : sum
  }

  static func difference(_ a: Int64, _ b: Int64) -> Int64 {
    let (difference, overflow) = a.subtractingReportingOverflow(b)
    return overflow ? unknown : difference
  }

  /// The product of two numbers, or of a number and a duration, rounded half to even.
  static func product(_ a: Int64, _ b: Int64) -> Int64 {
    ratio(of: a, times: b, to: unit)
  }

  /// The quotient of two numbers, of two durations (a number), or of a duration and a number.
  static func quotient(_ a: Int64, _ b: Int64) -> Int64 {
    b == 0 ? unknown : ratio(of: a, times: unit, to: b)
  }

  /// `a · b / c` rounded half to even; `c` is not 0.
  private static func ratio(of a: Int64, times b: Int64, to c: Int64) -> Int64 {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    // Twice the rest must fit as well.
    guard !overflow, c.magnitude <= UInt64(Int64.max) / 2, product != .min else {
      return fitting(quotient(Int128(a) * Int128(b), Int128(c)))
    }
    let (whole, rest) = product.quotientAndRemainder(dividingBy: c)
    let twice = rest.magnitude &* 2
    let divisor = c.magnitude
    guard twice > divisor || (twice == divisor && whole & 1 != 0) else { return whole }
    return (product < 0) == (c < 0) ? whole &+ 1 : whole &- 1
  }

  /// The least whole number that is at least `bits`, or greater than `bits` where `isMore`. It takes millionths and
  /// returns whole units; unknown stays unknown.
  static func leastWhole(from bits: Int64, isMore: Bool) -> Int64 {
    guard bits != unknown else { return unknown }
    let (whole, rest) = bits.quotientAndRemainder(dividingBy: unit)
    let below = rest < 0 ? whole - 1 : whole
    return isMore || rest != 0 ? below + 1 : below
  }

  /// The multiple of a step nearest to a value, ties away from 0; unknown for a step of 0 or less.
  static func rounded(_ value: Int64, to step: Int64) -> Int64 {
    if step <= 0 { return unknown }
    let size = Int128(value.magnitude)
    let multiple = (size * 2 + Int128(step)) / (Int128(step) * 2) * Int128(step)
    return fitting(value < 0 ? -multiple : multiple)
  }

  /// The greatest multiple of a step that is not above a value; unknown for a step of 0 or less.
  static func floored(_ value: Int64, to step: Int64) -> Int64 {
    if step <= 0 { return unknown }
    let rest = value % step
    return difference(value, rest < 0 ? rest + step : rest)
  }

  /// The remainder of `a` divided by `b`, with the sign of `a`; unknown if `b` is 0.
  static func remainder(_ a: Int64, _ b: Int64) -> Int64 {
    if b == 0 { return unknown }
    return b == -1 ? 0 : a % b
  }

  /// `a / b` rounded half to even; `b` is not 0.
  package static func quotient(_ a: Int128, _ b: Int128) -> Int128 {
    let (whole, rest) = a.quotientAndRemainder(dividingBy: b)
    let twice = rest.magnitude * 2
    let divisor = b.magnitude
    guard twice > divisor || (twice == divisor && whole % 2 != 0) else { return whole }
    return (a < 0) == (b < 0) ? whole + 1 : whole - 1
  }

  /// The duration from time of day `b` to time of day `a`, round the clock.
  static func turn(_ a: Int64, _ b: Int64) -> Int64 {
    let turn = (a - b) % CivilDate.dayLength
    return turn < 0 ? turn + CivilDate.dayLength : turn
  }

  static func saturatingSum(_ a: Int64, _ b: Int64) -> Int64 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? (b > 0 ? .max : .min) : sum
  }

  static func saturatingDifference(_ a: Int64, _ b: Int64) -> Int64 {
    let (difference, overflow) = a.subtractingReportingOverflow(b)
    return overflow ? (b > 0 ? .min : .max) : difference
  }
}
