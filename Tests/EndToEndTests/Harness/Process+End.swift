import Foundation

extension Process {
  /// Starts the process and returns once it has ended; kills it after some seconds.
  ///
  /// The end is told at once; `waitUntilExit` would see it up to 50 ms later.
  func runToEnd(killedAfter seconds: Double) throws {
    let hasEnded = DispatchSemaphore(value: 0)
    terminationHandler = { _ in hasEnded.signal() }
    try run()
    if hasEnded.wait(timeout: .now() + seconds) == .success { return }
    kill(processIdentifier, SIGKILL)
    hasEnded.wait()
  }
}
