import Foundation

/// A run of the binary that goes on until it is ended, or the test is over.
final class RunningPace {
  let process = Process()
  private let scratch: Scratch
  private let input = Pipe()
  private let deadline = ContinuousClock.now + .seconds(60)

  /// Its standard input stays open.
  init(_ words: [String]) throws {
    scratch = try Scratch()
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = URL(fileURLWithPath: Pace.binary)
    process.arguments = words
    process.currentDirectoryURL = Pace.repository
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: try scratch.write("out", ""))
    process.standardError = try FileHandle(forWritingTo: try scratch.write("err", ""))
    try Self.lettingInterruptsThrough { try process.run() }
  }

  /// A run inherits which signals are ignored, and which the thread that starts it holds back.
  private static func lettingInterruptsThrough(_ body: () throws -> Void) rethrows {
    signal(SIGINT, SIG_DFL)
    var (signals, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  var output: String { (try? scratch.read("out")) ?? "" }
  var remarks: String { (try? scratch.read("err")) ?? "" }

  /// Hands it bytes to read; nothing ends them.
  func write(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  /// Looks again and again until something holds; false where it never does.
  func waits(for condition: () throws -> Bool) rethrows -> Bool {
    while ContinuousClock.now < deadline {
      if try condition() { return true }
      if !process.isRunning { return try condition() }
      sched_yield()
    }
    return false
  }

  /// Does what Ctrl-C does, and gives the status as a shell has it; nil where the run goes on.
  func interrupt() -> Int32? {
    kill(process.processIdentifier, SIGINT)
    guard waits(for: { !process.isRunning }) else { return nil }
    return process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
  }
}
