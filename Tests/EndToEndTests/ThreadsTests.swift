import Foundation
import Testing

struct `Evaluating and sweeping on several threads` {
  /// A log of 140 sessions, made once for all tests that read one.
  private static let sample = Result {
    let scratch = try Scratch()
    let path = scratch.path("log.db")
    #expect(try Pace.run("sample", "take-care", "--db", path, "--subjects", "140").status == 0)
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test(arguments: ["jsonl", "csv", "summary", "table"])
  func `the output is that of one thread`(format: String) throws {
    let scratch = try Scratch()
    let path = try scratch.write("log.db", bytes: Self.sample.get()).path
    let words = ["eval", "take-care", "--db", path, "--format", format, "--levels", "--preset", "all"]
    let one = try Pace.run(words)
    #expect(one.status == 0)
    #expect(one.output.count > 100)
    let several = try Pace.run(words + ["--threads", "3"])
    #expect(several.output == one.output)
    #expect(several.remarks == one.remarks)
  }

  /// A queue takes some, and ends the process if it gets none.
  @Test(arguments: 4...8) func `few file descriptors are enough, for one thread`(files: Int) throws {
    let scratch = try Scratch()
    let path = try scratch.write("log.db", bytes: Self.sample.get()).path
    let words = ["eval", "take-care", "--db", path, "--format", "summary"]
    let limit = ["-c", "ulimit -n \(files); exec \"$0\" \"$@\"", Pace.binary]
    let result = try Pace.run(limit + words + ["--threads", "64"], executable: "/bin/bash")
    #expect(result.status == 0, "\(result)")
    #expect(result.output == (try Pace.run(words).output))
  }

  /// One thread writes them in pieces.
  @Test(arguments: ["1", "2"])
  func `many notices of one subject come in the order of time, under every preset`(threads: String) throws {
    let scratch = try Scratch()
    let pack = """
      subject walk { mood: preset }
      event step of walk { }
      param pause: duration in 1 min .. 60 min
      preset calm { pause = 10 min }
      preset keen { pause = 1 min }
      rule every_step { on step, emit note "step" }
      rule gone { when since(step) >= pause, emit note "{since(step)}" }

      """
    let path = try scratch.write("walk.pace", pack).path
    let start: Int64 = 1_772_355_600_000
    let minutes = 2
    let rows = 9000
    let lines = (0..<rows).map {
      #"{"subject":"w","at_ms":\#(start + Int64($0 * minutes) * 60_000),"event":"step"}"#
    }
    let words = ["eval", path, "--preset", "all", "--stdin", "--format", "jsonl", "--threads", threads]
    let result = try Pace.run(words, input: lines.joined(separator: "\n"))
    #expect(result.status == 0, "\(result.remarks)")
    let found = try result.output.split(separator: "\n").map { line in
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      return try [#require(object["at_ms"]), #require(object["rule"]), #require(object["preset"])]
        .map { "\($0)" }
    }
    // After each step but the last, at which the log ends, a minute passes, and never ten.
    let expected = (0..<rows).flatMap { row in
      let at = start + Int64(row * minutes) * 60_000
      let step = ["calm", "keen"].map { ["\(at)", "every_step", $0] }
      return row == rows - 1 ? step : step + [["\(at + 60_000)", "gone", "keen"]]
    }
    #expect(found.count == expected.count && found == expected)
    let csv = try Pace.run(words.map { $0 == "jsonl" ? "csv" : $0 }, input: lines.joined(separator: "\n"))
    #expect(csv.output.split(whereSeparator: \.isNewline).count == expected.count + 1)
  }

  /// Stacks larger than the memory that the process may have are the refusal that any user can bring about.
  @Test(arguments: [
    "eval take-care --format summary --threads 4", "sweep take-care --param rapid_window=1min..5min",
    "explain take-care --subject s1",
  ])
  func `where the system gives no threads, one does the work, and says the same`(command: String) throws {
    let scratch = try Scratch()
    let path = scratch.path("sample.db")
    _ = try Pace.run("sample", "take-care", "--db", path, "--subjects", "5", "--seed", "1")
    let script = #"ulimit -s 4000000 && ulimit -v 3000000 && exec timeout 20 "$0" \#(command) --db "$1""#
    let alone = try Pace.run(["-c", script, Pace.binary, path], executable: "/bin/bash")
    let usual = try Pace.run(command.split(separator: " ").map(String.init) + ["--db", path])
    #expect(usual.status == 0 && alone.status == 0, "\(alone)")
    #expect(alone.output == usual.output && alone.remarks == usual.remarks)
  }

  @Test func `rows that cannot be read are named alike, and what was read before an error is told`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try Night.execute(
      "INSERT INTO drink(id, session, at, kind) VALUES ('x', 's1', 'soon', 'beer');\n"
        + "INSERT INTO session(id, sensitivity) VALUES ('s2', 'fierce');", in: path)
    let one = try Pace.run("eval", "take-care", "--db", path, "--strict")
    let several = try Pace.run("eval", "take-care", "--db", path, "--strict", "--threads", "3")
    #expect(one.status == 3)
    #expect(several.status == 3)
    #expect(several.output == one.output)
    #expect(several.remarks == one.remarks)
    #expect(one.remarks.contains("`x`") && one.remarks.contains("fierce"))
  }

  @Test func `JSON lines are split as well, and a broken line stops after what came before it`() throws {
    let lines = (0..<600).map {
      #"{"subject":"s\#(1000 + $0)","at_ms":\#(Night.start + Int64($0)),"event":"drink","kind":"cocktail","units":6}"#
    }
    let input = lines.joined(separator: "\n") + "\nnonsense\n"
    let one = try Pace.run("eval", "take-care", "--stdin", "--format", "jsonl", input: input)
    let several = try Pace.run(
      "eval", "take-care", "--stdin", "--format", "jsonl", "--threads", "2", input: input)
    #expect(one.output.split(separator: "\n").count >= 600)
    #expect(several.output == one.output)
    #expect(several.remarks == one.remarks)
    #expect(several.status == one.status)
  }

  /// More than one thread writes together, and a few more.
  @Test(arguments: ["1", "2"])
  func `what came before a subject that cannot be evaluated is written`(threads: String) throws {
    let scratch = try Scratch()
    let pack = """
      subject session { mood: preset }
      event tap of session { }
      param gap: duration in 1 min .. 60 min
      rule again {
        on tap
        when count(tap, last gap) >= 1
        emit nudge "Again."
      }
      preset calm { gap = 10 min }
      preset keen { gap = 20 min }

      """
    let rules = try scratch.write("moods.pace", pack).path
    let path = scratch.path("moods.db")
    try Night.execute(
      """
      CREATE TABLE session(id TEXT PRIMARY KEY, mood TEXT);
      CREATE TABLE tap(id TEXT PRIMARY KEY, session TEXT, at INTEGER);
      WITH RECURSIVE up(n) AS (SELECT 10 UNION ALL SELECT n + 1 FROM up LIMIT 40)
        INSERT INTO session SELECT 's' || n, CASE n WHEN 45 THEN NULL ELSE 'calm' END FROM up;
      INSERT INTO tap SELECT 't' || id, id, \(Night.start) FROM session;
      """, in: path)
    let result = try Pace.run("eval", rules, "--db", path, "--format", "jsonl", "--threads", threads)
    #expect(result.status == 2)
    #expect(result.remarks.contains("`gap` has no value for session `s45`"))
    let told = result.output.split(separator: "\n").map { $0.prefix { $0 != "," } }
    #expect(told == (10..<45).map { #"{"subject":"s\#($0)""# })
  }

  /// More subjects than are handed out together.
  @Test func `what is said at the end is of all subjects, and names the first`() throws {
    let scratch = try Scratch()
    let pack = try scratch.write(
      "big.pace",
      """
      subject note { }

      event tap of note { n: number }

      rule big {
        when latest(tap.n) * 1000000 > 1
        emit reminder "Big."
      }
      """)
    let lines = (0..<2500).map {
      let number = $0 == 1300 || $0 == 2100 ? "9000000000000" : "0"
      return #"{"subject":"s\#(1000 + $0)","at_ms":\#(Night.start),"event":"tap","n":\#(number)}"#
    }
    for threads in ["1", "2"] {
      let result = try Pace.run(
        "eval", pack.path, "--stdin", "--format", "summary", "--threads", threads,
        input: lines.joined(separator: "\n") + "\n")
      #expect(result.remarks.contains("does not fit in a number for s2300;"))
      #expect(result.remarks.contains("2500 notes had no end"))
      #expect(result.output.contains("subjects\t2500\nevents\t2500\n"))
    }
  }

  @Test(arguments: ["0", "many", "257"])
  func `a number of threads that cannot be is refused`(threads: String) throws {
    let result = try Pace.run("eval", "take-care", "--db", "x.db", "--threads", threads)
    #expect(result.status == 2)
    #expect(result.remarks.contains("expected a whole number from 1 to 256"))
  }

  @Test(arguments: ["table", "json"])
  func `a sweep is the same on one thread, on several and on as many as there are processors`(
    format: String
  ) throws {
    let scratch = try Scratch()
    let path = try scratch.write("log.db", bytes: Self.sample.get()).path
    let words = [
      "sweep", "take-care", "--db", path, "--param", "rapid_window=5..15 min/5 min", "--levels", "--format",
      format,
    ]
    let one = try Pace.run(words + ["--threads", "1"])
    #expect(one.status == 0)
    #expect(one.output.count > 100)
    for more in [["--threads", "2"], ["--threads", "4"], []] {
      let several = try Pace.run(words + more)
      #expect(several.output == one.output, "\(more)")
      #expect(several.remarks == one.remarks, "\(more)")
      #expect(several.status == 0)
    }
  }

  @Test func `a sweep of a log that cannot be read on stops alike`() throws {
    let lines = (0..<600).map {
      #"{"subject":"s\#(1000 + $0)","at_ms":\#(Night.start + Int64($0)),"event":"drink","kind":"cocktail","units":6}"#
    }
    let input = lines.joined(separator: "\n") + "\nnonsense\n"
    let words = ["sweep", "take-care", "--stdin", "--param", "rapid_window=8..9 min", "--threads"]
    let one = try Pace.run(words + ["1"], input: input)
    let several = try Pace.run(words + ["3"], input: input)
    #expect(one.status == 3)
    #expect(one.remarks.contains("601"))
    #expect(several.status == one.status)
    #expect(several.output == one.output)
    #expect(several.remarks == one.remarks)
  }
}
