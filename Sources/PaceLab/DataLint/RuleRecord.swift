public import PaceEngine
import PaceLanguage

/// What a log shows of one rule.
public struct RuleRecord: Sendable {
  /// Firings in each subject, in the order of subjects.
  public private(set) var firings: [Int] = []
  /// How often a firing was held back.
  public private(set) var held = 0
  /// Where the rule came nearest to firing, as long as it had not fired.
  public internal(set) var nearest: NearestApproach?

  public var total: Int { firings.reduce(0, +) }
  /// In how many subjects it fired.
  public var subjects: Int { firings.count { $0 > 0 } }
  /// `each of its 3 firings is held back`; none was let through.
  var heldWords: String {
    held == 1 ? "its one firing is held back" : "each of its \(held) firings is held back"
  }
  public var median: Double { Statistics.median(firings) }
  /// The median distance from the median.
  public var deviation: Double { Statistics.deviation(firings) }

  /// Adds a subject's firings, and how often one was held back.
  mutating func add(firings count: Int, held: Int) {
    firings.append(count)
    self.held += held
  }
}

/// The instant at which a condition was least short of being true.
public struct NearestApproach: Sendable {
  public var subject: String
  public var at: Instant
  /// What is missing, as a fraction of the threshold; nil if nothing can be measured.
  public var shortfall: Double?
  /// Whether the condition was true there; then something else kept the rule silent.
  public var isTrue: Bool
  /// The comparison that decided it, with its values.
  public var text: String
  /// Smaller is nearer to true.
  var rank: Double
  /// A parameter that a sweep could change to bring the rule nearer, if there is one.
  var param: ParamID?
}

enum Statistics {
  static func median(_ values: [Int]) -> Double {
    if values.isEmpty { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? Double(sorted[middle - 1] + sorted[middle]) / 2 : Double(sorted[middle])
  }

  static func deviation(_ values: [Int]) -> Double {
    let middle = median(values)
    // Distances are doubled to stay whole; halve the median again.
    let distances = values.map { Int((Double($0) - middle).magnitude * 2) }
    return median(distances) / 2
  }
}
