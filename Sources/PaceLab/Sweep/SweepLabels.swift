public import PaceEngine
public import PaceLanguage

/// A span of one subject's time for which a person said whether a notice was wanted in it.
public struct SweepLabel: Sendable {
  public var from: Instant
  /// Included.
  public var to: Instant
  public var isWanted: Bool
  /// The rule whose notices it is about; nil for all that are judged.
  public var rule: RuleID?

  public init(from: Instant, to: Instant, isWanted: Bool, rule: RuleID? = nil) {
    self.from = from
    self.to = to
    self.isWanted = isWanted
    self.rule = rule
  }
}

/// What is known to be wanted, by which the notices of each value are judged.
public struct SweepLabels: Sendable {
  /// Sorted by their start.
  private let labels: [String: [SweepLabel]]
  /// The rules whose notices are judged; nil for all.
  private let rules: Set<RuleID>?
  public let wanted: Int
  public let unwanted: Int

  public init(_ labels: [String: [SweepLabel]], rules: Set<RuleID>? = nil) {
    self.labels = labels.mapValues { $0.sorted { ($0.from, $0.to) < ($1.from, $1.to) } }
    self.rules = rules
    wanted = labels.values.reduce(0) { $0 + $1.count { $0.isWanted } }
    unwanted = labels.values.reduce(0) { $0 + $1.count } - wanted
  }

  /// The labels of a subject, sorted by their start.
  public func labels(of subject: String) -> [SweepLabel] { labels[subject] ?? [] }

  func score(of subject: String, _ records: [Record]) -> SweepScore {
    var score = SweepScore()
    guard let labels = labels[subject] else { return score }
    var times: [Instant] = []
    for case .fired(let firing) in records where rules?.contains(firing.rule) ?? true {
      times.append(firing.at)
    }
    for label in labels {
      let next = times[Self.lowerBound(of: label.from, in: times)...].first
      let isHit = next.map { $0 <= label.to } ?? false
      switch (label.isWanted, isHit) {
      case (true, true): score.caught += 1
      case (true, false): score.missed += 1
      case (false, true): score.falseAlarms += 1
      case (false, false): break
      }
    }
    score.unlabelled = Self.outside(labels, times)
    return score
  }

  /// How many of `times` lie in no label.
  private static func outside(_ labels: [SweepLabel], _ times: [Instant]) -> Int {
    var reach: Instant?
    var next = labels.startIndex
    return times.count { time in
      while next < labels.endIndex, labels[next].from <= time {
        reach = reach.map { max($0, labels[next].to) } ?? labels[next].to
        next += 1
      }
      return reach.map { time > $0 } ?? true
    }
  }

  private static func lowerBound(of time: Instant, in times: [Instant]) -> Int {
    var low = 0
    var high = times.count
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// How the notices of one value compare with what was wanted.
public struct SweepScore: Hashable, Sendable {
  /// Wanted labels with a notice.
  public var caught = 0
  /// Wanted labels without a notice.
  public var missed = 0
  /// Unwanted labels with a notice.
  public var falseAlarms = 0
  /// Notices of labelled subjects that lie in no label: nobody said whether they were wanted.
  public var unlabelled = 0

  /// Of the labels with a notice, the share that was wanted; nil where there is none.
  public var precision: Double? { Self.share(caught, of: caught + falseAlarms) }
  /// Of the wanted labels, the share with a notice; nil where nothing was wanted.
  public var recall: Double? { Self.share(caught, of: caught + missed) }

  private static func share(_ part: Int, of whole: Int) -> Double? {
    whole == 0 ? nil : Double(part) / Double(whole)
  }

  /// Whether this is at least as good in both respects and better in one.
  func dominates(_ other: SweepScore) -> Bool {
    caught >= other.caught && falseAlarms <= other.falseAlarms
      && (caught > other.caught || falseAlarms < other.falseAlarms)
  }
}
