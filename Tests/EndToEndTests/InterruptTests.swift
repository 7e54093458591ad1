import Foundation
import Testing

/// What Ctrl-C leaves behind: nothing.
@Suite struct `Ctrl-C` {
  @Test func `a log that is being made is gone`() throws {
    let scratch = try Scratch()
    let folder = scratch.path("made")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let running = try RunningPace(
      ["sample", "take-care", "--db", folder + "/log.db", "--subjects", "1000000"])
    #expect(running.waits { FileManager.default.fileExists(atPath: folder + "/log.db.partial") })
    #expect(running.interrupt() == 130)
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

  @Test func `a log that is written to is closed, whatever it waits for`() throws {
    for words in [["notify", "take-care", "--follow"], ["import", "take-care", "-"]] {
      let log = try KeptLog()
      let running = try RunningPace(words + ["--db", log.path])
      #expect(running.waits { FileManager.default.fileExists(atPath: log.path + "-shm") })
      #expect(running.interrupt() == 130)
      for ending in ["-wal", "-shm", "-journal"] {
        #expect(!FileManager.default.fileExists(atPath: log.path + ending), "\(words[0]) left \(ending)")
      }
    }
  }
}
