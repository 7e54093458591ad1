import Foundation

extension Pace {
  /// A number that the environment names.
  static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// What a run printed until it was killed, or ended before that.
  static func runKilled(_ words: [String], after delay: Duration, in scratch: Scratch) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: binary)
    process.arguments = words
    process.currentDirectoryURL = repository
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: try scratch.write("out", ""))
    process.standardError = FileHandle.nullDevice
    let start = ContinuousClock.now
    try process.run()
    while ContinuousClock.now - start < delay {}
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return try scratch.read("out")
  }
}
