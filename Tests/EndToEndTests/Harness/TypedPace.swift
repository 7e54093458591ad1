import Foundation
import Testing

/// A run of the binary in a terminal at which the test types; its shell outlives it.
final class TypedPace {
  private static let (setsid, shell) = ("/usr/bin/setsid", "/usr/bin/dash")
  /// Whether the programs that give a run a terminal of its own are installed.
  static let isPossible = [setsid, shell].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }

  /// Runs the words, then prints the status and the terminal's modes.
  ///
  /// If Ctrl-Z stopped the run, Enter makes it go on.
  private static let script = #"""
    set -m
    trap : INT
    /usr/bin/dash -c 'echo "pid $$."; eval "$LIMIT"; exec "$0" "$@"' "$0" "$@"
    while status=$?; echo "status $status."; echo "modes $(stty -a | tr '\n' ' ')."; [ $status = 148 ]; do
      read -r; fg
    done
    """#

  private let terminal: Terminal
  private let process = Process()
  /// How many scalars of the terminal's text were read.
  private var place = 0
  private(set) var pid: pid_t = 0

  /// - Parameter blocks: the largest file that the run may write, in blocks of 512 bytes.
  init(_ words: [String], columns: UInt16 = 100, blocks: Int? = nil) throws {
    terminal = try Terminal(columns: columns)
    process.executableURL = URL(fileURLWithPath: Self.setsid)
    process.arguments = ["-cw", Self.shell, "-c", Self.script, Pace.binary] + words
    process.currentDirectoryURL = Pace.repository
    var environment = ProcessInfo.processInfo.environment.filter { $0.key != "COLUMNS" }
    environment["LIMIT"] = blocks.map { "ulimit -f \($0)" } ?? ""
    environment["NO_COLOR"] = "1"
    process.environment = environment
    process.standardInput = terminal.device
    process.standardOutput = terminal.device
    process.standardError = terminal.device
    try RunningPace.lettingInterruptsThrough { try process.run() }
    pid = try #require(pid_t(try reads("pid ", to: ".")))
  }

  /// The text shown since the last call, up to and including `text`; fails if that never comes.
  @discardableResult
  func reads(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      let all = Array(terminal.text.replacing("\r\n", with: "\n").unicodeScalars)
      let rest = String(String.UnicodeScalarView(all[place...]))
      if let found = rest.range(of: text) {
        let shown = String(rest[..<found.upperBound])
        place += shown.unicodeScalars.count
        return shown
      }
      let isOver = ContinuousClock.now > deadline
      try #require(!isOver, "`\(text)` is not in what was shown:\n\(rest)", sourceLocation: sourceLocation)
      terminal.wait()
    }
  }

  /// The text between `start`, which has to come next, and `end`.
  private func reads(_ start: String, to end: String) throws -> String {
    try reads(start)
    return String(try reads(end).dropLast(end.count))
  }

  func type(_ keys: String) { terminal.type(keys) }

  func resize(columns: UInt16) { terminal.resize(columns: columns) }

  func send(_ signal: Int32) { kill(pid, signal) }

  /// The run's exit status as in a shell, also if it was stopped; the terminal's modes then; and the text before.
  func ends() throws -> (status: Int32?, modes: Set<Substring>, shown: String) {
    let shown = try reads("status ")
    let status = Int32(try reads(".").dropLast())
    try reads("modes ")
    return (status, Set(try reads(".\n").split { $0 == " " || $0 == ";" }), shown)
  }

  /// Whether the run gets keys as they are pressed, without an echo.
  var isRaw: Bool { terminal.isRaw }
}
