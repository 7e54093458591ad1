import Foundation
import Testing

/// Commands that write to a log and can't print what they did.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
struct UnheardTests {
  @Test func `a row whose command couldn't print is there, and its id makes the retry harmless`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: "2026-11-20T21:00")
    let words = [
      "log", "take-care", "beer", "--id", "b", "--db", log.path, "--now", "2026-11-20T21:05",
    ]
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let unheard = try Pace.run(words, output: full)
    #expect(unheard.status == 3)
    #expect(
      unheard.remarks == """
        error: cannot write the output: no space is left on the device
        what was asked for is done and stands in `\(log.path)`; don't run the command again

        """)
    #expect(try !Pace.run(words + ["--dry-run"], output: full).remarks.contains("is done"))
    #expect(try log.rowIDs() == ["a", "b"])
    let (bytes, notices) = (try log.bytes(), try log.notices())
    #expect(notices == ["21:05:00 rapid_repeat", "21:05:00 hydration"])
    let again = try Pace.run(words)
    #expect(again.status == 0 && again.output.contains("is there already"), "\(again)")
    #expect(try log.bytes() == bytes)
  }

  @Test func `a row that was refused is not said to stand there, whatever becomes of the output`() throws {
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let log = try KeptLog()
    #expect(try log.run("kinds", "beer", "disable", now: "2026-11-20T21:00").status == 0)
    let words = ["log", "take-care", "beer", "--db", log.path, "--now", "2026-11-20T21:05"]
    for format in ["text", "json"] {
      let unheard = try Pace.run(words + ["--format", format], output: full)
      #expect(unheard.status == 3)
      #expect(
        unheard.remarks == """
          error: cannot write the output: no space is left on the device
          nothing was written to `\(log.path)`

          """)
    }
    #expect(try log.rowIDs() == [])
  }
}
