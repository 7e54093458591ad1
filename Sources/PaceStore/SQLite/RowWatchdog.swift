internal import CSQLite

/// Interrupts a connection's statement if no row has come for too long, or if a signal asks for it.
@safe
final class RowWatchdog {
  /// Counts rows, and the times that a statement has returned.
  let rows = Box(0)
  private var seen = -1
  private var since = ContinuousClock.now
  /// Nil waits for ever.
  private var patience: Duration?

  /// SQLite's steps between two looks at the clock: less than a millisecond's work.
  private static let steps: Int32 = 20_000

  /// `handle` has to be that of a database that is closed before this watchdog goes.
  @unsafe
  func begin(_ patience: Duration?, on handle: OpaquePointer) {
    self.patience = patience
    unsafe sqlite3_progress_handler(
      handle, Self.steps,
      { watch in
        guard let watchdog = unsafe watch else { return 0 }
        return unsafe Unmanaged<RowWatchdog>.fromOpaque(watchdog)._withUnsafeGuaranteedRef { $0.isToEnd() }
          ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func isToEnd() -> Bool {
    guard let patience else { return Interrupt.isRequested }
    let now = ContinuousClock.now
    guard rows.value == seen else {
      seen = rows.value
      since = now
      return false
    }
    return since.duration(to: now) >= patience
  }

  /// The error for an interrupted statement; the first table that it names is the one it waited for.
  func error(in sql: String, path: String) -> StoreError {
    let table = sql.split(separator: " FROM `", maxSplits: 1).dropFirst().first?.prefix { $0 != "`" }
    let place = table.map { "`\($0)` of `\(path)`" } ?? "`\(path)`"
    return StoreError(
      .tooSlow, "no row of \(place) came for \(Self.text(patience ?? .zero))",
      help: "a view that never ends can't be read; if it is only slow, give it longer with `--timeout`")
  }

  private static func text(_ duration: Duration) -> String {
    let milliseconds = duration / .milliseconds(1)
    let (value, unit) = milliseconds < 1_000 ? (milliseconds, "ms") : (milliseconds / 1_000, "s")
    return "\(Int(value.rounded())) \(unit)"
  }
}
