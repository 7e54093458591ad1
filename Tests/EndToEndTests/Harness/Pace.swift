import Foundation

/// The exit status and output of one run.
struct RunResult {
  /// The exit code, or 128 plus the number of the signal that ended the run.
  var status: Int32
  var output: String
  var remarks: String
}

/// Runs the built `pace` as a user would.
enum Pace {
  /// The binary next to the test bundle, or the one that `PACE_BINARY` names.
  static let binary: String = {
    if let path = ProcessInfo.processInfo.environment["PACE_BINARY"], !path.isEmpty {
      return URL(fileURLWithPath: path).path
    }
    return beside("pace")
  }()

  /// The path of a program that is built with the tests.
  static func beside(_ name: String) -> String {
    let bundle = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
    var folder = bundle
    for _ in 0..<4 {
      let candidate = folder.appendingPathComponent(name)
      if FileManager.default.isExecutableFile(atPath: candidate.path), !isFolder(candidate) {
        return candidate.path
      }
      folder.deleteLastPathComponent()
    }
    return repository.appendingPathComponent(".build/debug/\(name)").path
  }

  /// Whether `PACE_BINARY` names the binary, as CI does: a release build does ten times as much in the same time.
  static let isRelease = ProcessInfo.processInfo.environment["PACE_BINARY"] != nil

  /// The seconds after which a run counts as hung and is killed.
  private static let longestRun = 120.0

  /// The folder with Package.swift.
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func isFolder(_ url: URL) -> Bool {
    (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }

  /// Runs `pace` with some words, in the repository unless `folder` names another place.
  static func run(
    _ words: String..., input: String = "", folder: URL = repository,
    environment: [String: String] = [:], output: FileHandle? = nil
  ) throws -> RunResult {
    try run(words, input: input, folder: folder, environment: environment, output: output)
  }

  static func run(
    _ words: [String], input: String = "", folder: URL = repository,
    environment: [String: String] = [:], output: FileHandle? = nil, executable: String = binary,
    seconds: Double = longestRun
  ) throws -> RunResult {
    let scratch = try Scratch()
    let inputFile = try FileHandle(forReadingFrom: try scratch.write("stdin", input))
    // Files instead of pipes, which can fill up and block the run.
    let outputFile = try FileHandle(forWritingTo: try scratch.write("stdout", ""))
    let remarksFile = try FileHandle(forWritingTo: try scratch.write("stderr", ""))
    // Foundation keeps processes that have ended, and their handles with them.
    defer { for file in [inputFile, outputFile, remarksFile] { try? file.close() } }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = words
    process.currentDirectoryURL = folder
    var all = ProcessInfo.processInfo.environment.filter { !["NO_COLOR", "PACE_PATH"].contains($0.key) }
    all.merge(environment) { $1 }
    process.environment = all
    process.standardInput = inputFile
    process.standardOutput = output ?? outputFile
    process.standardError = remarksFile
    try process.runToEnd(killedAfter: seconds)
    let isKilled = process.terminationReason == .uncaughtSignal
    return RunResult(
      status: process.terminationStatus + (isKilled ? 128 : 0),
      output: try scratch.read("stdout"), remarks: try scratch.read("stderr"))
  }
}
