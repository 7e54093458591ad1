public import PaceLanguage

/// Decides, for one subject at a time, which notices are due, which are held back, and why.
///
/// Within the engine even the functions that change nothing are `mutating`: that hands the evaluator on by
/// reference, where a plain function would be given a copy of it.
///
/// `begin` a subject, `append` its events in time order, and `finish`, or `advance` to the present in an
/// application. What there is to tell gathers in `records` until it is taken away.
public struct Evaluator: Sendable {
  public struct Options: Sendable {
    /// The preset for every subject; nil leaves the choice to each subject.
    public var preset: PresetID?
    /// Values of parameters that go before any preset's.
    public var overrides: [(param: ParamID, value: Constant)] = []
    /// The last instant that is looked at; later events are not seen.
    public var until: Instant?
    /// Whether level changes are told of.
    public var tellsLevels = false
    /// Whether firings carry their messages.
    public var fillsMessages = true
    /// Whether held notices are told of.
    public var tellsHeld = false
    public var accounts = Accounts.none
    /// The parameter of which `steadyRange` tells.
    public var tracked: ParamID?

    public init() {}
  }

  /// The instants of which an account is given.
  public enum Accounts: Sendable {
    case none
    case at(Instant)
    /// Every instant with a firing.
    case firings
    /// Every instant that is evaluated.
    case all
  }

  public let plan: Plan
  public internal(set) var options: Options
  /// What has been told and not yet taken away.
  public var records: [Record] = []

  var texts: TextTable
  /// The subject's constants, by slot.
  var slots: [Int64]
  /// The slots of a subject of which nothing is known but the preset.
  var defaults: [Int64] = []
  /// The preset that `defaults` are of; nil before the first subject.
  var filledFor: PresetID??
  var log: Log
  var memory: [RuleMemory]
  var zone = Zone.utc
  var calendar: LocalCalendar
  var recentDays = RecentDays()
  /// Two for each shared node: its value as found at the present instant, and in a look ahead.
  var kept: [KeptValue]
  var life = Life()
  /// The instant that is being evaluated, or was last.
  var now: Int64 = .min
  /// How far ahead changes are looked for when an instant is closed.
  var horizon: Int64 = .min
  /// Whether events may still be added to `now`.
  var isOpen = false
  /// Firings of the instant that is being evaluated, in order of evaluation.
  var fired: [Firing] = []
  /// Rules whose overflow has been reported for this subject.
  var overflowed: [Int] = []
  /// The event that is being tried.
  var current: CurrentEvent
  var toldLevels: [Int]
  var streaks: [StreakMemory]
  /// Streaks as they will be on a later day if nothing is logged, each with the `Log.edition` that it is of.
  var streaksAhead: [(streak: StreakMemory, edition: Int)]
  /// The subject's schedules, in the order of `Plan.schedules`.
  var schedules: [Schedule?]
  /// The rules whose states are followed from instant to instant.
  var followed: Followed
  /// The followed rules in groups.
  var groups: [RuleGroup]
  /// The last instant that is looked at.
  let lastInstant: Int64
  var resolvedPreset: PresetID?
  /// Counts the stretches between events: what a firing raises stands until its stretch is over.
  var stretch = 0
  /// Whether a firing has raised a level in this stretch.
  var hasRaised = false
  /// Over which values of the tracked parameter all this is the same.
  var steadiness: Steadiness?
  let tracked: (slot: Slot, isFollowable: Bool)?

  public init(_ plan: Plan, options: Options = Options()) {
    self.plan = plan
    self.options = options
    texts = TextTable(plan.texts)
    for set in options.overrides {
      if case .text(let text) = set.value { _ = texts.intern(text) }
    }
    slots = Array(repeating: Value.unknown.bits, count: plan.slots.count)
    kept = Array(repeating: KeptValue(), count: 2 * plan.keptCount)
    tracked = options.tracked.map { plan.tracking($0) }
    memory = Array(repeating: RuleMemory(), count: plan.rules.count)
    calendar = LocalCalendar(
      zone: .utc, dayStart: plan.program.calendar.dayStart, weekStart: Int64(plan.program.calendar.weekStart))
    log = Log(plan)
    lastInstant = options.until?.milliseconds ?? .max
    toldLevels = Array(repeating: 0, count: plan.program.scales.count)
    streaks = Array(repeating: StreakMemory(), count: plan.streaks.count)
    streaksAhead = Array(repeating: (StreakMemory(), -1), count: plan.streaks.count)
    schedules = Array(repeating: nil, count: plan.schedules.count)
    life.lastKept = Array(repeating: nil, count: plan.kinds.count)
    current = CurrentEvent(
      values: Array(repeating: .unknown, count: plan.program.events.map { $0.fields.count }.max() ?? 0),
      isIn: Array(repeating: -1, count: plan.program.streams.count))
    followed = options.tellsLevels ? plan.followedWithLevels : plan.followed
    groups = RuleGroup.groups(of: followed.rules.count)
  }

  /// Forgets the last subject and its texts.
  public mutating func clear() {
    texts.forget()
    // Those of overrides stay: parameters stand for them whatever the subject.
    for set in options.overrides {
      if case .text(let text) = set.value { _ = texts.intern(text) }
    }
    records.removeAll(keepingCapacity: true)
  }

  /// The value that stands for `text` until the next `clear`.
  public mutating func intern(_ text: String) -> Value { texts.intern(text) }

  /// The text that a value of type `text` or `schedule` stands for; empty for any other.
  public func text(of value: Value) -> String { texts[value] }

  /// The preset in force for the subject.
  public var preset: PresetID? { resolvedPreset }

  /// When the subject ended, or will if nothing is logged.
  public var end: Instant? { life.end == .max ? nil : Instant(life.end) }

  /// The level at which a scale stands at the instant that the evaluator has come or been advanced to.
  ///
  /// What a rule with `for` or `until` raises is only known where levels are told of or accounts are given:
  /// otherwise nobody follows it.
  public func level(of scale: ScaleID) -> Int {
    var look = self
    let settled = min(life.settledThrough, lastInstant, life.end)
    return look.level(scale, at: max(now, settled))
  }

  /// A parameter's value for the subject; unknown where nothing reads it.
  public func value(of param: ParamID) -> Value {
    guard let slot = plan.slots.firstIndex(of: .param(param)) else { return .unknown }
    return Value(slots[slot])
  }

  /// An expression's value at the last evaluated instant.
  public func value(of expression: ExpressionID) -> Value {
    var look = self
    return Value(look.value(plan.nodeOfExpression[expression.index], at: now))
  }
}
