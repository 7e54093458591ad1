import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

/// A log whose notices are given when they are due, by the rules as they were when they last checked.
struct FollowedLog {
  private let arguments: Arguments
  private var session: KeepingSession
  /// Which file stood at the path before it was opened.
  private var number: UInt64?
  private var rules: FileWatch
  /// Whether another process held the file when it was last tried.
  private var isBusy = false

  init(_ arguments: Arguments, _ console: Console) throws(Failure) {
    self.arguments = arguments
    number = FileSystem.stamp(of: try arguments.required(.kept)).number
    session = try KeepingSession(arguments, console)
    rules = FileWatch(read: session.pack.program.files)
  }

  /// Gives what is due, and waits for the next instant, or for a change of the log or of the rules, until Ctrl-C.
  mutating func run(_ console: inout Console) throws(Failure) {
    while !Interrupt.isRequested {
      let version = session.keeper.file.changesOfOthers
      // Only after the version is read, so that what is written meanwhile is seen as a change.
      session.renewClock()
      let next: Instant?
      do throws(Failure) {
        next = try NotifyCommand.give(&session, &console)?.at
        isBusy = false
      } catch {
        if FileSystem.stamp(of: session.path).number != number {
          // What now stands at the path is opened.
          next = nil
        } else {
          guard case .busy(let message, _) = error else { throw error }
          tell(busy: message, &console)
          FileWatch.pause()
          continue
        }
      }
      try console.finish()
      session.tellUnmoved(&console)
      try wait(until: next, orFrom: version, &console)
    }
  }

  /// Waits until there may be something to give.
  ///
  /// It goes on waiting after a file was merely opened, or rules that don't check were saved. Giving notices then would
  /// count the time up to now as spoken for, before rows that are about to be written.
  private mutating func wait(
    until next: Instant?, orFrom version: Int64?, _ console: inout Console
  ) throws(Failure) {
    func isQuiet() -> Bool {
      session.keeper.file.changesOfOthers == version
        && FileSystem.stamp(of: session.path).number == number && next.map { Clock.now < $0 } ?? true
    }
    repeat {
      while !isBusy, !rules.hasChanged(), isQuiet() {
        if Interrupt.isRequested { return }
        FileWatch.pause()
      }
      if try open(&console) { return }
      FileWatch.pause()
    } while !Interrupt.isRequested && (isBusy || isQuiet())
  }

  /// Opens the log by the rules as they are now; false if it goes on as it was.
  private mutating func open(_ console: inout Console) throws(Failure) -> Bool {
    // Before both are read, so that what is written meanwhile is seen as a change.
    let isEdited = rules.look()
    let found = FileSystem.stamp(of: session.path).number
    do throws(Failure) {
      session = try KeepingSession(arguments, console)
      (number, isBusy) = (found, false)
      rules = FileWatch(read: session.pack.program.files)
      return true
    } catch {
      // An editor that replaces a file takes it away for a moment.
      switch error {
      case .data, .output: throw error
      case .busy(let message, _): tell(busy: message, &console)
      case .usage, .program, .refused: if isEdited { tell(error, &console) }
      }
      return false
    }
  }

  private func tell(_ error: Failure, _ console: inout Console) {
    switch error {
    case .program(let text): console.remark(raw: text)
    case .usage(let error): console.remark(error.message.printable)
    case .refused(let message, _), .data(let message, _), .busy(let message, _):
      console.remark(message.printable)
    case .output: break
    }
    console.remark("the rules as they were go on until this is mended")
  }

  /// Says, once, that another process holds the file.
  private mutating func tell(busy message: String, _ console: inout Console) {
    if !isBusy { console.remark("\(message.printable); what is due waits until that is done") }
    isBusy = true
  }
}
