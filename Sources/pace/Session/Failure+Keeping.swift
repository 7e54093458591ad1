import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

extension Failure {
  /// The failure that a keeper's error is.
  ///
  /// - Parameter zone: the zone of a subject.
  init(
    _ error: KeepingError, _ program: Program, at path: String = "FILE",
    zone: (_ subject: String) -> Zone = { _ in .utc }
  ) {
    switch error {
    case .store(let error): self = .store(error)
    case .runaway(let problem): self = Failure(problem, program)
    case .refused(let refusal): self = .refused(refusal.message, help: refusal.remedy(at: path, zone))
    case .usage(let refusal):
      self = .usage(.log(refusal.message, help: refusal.remedy(at: path, zone)))
    }
  }
}

extension Refusal {
  /// What to do about it, in commands and options where they do it.
  fileprivate func remedy(at path: String, _ zone: (_ subject: String) -> Zone) -> String? {
    let file = "--db \(ShellWord.quoted(path))"
    switch code {
    case .aheadOfClock:
      return "check the time; a day is named as in `2026-11-20T21:40`; with --force it is taken all the same"
    case .writtenInSeconds(let meant):
      return "write \(meant.milliseconds) if that is meant; with --force it is taken all the same"
    case .newestAhead:
      return "name the instant with --at; or is that row wrong? `pace edit` and `pace delete` change it"
    case .zoneMovesRows: return "--force changes the zone all the same"
    case .noSubject(let mayStart):
      let start = mayStart ? ", and `pace start` with this `--subject` begins one" : ""
      return "`pace history PACK \(file)` lists them\(start)"
    case .noRow: return "ids are printed by `pace log` and `pace show`"
    case .severalOpen: return "choose with --subject ID"
    case .isOpen: return "end it first, or start one beside it with --also"
    case .notOpen(let subject):
      let command = "pace edit PACK \(ShellWord.quoted(subject)) ended_at=T \(file)"
      return "`\(command)` changes its end; with --force it is set all the same"
    case .exists: return "choose another id with --subject; or `pace edit` changes it"
    case .nothingToUndo: return help.map { _ in "--subject ID names another" }
    case .subjectIsDay: return help.map { _ in "leave --subject out, or give --at" }
    case .tooManyNotices(let subject, let last):
      let calendar = LocalCalendar(zone: zone(subject))
      let date = ValueText.date(calendar.wallDate(at: last.milliseconds))
      let time = ValueText.time(calendar.timeOfDay(at: last.milliseconds))
      let words = "\(file) --subject \(ShellWord.quoted(subject)) --at \(date)T\(time)"
      return "nothing was written; `pace notify PACK \(words)` gives some of them, and so on; "
        + "or make the rule speak less often"
    case .unknownName, .badValue, .badID, .outOfRange, .unknownZone, .ambiguous, .noneOpen, .gone,
      .startsTooLate, .endsTooEarly, .unreadableRow, .unmergeable:
      return help
    }
  }
}
