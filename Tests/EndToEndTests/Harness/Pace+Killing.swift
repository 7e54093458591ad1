import Foundation

extension Pace {
  /// The number in an environment variable.
  static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// The output of a run that is killed after a time, unless it ended before.
  static func runKilled(_ words: [String], after delay: Duration, in scratch: Scratch) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: binary)
    process.arguments = words
    process.currentDirectoryURL = repository
    process.standardInput = FileHandle.nullDevice
    let output = try FileHandle(forWritingTo: try scratch.write("out", ""))
    defer { try? output.close() }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.runToEnd(killedAfter: delay / .seconds(1))
    return try scratch.read("out")
  }
}
