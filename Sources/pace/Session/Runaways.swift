import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

extension Failure {
  /// The failure for a subject whose evaluation a runaway ended.
  init(_ problem: RunawaySubject, _ program: Program) {
    self = .data(problem.message(in: program).printable, help: problem.help(in: program))
  }

  /// The failure for a subject whose evaluation gives more than can be held.
  ///
  /// - Parameters:
  ///   - what: a clause that says what is too much.
  ///   - instant: when it was.
  static func tooLong(
    _ subject: String, _ program: Program, _ what: String, by instant: Instant, _ zone: Zone, help: String
  ) -> Failure {
    .data(
      "\(program.noun) `\(subject.printable)` has so long a time without a row that \(what) by "
        + "\(TimeText(zone).moment(instant)), too many to hold at once",
      help: help)
  }
}

extension Console {
  /// Throws if runaways ended the evaluation of subjects; names each, the last in the error.
  mutating func refuse(_ notes: RunNotes, _ program: Program) throws(Failure) {
    guard let last = notes.runaways.last else { return }
    for (subject, runaway) in notes.runaways.dropLast() {
      remark(RunawaySubject(subject: subject, runaway: runaway).message(in: program))
    }
    let more = notes.runawayCount - notes.runaways.count
    if more > 0 { remark("… and \(more) more") }
    try out.flush()
    throw Failure(RunawaySubject(subject: last.subject, runaway: last.runaway), program)
  }
}

/// Runs `body`, and turns a runaway into a failure.
func refusingRunaways<Result>(
  _ program: Program, _ body: () throws(RunawaySubject) -> Result
) throws(Failure) -> Result {
  do throws(RunawaySubject) {
    return try body()
  } catch {
    throw Failure(error, program)
  }
}
