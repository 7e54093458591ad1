import Foundation

extension Pace {
  /// The words before a command that make file permissions hold for it even if the tests run as root; nil if there are
  /// none.
  static let unprivileged: [String]? = {
    guard geteuid() == 0 else { return [] }
    let words = ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    guard FileManager.default.isExecutableFile(atPath: words[0]),
      let result = try? run(words + [binary, "--version"], executable: "/usr/bin/env"), result.status == 0
    else { return nil }
    return words
  }()

  /// Runs `pace` as a user for whom file permissions hold.
  static func runUnprivileged(_ words: String...) throws -> RunResult { try runUnprivileged(words) }

  static func runUnprivileged(_ words: [String]) throws -> RunResult {
    try run((unprivileged ?? []) + [binary] + words, executable: "/usr/bin/env")
  }
}
