import PaceEngine
public import PaceLanguage

/// The readings of a figure: how many are known, their least, greatest and mean.
public struct FigureTally: Sendable, Equatable {
  /// How many readings are known.
  public private(set) var count = 0
  public private(set) var least = Value.unknown
  public private(set) var greatest = Value.unknown
  private var sum = WeightedSum()

  public init() {}

  /// Whether values of a type can be compared, so that a tally of readings makes sense.
  public static func measures(_ type: ValueType) -> Bool {
    switch type {
    case .number, .duration, .bool, .level, .date, .time: true
    case .text, .preset, .schedule, .weekday, .enumeration: false
    }
  }

  /// Whether a mean of values of a type makes sense; of truths it is the share of true ones.
  public static func hasMean(_ type: ValueType) -> Bool {
    type == .number || type == .duration || type == .bool
  }

  mutating func add(_ value: Value) {
    if value.isUnknown { return }
    least = count == 0 ? value : Value(min(least.bits, value.bits))
    greatest = count == 0 ? value : Value(max(greatest.bits, value.bits))
    count += 1
    sum.add(value.bits, weight: 1)
  }

  mutating func add(_ other: FigureTally) {
    guard other.count > 0 else { return }
    least = count == 0 ? other.least : Value(min(least.bits, other.least.bits))
    greatest = count == 0 ? other.greatest : Value(max(greatest.bits, other.greatest.bits))
    count += other.count
    sum.add(other.sum)
  }

  /// The mean, which for truths is the share of true ones as a number; unknown for types other than number,
  /// duration and truth.
  public func mean(_ type: ValueType) -> Value {
    switch type {
    case .number, .duration: sum.mean(unit: 1)
    case .bool: sum.mean(unit: Arithmetic.unit)
    case .time, .text, .preset, .schedule, .date, .weekday, .enumeration, .level: .unknown
    }
  }
}

/// A sum of weighted values, exact as long as it fits.
struct WeightedSum: Sendable, Equatable {
  private var sum: Int128 = 0
  private var weight: Int128 = 0
  private var hasOverflowed = false

  mutating func add(_ value: Int64, weight: Int64) {
    let (product, tooLarge) = Int128(value).multipliedReportingOverflow(by: Int128(weight))
    add(sum: product, weight: Int128(weight), hasOverflowed: tooLarge)
  }

  mutating func add(_ other: WeightedSum) {
    add(sum: other.sum, weight: other.weight, hasOverflowed: other.hasOverflowed)
  }

  private mutating func add(sum more: Int128, weight moreWeight: Int128, hasOverflowed overflow: Bool) {
    let (sum, isSumLarge) = self.sum.addingReportingOverflow(more)
    let (weight, isWeightLarge) = self.weight.addingReportingOverflow(moreWeight)
    self.sum = sum
    self.weight = weight
    if overflow || isSumLarge || isWeightLarge { hasOverflowed = true }
  }

  /// The sum times `unit`, divided by the weights and rounded half to even; unknown without weights or beyond
  /// 64 bits.
  func mean(unit: Int64) -> Value {
    let (scaled, overflow) = sum.multipliedReportingOverflow(by: Int128(unit))
    guard weight > 0, !hasOverflowed, !overflow else { return .unknown }
    return Int64(exactly: Arithmetic.quotient(scaled, weight)).map { Value($0) } ?? .unknown
  }
}
