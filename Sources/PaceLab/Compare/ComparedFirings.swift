import PaceEngine
import PaceLanguage

/// The firings of a run of one log, with notes on the run.
struct ComparedFirings {
  let program: Program
  private(set) var notes = RunNotes()
  /// The instant at which there were too many firings to hold, so that the rest was left out; else nil.
  private(set) var cutOff: Instant?
  private var told: ToldFirings

  init(of program: Program) {
    self.program = program
    told = ToldFirings(of: program)
  }

  /// How many firings of a log are held, and how many more for each row.
  private static let mostFirings = 1_000_000
  private static let mostOfRow = 100

  /// Runs a log and gathers its firings; if the evaluation ends early, gathers those up to then and throws.
  mutating func gather(_ log: SubjectLog, in machine: inout Machine) throws(RunawaySubject) {
    var left = Self.mostFirings + Self.mostOfRow * log.events.count
    try log.pass(in: &machine) { record in
      told.add(record)
      notes.add(record, of: log.id)
      guard let firing = record.firing else { return true }
      left -= 1
      if left < 0 { cutOff = firing.at }
      return left >= 0
    }
    notes.add(&machine, of: log)
  }

  /// The firings of each rule, in the order of time.
  var byRule: [String: [ToldFiring]] {
    Dictionary(grouping: told.all) { program[$0.firing.rule].name.text }
  }

  /// A rule's first firing at an instant; nil if there is none.
  func first(of rule: String, at instant: Instant) -> ToldFiring? {
    let start = told.all.partitioningIndex { $0.firing.at >= instant }
    return told.all[start...].prefix { $0.firing.at == instant }
      .first { program[$0.firing.rule].name.text == rule }
  }
}
