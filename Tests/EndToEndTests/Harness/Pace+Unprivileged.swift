import Foundation

extension Pace {
  /// What goes before a command so that permissions hold for it, as they don't for the superuser; nil where
  /// there is no way.
  static let unprivileged: [String]? = {
    guard geteuid() == 0 else { return [] }
    let words = ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    guard FileManager.default.isExecutableFile(atPath: words[0]),
      let result = try? run(words + [binary, "--version"], executable: "/usr/bin/env"), result.status == 0
    else { return nil }
    return words
  }()

  /// Runs `pace` as someone whom permissions hold for.
  static func runUnprivileged(_ words: String...) throws -> RunResult { try runUnprivileged(words) }

  static func runUnprivileged(_ words: [String]) throws -> RunResult {
    try run((unprivileged ?? []) + [binary] + words, executable: "/usr/bin/env")
  }
}
