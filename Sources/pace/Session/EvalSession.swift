import PaceEngine
import PaceLab
import PaceLanguage
import PaceStore

/// A pack, its choices, and the evaluators that a log is streamed through, one for each column.
struct EvalSession: Sendable {
  let pack: Pack
  let plan: Plan
  let choices: Choices
  private var evaluators: [Evaluator]
  /// Whether each subject's log is kept to be handed over with its outcome.
  private let keepsLog: Bool
  /// Whether a subject's texts may be needed again.
  private let keepsTexts: Bool
  /// Presets under which every parameter is known to have a value.
  private var checked: Set<PresetID?> = []
  /// Whether a rule may speak of itself, so that it matters where evaluation ends.
  private let speaksUnasked: Bool

  init(
    _ pack: Pack, _ choices: Choices, keepsLog: Bool = false,
    change: (inout Evaluator.Options) -> Void = { _ in }
  ) {
    self.pack = pack
    self.choices = choices
    self.keepsLog = keepsLog
    keepsTexts = keepsLog || choices.isUntilLocal
    plan = Plan(pack.program)
    evaluators = []
    for column in choices.presets.indices {
      var options = choices.options(column: column)
      change(&options)
      evaluators.append(Evaluator(plan, options: options))
    }
    speaksUnasked = pack.program.rules.contains { rule in
      if case .on = rule.trigger { false } else { rule.emission != nil }
    }
  }

  /// What one subject gave: its outcome, its log if that is kept, and the evaluators as they stand after it.
  struct Outcome {
    var run: SubjectRun
    var log: SubjectLog
    var evaluators: [Evaluator]
  }

  /// Evaluates the next subject of the feed; nil after the last.
  mutating func next(_ feed: inout LogFeed) throws(Failure) -> Outcome? {
    clear()
    var record = SubjectRecord(attributes: [], zone: choices.zone)
    var texts: [String] = []
    let isMore = try feed.nextSubject(&record) { text in intern(text, &texts) }
    guard isMore else { return nil }
    var log = SubjectLog(id: feed.subject, record: record)
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    var hasEvent = try feed.nextEvent(&event) { text in intern(text, &texts) }
    var run = try begin(log.id, record, first: hasEvent ? event.at : nil, texts)
    while hasEvent {
      append(event, to: &run)
      if keepsLog {
        log.events.append(event)
        log.rows.append(feed.id(of: EventOrdinal(log.rows.count)))
      }
      hasEvent = try feed.nextEvent(&event) { text in intern(text, &texts) }
    }
    log.texts = texts
    end(&run)
    return Outcome(run: run, log: log, evaluators: keepsLog ? evaluators : [])
  }

  /// Evaluates a subject that was read elsewhere.
  mutating func evaluate(_ subject: PackedSubject) throws(Failure) -> SubjectRun {
    clear()
    var texts: [String] = []
    for text in subject.texts { _ = intern(text, &texts) }
    var run = try begin(subject.id, subject.record, first: subject.firstEvent, texts)
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    for index in 0..<subject.count {
      subject.read(index, into: &event)
      append(event, to: &run)
    }
    end(&run)
    return run
  }

  private mutating func clear() {
    for index in evaluators.indices { evaluators[index].clear() }
  }

  private mutating func begin(
    _ id: String, _ record: SubjectRecord, first: Instant?, _ texts: [String]
  ) throws(Failure) -> SubjectRun {
    let until = choices.until?.resolved(
      in: LocalCalendar(zone: record.zone), from: record.startedAt ?? first ?? Instant(0))
    for index in evaluators.indices {
      if until != evaluators[index].options.until { look(upTo: until, at: index, texts) }
      evaluators[index].begin(record)
      try check(evaluators[index].preset)
    }
    return SubjectRun(
      id: id, zone: record.zone, start: record.startedAt, columns: [],
      kept: pack.program.events.map { _ in 0 }, debounced: 0)
  }

  /// Another evaluator for a column, since the last instant is part of how one is made.
  private mutating func look(upTo until: Instant?, at index: Int, _ texts: [String]) {
    var options = evaluators[index].options
    options.until = until
    evaluators[index] = Evaluator(plan, options: options)
    for text in texts { _ = evaluators[index].intern(text) }
  }

  private mutating func end(_ run: inout SubjectRun) {
    for index in evaluators.indices { run.columns.append(finish(index, run)) }
  }

  /// The evaluators have met the same texts in the same order, so one value serves them all.
  private mutating func intern(_ text: String, _ texts: inout [String]) -> Value {
    if keepsTexts { texts.append(text) }
    var value = Value.unknown
    for index in evaluators.indices { value = evaluators[index].intern(text) }
    return value
  }

  private mutating func append(_ event: EventRecord, to run: inout SubjectRun) {
    if run.start.map({ event.at < $0 }) ?? true { run.start = event.at }
    for index in evaluators.indices {
      let admission = evaluators[index].append(event)
      guard index == 0 else { continue }
      switch admission {
      case .kept: run.kept[event.event.index] += 1
      case .debounced: run.debounced += 1
      case .late, .beyond: break
      }
    }
  }

  private mutating func finish(_ index: Int, _ run: SubjectRun) -> SubjectRun.Column {
    evaluators[index].finish()
    let isOpenEnded = evaluators[index].end == nil && evaluators[index].options.until == nil
    return SubjectRun.Column(
      preset: evaluators[index].preset, records: evaluators[index].records,
      isCutOff: speaksUnasked && isOpenEnded && run.kept.contains { $0 > 0 })
  }

  private mutating func check(_ preset: PresetID?) throws(Failure) {
    if checked.insert(preset).inserted { try choices.check(preset, pack.program) }
  }
}
