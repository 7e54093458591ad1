import Foundation

/// The `pace` that was built beside the benchmarks.
enum ReleasedCommand {
  enum RunError: Error { case notBuilt(String), failed(Int32, [String]) }

  private static let path = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("pace").path

  /// Runs `pace` to its end; exit code 1 is no failure, because findings give it.
  @discardableResult
  static func run(_ words: String..., output: String = "/dev/null") throws -> Usage {
    try spawn([path] + words, output: output)
  }

  static func run(_ words: [String]) throws -> Usage { try spawn([path] + words) }

  /// Runs `pace` with limits to its processor time and memory; exit code `refusal` is no failure.
  static func run(
    _ words: [String], input: String, seconds: Int, megabytes: Int, refusal: Int32 = 0
  ) throws -> Usage {
    let limits = "ulimit -t \(seconds); ulimit -v \(megabytes * 1024)"
    let script = "\(limits); \"$0\" \"$@\" < '\(input)'; code=$?; [ $code -eq \(refusal) ] || exit $code"
    return try spawn(["/bin/sh", "-c", script, path] + words)
  }

  /// Runs any command without keeping its remarks.
  static func spawn(_ words: [String], output: String = "/dev/null") throws -> Usage {
    guard FileManager.default.isExecutableFile(atPath: words[0]) else { throw RunError.notBuilt(words[0]) }
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o644)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let start = ContinuousClock.now
    var child = pid_t()
    guard unsafe posix_spawn(&child, words[0], &actions, nil, &arguments, environ) == 0 else {
      throw RunError.notBuilt(words[0])
    }
    var (status, usage) = (Int32(0), rusage())
    unsafe wait4(child, &status, 0, &usage)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let code = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    guard code <= 1 else { throw RunError.failed(code, words) }
    return Usage(
      seconds: seconds, processor: Usage.seconds(usage), megabytes: Double(usage.ru_maxrss) / 1024)
  }
}
