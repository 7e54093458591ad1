import PaceLanguage

/// After every instant.
let never = Int64.max

/// The value of an expression now, and until when it holds if nothing is logged and nothing fires.
///
/// The value holds at every instant before `until`, which may come too early but must be later than now. The `until`
/// of a moving value is the end of its even motion.
struct Look {
  var value: Int64
  var until: Int64
}

/// What a rule carries from one instant to the next.
struct RuleState {
  /// Its condition as last looked at: 0, 1 or unknown, and until when that holds unless it is stale.
  var condition: Int64 = 0
  var conditionUntil: Int64 = never
  /// When its condition became true, without a break since; `.max` if it is not true. Set for rules with memory only.
  var trueSince: Int64 = .max
  /// When its state turned on, while it is on. Set for rules with memory only.
  var onSince: Int64 = 0
  /// The instant of its last firing in this episode.
  var firedInEpisodeAt: Int64 = 0
  /// How often it has fired.
  var firings: Int64 = 0
  /// The instant of its last firing in any episode; `.min` for none.
  var lastFiring: Int64 = .min
  /// The next tick of its `at` or `every` when that was last asked for.
  var tick: Int64 = .min
  /// The end of the span of the clock that the tick of an `every` lies in.
  var ticksEnd: Int64 = .min
  /// The interval between events in which it last raised a level `when fired`.
  var raisedIn: Int64 = -1
  /// The ordinal of the event for which it fired last; -1 for none.
  var firedFor: Int64 = -1
  /// The gate last told as holding it back in this episode; -1 for none.
  var toldGate: Int32 = -1
  var isOn = false
  /// Whether it has fired in this episode; not kept of a momentary rule.
  var hasFiredInEpisode = false
}

/// What the machine knows of 64 rules together.
struct RuleBlock {
  /// Rules that read something that has changed since they were last looked at.
  var marked: UInt64 = 0
  /// Rules whose condition has to be looked at again.
  var stale: UInt64 = 0
  /// The earliest wake of the block's watched rules.
  var wake: Int64 = .max
  /// The rules that wake then, or in the millisecond after it.
  var woken: UInt64 = 0
  /// Whether a rule's wake has changed since those two were found.
  var isWakeOutdated = false
}

/// The present calendar period of a window.
struct Period {
  var floor: Int64 = .min
  var until: Int64 = .min
}

/// Whether the clock is inside a span, and until when.
struct SpanState {
  var isInside = false
  var until: Int64 = .min
}

/// A look that several nodes ask for; it holds until something is entered.
struct Memo {
  var look = Look(value: 0, until: .min)
  var at: Int64 = .min
  var edition: Int64 = -1
}

/// A streak up to the last day that it has seen.
struct StreakState {
  var length: Int64 = 0
  /// The number of the first day that counts, while any does.
  var first: Int64 = 0
}

/// An interval between events: a level raised by a firing stands until it is over.
struct Interval {
  var number: Int64 = 0
  /// Whether a firing has raised a level in it.
  var hasRaised = false
}

/// The look at a scale's level that is going on. Nothing changes within it, so that each scale it comes by is looked
/// at once.
struct LevelLook {
  var isGoingOn = false
  var number: Int64 = 0
}

/// What has been told and counted of a scale.
struct ScaleTally {
  /// The level told last.
  var told = 0
  /// The instant up to which the time at that level has been counted.
  var countedSince: Int64 = 0
  /// By how many milliseconds `countedSince` grows for each millisecond of the tracked value.
  var countedPace: Int64 = 0
  /// Its level in a look at a level, whose number is the edition.
  var memo = Memo()
}

/// What has been counted of a level.
struct LevelTally {
  /// How long its scale has stood at it.
  var time: Int64 = 0
  /// By how many milliseconds `time` grows for each millisecond of the tracked value.
  var pace: Int64 = 0
  /// How often its scale came to it.
  var changes = 0
}

/// Everything known of a subject at `now`, in one block: copying the block forks the run.
///
/// Even what only reads is `mutating`: a call on an `inout` state that isn't would copy the state.
struct State {
  let code: Code
  let watch: Watch
  let slots: Cells<Int64>
  /// For each block of 64 rules, those that are off at every instant before the first row, with the present constants.
  let resting: Cells<UInt64>
  /// The offset in the block at which the subject's constants end; what follows is reset for each subject.
  let subjectStart: Int
  let columns: Cells<Column>
  /// The newest value of each series.
  let newest: Cells<Int64>
  /// The oldest row in each window when it was last looked at.
  let cursors: Cells<Int>
  let periods: Cells<Period>
  /// Where each queue begins (a sorted one at a row of its window), and how far rows have been offered to it.
  let heads: Cells<Int>
  let offered: Cells<Int>
  let rules: Cells<RuleState>
  /// For each watched rule the first later instant at which it has to be looked at if nothing is logged; `never` for
  /// other rules.
  let wakes: Cells<Int64>
  /// For each rule, its next sliding wake; `never` for none.
  let slidingWakes: Cells<Int64>
  let blocks: Cells<RuleBlock>
  let memos: Cells<Memo>
  let spans: Cells<SpanState>
  let dailySpans: Cells<DailySpan>
  let streaks: Cells<StreakState>
  /// The values of the event that is being tried.
  let fields: Cells<Int64>
  /// For each stream that an event may or may not join, the ordinal of the last event that did; -1 for none.
  let joined: Cells<Int64>
  /// For each kind with a debounce, the instant of its last kept event; `.min` for none.
  let lastKept: Cells<Int64>
  let scales: Cells<ScaleTally>
  /// The levels of all scales, scale after scale.
  let levels: Cells<LevelTally>

  var now: Int64 = .min
  var clock: Clock
  /// Goes up with everything entered: a memo holds for one edition.
  var edition: Int64 = 0
  /// The instant of the next row, or another bound that no search goes past; `never` for none.
  var limit: Int64 = never
  /// For each slot of a tracked parameter, the values that decide alike so far.
  let tracking: Cells<Tracking>
  var trackedSlots = TrackedSlots()
  var sliding = Sliding()
  /// Whether the caller needs `until`.
  var wantsUntil = true
  /// Whether a column with windows keeps all its rows.
  var keepsRows = false
  /// Whether windows whose sums alone are read keep their rows too, so that accounts can name them.
  var namesRows = false
  /// The event that is being tried, and its ordinal; -1 for none.
  var event = EventID(0)
  var ordinal: Int64 = -1
  var interval = Interval()
  var levelLook = LevelLook()
  /// Counts looks if the machine has a clock.
  var meter: Meter
  /// The index, in their column, of the first rowless instant that is not forgotten.
  var firstRowless = 0

  init(_ code: Code, _ watch: Watch, _ store: Store, _ clock: Clock, _ meter: Meter) {
    var carver = store.carver(isFilling: false)
    self.init(code, watch, &carver, store.columns, clock, meter)
  }

  private init(
    _ code: Code, _ watch: Watch, _ carver: inout Carver, _ columns: Cells<Column>, _ clock: Clock,
    _ meter: Meter
  ) {
    self.code = code
    self.watch = watch
    self.columns = columns
    self.clock = clock
    self.meter = meter
    tracking = carver.cells(code.slotCount, .nothing)
    slots = carver.cells(code.slotCount, 0)
    resting = carver.cells((code.rules.count + 63) / 64, 0)
    subjectStart = carver.size
    newest = carver.cells(code.series.count, unknown)
    cursors = carver.cells(code.windows.count, 0)
    periods = carver.cells(code.windows.count, Period())
    heads = carver.cells(code.queues.count, 0)
    offered = carver.cells(code.queues.count, 0)
    rules = carver.cells(code.rules.count, RuleState())
    wakes = carver.cells(code.rules.count, never)
    slidingWakes = carver.cells(code.rules.count, never)
    blocks = carver.cells((code.rules.count + 63) / 64, RuleBlock(marked: .max, stale: .max))
    memos = carver.cells(code.memoCount, Memo())
    spans = carver.cells(code.clockSpans.count, SpanState())
    dailySpans = carver.cells(code.elapsedSpans.count, .past)
    streaks = carver.cells(code.streakCount, StreakState())
    fields = carver.cells(code.mostFields, 0)
    joined = carver.cells(code.streamCount, -1)
    lastKept = carver.cells(code.kinds.count, .min)
    scales = carver.cells(code.firstLevels.count, ScaleTally())
    levels = carver.cells(code.levelCount, LevelTally())
  }

  /// A store for a plan, filled with what holds before a subject begins.
  static func store(for plan: Plan) -> Store {
    func carve(_ carver: inout Carver, _ columns: Cells<Column>) {
      _ = State(plan.code, plan.code.watches.firings, &carver, columns, Clock(plan), Meter(plan, nil))
    }
    let empty = Store(size: 0, columns: [])
    var size = 0
    Carver.measure(&size) { carve(&$0, empty.columns) }
    let store = Store(size: size, columns: plan.code.columns)
    var carver = store.carver(isFilling: true)
    carve(&carver, store.columns)
    return store
  }

  /// The same state over another store, which holds a copy of this one's contents.
  mutating func moved(to store: Store, _ watch: Watch) -> State {
    var copy = State(code, watch, store, clock, meter)
    copy.copy(&self)
    return copy
  }

  /// Takes over from another state of the plan what lies outside its store. The other one stays as it is.
  mutating func copy(_ other: inout State) {
    clock.copy(other.clock)
    if other.meter.isMeasuring { meter = other.meter }
    now = other.now
    edition = other.edition
    limit = other.limit
    trackedSlots = other.trackedSlots
    sliding = other.sliding
    wantsUntil = other.wantsUntil
    keepsRows = other.keepsRows
    namesRows = other.namesRows
    event = other.event
    ordinal = other.ordinal
    interval = other.interval
    levelLook = other.levelLook
    firstRowless = other.firstRowless
  }

  /// The bytes that a column and its queues take.
  func bytes(ofColumn column: Int) -> Int {
    code.queuesOfColumn[column].reduce(columns[column].bytes) { sum, position in
      sum + columns[code.queues[code.queuesOfColumn.elements[position]].column].bytes
    }
  }

  /// Forgets what lies outside the store of the last subject.
  mutating func reset() {
    now = .min
    limit = never
    edition &+= 1
    interval.hasRaised = false
    firstRowless = 0
    ordinal = -1
    clock.streaks = nil
    sliding = Sliding(isFollowed: sliding.isFollowed)
  }

  // MARK: Rules by the block

  @inline(__always)
  static func bit(_ rule: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: rule & 63) }

  /// Marks rules that read something that has changed.
  @inline(__always)
  mutating func mark(_ list: CellLists<Mark>, _ index: Int) {
    for position in list[index] {
      let mark = list.elements[position]
      blocks[mark.block].marked |= mark.rules
      blocks[mark.block].stale |= mark.stale
    }
  }

  /// Finds rules that rest, after an instant before the first row.
  @inline(never)
  mutating func findResting() {
    if !trackedSlots.isEmpty || columns.indices.contains(where: { columns[$0].count > 0 }) { return }
    for block in blocks.indices {
      var left = watch.rules[block] & ~blocks[block].marked & ~blocks[block].stale
      while left != 0 {
        let rule = block << 6 | left.trailingZeroBitCount
        left &= left - 1
        let isOff = !rules[rule].isOn && rules[rule].condition == 0 && rules[rule].conditionUntil == never
        if isOff, code.rules[rule].traits.contains(.restsOnRows) { resting[block] |= State.bit(rule) }
      }
    }
  }

  /// Unmarks resting rules, so that they are not looked at; a tracked parameter needs those looks.
  mutating func skipResting() {
    if !trackedSlots.isEmpty { return }
    for block in blocks.indices {
      blocks[block].marked &= ~resting[block]
      blocks[block].stale &= ~resting[block]
    }
  }

  mutating func markAll() {
    for block in blocks.indices {
      blocks[block].marked = .max
      blocks[block].stale = .max
      blocks[block].isWakeOutdated = true
    }
  }

  // MARK: Rowless instants

  /// How many rowless instants are known, some of them perhaps older than 24 hours.
  @inline(__always)
  var rowlessCount: Int { columns[code.rowlessColumn].count &- firstRowless }

  /// Forgets the rowless instants that are 24 hours old at `t`, and makes room for one more.
  @inline(never)
  mutating func forgetRowless(at t: Int64) {
    let column = code.rowlessColumn
    let count = columns[column].count
    while firstRowless < count, columns[column].time(firstRowless) <= t &- Runaway.period {
      firstRowless += 1
    }
    if columns[column].isFull { columns[column].makeRoom(keepingFrom: firstRowless) }
  }
}
