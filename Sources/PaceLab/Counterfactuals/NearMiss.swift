public import PaceEngine
public import PaceLanguage

/// A try at which only the condition kept a rule from firing.
public struct NearMiss: Sendable {
  public var at: Instant
  public var account: RuleAccount
  /// How far the condition was from true, as a fraction of its threshold.
  public var distance: Double

  /// Finds one subject's misses in the accounts of every instant: the nearest between two times at which the
  /// condition is true.
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

    /// Hands over what is left at the end of the log.
    public mutating func end(found: (NearMiss) -> Void) {
      for index in stretches.indices {
        if let miss = stretches[index].stretch.end() { found(miss) }
      }
    }
  }

  /// One rule's time between two instants at which its condition is true.
  private struct Stretch {
    /// The nearest miss so far.
    private var nearest: NearMiss?
    /// The nearest miss since the condition last moved away from true; it counts once the condition moves away again.
    private var coming: NearMiss?
    /// The distance from true at the instant before: 0 if it was true, infinite if it can't be measured.
    private var last: Double?
    /// Whether the condition has only moved away from true since it was true.
    private var isLeaving = false

    /// Gives the miss of the stretch that ends here, if one does.
    mutating func add(_ verdict: RuleAccount, at instant: Instant, _ program: Program) -> NearMiss? {
      guard let condition = verdict.condition else { return nil }
      if condition.value.isTrue {
        (last, isLeaving) = (0, true)
        return settle()
      }
      let distance = Shortfall(program: program).of(condition).distance ?? .infinity
      let isMiss = verdict.lacksOnlyCondition && distance < .infinity
      let miss = isMiss ? NearMiss(at: instant, account: verdict, distance: distance) : nil
      guard program[verdict.rule].trigger.isNone else {
        keep(miss)
        return nil
      }
      let isAway = last.map { distance > $0 } ?? false
      if let last, distance < last { isLeaving = false }
      last = distance
      if isLeaving { return nil }
      if isAway {
        keep(coming)
        coming = miss
      } else if let miss, miss.distance < coming?.distance ?? .infinity {
        // Among equally near instants, the first shows how the miss came about.
        coming = miss
      }
      return nil
    }

    mutating func end() -> NearMiss? {
      keep(coming)
      return settle()
    }

    private mutating func keep(_ miss: NearMiss?) {
      if let miss, miss.distance < nearest?.distance ?? .infinity { nearest = miss }
    }

    /// Ends the stretch, because the condition is true again or the log is over; gives its miss.
    private mutating func settle() -> NearMiss? {
      defer { (nearest, coming) = (nil, nil) }
      return nearest
    }
  }
}
