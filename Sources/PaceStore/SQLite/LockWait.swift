internal import CSQLite

/// Waits for the locks of other processes, for a limited time, and no longer once a signal asks to stop.
@safe
final class LockWait {
  /// The milliseconds between tries, as SQLite's own wait has them; the last goes on.
  private static let pauses: [Int32] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]

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

  /// Pauses before the next try; false if there is to be none.
  private func pause(after tries: Int32) -> Bool {
    if tries == 0 { start = .now }
    if Interrupt.isRequested || start.duration(to: .now) >= most { return false }
    _ = sqlite3_sleep(Self.pauses[min(Int(tries), Self.pauses.count - 1)])
    return true
  }
}
