import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

/// A log whose notices are given when they are due, by the rules as they were when they last checked.
///
/// It is open only while it is read and written. If another file took the place of an open one, both would use the same
/// `-wal` and `-shm`, and rows could be lost.
struct FollowedLog {
  private let arguments: Arguments
  private let path: String
  private var pack: Pack
  private var rules: FileWatch
  /// The log after the last look; nil before the first.
  private var seen: LogStamp?
  /// The last failure to read the log that was reported; nil once it can be read again.
  private var obstacle: String?
  /// Why the log does not fit rules that check, such as a table that it lacks; nil if it fits the last ones.
  private var misfit: String?

  init(_ arguments: Arguments, _ console: Console) throws(Failure) {
    self.arguments = arguments
    path = try arguments.required(.kept)
    pack = try KeepingSession.pack(of: arguments, console)
    rules = FileWatch(read: pack.program.files)
  }

  /// Gives what is due, and waits for the next instant, or for a change of the log or of the rules, until Ctrl-C.
  mutating func run(_ console: inout Console) throws(Failure) {
    // The next instant; nil if there is none.
    var next: Instant? = Clock.now
    while !Interrupt.isRequested {
      let before = LogStamp(path)
      do throws(Failure) {
        if misfit != nil { _ = try readRules(&console) }
        next = try give(from: before, dueAt: next, &console)
        obstacle = nil
        try wait(until: next, &console)
      } catch {
        try pass(over: error, from: before, &console)
        FileWatch.pause()
      }
    }
  }

  /// Gives what is due, and says when to come again.
  ///
  /// After a change of the log nothing is written unless something is due: writing wakes other followers of the log,
  /// and two would wake each other for ever.
  ///
  /// - Parameters:
  ///   - before: the log before it was opened.
  ///   - due: the instant to come at unless something changes; nil if there is none.
  private mutating func give(
    from before: LogStamp, dueAt due: Instant?, _ console: inout Console
  ) throws(Failure) -> Instant? {
    var isDue = due.map { Clock.now >= $0 } ?? false
    var session = try KeepingSession(arguments, console, pack: pack)
    while true {
      let version = session.keeper.file.changesOfOthers
      // Only after the version is read, so that what is written meanwhile is seen as a change.
      session.renewClock()
      let next = try NotifyCommand.give(&session, &console, recordsSilence: isDue)?.at
      isDue = false
      try console.finish()
      session.tellUncheckpointed(&console)
      // Before the version is read again, so that what is written later changes it.
      let now = LogStamp(path)
      // If another file has taken the log's place, or none, that was not seen.
      seen = now.file.number == before.file.number ? now : before
      if session.keeper.file.changesOfOthers == version || Interrupt.isRequested { return next }
    }
  }

  /// Waits until there may be something to give.
  ///
  /// It goes on waiting after a file was merely opened, or rules that don't check were saved. Giving notices then would
  /// raise the floor to now, before rows that are about to be written.
  private mutating func wait(until next: Instant?, _ console: inout Console) throws(Failure) {
    func isQuiet() -> Bool {
      seen.map { !LogStamp(path).isWritten(since: $0) } ?? false && next.map { Clock.now < $0 } ?? true
    }
    while !Interrupt.isRequested, isQuiet() {
      if rules.hasChanged(), try readRules(&console) { return }
      FileWatch.pause()
    }
  }

  /// Reads the rules anew; false if they can't be used, so that the earlier ones stay in force.
  private mutating func readRules(_ console: inout Console) throws(Failure) -> Bool {
    // Before they are read, so that what is written meanwhile is seen as a change.
    var looked = rules
    looked.look()
    do throws(Failure) {
      let edited = try KeepingSession.pack(of: arguments, console)
      _ = try KeepingSession(arguments, console, pack: edited)
      pack = edited
      rules = FileWatch(read: pack.program.files)
      misfit = nil
      return true
    } catch {
      switch error {
      case .output: throw error
      // They are read again whenever the log changes.
      case .data(let message, _):
        if message != misfit { tell(error, &console) }
        misfit = message
      // They are read once the log is free.
      case .busy: return true
      case .usage, .program, .refused: tell(error, &console)
      }
      rules = looked
      return false
    }
  }

  /// Goes on after a failure that another process may end; throws any other.
  ///
  /// - Parameter before: the log before it was opened.
  private mutating func pass(
    over failure: Failure, from before: LogStamp, _ console: inout Console
  ) throws(Failure) {
    let now = LogStamp(path)
    var text: String?
    if case .busy(let message, _) = failure {
      text = "\(message); what is due waits until that is done"
    } else if case .output = failure {
      throw failure
    } else if now.file.number == nil, seen != nil {
      text = "no file `\(path)` any more; what is due waits until it is there again"
    } else if now.file.number == before.file.number {
      throw failure
    }
    if let text, text != obstacle { console.remark(text) }
    obstacle = text
  }

  private func tell(_ error: Failure, _ console: inout Console) {
    if case .program(let text) = error { console.remark(raw: text) }
    if let message = error.message { console.remark(message) }
    if case .data(_, let help?) = error { console.remark(SuggestedCommand.filled(help, arguments)) }
    console.remark("the rules as they were go on until this is mended")
  }
}
