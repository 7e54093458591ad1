import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

/// Takes whole subjects from a feed, to be run as often as needed.
struct SubjectReader {
  /// Runs no subject: it numbers texts, and says which preset is in force.
  private var machine: Machine
  private let choices: Choices
  private let program: Program
  /// Whether the ids of rows are kept.
  private let keepsRows: Bool
  /// Whether what comes after `--until` is kept.
  private let keepsLater: Bool
  /// The subjects that are passed over because they begin after `--until`.
  private(set) var later: Set<ExactText> = []
  /// Presets under which every parameter is known to have a value.
  private var checked: Set<PresetID?> = []

  init(_ plan: Plan, _ choices: Choices, keepsRows: Bool = false, keepsLater: Bool = false) {
    var options = choices.options(column: 0)
    // A text that is set would get its number among those of the log.
    options.overrides = []
    machine = Machine(plan, options: options)
    self.choices = choices
    self.keepsRows = keepsRows
    self.keepsLater = keepsLater
    program = plan.program
  }

  /// The next subject of the feed; nil after the last.
  ///
  /// Leaves out what comes after `--until`, and subjects that begin only then, unless `keepsLater` is set.
  mutating func next(_ feed: inout LogFeed) throws(Failure) -> SubjectLog? {
    while var log = try read(&feed) {
      if cut(&log) { return consume log }
      later.insert(ExactText(log.id))
    }
    return nil
  }

  /// Removes from a log what comes after `--until`, unless that is kept; false if all of it does.
  private func cut(_ log: inout SubjectLog) -> Bool {
    // Of some subjects there are given notices alone.
    guard let start = log.start ?? log.record.given.first?.at, let until = choices.until else { return true }
    let last = until.resolved(in: LocalCalendar(zone: log.record.zone), from: start)
    if choices.isUntilLocal { log.until = last }
    guard let last, !keepsLater else { return true }
    if start > last { return false }
    log.cut(after: last)
    return true
  }

  private mutating func read(_ feed: inout LogFeed) throws(Failure) -> SubjectLog? {
    machine.clear()
    guard var log = try feed.nextLog(intern: { machine.intern($0) }) else { return nil }
    if !keepsRows { log.rows = RowIDs() }
    machine.begin(log.record)
    if checked.insert(machine.preset).inserted {
      try choices.check(machine.preset, program, subject: log.id)
    }
    return log
  }

  /// The preset in force for the subject that was read last.
  var preset: PresetID? { machine.preset }
}
