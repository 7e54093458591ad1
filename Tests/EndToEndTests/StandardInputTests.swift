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
}
