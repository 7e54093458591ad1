public import PaceLanguage

/// Counts how often each rule fires over many subjects, and tells nothing besides.
///
/// Where the plan allows it, rows are only gathered as they are appended; once there are enough, each rule is taken
/// in turn, over the rows of all subjects gathered. For that, subjects are laid end to end on one line of time, so
/// far apart that no window, cooldown or pause reaches from one to the next; those with the same constants make one
/// such line. Other plans and subjects are evaluated
/// by an `Evaluator`, instant by instant. The firings are the same.
///
/// `begin` a subject, `append` its events in time order and `finish` it, as with an `Evaluator`; `flush` once there
/// are no more. As in an `Evaluator`, even what changes nothing is `mutating`, lest it be given a copy.
public struct BatchEvaluator: Sendable {
  /// Rows are evaluated once so many are gathered, or so many subjects.
  private static let enough = 512
  /// How many lines of subjects are put by while another is being gathered: presets and the like are few.
  static let mostParked = 7
  /// More rows of one subject than this are not gathered.
  static let mostRows = 1 << 16
  /// Instants and spans in milliseconds that go beyond this are left to the evaluator; sums of a few of them fit.
  static let farthest: Int64 = 1 << 58

  /// Something that a subject had to tell: a firing, where those are told, or a value that didn't fit.
  public struct Told: Sendable {
    public var subject: String
    public var record: Record
  }

  public let plan: Plan
  public let options: Evaluator.Options
  /// Whether firings are told one by one and not only counted.
  let tellsFirings: Bool
  let batch: BatchPlan
  /// Whether the plan allows it to be evaluated rule by rule.
  public let isBatched: Bool
  /// What knows the constants of the subjects that are gathered.
  var evaluator: Evaluator
  /// What evaluates subjects that can't be gathered.
  var streamer: Evaluator
  /// Whether the subject is evaluated as its rows come.
  var isStreaming = false
  /// The recorded start and end of the subject that was begun last.
  var startedAt: Int64?
  var endedAt: Int64?
  var gathering: BatchGathering
  /// Those with other constants, until more of them come.
  var parked: [BatchGathering] = []
  var lives = BatchLives()
  /// The times of the last kept events of each kind, where some are dropped.
  var lastKept: [Int64?]
  let drops: Bool
  /// The words of an event that comes by itself.
  var single: [Int64] = []
  /// What each column of the plan holds, then the firings of each rule of the program.
  var lists: [BatchEntries]
  /// For each series the running totals of its known values, a 0 first.
  var totals: [[Int64]]
  /// The rows that are in each stream of `BatchPlan.streams`, 64 to a word: the first word of every stream, then,
  /// `BatchPlan.stride` further on, the second.
  var members: [UInt64] = []
  var words = 0
  /// For each rule the rows at which it fired, 64 to a word, `words` for each.
  var fired: [UInt64] = []
  /// What is asked at: the points of the rows, or those of a rule that no event triggers.
  var points = BatchPoints()
  /// The points of a rule that no event triggers, while those of rows are asked at.
  var timeline = BatchPoints()
  /// For each point of the timeline the last instant of its subject that is looked at.
  var horizons: [Int64] = []
  var merging: [Int64] = []
  /// Values at the instants of a block, for each depth of an expression.
  var scratch: [Int64] = []
  /// Which entries are in a window at the instants of a block.
  var lows = Array(repeating: 0, count: BatchBlock.size)
  var highs = Array(repeating: 0, count: BatchBlock.size)
  /// For each list how many entries have been merged.
  var cursors: [Int]
  /// Whether a value did not fit.
  var hasOverflowed = false
  /// The constant of which is noted over which values all stays the same; nil where that can't be noted.
  let tracked: Slot?
  /// Whether there is a parameter to be tracked.
  let tellsOutcomes: Bool
  /// For each row that is gathered its subject, and for each subject how far the tracked constant has come to
  /// decide nothing otherwise.
  var subjectOfRow: [Int] = []
  var steady: [ClosedRange<Int64>] = []
  /// The rows of a block at which a condition is asked.
  var asking: UInt64 = 0
  var outcomes: [Outcome] = []

  /// The preset in force for the subject that was begun last.
  public private(set) var preset: PresetID?
  /// How often each rule of the program has fired for the subjects that are evaluated.
  public internal(set) var firings: [Int]
  /// How many subjects had events and no end, so that rules without a trigger may have had more to say.
  public internal(set) var openEnded = 0
  var told: [Told] = []

  /// `options` may ask for nothing but firings without messages.
  public init(_ plan: Plan, options: Evaluator.Options, tellsFirings: Bool = false) {
    self.plan = plan
    self.options = options
    self.tellsFirings = tellsFirings
    evaluator = Evaluator(plan, options: options)
    streamer = evaluator
    let until = options.until.map { Self.isNear($0.milliseconds) } ?? true
    let batch = Self.isPlain(options) && until ? BatchPlanner.plan(for: plan) : nil
    isBatched = batch != nil
    self.batch = batch ?? BatchPlan()
    scratch = Array(repeating: 0, count: self.batch.depth * BatchBlock.size)
    cursors = Array(repeating: 0, count: plan.columns.count + plan.rules.count)
    drops = plan.kinds.contains { $0.debounce != nil }
    gathering = BatchGathering(plan)
    lastKept = Array(repeating: nil, count: plan.kinds.count)
    lists = Array(repeating: BatchEntries(), count: plan.columns.count + plan.program.rules.count)
    totals = Array(repeating: [0], count: plan.series.count)
    firings = Array(repeating: 0, count: plan.program.rules.count)
    tellsOutcomes = options.tracked != nil
    tracked = options.tracked.flatMap { param in
      let slot = plan.tracking(param).slot
      return batch.map { BatchPlanner.tracks(slot, plan, $0) } ?? false ? slot : nil
    }
  }

  /// Whether it is noted over which values of the tracked parameter all stays the same.
  public var tracks: Bool { tracked != nil }

  private static func isPlain(_ options: Evaluator.Options) -> Bool {
    guard case .none = options.accounts else { return false }
    return !options.fillsMessages && !options.tellsHeld && !options.tellsLevels
  }

  @inline(__always)
  static func isNear(_ t: Int64) -> Bool { t > -farthest && t < farthest }

  /// Forgets the texts of the last subject.
  public mutating func clear() { streamer.clear() }

  /// The value that stands for `text` until the next `clear`.
  public mutating func intern(_ text: String) -> Value { streamer.intern(text) }

  /// Starts a subject.
  public mutating func begin(_ subject: SubjectRecord, id: String) {
    isStreaming =
      !isBatched || !subject.given.isEmpty
      || !(subject.startedAt.map { Self.isNear($0.milliseconds) } ?? true)
      || !(subject.endedAt.map { Self.isNear($0.milliseconds) } ?? true)
    if !isStreaming {
      gather(subject)
      isStreaming = gathering.reach >= Self.farthest
    }
    if isStreaming { streamer.begin(subject) }
    preset = isStreaming ? streamer.resolvedPreset : gathering.preset
    subjects.append(BatchSubject(id: id, number: outcomes.count, firstRow: rows.count))
    if tellsOutcomes { outcomes.append(Outcome(firings: [], steady: 0...0)) }
  }

  /// The rows and the subjects that are being gathered.
  var rows: BatchRows {
    @inline(__always) _read { yield gathering.rows }
    @inline(__always) _modify { yield &gathering.rows }
  }

  var subjects: [BatchSubject] {
    @inline(__always) _read { yield gathering.subjects }
    @inline(__always) _modify { yield &gathering.subjects }
  }

  /// Ends the subject: no more of its events will come.
  public mutating func finish() {
    if isStreaming {
      finishStreaming()
      return
    }
    if let startedAt, subjects[subjects.count - 1].start == nil { open(at: startedAt) }
    let subject = subjects[subjects.count - 1]
    if let start = subject.start {
      var last = rows.count > subject.firstRow ? rows.points.times[rows.count - 1] : start
      if let delay = plan.ends?.delay, evaluator.slots[delay.index] > 0 {
        last = Arithmetic.saturatingSum(last, evaluator.slots[delay.index])
      }
      if let end = subject.endedAt { last = max(last, end) }
      if let until = options.until { last = max(last, until.milliseconds &+ subject.shift) }
      gathering.lineEnd = last
    }
    let isFull = rows.count >= Self.enough || subjects.count >= Self.enough
    if isFull || gathering.lineEnd >= Self.farthest { flushGathering() }
  }

  /// Evaluates what is gathered.
  public mutating func flush() {
    flushGathering()
    for index in parked.indices where !parked[index].subjects.isEmpty {
      exchange(with: index)
      flushGathering()
    }
  }

  /// Evaluates the subjects with the same constants that are being gathered.
  mutating func flushGathering() {
    guard !subjects.isEmpty else { return }
    hasOverflowed = false
    var endless = 0
    evaluateRuleByRule(&endless)
    if hasOverflowed {
      for index in subjects.indices { replay(index) }
    } else {
      openEnded += endless
      for index in firings.indices { firings[index] += lists[plan.columns.count + index].count }
      if tellsFirings { tellFirings() }
      if tellsOutcomes { tellOutcomes() }
    }
    subjects.removeAll(keepingCapacity: true)
    rows.removeAll()
    gathering.lineEnd = 0
  }

  /// What the subjects evaluated since this was asked before had to tell, in no order to be relied on.
  public mutating func takeTold() -> [Told] {
    if told.isEmpty { return [] }
    defer { told.removeAll(keepingCapacity: true) }
    return told
  }

  private mutating func tellFirings() {
    var told: [Told] = []
    let subjects = subjects
    for rule in firings.indices {
      eachFiring(of: rule) { subject, t in
        let at = Instant(t &- subjects[subject].shift)
        let firing = Firing(rule: RuleID(rule), at: at, event: nil, message: nil, isWithheld: false)
        told.append(Told(subject: subjects[subject].id, record: .fired(firing)))
      }
    }
    self.told += told
  }

  // MARK: Rule by rule

  private mutating func evaluateRuleByRule(_ endless: inout Int) {
    words = (rows.count + BatchBlock.size - 1) / BatchBlock.size
    join()
    swap(&points, &gathering.rows.points)
    for place in batch.derived { derive(place) }
    swap(&points, &gathering.rows.points)
    fillColumns()
    if tellsOutcomes { beginTracking() }
    if batch.looksBetweenEvents { live(&endless) }
    for index in batch.passes.indices {
      switch batch.passes[index] {
      case .events(let rule, let stream):
        swap(&points, &gathering.rows.points)
        tryAtEvents(rule, stream)
        swap(&points, &gathering.rows.points)
      case .follow(let rule): follow(rule)
      case .merge(let kind, let column, let areAllAtEvents):
        if areAllAtEvents { gather(kind, into: column) } else { merge(kind, into: column) }
      }
    }
  }

  /// Works out when the subjects were open.
  private mutating func live(_ endless: inout Int) {
    lives.removeAll()
    let delay = plan.ends.map { evaluator.slots[$0.delay.index] } ?? unknown
    let keepers = plan.ends.map { lists[$0.column.index].seen } ?? []
    for index in subjects.indices {
      let end = index + 1 < subjects.count ? subjects[index + 1].firstRow : rows.count
      let range = subjects[index].firstRow..<end
      let until = options.until.map { $0.milliseconds &+ subjects[index].shift }
      let isEndless = lives.add(
        subjects[index], range, at: rows.points.times, delay: delay, keepers: keepers, until: until)
      if isEndless, !range.isEmpty { endless += 1 }
    }
  }
}
