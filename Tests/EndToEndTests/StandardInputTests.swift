import Foundation
import Testing

struct `Evaluating standard input` {
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

  private static let notes = #"""
    subject session { }
    event note of session { text: text, units: number }
    scale mood = calm < loud
    rule only { on note, emit word "{latest(note.text)}" }
    rule said { on note, emit word "You said {latest(note.text)} {latest(note.units)} times" }
    rule plain "A \"label\"" { on note, raise mood to loud, emit word "Plain \"text\"", severity 2 }
    guard { never say "very bad", "bad 3" }
    """#

  @Test func `texts are escaped, and what a text makes a guard forbid is withheld`() throws {
    let scratch = try Scratch()
    let pack = scratch.path("notes.pace")
    try Self.notes.write(toFile: pack, atomically: true, encoding: .utf8)
    let input = #"""
      {"subject":"a\"\u0001\u007fé\n","at_ms":-1,"event":"note","text":"a \\ \t","units":2}
      {"subject":"b","at_ms":253402300799999,"event":"note","text":"Very  BAD","units":3}
      {"subject":"c","at_ms":1795208940007,"event":"note","text":"bad","units":3}
      """#
    let result = try Pace.run("eval", pack, "--stdin", "--format", "jsonl", "--levels", input: input + "\n")
    let plain =
      #""rule":"plain","kind":"word","level":"loud","severity":2,"preset":null,"message":"Plain \"text\""}"#
    let none = #","kind":"word","level":null,"severity":null,"preset":null,"message":"#
    func lines(_ head: String, only: String, said: String) -> [String] {
      [
        head + #""rule":"only""# + none + only + "}", head + #""rule":"said""# + none + said + "}",
        head + plain,
        head + #""scale":"mood","level":"loud"}"#,
      ].map { $0 + "\n" }
    }
    let first = lines(
      #"{"subject":"a\"\u0001\u007fé\n","at":"1969-12-31T23:59:59.999Z","at_ms":-1,"#,
      only: #""a \\ \t""#, said: #""You said a \\ \t 2 times""#)
    let second = lines(
      #"{"subject":"b","at":"9999-12-31T23:59:59.999Z","at_ms":253402300799999,"#, only: "null", said: "null")
    let third = lines(
      #"{"subject":"c","at":"2026-11-20T21:09:00.007Z","at_ms":1795208940007,"#, only: #""bad""#, said: "null"
    )
    #expect(result.output == (first + second + third).joined())
    #expect(result.remarks.contains("only: 1 message withheld, for the guard forbids it\n"))
    #expect(result.remarks.contains("said: 2 messages withheld, for the guard forbids it\n"))
    #expect(result.status == 0)
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

  @Test(arguments: ["eval take-care --stdin", "import take-care -", "fmt -"])
  func `input that is closed or a folder is not taken for an empty one`(command: String) throws {
    let log = try KeptLog()
    let words = command.hasPrefix("import") ? "\(command) --db \(log.path)" : command
    for (input, problem) in [("<&-", "it is closed"), ("< /", "it is a folder")] {
      let result = try Pace.run(["-c", #""$0" \#(words) \#(input)"#, Pace.binary], executable: "/bin/sh")
      #expect(result.status == 3, "\(result)")
      #expect(result.remarks.contains("cannot be read: \(problem)") && result.output.isEmpty, "\(result)")
    }
  }

  @Test func `every key that a line may have is suggested`() throws {
    let line = #"{"subject":"s1","at_ms":1795208400000,"event":"drink","devise":"watch"}"#
    let result = try Pace.run("eval", "take-care", "--stdin", input: line + "\n")
    #expect(result.remarks.contains("unknown key `devise`; did you mean `device`?"), "\(result)")
    let other = try Pace.run(
      "eval", "take-care", "--stdin", input: line.replacing("devise", with: "colour") + "\n")
    #expect(
      other.remarks.contains("unknown key `colour`; there are `subject`, `at_ms`, `at`, `event`"), "\(other)")
  }

  @Test
  func `a row of a table of several events may have the fields of all, null where they are not its own`()
    throws
  {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      "subject s { }\nevent e of s { n: number }\nevent f of s { m: number }\nrule r { on f, emit a \"x\" }")
    let line = #"{"at_ms":1795208400000,"event":"f","id":"1","kind":null,"n":null,"m":2}"#
    let withoutID = try Pace.run(
      ["eval", pack, "--stdin", "--strict"], input: line.replacing("\"1\"", with: "null"))
    #expect(withoutID.status == 0 && withoutID.remarks.isEmpty, "\(withoutID)")
    let path = scratch.path("log.db")
    #expect(try Pace.run("init", pack, "--db", path).status == 0)
    for command in [["eval", pack, "--stdin", "--strict"], ["import", pack, "--db", path, "-", "--strict"]] {
      let result = try Pace.run(command, input: line)
      #expect(result.status == 0 && result.remarks.isEmpty, "\(result)")
      for (changed, key) in [
        (line.replacing("\"n\":null", with: "\"n\":1"), "n"),
        (line.replacing("\"n\"", with: "\"o\""), "o"),
      ] {
        let refused = try Pace.run(command, input: changed)
        #expect(refused.status == 3 && refused.remarks.contains("`\(key)`"), "\(refused)")
      }
    }
  }

  @Test(arguments: [("9300000000000.5", "large"), ("-9300000000000.5", "small")])
  func `a number beyond all numbers is said to be so, as in a table`(number: String, word: String) throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      "subject s { }\nevent e of s { n: number }\nsource t { e from e { id = rowid, at = at, n = n } }")
    let line = #"{"at":"2026-11-20","event":"e","n":\#(number)}"#
    let lines = try Pace.run("eval", pack, "--stdin", input: line + "\n")
    #expect(lines.remarks.contains("`n` `\(number)` is too \(word); skipped\n"), "\(lines)")
    try scratch.write("e.csv", "at,n\n1795208400000,\(number)\n")
    let table = try Pace.run("eval", pack, "--db", scratch.path("e.csv"), "--source", "t")
    #expect(table.remarks.contains("`\(number)` is too \(word); skipped\n"), "\(table)")
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
    #expect(result.output.hasSuffix("subjects\t2\nevents\t3\ndebounced\t0\nskipped\t2\n"))
    let sentence = "column 14: this byte is not UTF-8; skipped\n"
    #expect(
      result.remarks
        == "line 5, \(sentence)line 6, \(sentence)error: 2 lines cannot be taken and were left out\n")
  }

  @Test func `a line longer than 16 MB is skipped, and costs no more than that`() throws {
    let long = String(repeating: "a", count: (16 << 20) + 1)
    let result = try Pace.run(
      "eval", "take-care", "--stdin", "--format", "summary", input: "\(long)\n" + Self.lines)
    #expect(result.status == 3)
    #expect(result.remarks.hasPrefix("line 1: longer than 16 MB; skipped\n"), "\(result.remarks.prefix(200))")
    #expect(result.output.contains("events\t3\n"), "\(result.output)")
  }

  @Test func `lines of one instant are sorted by their events, then their ids, as rows are`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s { }
      event a of s { }
      event b of s { }
      rule r { on b, when count(a) >= 1, emit note "r" }
      """)
    let lines = ["b", "a"].enumerated().map { id, event in
      #"{"subject":"x","event":"\#(event)","id":"\#(id)","at_ms":1795168800000}"# + "\n"
    }
    let sorted = try Pace.run("eval", pack, "--stdin", "--sort", "--format", "jsonl", input: lines.joined())
    #expect(sorted.status == 0 && sorted.output.contains(#""rule":"r""#), "\(sorted)")
  }

  @Test func `lines keep their numbers after many blank ones`() throws {
    let blank = String(repeating: " \n", count: 100_000)
    let result = try Pace.run("eval", "take-care", "--stdin", "--format", "summary", input: blank + "{]\n")
    #expect(result.remarks.hasPrefix("line 100001, column 2: "), "\(result.remarks)")
    let object = #"{"type":"log","id":"x"}"#
    let read = try Pace.run(
      "eval", "take-care", "--stdin", "--source", "messages", "--format", "summary",
      input: "\n\n\(object)\n")
    #expect(read.remarks.contains("line 3"), "\(read.remarks)")
  }
}
