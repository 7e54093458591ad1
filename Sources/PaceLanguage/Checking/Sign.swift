/// The sign of a value; positive and negative ones may be zero too.
enum Sign {
  case zero, positive, negative, unknown

  init(_ range: ClosedRange<Int64>?) {
    guard let range else {
      self = .unknown
      return
    }
    if range.lowerBound == 0 && range.upperBound == 0 {
      self = .zero
    } else {
      self = range.lowerBound >= 0 ? .positive : range.upperBound <= 0 ? .negative : .unknown
    }
  }

  var reversed: Sign {
    switch self {
    case .positive: .negative
    case .negative: .positive
    case .zero, .unknown: self
    }
  }

  /// The sign of a product or a quotient.
  func times(_ other: Sign) -> Sign {
    switch self {
    case .zero: .zero
    case .positive: other
    case .negative: other.reversed
    case .unknown: other == .zero ? .zero : .unknown
    }
  }

  /// The sign of a sum, or of either value.
  func joined(_ other: Sign) -> Sign {
    if self == .zero { return other }
    return other == .zero || other == self ? self : .unknown
  }
}

extension Motion {
  /// The motion of the negated value.
  var reversed: Motion {
    switch self {
    case .constant: .constant
    case .rising: .falling
    case .falling: .rising
    case .either: .either
    }
  }

  /// The motion of a sum; nil if one part may rise while the other falls.
  func joined(_ other: Motion) -> Motion? {
    if self == .constant { return other }
    if other == .constant || self == other && self != .either { return self }
    return nil
  }

  /// The motion of a product with a constant factor.
  func scaled(by sign: Sign) -> Motion {
    switch sign {
    case .zero: .constant
    case .positive: self
    case .negative: reversed
    case .unknown: self == .constant ? .constant : .either
    }
  }
}
