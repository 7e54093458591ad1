import Foundation
import PaceStore
import Testing

/// Bytes that are no text, in ids and in the names of files.
struct BadBytesTests {
  @Test func `ids that differ in such a byte stay two, in an export and in the log that takes it`() throws {
    let scratch = try Scratch()
    let path = scratch.path("app.db")
    try Night.execute(
      """
      CREATE TABLE drink(id TEXT, session TEXT, at INTEGER, kind TEXT, units REAL, alcoholic INTEGER, device TEXT);
      INSERT INTO drink VALUES (CAST(x'61FF' AS TEXT), 's', 1795208400000, 'beer', 1, 1, 'x'),
        (CAST(x'61FE' AS TEXT), 's', 1795212000000, 'beer', 1, 1, 'x');
      """, in: path)
    let lines = try Pace.run("export", "take-care", "--db", path).output
    #expect(lines.contains(#""id":"a\\xff""#) && lines.contains(#""id":"a\\xfe""#), "\(lines)")
    let log = try KeptLog()
    let words = ["import", "take-care", "--db", log.path, "-", "--now", "2026-11-21T00:00"]
    let taken = try Pace.run(words, input: lines)
    #expect(taken.status == 0 && taken.output.contains("2 drinks"), "\(taken)")
    #expect(try log.rowIDs() == [#"a\xff"#, #"a\xfe"#])
  }

  private static let rules = "subject s { }\nevent e of s { }\nrule r { on e, emit note \"R.\" }\n"

  /// Runs a shell's commands in a folder; the shell knows such names.
  private static func run(_ script: String, _ scratch: Scratch) throws -> RunResult {
    try Pace.run(["-c", script, Pace.binary], folder: scratch.folder, executable: "/bin/bash")
  }

  @Test func `a rule file of such a name is named with that cause`() throws {
    let scratch = try Scratch()
    let result = try Self.run(
      "mkdir rules && printf 'subject s { }' > rules/$'b\\xff.pace' && \"$0\" lint rules", scratch)
    #expect(result.status == 2, "\(result)")
    #expect(
      result.remarks.contains("`rules/b\u{FFFD}.pace` can't be read: its name is not UTF-8"), "\(result)")
  }

  @Test func `files in a folder of such a name are read`() throws {
    let scratch = try Scratch()
    try scratch.write("r.pace", Self.rules)
    let result = try Self.run(
      "mkdir $'d\\xff' && cp r.pace $'d\\xff' && cd $'d\\xff' && \"$0\" test r.pace", scratch)
    #expect(!result.remarks.contains("pipe or a device"), "\(result)")
    #expect(result.status == 0, "\(result)")
  }
}
