import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

extension Failure {
  /// The failure that a keeper's error is.
  ///
  /// - Parameters:
  ///   - json: what answers in place of a result; nil if that would be text, or nothing was to be written.
  ///   - zone: the zone of a subject.
  init(
    _ error: KeepingError, _ program: Program, at path: String = "FILE", json: KeepingJSON? = nil,
    zone: (_ subject: String) -> Zone = { _ in .utc }
  ) {
    switch error {
    case .store(let error): self = .store(error)
    case .runaway(let problem): self = Failure(problem, program)
    case .refused(let refusal) where refusal.code != .noRow && refusal.code != .ambiguous:
      let (why, subject) = refusal.code.inJSON
      self = .refused(
        refusal.message, help: refusal.remedy(at: path, zone),
        answer: json?.refused(why, subject: subject, refusal.message))
    // Whoever names what was never there has called the command wrongly.
    case .refused(let refusal), .usage(let refusal):
      self = .usage(.log(refusal.message, help: refusal.remedy(at: path, zone)))
    }
  }

  /// What was deleted from files could not be overwritten, because somebody reads them.
  static func unoverwritten(_ paths: [String]) -> Failure {
    let isOne = paths.count == 1
    return .busy(
      "somebody is reading \(Noun.all(paths.map { "`\($0)`" })): what is deleted is gone, but \(isOne ? "it" : "they") "
        + "or \(Noun.all(paths.map { "`\($0)-wal`" })) still \(isOne ? "holds" : "hold") its bytes",
      help:
        "once nobody else has \(isOne ? "it" : "them") open, the next command that writes to it overwrites them"
    )
  }
}

extension Refusal.Code {
  /// The word for it in JSON, and the subject that it is about.
  fileprivate var inJSON: (why: String, subject: String?) {
    switch self {
    case .outOfRange: ("out_of_range", nil)
    case .aheadOfClock: ("ahead_of_clock", nil)
    case .writtenInSeconds: ("written_in_seconds", nil)
    case .newestAhead: ("newest_ahead", nil)
    case .zoneMovesRows: ("zone_moves_rows", nil)
    case .isOpen(let subject): ("open", subject)
    case .noneOpen: ("none_open", nil)
    case .notOpen(let subject): ("not_open", subject)
    case .exists: ("exists", nil)
    case .gone: ("gone", nil)
    case .startsTooLate: ("starts_too_late", nil)
    case .endsTooEarly: ("ends_too_early", nil)
    case .nothingToUndo: ("nothing_to_undo", nil)
    case .unreadableRow: ("unreadable_row", nil)
    case .tooManyNotices(let subject, _): ("too_many_notices", subject)
    // Errors of usage, which have no answer in JSON.
    case .unknownName, .badValue, .badID, .unknownZone, .noSubject, .noRow, .ambiguous, .severalOpen,
      .subjectIsDay, .unmergeable:
      ("usage", nil)
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
      let at = LocalCalendar(zone: zone(subject)).text(last)
      let words = "\(file) --subject \(ShellWord.quoted(subject)) --at \(at)"
      return "nothing was written; `pace notify PACK \(words)` gives some of them, and so on; "
        + "or make the rule speak less often"
    case .unknownName, .badValue, .badID, .outOfRange, .unknownZone, .ambiguous, .noneOpen, .gone,
      .startsTooLate, .endsTooEarly, .unreadableRow, .unmergeable:
      return help
    }
  }
}
