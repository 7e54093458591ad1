import Foundation

/// A run of the binary that goes on until it is ended, or the test is over.
final class RunningPace {
  let process = Process()
  private let scratch: Scratch
  private let input = Pipe()
  private let piped: Pipe?
  private let deadline = ContinuousClock.now + .seconds(60)

  /// Its standard input stays open.
  /// - Parameters:
  ///   - pipesOutput: whether its output stands in a pipe until `takeOutput` takes it.
  ///   - remarks: where its remarks go, if not to `remarks`.
  init(_ words: [String], pipesOutput: Bool = false, remarks: FileHandle? = nil) throws {
    scratch = try Scratch()
    piped = pipesOutput ? Pipe() : nil
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = URL(fileURLWithPath: Pace.binary)
    process.arguments = words
    process.currentDirectoryURL = Pace.repository
    process.standardInput = input
    let output = try FileHandle(forWritingTo: try scratch.write("out", ""))
    if let piped { process.standardOutput = piped } else { process.standardOutput = output }
    process.standardError = try remarks ?? FileHandle(forWritingTo: try scratch.write("err", ""))
    try Self.lettingInterruptsThrough { try process.run() }
  }

  /// Starts a run with Ctrl-C and Ctrl-Z let through: it inherits the signals that are ignored or blocked here.
  static func lettingInterruptsThrough(_ body: () throws -> Void) rethrows {
    for number in [SIGINT, SIGTSTP] { signal(number, SIG_DFL) }
    var (signals, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&signals)
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
      // Leaves the processor to the run; nothing hangs on how long.
      usleep(1_000)
    }
    return false
  }

  /// How much processor time it has taken; without limit where the system doesn't say.
  var processorSeconds: Double {
    let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    // The 14th field, in hundredths; the second, in parentheses, is the program's name.
    let fields = status?.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 11 ? (Double(fields[11]) ?? 0) / 100 : .infinity
  }

  /// Takes bytes from the pipe of its output: some, or all up to its end.
  func takeOutput(atLeast count: Int = .max) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count, let data = piped?.fileHandleForReading.availableData, !data.isEmpty {
      bytes += data
    }
    return bytes
  }

  /// Does what Ctrl-C does, and gives the status as a shell has it; nil where the run goes on.
  ///
  /// - Parameter body: what is to be done before it can end.
  func interrupt(_ body: () -> Void = {}) -> Int32? {
    kill(process.processIdentifier, SIGINT)
    body()
    guard waits(for: { !process.isRunning }) else { return nil }
    return process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
  }
}
