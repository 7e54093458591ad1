/// What is to be known of an aggregate.
extension Aggregate {
  /// Whether it only counts events and reads no field.
  public var countsEvents: Bool {
    switch self {
    case .count: true
    case .sum, .min, .max, .avg, .median: false
    }
  }

  /// Whether it is unknown only where its value does not fit.
  public var isUnknownOnlyByOverflow: Bool {
    switch self {
    case .sum: true
    case .count, .min, .max, .avg, .median: false
    }
  }

  /// What stands before the field in a phrase; nothing for a sum.
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
