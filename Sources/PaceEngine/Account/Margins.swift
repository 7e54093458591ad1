public import PaceLanguage

extension Relation {
  /// The margin by which two values satisfy the relation; `excess` is the left value minus the right one.
  func margin(_ excess: Int64) -> Int64 {
    switch self {
    case .greater, .greaterOrEqual: excess
    case .less, .lessOrEqual: -excess
    case .equal: -abs(excess)
    case .notEqual: abs(excess)
    }
  }
}

extension ValueType {
  /// Whether such values are ordered, so that comparisons of them have a margin.
  public var hasMargin: Bool {
    switch self {
    case .number, .duration, .time, .date, .level: true
    case .bool, .text, .preset, .schedule, .weekday, .enumeration: false
    }
  }

  /// The type of a margin: a number of levels, a duration between dates or times, else the type itself.
  private var marginType: ValueType {
    switch self {
    case .time, .date: .duration
    case .level: .number
    default: self
    }
  }

  /// The margin of values one step apart, in the bits of `Value`: one day for dates, 1.0 for levels, else one bit.
  public var marginStep: Int64 {
    switch self {
    case .date: CivilDate.dayLength
    case .level: Arithmetic.unit
    default: 1
    }
  }

  /// A difference of such values as a margin; nil if it doesn't fit.
  func margin(_ difference: Int64) -> (bits: Int64, type: ValueType)? {
    let (bits, overflow) = difference.multipliedReportingOverflow(by: marginStep)
    return overflow ? nil : (bits, marginType)
  }
}
