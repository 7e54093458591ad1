import PaceStore
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What Ctrl-C and its like do: they end the process.
///
/// While work is under way that has to be finished or undone, the process ends after it, or at a second Ctrl-C.
enum Interruption {
  /// How many pieces of such work are under way.
  private static let held = Atomic(0)
  private static let isProgressShown = Atomic(false)
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// The signal that came while work was under way.
  private static let waiting = Atomic<Int32>(0)

  static func install() {
    for number in signals {
      var action = sigaction()
      _ = unsafe sigaction(number, nil, &action)
      // Whoever started the process may want it to ignore the signal.
      if unsafe unsafeBitCast(action.handler, to: Int.self) == ignored { continue }
      action.handler = { Interruption.arrive($0) }
      // A call that waits for input is cut short, not restarted.
      action.sa_flags = 0
      _ = unsafe sigaction(number, &action, nil)
    }
  }

  private static let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)

  private static func arrive(_ number: Int32) {
    guard held.load(ordering: .relaxed) > 0, !Interrupt.isRequested else { return end(number) }
    waiting.store(number, ordering: .relaxed)
    Interrupt.request()
  }

  /// Work begins that has to be finished or undone; without `release` it goes on to the end of the command.
  static func hold() { held.add(1, ordering: .relaxed) }

  static func release() {
    if held.subtract(1, ordering: .relaxed).newValue == 0 { endIfAsked() }
  }

  /// Ends the process if a signal has come meanwhile.
  static func endIfAsked() {
    if Interrupt.isRequested { end(waiting.load(ordering: .relaxed)) }
  }

  /// Waits; a signal cuts it short.
  static func pause(milliseconds: UInt32) { usleep(milliseconds * 1_000) }

  /// Ends the process with an exit status.
  static func exit(_ status: ExitStatus) -> Never { systemExit(status.rawValue) }

  static func showsProgress(_ isShown: Bool) { isProgressShown.store(isShown, ordering: .relaxed) }

  /// Makes Ctrl-Z give the terminal back before the process stops, and take it when it goes on; false undoes it.
  static func watchStops(_ isWatched: Bool) {
    var action = sigaction()
    _ = unsafe sigaction(SIGTSTP, nil, &action)
    // A shell without job control has the signal ignored.
    if unsafe unsafeBitCast(action.handler, to: Int.self) == ignored { return }
    _ = unsafe sigemptyset(&action.sa_mask)
    // So that the signal can be sent once more while it is handled.
    action.sa_flags = Int32(SA_NODEFER)
    action.handler = isWatched ? { _ in Interruption.stop() } : SIG_DFL
    _ = unsafe sigaction(SIGTSTP, &action, nil)
    action.handler = isWatched ? { _ in Interruption.goOn() } : SIG_DFL
    _ = unsafe sigaction(SIGCONT, &action, nil)
  }

  private static let isResumed = Atomic(false)

  /// Whether the process was stopped and went on since the last call.
  static func takeResumed() -> Bool { isResumed.exchange(false, ordering: .relaxed) }

  private static func goOn() {
    RawMode.take()
    isResumed.store(true, ordering: .relaxed)
  }

  private static func stop() {
    RawMode.give()
    _ = signal(SIGTSTP, SIG_DFL)
    _ = raise(SIGTSTP)
    watchStops(true)
  }

  /// Ends the process by the signal itself, as whoever started it expects.
  private static func end(_ number: Int32) {
    RawMode.give()
    if isProgressShown.load(ordering: .relaxed) {
      let erase: StaticString = "\r\u{1B}[K"
      _ = unsafe write(2, erase.utf8Start, erase.utf8CodeUnitCount)
    }
    _ = signal(number, SIG_DFL)
    _ = raise(number)
  }
}

private func systemExit(_ status: Int32) -> Never { exit(status) }

extension sigaction {
  fileprivate var handler: (@convention(c) (Int32) -> Void)? {
    get {
      #if canImport(Darwin)
        unsafe __sigaction_u.__sa_handler
      #else
        unsafe __sigaction_handler.sa_handler
      #endif
    }
    set {
      #if canImport(Darwin)
        unsafe __sigaction_u.__sa_handler = newValue
      #else
        unsafe __sigaction_handler.sa_handler = newValue
      #endif
    }
  }
}
