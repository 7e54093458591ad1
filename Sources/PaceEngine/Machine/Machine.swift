public import PaceLanguage

/// Decides, for one subject at a time, which notices are due, which are held back, and why.
///
/// `begin` a subject, `append` its events in time order, and `finish`, or `advance` to the present in an
/// application. Records gather until `takeRecords`. A copy is a run of its own.
public struct Machine: Sendable {
  public let plan: Plan
  public internal(set) var options: Options

  private var store: Store
  /// What the store holds before a subject begins.
  private let blank: Store
  var state: State
  var subject = SubjectLife()
  var texts: TextInterner
  var output = Output()
  /// Whether events may still be added to `now`.
  var isInstantOpen = false
  /// The preset in force for the subject; nil for none.
  public private(set) var preset: PresetID?
  /// Whether the slots are filled for that preset.
  private var areSlotsFilled = false
  /// The slots for the present preset, with every attribute at its default.
  private var defaults: [Int64] = []
  /// The `defaults` of each preset, nil until first needed; the last entry is for no preset.
  private var knownDefaults: [[Int64]?] = []
  /// The slots of the tracked parameters.
  private(set) var trackedSlots: [TrackedSlot] = []
  /// For each rule in the order of evaluation, whether accounts cover it; empty if they cover all.
  let isAccounted: [Bool]
  /// The tries between evaluated instants that get an account.
  var tries: Tries
  /// The last instant to evaluate.
  var lastInstant: Int64
  /// Why the subject's evaluation ended early; nil if it didn't.
  public internal(set) var runaway: Runaway?

  public init(_ plan: Plan, options: Options = Options()) {
    self.plan = plan
    self.options = options
    lastInstant = options.lastInstant
    blank = State.store(for: plan)
    store = Store(copying: blank)
    let watch =
      switch options.accounts {
      case _ where options.tellsLevels: plan.code.watches.levels
      case .none: plan.code.watches.firings
      case .at, .firings: plan.code.watches.accounts
      case .all, .approaches: plan.code.watches.levels
      }
    state = State(plan.code, watch, store, Clock(plan), Meter(plan, options.clock))
    texts = TextInterner(plan.tables.texts)
    output.givesAccounts = if case .none = options.accounts { false } else { true }
    output.wantsReasons = options.seesHeld
    output.tried.rules = output.givesAccounts ? Array(repeating: nil, count: plan.tables.rules.count) : []
    state.keepsRows = options.keepsRows || !options.tracked.isEmpty
    state.namesRows = output.givesAccounts && options.accountDetail == .whole
    isAccounted = options.accounted.map { wanted in plan.tables.rules.map { wanted.contains($0.id) } } ?? []
    tries = Tries(options, plan.tables)
    findTrackedSlots()
  }

  private mutating func findTrackedSlots() {
    trackedSlots = options.tracked.compactMap { plan.tables.trackedSlot($0) }
    state.trackedSlots = TrackedSlots(trackedSlots)
    state.sliding.isFollowed =
      trackedSlots.count == 1 && trackedSlots[0].isFollowable && options.countsOnly && !options.seesHeld
      && !output.givesAccounts && plan.tables.streaks.isEmpty
  }

  /// Keeps the tracked ranges of other parameters, once `trackAnew` begins them; the options must keep rows.
  public mutating func track(_ params: [ParamID]) {
    options.tracked = params
    findTrackedSlots()
  }

  /// The bytes that a subject takes besides the rows of streams.
  var fixedBytes: Int { store.size }

  /// Gives this copy memory of its own.
  ///
  /// A public call that looks at nodes or changes something begins with it: copies share memory, and a look writes to
  /// it, too.
  mutating func own() {
    guard !isKnownUniquelyReferenced(&store) else { return }
    store = Store(copying: store)
    state = state.moved(to: store, state.watch)
  }

  /// Forgets the last subject, except its constants.
  mutating func forgetSubject() {
    own()
    store.reset(to: blank, from: state.subjectStart)
    state.reset()
    output.reset()
    tries.forget()
  }

  /// Becomes a copy of another machine of the same plan and options, reusing its own memory.
  ///
  /// Settings for subjects that begin later are not taken over. The other machine stays as it is; it is
  /// `inout` only so that it need not be copied.
  public mutating func copy(_ other: inout Machine) {
    own()
    store.copy(other.store)
    state.copy(&other.state)
    subject = other.subject
    texts = other.texts
    output.copy(other.output)
    if output.givesAccounts { tries = other.tries }
    isInstantOpen = other.isInstantOpen
    lastInstant = other.lastInstant
    runaway = other.runaway
    preset = other.preset
    areSlotsFilled = other.areSlotsFilled
    defaults = other.defaults
    options.until = other.options.until
  }

  /// Changes which rules are watched from here on.
  mutating func watch(_ watch: Watch) {
    store = Store(copying: store)
    state = state.moved(to: store, watch)
    state.wakes.fill(never)
    state.markAll()
  }

  // MARK: Texts

  /// Forgets the texts and the records of the last subject; `begin` forgets the rest.
  public mutating func clear() {
    texts.forget()
    state.clock.forgetSchedules(fromText: texts.count)
    output.clear()
  }

  /// Sets parameters for the subjects that begin from here on; earlier settings are forgotten.
  public mutating func set(_ overrides: [(param: ParamID, value: Constant)]) {
    options.overrides = overrides
    areSlotsFilled = false
  }

  /// Sets the last instant that is looked at for the subjects that begin from here on.
  public mutating func set(until: Instant?) { options.until = until }

  /// Sets where held notices are counted, and not told, for the subjects that begin from here on.
  public mutating func set(countsHeld span: ClosedRange<Instant>) {
    options.countsHeld = span
    output.wantsReasons = true
  }

  /// The value that stands for `text` until the next `clear`.
  public mutating func intern(_ text: String) -> Value { texts.intern(text) }

  /// The text that a value of type `text` or `schedule` stands for; empty for any other.
  public func text(of value: Value) -> String { texts[value] }

  /// A value as a constant, with its text if it has one, which outlives the subject.
  public func constant(_ value: Value, type: ValueType) -> Constant {
    switch type {
    case .text, .schedule: value.isUnknown ? .value(value) : .text(texts[value])
    case .number, .duration, .bool, .time, .date, .preset, .weekday, .enumeration, .level: .value(value)
    }
  }

  // MARK: Constants of the subject

  /// Works out the constants of a subject. A parameter takes its override, else its preset's value, else its default.
  mutating func fillSlots(_ record: SubjectRecord) {
    let wanted = preset(of: record)
    var isOther = !areSlotsFilled || preset != wanted
    if isOther {
      (preset, areSlotsFilled) = (wanted, true)
      fillDefaults()
    }
    for set in options.overrides {
      // After the log's own texts, whose numbers it would move.
      if case .text(let text) = set.value { _ = texts.intern(text) }
      guard let slot = plan.tables.slots.firstIndex(of: .param(set.param)) else { continue }
      state.slots[slot] = bits(of: set.value)
      isOther = true
    }
    let filled = state.code.subject.attributes
    for index in filled.indices {
      let slot = filled[index].slot
      let own = value(of: filled[index].attribute, record)
      let value = own == unknown ? defaults[slot] : own
      if state.slots[slot] != value {
        state.slots[slot] = value
        isOther = true
      }
    }
    let schedules = state.code.subject.schedules
    for index in schedules.indices {
      state.clock.readSchedule(ofText: state.slots[schedules[index].index], in: texts)
    }
    if isOther { deriveSlots() }
  }

  /// Works out the constants that depend on others, which have lower slots.
  mutating func deriveSlots() {
    state.resting.fill(0)
    let derived = state.code.subject.derived
    for index in derived.indices {
      let slot = derived[index]
      switch plan.tables.slots[slot.index] {
      case .folded(let node): state.slots[slot.index] = state.look(node).value
      case .leastWhole(let bound, let isMore):
        state.slots[slot.index] = Arithmetic.leastWhole(from: state.slots[bound.index], isMore: isMore)
      case .constant, .param, .attribute: break
      }
    }
  }

  private mutating func fillDefaults() {
    let place = preset?.index ?? plan.program.presets.count
    if knownDefaults.isEmpty {
      knownDefaults = Array(repeating: nil, count: plan.program.presets.count + 1)
    }
    if let known = knownDefaults[place] {
      defaults = known
      for index in known.indices { state.slots[index] = known[index] }
      return
    }
    for (index, origin) in plan.tables.slots.enumerated() {
      switch origin {
      case .constant(let constant): state.slots[index] = bits(of: constant)
      case .param(let param): state.slots[index] = bits(of: param)
      case .attribute(let attribute):
        let initial = plan.program.subject.attributes[attribute.index].initial
        state.slots[index] = initial.map { bits(of: $0) } ?? unknown
      case .folded, .leastWhole: break
      }
    }
    defaults = state.slots.indices.map { state.slots[$0] }
    knownDefaults[place] = defaults
  }

  private mutating func preset(of record: SubjectRecord) -> PresetID? {
    if let preset = options.preset { return preset }
    let attribute = state.code.subject.presetAttribute
    if attribute >= 0 {
      var own = value(of: attribute, record)
      if own == unknown {
        own = plan.program.subject.attributes[attribute].initial.map { bits(of: $0) } ?? unknown
      }
      if own >= 0, own < Int64(state.code.subject.presetCount) { return PresetID(Int(own)) }
    }
    return state.code.subject.presetCount == 1 ? PresetID(0) : nil
  }

  /// The value that a subject's own row gives an attribute, in bits.
  private mutating func value(of attribute: Int, _ record: SubjectRecord) -> Int64 {
    attribute < record.attributes.count ? record.attributes[attribute].bits : unknown
  }

  private func bits(of param: ParamID) -> Int64 {
    if let preset, let value = plan.program.presets[preset.index].values[param.index] {
      return bits(of: value)
    }
    return plan.program.params[param.index].initial.map { bits(of: $0) } ?? unknown
  }

  private func bits(of constant: Constant) -> Int64 {
    switch constant {
    case .value(let value): value.bits
    case .text(let text): texts.value(of: text).bits
    }
  }
}

extension Machine {
  /// What a machine evaluates and tells.
  public struct Options: Sendable {
    /// The preset for every subject; nil leaves the choice to each subject.
    public var preset: PresetID?
    /// Values of parameters that override any preset's.
    public var overrides: [(param: ParamID, value: Constant)] = []
    /// The last instant to evaluate, nil for no bound; later events are not seen.
    public var until: Instant?
    /// Whether level changes are told.
    public var tellsLevels = false
    /// Which firings carry their messages.
    public var messages = Messages.all
    /// Whether firings and level changes are only counted, and not told one by one.
    public var countsOnly = false
    /// Whether held notices are told.
    public var tellsHeld = false
    /// The instants at which held notices are counted, and not told; nil counts none.
    public var countsHeld: ClosedRange<Instant>?
    /// The instants that get an account.
    public var accounts = Accounts.none
    public var accountDetail = AccountDetail.whole
    /// The rules that accounts cover, nil for all; an account calls any other rule `notTriggered`.
    public var accounted: Set<RuleID>?
    /// How many firings of a rule in one instant are passed over; the rule's account is of the next one.
    public var passedFirings = 0
    /// The most rowless instants allowed in 24 hours of a subject.
    public var mostRowless = Runaway.mostInstants
    /// The clock that measures the evaluation; nil for none. Expressions are measured only if the plan was made
    /// with `isMeasured`.
    public var clock: Meter.Clock?
    /// Asked now and then whether to end the evaluation early; its records are then incomplete.
    public var shouldStop: (@Sendable () -> Bool)?
    /// Whether to keep rows that have left every window, since `suppose` may lengthen a window.
    /// `forgetUnreachable` drops rows that no value of a parameter would bring back.
    public var keepsRows = false
    /// The parameters to track: `trackedRange` is known for them.
    public var tracked: [ParamID] = []

    public init() {}

    /// Whether held notices are told or counted, so that the gate that holds each has to be found.
    var seesHeld: Bool { tellsHeld || countsHeld != nil }

    /// The last instant that a subject is evaluated at.
    var lastInstant: Int64 { min(until ?? .last, .last).milliseconds }
  }

  /// How much accounts say.
  public enum AccountDetail: Sendable {
    case whole
    /// Everything except evidence: a window may hold very many rows.
    case withoutRows
    /// Everything except evidence and when gates open, which takes a fork for each gate that holds.
    case ofPresent
    /// Only outcomes and the values of conditions: no texts, rows or gates. For rules whose trigger is met, the parts
    /// of conditions too, down to what they compare.
    case brief

    var saysWhenGatesOpen: Bool {
      switch self {
      case .whole, .withoutRows: true
      case .ofPresent, .brief: false
      }
    }
  }

  /// The firings that carry a message.
  public enum Messages: Sendable {
    case none
    /// Firings whose message has values in it; other messages can be read from the program.
    case withValues
    case all
  }

  /// The instants that get an account.
  public enum Accounts: Sendable {
    case none
    case at(Instant)
    /// Every instant with a firing.
    case firings
    /// Every evaluated instant. Between them, where no rule can fire, only the first tick after each change.
    case all
    /// As `all`, and every instant at which a part of a condition or a gate changes.
    ///
    /// Where a condition moves, also the last try before each change, each row and the horizon: a growing value is
    /// nearest to its threshold then.
    case approaches
  }
}
