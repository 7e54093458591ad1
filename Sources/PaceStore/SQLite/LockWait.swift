internal import CSQLite

/// Waits for the locks of other processes, for a limited time, and no longer once a signal asks to stop.
@safe
final class LockWait {
  private let most: Duration
  private var start = ContinuousClock.now

  init(milliseconds: Int) { most = .milliseconds(milliseconds) }

  /// `handle` has to be that of a database that is closed before this goes.
  @unsafe
  func begin(on handle: OpaquePointer) {
    unsafe sqlite3_busy_handler(
      handle,
      { wait, tries in
        guard let wait = unsafe wait else { return 0 }
        return unsafe Unmanaged<LockWait>.fromOpaque(wait)._withUnsafeGuaranteedRef { $0.pause(after: tries) }
          ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Pauses before the next try, the first few times for less long; false if there is to be none.
  private func pause(after tries: Int32) -> Bool {
    if tries == 0 { start = .now }
    if Interrupt.isRequested || start.duration(to: .now) >= most { return false }
    _ = sqlite3_sleep(min(1 + tries, 20))
    return true
  }
}
