import PaceEngine
import PaceLanguage
import PaceReport

/// A pack, its choices, and the machines in which subjects are evaluated, one for each column.
struct EvalSession: Sendable {
  let pack: Pack
  let plan: Plan
  let choices: Choices
  private var machines: [Machine]
  /// The part of each subject that is shown. Held notices are counted only in it.
  private let window: EvalWindow
  private let countsHeld: Bool
  /// The preset under which every parameter was last found to have a value.
  private var checked: PresetID??
  /// Whether a rule may fire without an event, so that it matters where evaluation ends.
  private let mayFireWithoutEvent: Bool
  /// Whether the machines have a clock.
  private let isMeasured: Bool
  /// Whether a run is handed over before its subject ends, once it has as many records as a piece has.
  private let takesPieces: Bool
  /// A time without a row that is longer than this is passed through piece by piece; no debounce is longer.
  private let long: Int64
  /// The instant of the row evaluated last, else the subject's start; nil before either.
  private var last: Instant?

  init(
    _ pack: Pack, _ choices: Choices, window: EvalWindow = EvalWindow(), countsHeld: Bool = false,
    takesPieces: Bool = false, change: (inout Machine.Options) -> Void = { _ in }, clock: Meter.Clock? = nil
  ) {
    self.pack = pack
    self.choices = choices
    self.window = window
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
    let debounces = pack.program.events.flatMap { event in [event.debounce] + event.kinds.map(\.debounce) }
    long = debounces.compactMap { $0 }.reduce(Self.shortestLong, max)
  }

  /// What the evaluation took so far, if it has a clock.
  var profile: Profile? { isMeasured ? machines.first?.profile : nil }

  private mutating func measure(isInside: Bool) {
    guard isMeasured else { return }
    for index in machines.indices { machines[index].measure(isInside: isInside) }
  }

  /// The machine of the first column, as it stands after the last subject.
  var machine: Machine { machines[0] }

  /// An empty run for the results of a subject.
  var emptyRun: SubjectRun { SubjectRun(pack.program, columns: machines.count) }

  /// Evaluates a whole subject.
  mutating func evaluate(_ log: SubjectLog, into run: inout SubjectRun) throws(Failure) {
    try begin(log.id, log.record, log.texts[...], first: log.events.first?.at, &run)
    try append(log.events.indices, of: log.events, to: &run) { _ in }
    try end(&run) { _ in }
  }

  /// Evaluates a subject that was read elsewhere, or the next part of it.
  ///
  /// - Parameter hand: takes the run, whose records are then dropped, for each piece and at the subject's end.
  mutating func evaluate(
    _ index: Int, of subjects: PackedSubjects, into run: inout SubjectRun,
    hand: (SubjectRun) throws(Failure) -> Void
  ) throws(Failure) {
    let part = subjects.parts[index]
    let texts = subjects.texts[part.texts]
    if part.isFirst {
      let first = part.rows.isEmpty ? nil : subjects.events.instant(of: part.rows.lowerBound)
      try begin(part.id, subjects.records[index], texts, first: first, &run)
    } else {
      intern(texts)
    }
    try append(part.rows, of: subjects.events, to: &run, hand)
    if part.isLast { try end(&run, hand) }
  }

  private mutating func begin(
    _ id: String, _ record: SubjectRecord, _ texts: ArraySlice<String>, first: Instant?,
    _ run: inout SubjectRun
  ) throws(Failure) {
    for index in machines.indices { machines[index].clear() }
    intern(texts)
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
    if let first, run.start.map({ first < $0 }) ?? true { run.start = first }
    last = run.start
  }

  private mutating func intern(_ texts: ArraySlice<String>) {
    for text in texts {
      for index in machines.indices { _ = machines[index].intern(text) }
    }
  }

  private mutating func append(
    _ range: Range<Int>, of rows: EventRows, to run: inout SubjectRun,
    _ hand: (SubjectRun) throws(Failure) -> Void
  ) throws(Failure) {
    var first = range.lowerBound
    while first < range.upperBound {
      let instant = rows.instant(of: first)
      if let gap = gap(before: instant) {
        if mayFireWithoutEvent, machines.first?.isOpen(at: instant) == true { run.note(gap) }
        try cross(before: instant, &run, hand)
      }
      last = instant
      let end = endOfStretch(in: first..<range.upperBound, of: rows)
      enter(first..<end, of: rows, to: &run)
      try handPiece(of: &run, hand)
      first = end
    }
  }

  private mutating func enter(_ range: Range<Int>, of rows: EventRows, to run: inout SubjectRun) {
    measure(isInside: true)
    defer { measure(isInside: false) }
    rows.forEachRun(in: range) { words, stride, event in
      for index in machines.indices {
        let counts = machines[index].append(words, stride: stride, of: event)
        guard index == 0 else { continue }
        run.kept[event.index] += counts.kept
        run.debounced += counts.debounced
      }
    }
  }

  // MARK: Long times without a row

  private static let shortestLong: Int64 = 30 * 86_400_000
  /// How far the machines go at a time: 24 hours, in which the number of rowless instants is bounded.
  private static let step: Int64 = 86_400_000
  /// How many records of each machine make a piece.
  private static let piece = 8192
  /// How many records of a long time may be held where runs are not handed over in pieces.
  private static let mostHeld = 1_000_000

  /// The time since the last row, if it is long.
  private func gap(before instant: Instant) -> Range<Instant>? {
    guard let last, last < instant, instant.milliseconds - last.milliseconds > long else { return nil }
    return last..<instant
  }

  /// Moves on to the last row before the next long time, and returns the end of these rows.
  private mutating func endOfStretch(in range: Range<Int>, of rows: EventRows) -> Int {
    // Most rows have no such time among them, which their ends show.
    let end = rows.instant(of: range.upperBound - 1)
    if gap(before: end) == nil {
      last = end
      return range.upperBound
    }
    for row in range {
      let instant = rows.instant(of: row)
      if gap(before: instant) != nil { return row }
      last = instant
    }
    return range.upperBound
  }

  /// Hands over the records so far, if they are enough for a piece.
  private mutating func handPiece(
    of run: inout SubjectRun, _ hand: (SubjectRun) throws(Failure) -> Void
  ) throws(Failure) {
    if takesPieces, run.takeRecords(&machines, ifAtLeast: Self.piece) { try hand(run) }
  }

  /// Goes through a long time before an instant, or to where the evaluation ends.
  private mutating func cross(
    before instant: Instant, _ run: inout SubjectRun, _ hand: (SubjectRun) throws(Failure) -> Void
  ) throws(Failure) {
    let held = machines.indices.map { machines[$0].told.count }
    var before: Instant?
    while true {
      var next: Instant?
      for index in machines.indices {
        let deadline = machines[index].nextDeadline(upTo: instant)
        next = [next, deadline].compactMap { $0 }.min()
      }
      // The same instant again: `--until` lets no machine go on.
      guard let next, next < instant, next != before else { return }
      before = next
      let limit = Instant(min(next.milliseconds + Self.step, instant.milliseconds - 1))
      for index in machines.indices { machines[index].advance(to: limit) }
      try handPiece(of: &run, hand)
      if machines.indices.contains(where: { machines[$0].told.count - held[$0] > Self.mostHeld }) {
        throw .tooLong(
          run.id, pack.program,
          "its rules lead to more than \(ValueText.count(Self.mostHeld)) notices and changes",
          by: limit, run.zone,
          help: "leave later rows out with --until, or take `eval --format jsonl`, which writes as it goes")
      }
    }
  }

  /// Goes on to where the evaluation ends, and takes the results of the machines.
  private mutating func end(
    _ run: inout SubjectRun, _ hand: (SubjectRun) throws(Failure) -> Void
  ) throws(Failure) {
    var (allEnd, someEndsLate) = (true, false)
    for index in machines.indices {
      let end = machines[index].lastToEvaluate()
      allEnd = allEnd && end != nil
      if let end, gap(before: end) != nil { someEndsLate = true }
    }
    if allEnd, someEndsLate { try cross(before: .last, &run, hand) }
    run.isEnded = true
    measure(isInside: true)
    run.finish(&machines, mayFireWithoutEvent: mayFireWithoutEvent)
    measure(isInside: false)
    try hand(run)
  }

  private mutating func check(_ preset: PresetID?, subject: String) throws(Failure) {
    if checked == .some(preset) { return }
    try choices.check(preset, pack.program, subject: subject)
    checked = .some(preset)
  }
}
