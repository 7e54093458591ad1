import Foundation
import PaceStore
import Testing

/// A file that can't be written, or no further: it is as it was, and the next command works.
struct KeptFileLimitTests {
  private static let now = ["--now", "2026-11-20T21:01"]

  /// A log with a beer, a file of another device, and what is delivered to them.
  private struct Logs {
    let log: KeptLog
    let other: KeptLog
    let delivery: String

    init(rows: Int) throws {
      log = try KeptLog.beer()
      other = try KeptLog(device: "watch")
      let lines = (0..<rows).map { row in
        #"{"subject":"s","at_ms":\#(1_795_122_000_000 + row * 1_000),"event":"drink","kind":"beer","id":"\#(row)"}"#
      }
      delivery = try other.scratch.write("delivery.jsonl", lines.joined(separator: "\n")).path
      let made = try other.run("import", delivery, now: "2026-11-20T20:10")
      guard made.status == 0 else { throw KeptLog.Failed(made: made) }
    }

    /// Every command that writes to the log.
    var writing: [[String]] {
      KeptFileTests.writing + [
        ["delete-data", "--yes"], ["merge", other.path], ["merge", other.path, "--both"],
        ["import", delivery], ["import", delivery, "--live"],
      ]
    }

    func words(_ command: [String]) -> [String] {
      [command[0], "take-care"] + command.dropFirst() + ["--db", log.path] + KeptFileLimitTests.now
    }
  }

  private static func setPermissions(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test(.enabled(if: Pace.unprivileged != nil))
  func `a file or folder that may not be written to is named and left as it is`() throws {
    let logs = try Logs(rows: 3)
    let (log, before) = (logs.log, try logs.log.bytes())
    let folder = log.scratch.folder.path
    defer { try? Self.setPermissions(0o755, of: folder) }
    for path in [logs.other.path, logs.other.scratch.folder.path] { try Self.setPermissions(0o777, of: path) }
    let other = try StoredTables(logs.other.path)
    for (file, mode) in [(0o444, 0o777), (0o666, 0o555), (0o444, 0o555)] {
      // Those who could read only have left them, as they may now write to them.
      for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: log.path + ending) }
      try Self.setPermissions(file, of: log.path)
      try Self.setPermissions(mode, of: folder)
      for words in logs.writing {
        let result = try Pace.runUnprivileged(logs.words(words))
        #expect(result.status == 3, "\(words): \(result)")
        #expect(
          result.remarks.contains(log.path) && result.remarks.contains("permission"), "\(result.remarks)")
        #expect(result.output.isEmpty, "\(words)")
      }
      let status = try Pace.runUnprivileged(["status", "take-care", "--db", log.path] + Self.now)
      #expect(status.status == 0, "\(status.remarks)")
      #expect(try log.bytes() == before)
      #expect(try StoredTables(logs.other.path) == other)
    }
    let new = try Pace.runUnprivileged("init", "take-care", "--accept", "--db", "\(folder)/new.db")
    #expect(new.status == 3 && new.remarks.contains("new.db"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/new.db"))
  }

  @Test(.enabled(if: Pace.unprivileged != nil))
  func `once a file that could only be read may be written to again, the next command works`() throws {
    let other = try Logs(rows: 3).other
    let log = try KeptLog(isMade: false)
    for path in [log.scratch.folder.path, other.scratch.folder.path] {
      try Self.setPermissions(0o777, of: path)
    }
    try Self.setPermissions(0o666, of: other.path)
    func run(_ words: String...) throws -> RunResult {
      try Pace.runUnprivileged([words[0], "take-care"] + words.dropFirst() + Self.now)
    }
    let looks = [
      ["status", "--db", log.path], ["eval", "--db", log.path], ["merge", log.path, "--db", other.path],
    ]
    #expect(try run("init", "--accept", "--db", log.path).status == 0)
    for words in looks {
      try Self.setPermissions(0o400, of: log.path)
      let looked = try Pace.runUnprivileged(
        [words[0], "take-care"] + words.dropFirst() + (words[0] == "eval" ? [] : Self.now))
      #expect(looked.status == 0, "\(looked.remarks)")
      #expect(try run("log", "beer", "--db", log.path).status == 3)
      try Self.setPermissions(0o600, of: log.path)
      let logged = try run("log", "beer", "--db", log.path)
      #expect(logged.status == 0, "\(words): \(logged.remarks)")
    }
  }

  @Test(.enabled(if: Pace.unprivileged != nil))
  func `a merge takes from a file that may only be read, and --both names it`() throws {
    let logs = try Logs(rows: 3)
    let (log, other) = (logs.log, logs.other)
    let before = try other.bytes()
    for path in [log.path, log.scratch.folder.path] { try Self.setPermissions(0o777, of: path) }
    try Self.setPermissions(0o444, of: other.path)
    try Self.setPermissions(0o555, of: other.scratch.folder.path)
    defer { try? Self.setPermissions(0o755, of: other.scratch.folder.path) }
    let both = try Pace.runUnprivileged(logs.words(["merge", other.path, "--both"]))
    #expect(both.status == 3 && both.remarks.contains(other.path), "\(both)")
    #expect(both.remarks.contains("`\(log.path)` took all there is; merge again once this is mended"))
    let merged = try Pace.runUnprivileged(logs.words(["merge", other.path]))
    #expect(merged.status == 0, "\(merged.remarks)")
    #expect(try log.rowIDs() == ["0", "1", "2", "a"])
    #expect(try other.bytes() == before)
  }

  /// Runs a command where no file may grow beyond so many blocks of 512 bytes, or 1,024.
  private static func run(_ words: [String], blocks: Int) throws -> RunResult {
    let script = #"ulimit -f \#(blocks); exec "$0" "$@""#
    return try Pace.run(["-c", script, Pace.binary] + words, executable: "/bin/sh")
  }

  @Test func `where nothing more fits, the file is as it was and the next command works`() throws {
    let logs = try Logs(rows: 3)
    let (log, before) = (logs.log, try logs.log.bytes())
    for words in logs.writing where words != ["notify"] {
      // Less than a page of SQLite's.
      let result = try Self.run(logs.words(words), blocks: 2)
      #expect(result.status == 3, "\(words): \(result)")
      #expect(result.remarks.contains("no space left"), "\(words): \(result.remarks)")
      #expect(try log.bytes() == before, "\(words)")
    }
    #expect(try log.run("log", "beer", "--id", "b", now: "2026-11-20T21:01").status == 0)
    #expect(try log.rowIDs() == ["a", "b"])
  }

  @Test func `a row that is in the file beside alone is said to be there`() throws {
    let log = try KeptLog.beer()
    let bytes = try log.bytes()
    var beside = 0
    for blocks in stride(from: 40, through: 240, by: 20) {
      for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: log.path + ending) }
      try bytes.write(to: URL(fileURLWithPath: log.path))
      let words = ["log", log.pack, "beer", "--id", "b", "--db", log.path] + Self.now
      let result = try Self.run(words, blocks: blocks)
      if result.status != 0 { continue }
      #expect(try log.rowIDs() == ["a", "b"])
      let isWhole = (try? log.copy().rowIDs()) == ["a", "b"]
      let remark = """
        `\(log.path)-wal` has to stay beside `\(log.path)`: what was written is kept there, and could not be moved \
        over (no space left for writing `\(log.path)`); the next command tries again

        """
      #expect(result.remarks == (isWhole ? "" : remark), "\(blocks)")
      if isWhole { continue }
      beside += 1
      #expect(try log.run("notify", now: "2026-11-20T21:01").remarks.isEmpty)
      #expect(try log.copy().rowIDs() == ["a", "b"])
    }
    #expect(beside > 0)
  }

  @Test func `data is said to be deleted though the file can't be written anew, and a retry overwrites it`()
    throws
  {
    let logs = try Logs(rows: 500)
    let log = logs.log
    #expect(try log.run("import", logs.delivery, now: "2026-11-20T21:00").status == 0)
    let bytes = try log.bytes()
    let words = ["delete-data", log.pack, "--subject", "s", "--yes", "--db", log.path] + Self.now
    var unfinished = 0
    for blocks in stride(from: 16, through: 2_048, by: 16) {
      for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: log.path + ending) }
      try bytes.write(to: URL(fileURLWithPath: log.path))
      let result = try Self.run(words, blocks: blocks)
      let isThere = try log.rowIDs().count == 501
      let isUnfinished = result.remarks.contains("the same command tries again")
      #expect((result.status == 0) == (!isThere && !isUnfinished), "\(blocks): \(result)")
      if !isUnfinished { continue }
      #expect(result.status == 3 && result.output.hasPrefix("deleted  "), "\(blocks): \(result)")
      unfinished += 1
      let again = try Pace.run(words)
      let done = "deleted  no rows; what went before is overwritten now\n"
      #expect(again.status == 0 && again.output == done, "\(blocks): \(again)")
      break
    }
    #expect(unfinished > 0)
  }

  @Test func `where nothing more fits, a log is still read`() throws {
    let log = try Logs(rows: 3).log
    for words in [
      ["export"], ["eval", "--until", "2026-11-20T22:00"], ["status"] + Self.now, ["history"] + Self.now,
    ] {
      let command = [words[0], log.pack, "--db", log.path] + words.dropFirst()
      let result = try Self.run(command, blocks: 16)
      let usual = try Pace.run(command)
      #expect(result.status == 0 && result.output == usual.output, "\(words): \(result)")
    }
  }

  @Test(arguments: [["import"], ["import", "--live"], ["merge"]])
  func `wherever the space ends, all of it is done or nothing, and once more it is done`(command: [String])
    throws
  {
    let logs = try Logs(rows: 500)
    let log = logs.log
    let source = command[0] == "import" ? logs.delivery : logs.other.path
    let words = logs.words([command[0], source] + command.dropFirst())
    let (bytes, before) = (try log.bytes(), try StoredTables(log.path))
    #expect(try Pace.run(words).status == 0)
    let after = try StoredTables(log.path)
    #expect(after != before && after.integrity == "ok")
    let other = try logs.other.bytes()
    var (refused, blocks) = (0, 16)
    while blocks < 2_048 {
      try bytes.write(to: URL(fileURLWithPath: log.path))
      let result = try Self.run(words, blocks: blocks)
      let found = try StoredTables(log.path)
      if result.status == 3 {
        refused += 1
        #expect(result.remarks.contains("no space left"), "\(blocks): \(result.remarks)")
        #expect(result.output.isEmpty)
        #expect(found == before, "\(blocks): \(found.differences(from: before))")
        #expect(try log.bytes() == bytes)
      } else {
        #expect(result.status == 0)
        #expect(found == after, "\(blocks): \(found.differences(from: after))")
      }
      #expect(try Pace.run(words).status == 0, "\(blocks)")
      let end = try StoredTables(log.path)
      #expect(end == after, "\(blocks): \(end.differences(from: after))")
      #expect(try logs.other.bytes() == other)
      blocks *= Pace.isRelease ? 2 : 4
    }
    #expect(refused >= 2)
  }

  // MARK: Ctrl-C

  @Test func `Ctrl-C in the middle of an import leaves the file as it was, and says nothing`() throws {
    let log = try KeptLog.beer()
    let (bytes, before) = (try log.bytes(), try StoredTables(log.path))
    let lines = (0..<3_000).map { row in
      #"{"subject":"s","at_ms":\#(1_795_122_000_000 + row * 1_000),"event":"drink","kind":"beer","id":"\#(row)"}"#
        + "\n"
    }.joined()
    let words = ["import", "take-care", "-", "--db", log.path] + Self.now
    let running = try RunningPace(words)
    // What a pipe holds is less than this, so that some of it has been taken.
    try running.write(lines)
    #expect(running.waits { Self.isBeingWritten(log.path) })
    #expect(running.interrupt() == 130)
    #expect(running.output.isEmpty && running.remarks.isEmpty)
    #expect(try log.bytes() == bytes)
    #expect(try StoredTables(log.path) == before)
    let again = try Pace.run(words, input: lines)
    #expect(again.output == "3000 objects: 3000 drinks\n")
    #expect(try log.rowIDs().count == 3_001)
  }

  /// Whether another process is in the middle of a transaction that writes.
  private static func isBeingWritten(_ path: String) -> Bool {
    do {
      let connection = try Connection.writing(path, busyTimeout: 0)
      try connection.execute("BEGIN IMMEDIATE; ROLLBACK")
      return false
    } catch {
      return true
    }
  }
}
