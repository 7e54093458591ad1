import Foundation
import Testing

@Suite struct `Evaluating standard input` {
  private static let lines = """
    {"subject":"s1","started_at":1795208400000,"attributes":{"sensitivity":"strict"}}
    {"subject":"s1","at_ms":1795208400000,"event":"drink","kind":"beer","units":1}
    {"subject":"s1","at_ms":1795208940000,"event":"drink","kind":"beer"}
    {"subject":"s2","at_ms":1795208400000,"event":"drink","kind":"shot"}

    """

  @Test func `JSON lines are evaluated as a database is`() throws {
    let result = try Pace.run("eval", "take-care", "--stdin", "--format", "jsonl", input: Self.lines)
    #expect(result.status == 0)
    let rules = result.output.split(separator: "\n").compactMap { line in
      line.components(separatedBy: #""rule":""#).last?.components(separatedBy: "\"").first
    }
    #expect(rules == ["fast_pace", "rapid_repeat", "hydration", "nice_reset"])
    #expect(result.output.contains(#""preset":"strict""#))
  }

  @Test func `nothing in, nothing out`() throws {
    let result = try Pace.run("eval", "take-care", "--stdin", "--format", "jsonl", input: "")
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
  }

  @Test func `a table of a stream suggests no database to ask again`() throws {
    let result = try Pace.run("eval", "take-care", "--stdin", input: Self.lines)
    #expect(!result.output.contains("Why 1?"))
  }

  @Test(arguments: [
    "{\"subj", "[1, 2]", "nonsense",
    #"{"subject":"s1","at_ms":9000,"event":"drink"}"# + "\n" + #"{"subject":"s1","at_ms":1,"event":"drink"}"#,
  ])
  func `a line that cannot be taken exits 3 and is named by its number`(input: String) throws {
    let result = try Pace.run("eval", "take-care", "--stdin", "--format", "jsonl", input: input)
    #expect(result.status == 3)
    #expect(result.remarks.contains("line \(input.split(separator: "\n").count)"), "\(result.remarks)")
  }

  @Test func `a database and standard input cannot both be the log`() throws {
    let result = try Pace.run("eval", "take-care", "--stdin", "--db", "x.db")
    #expect(result.status == 2)
    #expect(result.remarks.contains("`--stdin` and `--db` cannot be given together"))
  }

  @Test func `bytes that are not UTF-8 are named by line and column, and make no two subjects one`() throws {
    let scratch = try Scratch()
    let lines = [0xFF, 0xFE].map { byte -> [UInt8] in
      Array(#"{"subject":"s"#.utf8) + [byte] + Array(#"","at_ms":1795208400000,"event":"drink"}"#.utf8) + [
        0x0A
      ]
    }
    let input = scratch.folder.appendingPathComponent("log.jsonl")
    try Data(Array(Self.lines.utf8) + lines.joined()).write(to: input)
    let result = try Pace.run(
      ["-c", #""$0" eval take-care --stdin --format summary < "$1""#, Pace.binary, input.path],
      executable: "/bin/sh")
    #expect(result.status == 3)
    #expect(result.output.isEmpty)
    #expect(result.remarks == "error: line 5, column 14: this byte is not UTF-8\n")
  }
}
