public import PaceEngine
public import PaceLanguage

/// A span of one subject's time for which a person said whether a notice was wanted in it.
public struct SweepLabel: Sendable {
  public var from: Instant
  /// The last instant of the span.
  public var to: Instant
  public var isWanted: Bool
  /// The rule whose notices it is about; nil for all that are judged.
  public var rule: RuleID?
  /// Gives its ends by the clocks of a zone; nil if they are the same by all clocks.
  fileprivate var ends: (@Sendable (Zone) -> (from: Instant, to: Instant))?

  /// - Parameters:
  ///   - rule: the rule whose notices it is about; nil for all that are judged.
  ///   - ends: gives the ends by the clocks of its subject's zone, if they depend on that.
  public init(
    from: Instant, to: Instant, isWanted: Bool, rule: RuleID? = nil,
    ends: (@Sendable (Zone) -> (from: Instant, to: Instant))? = nil
  ) {
    self.from = from
    self.to = to
    self.isWanted = isWanted
    self.rule = rule
    self.ends = ends
  }
}

/// The labels by which the notices of each value are judged.
public struct SweepLabels: Sendable {
  /// Sorted by their start.
  private var labels: [ExactText: [SweepLabel]]
  /// The spelling of a subject's id under which its labels are found.
  private let spelling: @Sendable (String) -> String
  /// The rules whose notices are judged; nil for all.
  private let rules: Set<RuleID>?
  public let wanted: Int
  public let unwanted: Int

  /// Labels of rules that are not judged are left out.
  ///
  /// - Parameters:
  ///   - labels: the labels of each subject, by the spelling of its id.
  ///   - spelling: gives the one spelling of an id that has several.
  public init(
    _ labels: [ExactText: [SweepLabel]], rules: Set<RuleID>? = nil,
    spelling: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.spelling = spelling
    let judged = labels.mapValues { own in
      Self.sorted(own.filter { label in label.rule.map { rules?.contains($0) ?? true } ?? true })
    }
    self.labels = judged.filter { !$0.value.isEmpty }
    self.rules = rules
    wanted = judged.values.reduce(0) { $0 + $1.count { $0.isWanted } }
    unwanted = judged.values.reduce(0) { $0 + $1.count } - wanted
  }

  private static func sorted(_ labels: [SweepLabel]) -> [SweepLabel] {
    labels.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }

  /// Places the labels of a subject by its clocks, which has to come before its notices are judged.
  public mutating func place(for log: SubjectLog) {
    let id = ExactText(spelling(log.id))
    guard var own = labels[id], own.contains(where: { $0.ends != nil }) else { return }
    for (index, label) in own.enumerated() {
      if let ends = label.ends { (own[index].from, own[index].to) = ends(log.record.zone) }
    }
    labels[id] = Self.sorted(own)
  }

  /// The labels of a subject, sorted by their start.
  public func labels(of subject: String) -> [SweepLabel] { labels[ExactText(spelling(subject))] ?? [] }

  /// One label of a subject alone.
  func only(_ label: SweepLabel, of subject: String) -> SweepLabels {
    SweepLabels([ExactText(spelling(subject)): [label]], rules: rules, spelling: spelling)
  }

  /// The labels that name a rule; for nil, those that name none.
  func only(of rule: RuleID?) -> SweepLabels {
    SweepLabels(labels.mapValues { $0.filter { $0.rule == rule } }, rules: rules, spelling: spelling)
  }

  var all: some Sequence<SweepLabel> { labels.values.joined() }

  /// The rules that some label is about, in declaration order.
  public func judged(in program: Program) -> [RuleID] {
    let isAboutAll = all.contains { $0.rule == nil }
    let named = Set(all.compactMap { $0.rule })
    return program.rules.ids.filter { rule in
      guard program[rule].emission != nil else { return false }
      return named.contains(rule) || (isAboutAll && isJudged(rule))
    }
  }

  /// The parameters that enter the notices of rules that some label is about, in declaration order.
  public func params(in program: Program) -> [ParamID] {
    Influences(on: judged(in: program), in: program).params
  }

  private func isJudged(_ rule: RuleID) -> Bool { rules?.contains(rule) ?? true }

  /// Whether a label is about the notices of a rule.
  private func isAbout(_ label: SweepLabel, _ rule: RuleID) -> Bool {
    label.rule.map { $0 == rule } ?? isJudged(rule)
  }

  /// For each label of a subject, the first notice in it.
  func hits(of subject: String, _ records: [Record]) -> [Firing?] {
    let labels = labels(of: subject)
    if labels.isEmpty { return [] }
    let firings = records.compactMap { $0.firing }.filter { isJudged($0.rule) }
    return labels.map { label in
      var next = firings.partitioningIndex { $0.at >= label.from }
      while next < firings.count, firings[next].at <= label.to {
        if isAbout(label, firings[next].rule) { return firings[next] }
        next += 1
      }
      return nil
    }
  }

  func score(of subject: String, _ records: [Record]) -> SweepScore {
    var score = labelledScore(of: subject, records)
    let labels = labels(of: subject)
    score.unlabelled = labels.isEmpty ? 0 : Int32(clamping: outside(labels, records))
    return score
  }

  /// The score without notices that lie in no label.
  func labelledScore(of subject: String, _ records: [Record]) -> SweepScore {
    var score = SweepScore()
    for (label, hit) in zip(labels(of: subject), hits(of: subject, records)) {
      score.add(label, isHit: hit != nil)
    }
    return score
  }

  /// How many judged notices lie in no label that is about them.
  private func outside(_ labels: [SweepLabel], _ records: [Record]) -> Int {
    /// For each rule, the end of the labels that have begun.
    var reach: [RuleID?: Instant] = [:]
    var next = labels.startIndex
    var count = 0
    for case .fired(let firing) in records where isJudged(firing.rule) {
      while next < labels.endIndex, labels[next].from <= firing.at {
        reach[labels[next].rule] = max(reach[labels[next].rule] ?? labels[next].to, labels[next].to)
        next += 1
      }
      let ends = [reach[nil], reach[firing.rule]].compactMap { $0 }
      if ends.allSatisfy({ $0 < firing.at }) { count += 1 }
    }
    return count
  }
}

/// How the notices of one value, or one combination of values, compare with what was wanted.
///
/// A fit holds very many, so the counts are short.
public struct SweepScore: Hashable, Sendable {
  /// Wanted labels with a notice.
  public var caught: Int32 = 0
  /// Wanted labels without a notice.
  public var missed: Int32 = 0
  /// Unwanted labels with a notice.
  public var falseAlarms: Int32 = 0
  /// Notices of labelled subjects that lie in no label: nobody said whether they were wanted. A fit counts none.
  public var unlabelled: Int32 = 0

  /// The share of labels with a notice that were wanted; nil if there is no such label.
  public var precision: Double? { Self.share(caught, of: caught + falseAlarms) }
  /// The share of wanted labels that have a notice; nil if nothing was wanted.
  public var recall: Double? { Self.share(caught, of: caught + missed) }

  private static func share(_ part: Int32, of whole: Int32) -> Double? {
    whole == 0 ? nil : Double(part) / Double(whole)
  }

  @inline(__always)
  static func + (a: SweepScore, b: SweepScore) -> SweepScore {
    SweepScore(
      caught: a.caught &+ b.caught, missed: a.missed &+ b.missed, falseAlarms: a.falseAlarms &+ b.falseAlarms,
      unlabelled: a.unlabelled &+ b.unlabelled)
  }

  @inline(__always)
  static func - (a: SweepScore, b: SweepScore) -> SweepScore {
    SweepScore(
      caught: a.caught &- b.caught, missed: a.missed &- b.missed, falseAlarms: a.falseAlarms &- b.falseAlarms,
      unlabelled: a.unlabelled &- b.unlabelled)
  }

  mutating func add(_ label: SweepLabel, isHit: Bool) {
    switch (label.isWanted, isHit) {
    case (true, true): caught += 1
    case (true, false): missed += 1
    case (false, true): falseAlarms += 1
    case (false, false): break
    }
  }

  /// Whether this is at least as good in both respects and better in one.
  func dominates(_ other: SweepScore) -> Bool {
    caught >= other.caught && falseAlarms <= other.falseAlarms
      && (caught > other.caught || falseAlarms < other.falseAlarms)
  }
}
