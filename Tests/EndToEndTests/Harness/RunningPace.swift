import Foundation

/// A run of the binary that goes on until it is ended, or until the test is over.
final class RunningPace {
  let process = Process()
  private let scratch: Scratch
  private let input = Pipe()
  private let piped: Pipe?
  private let deadline = ContinuousClock.now + .seconds(60)

  /// Starts the run with a standard input that stays open.
  ///
  /// - Parameters:
  ///   - pipesOutput: whether the output goes into a pipe, from which `takeOutput` takes it.
  ///   - remarks: where the remarks go instead of the property `remarks`.
  ///   - neverBlocks: whether reading the standard input fails at once where there is nothing to read yet.
  init(
    _ words: [String], pipesOutput: Bool = false, remarks: FileHandle? = nil, neverBlocks: Bool = false
  ) throws {
    scratch = try Scratch()
    piped = pipesOutput ? Pipe() : nil
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = URL(fileURLWithPath: Pace.binary)
    process.arguments = words
    process.currentDirectoryURL = Pace.repository
    if neverBlocks { _ = fcntl(input.fileHandleForReading.fileDescriptor, F_SETFL, O_NONBLOCK) }
    process.standardInput = input
    let output = try FileHandle(forWritingTo: try scratch.write("out", ""))
    if let piped { process.standardOutput = piped } else { process.standardOutput = output }
    process.standardError = try remarks ?? FileHandle(forWritingTo: try scratch.write("err", ""))
    try Self.lettingInterruptsThrough { try process.run() }
  }

  /// Starts a run that Ctrl-C and Ctrl-Z reach; it would otherwise inherit this process's ignored and blocked signals.
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

  /// Writes text to the run's standard input, which stays open.
  func write(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  /// Ends the run's standard input.
  func closeInput() throws { try input.fileHandleForWriting.close() }

  /// Whether the run has read all that was written to its standard input.
  var hasTakenInput: Bool {
    var count: Int32 = 1
    return unsafe ioctl(input.fileHandleForWriting.fileDescriptor, UInt(FIONREAD), &count) == 0 && count == 0
  }

  /// Waits until a condition holds; false if it doesn't by the end of the run or the deadline.
  func waits(for condition: () throws -> Bool) rethrows -> Bool {
    while ContinuousClock.now < deadline {
      if try condition() { return true }
      if !process.isRunning { return try condition() }
      // Leaves the processor to the run; no result depends on the length of the pause.
      usleep(1_000)
    }
    return false
  }

  /// The processor time taken so far; infinite if the system doesn't say.
  var processorSeconds: Double {
    let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    // The 14th field, in hundredths of a second; the second field is the program's name in parentheses.
    let fields = status?.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 11 ? (Double(fields[11]) ?? 0) / 100 : .infinity
  }

  /// Takes bytes from the pipe of the output: at least `count`, or all up to its end.
  func takeOutput(atLeast count: Int = .max) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count, let data = piped?.fileHandleForReading.availableData, !data.isEmpty {
      bytes += data
    }
    return bytes
  }

  /// Interrupts the run as Ctrl-C does, and returns its exit status as in a shell; nil if the run goes on.
  ///
  /// - Parameters:
  ///   - number: the signal, if not that of Ctrl-C.
  ///   - body: what has to be done before the run can end.
  func interrupt(by number: Int32 = SIGINT, _ body: () -> Void = {}) -> Int32? {
    kill(process.processIdentifier, number)
    body()
    guard waits(for: { !process.isRunning }) else { return nil }
    return process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
  }
}
