import Foundation
import Testing

/// What Ctrl-C leaves behind: nothing.
@Suite(.waitsAside) struct `Ctrl-C` {
  @Test(arguments: [SIGINT, SIGQUIT]) func `a log that is being made is gone`(number: Int32) throws {
    let scratch = try Scratch()
    let folder = scratch.path("made")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let running = try RunningPace(
      ["sample", "take-care", "--db", folder + "/log.db", "--subjects", "1000000"])
    #expect(running.waits { FileManager.default.fileExists(atPath: folder + "/log.db.partial") })
    #expect(running.interrupt(by: number) == 128 + number)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    #expect(running.output.isEmpty && running.remarks.isEmpty)
  }

  @Test func `what was printed ends with a whole line`() throws {
    let scratch = try Scratch()
    let path = scratch.path("log.db")
    #expect(try Pace.run("sample", "take-care", "--db", path, "--subjects", "3000").status == 0)
    let words = ["eval", "take-care", "--db", path, "--format", "jsonl"]
    let whole = try Pace.run(words).output
    // More than a pipe holds, so that it stands in the middle of a block once some of it was taken.
    #expect(whole.utf8.count > 400_000)
    let running = try RunningPace(words, pipesOutput: true)
    var output = running.takeOutput(atLeast: 1)
    #expect(running.interrupt { output += running.takeOutput() } == 130)
    #expect(output.count < whole.utf8.count)
    #expect(output.last == UInt8(ascii: "\n"))
    #expect(Array(whole.utf8.prefix(output.count)) == output)
  }

  @Test func `the line that shows progress is taken away`() throws {
    let scratch = try Scratch()
    let terminal = try Terminal()
    let running = try RunningPace(
      ["sample", "take-care", "--db", scratch.path("log.db"), "--subjects", "1000000"],
      remarks: terminal.device)
    #expect(running.waits { terminal.text.contains(" sessions/s · now ") })
    #expect(running.interrupt() == 130)
    #expect(
      running.waits(for: { terminal.text.hasSuffix("\r\u{1B}[K") }) || terminal.text.hasSuffix("\r\u{1B}[K"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path("log.db.partial")))
  }

  /// A log whose next command derives what was held back in each second of ten years.
  private static func quietLog() throws -> KeptLog {
    let log = try KeptLog(isMade: false)
    let pack = try Scratch.pack(
      log.scratch,
      "subject s {}\nevent e of s {}\n"
        + "rule r { every 1 s from 00:00 to 23:59:59, unless count(e) > 0, emit warning \"x\" }\n")
    let own = KeptLog(log, pack: pack)
    _ = try own.run("init", now: "2016-11-20T20:00")
    try own.execute("INSERT INTO e (id, s, at) VALUES ('r1', 'me', 1479675600000)")
    return own
  }

  /// A log with very many rows at one instant, and a notice.
  private static let crowdedLog = Result {
    let log = try KeptLog()
    for (index, word) in ["shot", "shot", "beer"].enumerated() {
      try log.log(word, "r\(index)", now: "2026-11-20T21:0\(index)")
    }
    let count = Pace.isRelease ? 200_000 : 50_000
    try log.execute(
      """
      WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < \(count))
      INSERT INTO drink SELECT 'z' || x, (SELECT id FROM session), 1795208460000, 'beer', 0.5, 1, 'z' FROM c;
      PRAGMA wal_checkpoint(TRUNCATE)
      """)
    return try log.saved()
  }

  @Test(arguments: [
    ("log e --id zz", false), ("notify", false), ("log beer --id zz", true), ("notify", true),
    ("delete r1", true),
  ])
  func `a log holds what it held before, however much there is to derive`(
    line: String, isCrowded: Bool
  ) throws {
    let words = line.split(separator: " ").map(String.init)
    let log = try isCrowded ? KeptLog(Self.crowdedLog.get()) : Self.quietLog()
    let tables = try StoredTables(log.path)
    let running = try RunningPace(
      [words[0], log.pack] + words.dropFirst() + ["--db", log.path, "--now", "2026-11-20T21:10"])
    #expect(running.waits { running.processorSeconds > 0.1 })
    #expect(running.interrupt() == 130)
    #expect(running.output.isEmpty && running.remarks.isEmpty)
    #expect(try StoredTables(log.path) == tables)
  }

  @Test func `a log that is written to is closed, whatever it waits for`() throws {
    for words in [["notify", "take-care", "--follow"], ["import", "take-care", "-"]] {
      let log = try KeptLog()
      let running = try RunningPace(words + ["--db", log.path])
      var seconds = 0.0
      #expect(
        try running.waits {
          if FileManager.default.fileExists(atPath: log.path + "-shm") { return true }
          // One that follows has it open only while it reads, and reads again what seems to be written to.
          seconds += 1
          let written = Date(timeIntervalSince1970: seconds)
          try FileManager.default.setAttributes([.modificationDate: written], ofItemAtPath: log.path)
          return false
        })
      #expect(running.interrupt() == 130)
      for ending in ["-wal", "-shm", "-journal"] {
        #expect(!FileManager.default.fileExists(atPath: log.path + ending), "\(words[0]) left \(ending)")
      }
    }
  }
}
