/// Facts about aggregates.
extension Aggregate {
  /// Whether it only counts events and reads no field.
  public var countsEvents: Bool {
    switch self {
    case .count: true
    case .sum, .min, .max, .avg, .median: false
    }
  }

  /// Whether only an overflow makes it unknown.
  public var isUnknownOnlyByOverflow: Bool {
    switch self {
    case .sum: true
    case .count, .min, .max, .avg, .median: false
    }
  }

  /// Whether it is 0 over no rows, and not unknown.
  public var isZeroOverNothing: Bool {
    switch self {
    case .count, .sum: true
    case .min, .max, .avg, .median: false
    }
  }

  /// The word before the field in a phrase; empty for a sum and a count.
  var words: String {
    switch self {
    case .count, .sum: ""
    case .min: "least "
    case .max: "greatest "
    case .avg: "mean "
    case .median: "median "
    }
  }
}
