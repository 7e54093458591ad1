import Foundation

/// The `pace` that was built with the benchmarks.
struct ReleasedCommand {
  private enum RunError: Error { case failed(Int32) }

  private let binary: URL

  /// Nil where it was not built.
  static var beside: ReleasedCommand? {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let binary = folder.deletingLastPathComponent().appendingPathComponent("pace")
    guard FileManager.default.isExecutableFile(atPath: binary.path) else { return nil }
    return ReleasedCommand(binary: binary)
  }

  /// Runs the command to its end; gives how many bytes it wrote.
  func run(_ words: [String]) throws -> Int {
    let process = Process()
    let output = Pipe()
    process.executableURL = binary
    process.arguments = words
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw RunError.failed(process.terminationStatus) }
    return bytes.count
  }
}
