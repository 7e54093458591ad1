import PaceEngine
import PaceLanguage
import PaceReport

/// A pack, its choices, and the machines that a log is streamed through, one for each column.
struct EvalSession: Sendable {
  let pack: Pack
  let plan: Plan
  let choices: Choices
  private var machines: [Machine]
  /// The row of the subject and that of an event, whose memory is used again.
  private var rows = Rows()
  /// The part of each subject that is shown. Held notices are counted only in it.
  private let window: EvalWindow
  /// Whether it depends on each subject's first event.
  private let isWindowLocal: Bool
  private let countsHeld: Bool
  /// Whether subjects are evaluated, and not only read.
  private let evaluates: Bool
  /// The preset under which every parameter was last found to have a value.
  private var checked: PresetID??
  /// Whether a rule may fire without an event, so that it matters where evaluation ends.
  private let mayFireWithoutEvent: Bool
  /// Whether the machines have a clock.
  private let isMeasured: Bool
  /// Whether a run is handed over before its subject ends, once it has as many records as a piece has.
  private let takesPieces: Bool
  /// Whether an event of the present subject has been read and not yet appended.
  private var hasEvent = false
  /// Rows of the present subject that come much later than those before them.
  private var waiting: WaitingRows

  init(
    _ pack: Pack, _ choices: Choices, evaluates: Bool = true, window: EvalWindow = EvalWindow(),
    countsHeld: Bool = false, takesPieces: Bool = false, change: (inout Machine.Options) -> Void = { _ in },
    clock: Meter.Clock? = nil
  ) {
    self.pack = pack
    self.choices = choices
    self.evaluates = evaluates
    self.window = window
    isWindowLocal = window.isLocal
    self.countsHeld = countsHeld
    self.takesPieces = takesPieces
    isMeasured = clock != nil
    plan = Plan(pack.program, isMeasured: isMeasured)
    machines = []
    for column in choices.presets.indices {
      var options = choices.options(column: column)
      options.clock = clock
      change(&options)
      machines.append(Machine(plan, options: options))
    }
    mayFireWithoutEvent = pack.program.rules.contains { $0.mayFireWithoutEvent }
    waiting = WaitingRows(pack.program)
  }

  /// What the evaluation took so far, if it has a clock.
  var profile: Profile? { isMeasured ? machines.first?.profile : nil }

  private mutating func measure(isInside: Bool) {
    guard isMeasured else { return }
    for index in machines.indices { machines[index].measure(isInside: isInside) }
  }

  /// What a log's reader fills.
  private struct Rows {
    var subject = SubjectRecord(attributes: [], zone: .utc)
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
  }

  /// The results of one subject, its log, and the machine of the first column as it stands after it.
  struct Outcome {
    var run: SubjectRun
    var log: SubjectLog
    var machine: Machine
  }

  /// An empty run for the results of a subject.
  var emptyRun: SubjectRun { SubjectRun(pack.program, columns: machines.count) }

  /// Evaluates the next subject of the feed and keeps all of it; nil after the last.
  mutating func next(_ feed: inout LogFeed) throws(Failure) -> Outcome? {
    var run = emptyRun
    var log: SubjectLog? = SubjectLog(id: "", record: rows.subject)
    guard try evaluate(&feed, into: &run, keeping: &log), let log else { return nil }
    return Outcome(run: run, log: log, machine: machines[0])
  }

  /// Evaluates the next subject of the feed that has begun by `--until`, or the next piece of it; false after the last.
  mutating func evaluate(_ feed: inout LogFeed, into run: inout SubjectRun) throws(Failure) -> Bool {
    var log: SubjectLog?
    while try evaluate(&feed, into: &run, keeping: &log) {
      if run.hasBegun { return true }
    }
    return false
  }

  private mutating func evaluate(
    _ feed: inout LogFeed, into run: inout SubjectRun, keeping log: inout SubjectLog?
  ) throws(Failure) -> Bool {
    var texts: [String]? = log == nil ? nil : []
    let takesRows = log == nil && evaluates && !choices.isUntilLocal && !isWindowLocal && feed.givesRows
    if run.isEnded {
      clear()
      guard try nextSubject(&feed, &texts) else { return false }
      hasEvent = takesRows ? false : try nextEvent(&feed, &texts)
      try begin(feed.subject, rows.subject, first: hasEvent ? rows.event.at : nil, &run)
      // The machines number the texts that are set when the subject begins.
      for case .text(let text) in choices.settings.map(\.value) { texts?.append(text) }
      log?.id = run.id
      log?.record = rows.subject
    }
    while takesRows {
      if try appendWaiting(to: &run) || takePiece(of: &run) { return true }
      if run.isRead { break }
      run.isRead = try !feed.nextRows({ append($0, stride: $1, of: $2, to: &run) })
    }
    while hasEvent {
      if try cross(waiting.gap(before: rows.event.at), &run) { return true }
      append(rows.event, to: &run)
      log?.events.append(rows.event)
      hasEvent = try nextEvent(&feed, &texts)
      if takePiece(of: &run) { return true }
    }
    log?.rows = feed.ids
    if let texts { log?.texts = texts }
    if try !crossToEnd(&run) { end(&run) }
    return true
  }

  /// Begins one of the subjects that were read elsewhere; `next` evaluates it.
  mutating func begin(
    _ index: Int, of subjects: PackedSubjects, _ run: inout SubjectRun
  ) throws(Failure) {
    clear()
    var texts: [String]?
    for text in subjects.texts(of: index) { _ = Self.intern(text, &machines, &texts) }
    let first = subjects.firstEvent(of: index)
    try begin(subjects.id(of: index), subjects.record(of: index), first: first, &run)
    subjects.forEachRun(of: index) { append($0, stride: $1, of: $2, to: &run) }
  }

  /// Evaluates the next piece of a subject that was begun; the run says whether it has ended.
  mutating func next(into run: inout SubjectRun) throws(Failure) {
    if try !appendWaiting(to: &run), try !crossToEnd(&run) { end(&run) }
  }

  private mutating func clear() {
    for index in machines.indices { machines[index].clear() }
  }

  private mutating func begin(
    _ id: String, _ record: SubjectRecord, first: Instant?, _ run: inout SubjectRun
  ) throws(Failure) {
    measure(isInside: true)
    defer { measure(isInside: false) }
    let until = choices.until?.resolved(
      in: LocalCalendar(zone: record.zone), from: record.startedAt ?? first ?? Instant(0))
    let shown = window.span(in: record.zone, from: record.startedAt.map { min($0, first ?? $0) } ?? first)
    for index in machines.indices {
      machines[index].set(until: until)
      if countsHeld { machines[index].set(countsHeld: shown) }
      machines[index].begin(record)
      try check(machines[index].preset, subject: id)
    }
    run.begin(id, record, shown: shown, until: until)
    waiting.begin(record.startedAt)
  }

  private mutating func nextSubject(_ feed: inout LogFeed, _ texts: inout [String]?) throws(Failure) -> Bool {
    try Self.read(&rows.subject, &machines) { row, machines throws(Failure) in
      try feed.nextSubject(&row) { Self.intern($0, &machines, &texts) }
    }
  }

  private mutating func nextEvent(_ feed: inout LogFeed, _ texts: inout [String]?) throws(Failure) -> Bool {
    try Self.read(&rows.event, &machines) { row, machines throws(Failure) in
      try feed.nextEvent(&row) { Self.intern($0, &machines, &texts) }
    }
  }

  /// Lends a row and the machines, which number its texts while it is filled.
  private static func read<Row>(
    _ row: inout Row, _ machines: inout [Machine],
    _ fill: (inout Row, inout [Machine]) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    try fill(&row, &machines)
  }

  /// The machines have met the same texts in the same order, so one value serves them all.
  private static func intern(_ text: String, _ machines: inout [Machine], _ texts: inout [String]?) -> Value {
    texts?.append(text)
    var value = Value.unknown
    for index in machines.indices { value = machines[index].intern(text) }
    return value
  }

  private mutating func append(_ event: EventRecord, to run: inout SubjectRun) {
    if run.start.map({ event.at < $0 }) ?? true { run.start = event.at }
    waiting.pass(to: event.at)
    guard evaluates else { return }
    measure(isInside: true)
    defer { measure(isInside: false) }
    run.append(event, to: &machines)
  }

  private mutating func append(_ rows: Span<Int64>, stride: Int, of event: EventID, to run: inout SubjectRun)
  {
    if rows.isEmpty { return }
    measure(isInside: true)
    defer { measure(isInside: false) }
    let first = Instant(rows[0])
    if run.start.map({ first < $0 }) ?? true { run.start = first }
    let count = waiting.take(rows, stride: stride, of: event)
    if count > 0 { enter(rows.extracting(0..<count), stride: stride, of: event, to: &run) }
  }

  private mutating func enter(_ rows: Span<Int64>, stride: Int, of event: EventID, to run: inout SubjectRun) {
    for index in machines.indices {
      let counts = machines[index].append(rows, stride: stride, of: event)
      guard index == 0 else { continue }
      run.kept[event.index] += counts.kept
      run.debounced += counts.debounced
    }
  }

  // MARK: Long times without a row

  /// How far the machines go at a time: 24 hours, in which there can only be so many instants.
  private static let step: Int64 = 86_400_000
  /// How many records of each machine make a piece.
  private static let piece = 8192
  /// How many records of a long time may be held where runs are not handed over in pieces.
  private static let mostHeld = 1_000_000

  /// Takes the records so far, if they are enough for a piece.
  private mutating func takePiece(of run: inout SubjectRun) -> Bool {
    takesPieces && run.takeRecords(&machines, ifAtLeast: Self.piece)
  }

  /// Appends the rows that wait; returns true, before some of them, once there are enough records for a piece.
  private mutating func appendWaiting(to run: inout SubjectRun) throws(Failure) -> Bool {
    while !waiting.isEmpty {
      if try cross(waiting.gap, &run) { return true }
      let (rows, range) = waiting.release()
      rows.forEachRun(in: range) { enter($0, stride: $1, of: $2, to: &run) }
    }
    return false
  }

  /// Goes through a long time before the next row; returns true once there are enough records for a piece.
  private mutating func cross(_ gap: Range<Instant>?, _ run: inout SubjectRun) throws(Failure) -> Bool {
    guard let gap else { return false }
    if mayFireWithoutEvent, machines.first?.isOpen(at: gap.upperBound) == true { run.note(gap) }
    return try cross(before: gap.upperBound, &run)
  }

  /// Goes on to where the evaluation ends, if that is a long time away and no row comes; returns true once there are
  /// enough records for a piece.
  private mutating func crossToEnd(_ run: inout SubjectRun) throws(Failure) -> Bool {
    var isLong = false
    for index in machines.indices {
      guard let end = machines[index].lastToEvaluate() else { return false }
      if waiting.gap(before: end) != nil { isLong = true }
    }
    return isLong ? try cross(before: .last, &run) : false
  }

  private mutating func cross(before instant: Instant, _ run: inout SubjectRun) throws(Failure) -> Bool {
    guard evaluates else { return false }
    let held = machines.indices.map { machines[$0].told.count }
    var before: Instant?
    while true {
      var next: Instant?
      for index in machines.indices {
        let deadline = machines[index].nextDeadline(upTo: instant)
        next = [next, deadline].compactMap { $0 }.min()
      }
      // The same again: `--until` lets no machine go on.
      guard let next, next < instant, next != before else { return false }
      before = next
      let limit = Instant(min(next.milliseconds + Self.step, instant.milliseconds - 1))
      for index in machines.indices { machines[index].advance(to: limit) }
      if takePiece(of: &run) { return true }
      if machines.indices.contains(where: { machines[$0].told.count - held[$0] > Self.mostHeld }) {
        throw tooMuch(by: limit, run)
      }
    }
  }

  private func tooMuch(by instant: Instant, _ run: SubjectRun) -> Failure {
    .tooLong(
      run.id, pack.program,
      "its rules lead to more than \(ValueText.count(Self.mostHeld)) notices and changes",
      by: instant, run.zone,
      help: "leave later rows out with --until, or take `eval --format jsonl`, which writes as it goes")
  }

  /// Takes the results of the machines.
  private mutating func end(_ run: inout SubjectRun) {
    run.isEnded = true
    guard evaluates else { return }
    measure(isInside: true)
    defer { measure(isInside: false) }
    run.finish(&machines, mayFireWithoutEvent: mayFireWithoutEvent)
  }

  private mutating func check(_ preset: PresetID?, subject: String) throws(Failure) {
    if checked == .some(preset) { return }
    try choices.check(preset, pack.program, subject: subject)
    checked = .some(preset)
  }
}
