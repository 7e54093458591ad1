/// Arithmetic on millionths and milliseconds; nil if a result does not fit.
enum OracleArithmetic {
  static let one: Int128 = 1_000_000

  /// The value in 64 bits; nil if it does not fit, or for `Int64.min`, which no value can be.
  static func fit(_ wide: Int128) -> Int64? {
    guard let value = Int64(exactly: wide), value != .min else { return nil }
    return value
  }

  /// The quotient, rounded half to even; nil if the denominator is 0.
  static func rounded(_ numerator: Int128, by denominator: Int128) -> Int128? {
    guard denominator != 0 else { return nil }
    let top = denominator < 0 ? -numerator : numerator
    let bottom = denominator < 0 ? -denominator : denominator
    var floor = top / bottom
    var rest = top % bottom
    if rest < 0 {
      rest += bottom
      floor -= 1
    }
    if rest * 2 > bottom || (rest * 2 == bottom && floor % 2 != 0) { floor += 1 }
    return floor
  }

  /// The middle value by size, or the mean of the middle two; nil for no values.
  static func median(_ values: [Int128]) -> Int128? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    if sorted.count % 2 == 1 { return sorted[middle] }
    return rounded(sorted[middle - 1] + sorted[middle], by: 2)
  }

  static func combine(_ symbol: OracleOperator, _ a: OracleValue, _ b: OracleValue) -> OracleValue? {
    let x = Int128(a.rank)
    let y = Int128(b.rank)
    switch (symbol, a, b) {
    case (.plus, .number, .number): return number(x + y)
    case (.plus, .duration, .duration): return duration(x + y)
    case (.minus, .number, .number): return number(x - y)
    case (.minus, .duration, .duration): return duration(x - y)
    case (.minus, .time, .time): return duration(((x - y) % 86_400_000 + 86_400_000) % 86_400_000)
    case (.times, .number, .number): return number(rounded(x * y, by: one))
    case (.times, .number, .duration), (.times, .duration, .number):
      return duration(rounded(x * y, by: one))
    case (.divided, .number, .number), (.divided, .duration, .duration):
      return number(rounded(x * one, by: y))
    case (.divided, .duration, .number): return duration(rounded(x * one, by: y))
    case (.modulo, .number, .number): return y == 0 ? nil : number(x % y)
    case (.modulo, .duration, .duration): return y == 0 ? nil : duration(x % y)
    case (.round, .number, .number), (.floor, .number, .number):
      return number(multiple(of: y, near: x, isBelow: symbol == .floor))
    case (.round, .duration, .duration), (.floor, .duration, .duration):
      return duration(multiple(of: y, near: x, isBelow: symbol == .floor))
    case (.least, _, _): return y < x ? b : a
    case (.greatest, _, _): return y > x ? b : a
    default: return nil
    }
  }

  /// The multiple of `step` nearest to `value`, on a tie the one further from 0.
  ///
  /// With `isBelow`, the greatest multiple that is not above `value`.
  private static func multiple(of step: Int128, near value: Int128, isBelow: Bool) -> Int128? {
    guard step > 0 else { return nil }
    var below = value / step
    if below * step > value { below -= 1 }
    if isBelow || below * step == value { return below * step }
    let (down, up) = (value - below * step, (below + 1) * step - value)
    if down == up { return value < 0 ? below * step : (below + 1) * step }
    return down < up ? below * step : (below + 1) * step
  }

  static func compare(_ relation: OracleRelation, _ a: OracleValue, _ b: OracleValue) -> Bool {
    if case .text(let left) = a, case .text(let right) = b {
      return relation == .equal ? left == right : left != right
    }
    let x = a.rank
    let y = b.rank
    switch relation {
    case .equal: return x == y
    case .unequal: return x != y
    case .less: return x < y
    case .atMost: return x <= y
    case .greater: return x > y
    case .atLeast: return x >= y
    }
  }

  static func number(_ wide: Int128?) -> OracleValue? { wide.flatMap(fit).map { .number($0) } }

  static func duration(_ wide: Int128?) -> OracleValue? { wide.flatMap(fit).map { .duration($0) } }
}
