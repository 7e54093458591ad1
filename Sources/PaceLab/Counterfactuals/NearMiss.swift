public import PaceEngine
public import PaceLanguage

/// A try at which only the condition, or how long it had been true, kept a rule from firing.
public struct NearMiss: Sendable {
  /// The instant of the try, or the first at which the condition was true.
  public var at: Instant
  public var account: RuleAccount
  /// How far the condition was from true, as a fraction of its threshold, or from true for long enough: 0 to 1.
  public var distance: Double
  /// Smaller is nearer, also among misses by the whole threshold or more, whose distance is 1. A condition that was
  /// true ranks before all that were false.
  public var rank: Double
  /// How long the condition was true; nil if it was false.
  public var hold: Hold?

  /// A time for which a condition was true, and the longer one that the rule's `for` asks for, in milliseconds.
  public struct Hold: Sendable {
    public var lasted: Int64
    public var needed: Int64
  }

  /// Finds one subject's misses in the accounts of every instant: the nearest between two times at which the
  /// condition is true for long enough.
  ///
  /// A rule without a trigger is tried all the time, so values on the way to or from being true are no misses.
  public struct Search {
    private let program: Program
    private var stretches: [(rule: RuleID, stretch: Stretch)]

    public init(of rules: Set<RuleID>, in program: Program) {
      self.program = program
      stretches = rules.sorted { $0.index < $1.index }.map { ($0, Stretch()) }
    }

    /// Takes the account of the next instant, and hands over the misses that it completes.
    public mutating func add(_ account: Account, found: (NearMiss) -> Void) {
      for index in stretches.indices {
        let verdict = account.rules[stretches[index].rule.index]
        if let miss = stretches[index].stretch.add(verdict, at: account.at, program) { found(miss) }
      }
    }

    /// Hands over what is left at the end of the log, up to which the rules were followed.
    public mutating func end(at last: Instant?, found: (NearMiss) -> Void) {
      for index in stretches.indices {
        if let miss = stretches[index].stretch.end(at: last) { found(miss) }
      }
    }
  }

  /// One rule's time between two instants at which its condition is true for long enough.
  private struct Stretch {
    /// The nearest miss so far.
    private var nearest: NearMiss?
    /// The nearest miss since the condition last moved away from true; it counts once the condition moves away again.
    private var coming: NearMiss?
    /// The first account since which the condition is true, but not for long enough yet, and the newest.
    private var episode: (first: Account, last: Account)?
    /// The rank at the instant before: below 0 if the condition was true, infinite if it can't be measured.
    private var last: Double?
    /// Whether the condition has only moved away from true since it was true.
    private var isLeaving = false

    private typealias Account = (at: Instant, verdict: RuleAccount)

    /// Gives the miss of the stretch that ends here, if one does.
    mutating func add(_ verdict: RuleAccount, at instant: Instant, _ program: Program) -> NearMiss? {
      guard let condition = verdict.condition else { return nil }
      let isTriggered = !program[verdict.rule].trigger.isNone
      // Of a rule with a trigger only tries count: at other instants it is looked at because another rule is due.
      if isTriggered, verdict.outcome == .notTriggered { return nil }
      if condition.value.isTrue {
        (last, isLeaving) = (-1, true)
        if verdict.outcome == .waiting {
          // What came before lay on the way to being true.
          coming = nil
          let account = (at: instant, verdict: verdict)
          episode = (first: episode?.first ?? account, last: account)
          if isTriggered { endEpisode(at: instant) }
          return nil
        }
        episode = nil
        return settle()
      }
      endEpisode(at: instant)
      let lack = Shortfall(program: program).of(condition)
      let rank = lack.distance == nil ? .infinity : lack.rank
      let miss = lack.distance.flatMap { distance in
        verdict.lacksOnlyCondition
          ? NearMiss(at: instant, account: verdict, distance: distance, rank: rank) : nil
      }
      if isTriggered {
        keep(miss)
        return nil
      }
      let isAway = last.map { rank > $0 } ?? false
      if let last, rank < last { isLeaving = false }
      last = rank
      if isLeaving { return nil }
      if isAway {
        keep(coming)
        coming = miss
      } else if let miss, miss.rank < coming?.rank ?? .infinity {
        // Among equally near instants, the first shows how the miss came about.
        coming = miss
      }
      return nil
    }

    mutating func end(at last: Instant?) -> NearMiss? {
      if let episode, let last, last > episode.first.at { endEpisode(at: last) }
      keep(coming)
      return settle()
    }

    /// Ends the time since which the condition is true, which was too short.
    private mutating func endEpisode(at instant: Instant) {
      defer { episode = nil }
      guard let (first, last) = episode, last.verdict.lacksOnlyCondition, let since = last.verdict.trueSince,
        let due = last.verdict.waitsUntil, due > since
      else { return }
      let hold = Hold(
        lasted: instant.milliseconds - since.milliseconds, needed: due.milliseconds - since.milliseconds)
      let share = Double(hold.lasted) / Double(hold.needed)
      keep(NearMiss(at: first.at, account: first.verdict, distance: 1 - share, rank: -1 - share, hold: hold))
    }

    /// Keeps the nearer of two misses.
    private mutating func keep(_ miss: NearMiss?) {
      if let miss, miss.rank < nearest?.rank ?? .infinity { nearest = miss }
    }

    /// Ends the stretch, because the condition is true for long enough or the log is over; gives its miss.
    private mutating func settle() -> NearMiss? {
      defer { (nearest, coming) = (nil, nil) }
      return nearest
    }
  }
}
