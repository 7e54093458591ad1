import Foundation
import PaceStore
import Testing

/// What is beside a log counts, and not what is beside a link to it.
struct LinkedLogTests {
  @Test(.enabled(if: Pace.unprivileged != nil), arguments: [0o555, 0o777])
  func `rows that are kept beside the log are not passed over`(_ mode: Int) throws {
    for result in try LinkedLog(["-wal"]).run("export", mode: mode) {
      #expect(result.status == 3 && result.output.isEmpty, "\(result)")
    }
  }

  @Test(.enabled(if: Pace.unprivileged != nil), arguments: [0o555, 0o777])
  func `a log with none is read`(_ mode: Int) throws {
    let results = try LinkedLog([]).run("export", mode: mode)
    #expect(results.allSatisfy { $0.status == 0 && $0.output.contains("\"units\":1") }, "\(results)")
    #expect(results[0].output == results[1].output)
  }
}

/// A log to which a link leads from another folder.
private struct LinkedLog {
  private let log: KeptLog
  private let scratch: Scratch
  private var paths: [String] { ["real", "home"].map { scratch.path("\($0)/log.db") } }

  /// Makes the link, and a log with some `endings` of the files beside it; the one that ends in `-wal` has a row.
  init(_ endings: [String]) throws {
    let files = FileManager.default
    log = try KeptLog.beer()
    let writer = try Connection.writing(log.path)
    try writer.execute("PRAGMA wal_autocheckpoint = 0; UPDATE drink SET units = 3")
    scratch = try Scratch()
    for folder in ["real", "home"] {
      try files.createDirectory(atPath: scratch.path(folder), withIntermediateDirectories: true)
    }
    for ending in [""] + endings {
      try files.copyItem(atPath: log.path + ending, toPath: paths[0] + ending)
      try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: paths[0] + ending)
    }
    try files.createSymbolicLink(atPath: paths[1], withDestinationPath: "../real/log.db")
  }

  /// Runs a command by both paths, while files can be made in neither folder or in that of the link.
  func run(_ command: String, mode: Int) throws -> [RunResult] {
    func permit(_ mode: Int, _ folder: String) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: scratch.path(folder))
    }
    defer { for folder in ["real", "home"] { try? permit(0o755, folder) } }
    try permit(0o555, "real")
    try permit(mode, "home")
    return try paths.map { try Pace.runUnprivileged(command, "take-care", "--db", $0) }
  }
}
