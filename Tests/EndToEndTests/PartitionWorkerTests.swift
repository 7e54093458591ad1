import Foundation
import PaceOracle
import Testing

/// `eval` as one worker of many: lines of subjects that follow each other, and parts of a database.
struct `A worker of a partition` {
  /// Five rows of two subjects, in the order of time.
  private static let lines = [
    #"{"subject":"s1","attributes":{"sensitivity":"strict"}}"#,
    #"{"subject":"s1","at_ms":1795208400000,"event":"drink","kind":"beer","id":"a"}"#,
    #"{"subject":"s1","at_ms":1795208940000,"event":"drink","kind":"beer","id":"b"}"#,
    #"{"subject":"s2","at_ms":1795208400000,"event":"drink","kind":"shot"}"#,
    #"{"subject":"s2","at_ms":1795208460000,"event":"drink","kind":"shot"}"#,
  ]

  private static func eval(_ lines: [String], _ options: String...) throws -> RunResult {
    try Pace.run(
      ["eval", "take-care", "--stdin", "--format", "jsonl"] + options,
      input: lines.joined(separator: "\n") + "\n")
  }

  /// Lines that can't be taken, each with what is said of it when it stands behind the second.
  private static let badLines = [
    ("nonsense", "line 3, column 1: an object `{…}` was expected"),
    (
      #"{"subject":"s1","at_ms":1795208400001,"event":"drnk"}"#,
      "line 3, column 47: no event is called `drnk`; did you mean `drink`?"
    ),
    (
      #"{"subject":"s1","at_ms":1,"event":"drink"}"#,
      "line 3: this event of `s1` is earlier than the one before; sort them by time"
    ),
    (#"{"subject":"s1","event":"drink"}"#, "line 3: an event without `at_ms` or `at`"),
    (
      #"{"subject":"s1","attributes":{"sensitivity":"relaxed"}}"#,
      "line 3: attributes of `s1` come after its events; put them first"
    ),
    (
      #"{"subject":"s1","at_ms":1,"notice":"hydration"}"#,
      "line 3: notices of `s1` come after its events; put them first"
    ),
  ]

  @Test(arguments: cases(badLines))
  func `a bad line is named with its number, the rest goes on, and it exits 3`(given: Case<(String, String)>)
    throws
  {
    let (line, sentence) = given.value
    let whole = try Self.eval(Self.lines)
    #expect(whole.status == 0)
    var lines = Self.lines
    lines.insert(line, at: 2)
    let result = try Self.eval(lines)
    #expect(result.status == 3)
    #expect(result.output == whole.output)
    let end = "error: 1 line cannot be taken and was left out\n"
    #expect(result.remarks.hasPrefix("\(sentence); skipped\n") && result.remarks.hasSuffix(end))
    let strict = try Self.eval(lines, "--strict")
    #expect(strict.status == 3)
    #expect(strict.output.isEmpty)
    #expect(strict.remarks.hasPrefix("error: " + sentence.components(separatedBy: "; did you")[0] + "\n"))
  }

  @Test func `a subject that comes again is named line by line and counted`() throws {
    let result = try Pace.run(
      "eval", "take-care", "--stdin", "--format", "summary",
      input: (Self.lines + [Self.lines[1], Self.lines[2]]).joined(separator: "\n"))
    #expect(result.status == 3)
    #expect(result.output.hasSuffix("subjects\t2\nevents\t4\ndebounced\t0\nskipped\t2\n"))
    #expect(result.remarks.contains("line 7: subject `s1` was here before; put all of its lines together"))
    #expect(result.remarks.hasSuffix("error: 2 lines cannot be taken and were left out\n"))
  }

  @Test func `with --strict a value that cannot be taken stops it at its line`() throws {
    let line = #"{"subject":"s1","at_ms":1795208400001,"event":"drink","units":99}"#
    let lines = Self.lines[..<2] + [line] + Self.lines[2...]
    let lenient = try Self.eval(Array(lines))
    #expect(lenient.status == 0)
    #expect(lenient.remarks.contains("line 3: `units` `99` is outside 0 .. 50; skipped\n"))
    let strict = try Self.eval(Array(lines), "--strict")
    #expect(strict.status == 3)
    #expect(strict.remarks == "error: line 3: `units` `99` is outside 0 .. 50\n")
  }

  // MARK: Sorting

  /// Lines of two subjects of many rows, some of one instant, in the order in which a database has them. Their ids are
  /// long, so that they take more than a megabyte.
  private static func longLines() -> [[String]] {
    var random = SplitMix64(17)
    return (0..<2).map { subject in
      var at = 1_795_208_400_000
      return [#"{"subject":"s\#(subject)","attributes":{"sensitivity":"strict"}}"#]
        + (0..<2000).map { row in
          at += random.below(4) == 0 ? 0 : 60_000 * (1 + random.below(40))
          let kind = ["beer", "shot", "wat\\u0065r"][random.below(3)]
          let id = String(repeating: "id", count: 150) + String(format: "%05d", row)
          return #"{"subject":"s\#(subject)","at_ms":\#(at),"event":"drink","kind":"\#(kind)","id":"\#(id)"}"#
        }
    }
  }

  @Test func `sorted lines of a subject give what lines in order give`() throws {
    let lines = Self.longLines()
    var random = SplitMix64(5)
    let shuffled = lines.map { lines in
      var lines = lines
      for index in lines.indices.reversed() { lines.swapAt(index, random.below(index + 1)) }
      return lines
    }
    let expected = try Self.eval(lines.flatMap { $0 })
    let input = shuffled.flatMap { $0 }.joined(separator: "\n")
    let scratch = try Scratch()
    for memory in [[], ["--memory", "1 MB"]] {
      let result = try Pace.run(
        ["eval", "take-care", "--stdin", "--sort", "--format", "jsonl"] + memory, input: input,
        environment: ["TMPDIR": scratch.folder.path])
      #expect(result.status == 0, "\(result.remarks)")
      #expect(result.output == expected.output && !result.output.isEmpty)
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).isEmpty)
    }
  }

  @Test func `rows of one instant are ordered by event, id and text, whatever the order of lines`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s { }
      event a of s { n: number }
      event b of s { n: number }
      rule first { on a, emit note "a {latest(a.n)}" }
      rule second { on b, emit note "b {latest(b.n)} after {latest(a.n)}" }
      """)
    let lines = [
      #"{"at_ms":9,"event":"a","n":1}"#, #"{"at_ms":9,"event":"a","n":2}"#,
      #"{"at_ms":9,"event":"a","n":3,"id":"x"}"#, #"{"at_ms":9,"event":"a","n":4,"id":"xy"}"#,
      #"{"at_ms":9,"event":"b","n":5,"id":"a"}"#, #"{"at_ms":9,"event":"b","n":6,"id":10}"#,
      #"{"at_ms":-9,"event":"b","n":7,"id":9}"#,
    ]
    for order in [lines, lines.reversed()] {
      let result = try Pace.run(
        "eval", pack, "--stdin", "--sort", "--format", "jsonl", input: order.joined(separator: "\n"))
      let messages = result.output.split(separator: "\n").map { line in
        String(line).components(between: #""message":""#, and: "\"")
      }
      // Of one instant, notices come in the order of rules, and those of one rule in that of its rows.
      #expect(
        messages == ["b 7 after unknown", "a 1", "a 2", "a 3", "a 4", "b 6 after 4", "b 5 after 4"])
    }
  }

  @Test func `the zone of times without an offset has to come before them`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s { zone: text }
      event e of s { }
      rule each { on e, emit note "each" }
      """)
    let event = #"{"subject":"s","at":"2026-11-20 21:00","event":"e"}"#
    let zone = #"{"subject":"s","attributes":{"zone":"Europe/Berlin"}}"#
    let right = try Pace.run(
      "eval", pack, "--stdin", "--sort", "--format", "jsonl", input: zone + "\n" + event)
    #expect(right.status == 0)
    #expect(right.output.contains("2026-11-20T20:00:00.000Z"), "\(right)")
    let late = try Pace.run(
      "eval", pack, "--stdin", "--sort", "--format", "jsonl", input: event + "\n" + zone)
    #expect(late.status == 3)
    let sentence = "line 2: the zone of `s` comes after times without an offset; put it first"
    #expect(late.remarks.contains(sentence), "\(late.remarks)")
  }

  @Test(
    arguments: cases([
      (["--db", "x.db", "--sort"], "`--sort` goes with `--stdin`"),
      (["--stdin", "--memory", "1 GB"], "`--memory` goes with `--sort`"),
      (["--stdin", "--subjects-from", "1/2"], "`--stdin` and `--subjects-from` cannot be given together"),
      (
        ["--db", "x.db", "--subject", "a", "--subjects-from", "1/2"],
        "`--subject` and `--subjects-from` cannot be given together"
      ),
    ]))
  func `options that don't go together are refused`(given: Case<([String], String)>) throws {
    let (options, sentence) = given.value
    let result = try Pace.run(["eval", "take-care"] + options)
    #expect(result.status == 2)
    #expect(result.remarks.contains(sentence), "\(result.remarks)")
  }
}
