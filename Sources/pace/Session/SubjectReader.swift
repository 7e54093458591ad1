import PaceEngine
import PaceLanguage
import PaceReport

/// Takes whole subjects from a feed, to be run as often as needed.
struct SubjectReader {
  /// Runs no subject: it numbers texts, and says which preset is in force.
  private var machine: Machine
  private let choices: Choices
  private let program: Program
  private let keepsRows: Bool
  /// The subjects that are passed over because they begin after `--until`.
  private(set) var later: Set<String> = []
  /// Presets under which every parameter is known to have a value.
  private var checked: Set<PresetID?> = []

  init(_ plan: Plan, _ choices: Choices, options: Machine.Options, keepsRows: Bool = false) {
    var options = options
    // A text that is set would get its number among those of the log.
    options.overrides = []
    machine = Machine(plan, options: options)
    self.choices = choices
    self.keepsRows = keepsRows
    program = plan.program
  }

  /// The next subject of the feed that has begun by `--until`, with what is seen then; nil after the last.
  mutating func next(_ feed: inout LogFeed) throws(Failure) -> SubjectLog? {
    while var log = try read(&feed) {
      // Of some subjects there are given notices alone.
      guard let start = log.start ?? log.record.given.first?.at, let until = choices.until else { return log }
      let last = until.resolved(in: LocalCalendar(zone: log.record.zone), from: start)
      if choices.isUntilLocal { log.until = last }
      guard let last else { return log }
      if start > last {
        later.insert(log.id)
        continue
      }
      log.cut(after: last)
      return log
    }
    return nil
  }

  private mutating func read(_ feed: inout LogFeed) throws(Failure) -> SubjectLog? {
    machine.clear()
    var log = SubjectLog(id: "", record: SubjectRecord(attributes: [], zone: choices.zone))
    var texts: [String] = []
    guard try feed.nextSubject(&log.record, intern: { intern($0, &texts) }) else { return nil }
    log.id = feed.subject
    machine.begin(log.record)
    if checked.insert(machine.preset).inserted {
      try choices.check(machine.preset, program, subject: log.id)
    }
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    while try feed.nextEvent(&event, intern: { intern($0, &texts) }) { log.events.append(event) }
    if keepsRows { log.rows = feed.ids }
    log.texts = texts
    return log
  }

  /// The preset in force for the subject that was read last.
  var preset: PresetID? { machine.preset }

  private mutating func intern(_ text: String, _ texts: inout [String]) -> Value {
    texts.append(text)
    return machine.intern(text)
  }
}
