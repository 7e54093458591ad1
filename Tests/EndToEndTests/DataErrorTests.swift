import Foundation
import PaceStore
import Testing

struct `Data that is hard to read` {
  @Test(
    .enabled(if: Pace.unprivileged != nil),
    arguments: [["eval", "take-care"], ["log", "take-care", "beer"], ["init", "take-care", "--accept"]])
  func `a file in a folder that may not be entered is not said to be missing`(words: [String]) throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try scratch.write("mine.pace", "subject s { }\n")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: scratch.folder.path)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: scratch.folder.path)
    }
    let result = try Pace.runUnprivileged(words + ["--db", path])
    #expect(result.status == 3, "\(result)")
    #expect(result.remarks.hasPrefix("error: no permission to enter the folder of `\(path)`\n"), "\(result)")
    let pack = try Pace.runUnprivileged("lint", scratch.path("mine.pace"))
    #expect(pack.remarks.contains("can't be read: a folder on the way to it may not be entered"), "\(pack)")
  }

  @Test func `a database that a writer is busy with is read as of its last commit`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let writer = try Connection.writing(path)
    try writer.execute("PRAGMA journal_mode = WAL; BEGIN IMMEDIATE")
    try writer.execute(Night.drink("late", "s1", minute: 40, "beer"))
    let result = try Pace.run("eval", "take-care", "--db", path, "--format", "summary")
    #expect(result.status == 0)
    #expect(result.output.contains("events\t3\n"))
    try writer.execute("COMMIT")
    let after = try Pace.run("eval", "take-care", "--db", path, "--format", "summary")
    #expect(after.output.contains("events\t4\n"))
  }

  @Test(.waitsAside) func `a database that someone has locked for good is given up with a clear sentence`()
    throws
  {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let holder = try Connection.writing(path)
    try holder.execute("BEGIN EXCLUSIVE")
    let result = try Pace.run("eval", "take-care", "--db", path)
    #expect(result.status == 3)
    #expect(result.remarks.contains("locked"))
    try holder.execute("COMMIT")
  }
}
