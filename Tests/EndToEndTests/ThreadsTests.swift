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

  /// One thread reads so long a subject in parts.
  @Test(arguments: ["1", "2"])
  func `texts stand for the same in every part of a long subject`(threads: String) throws {
    let scratch = try Scratch()
    let pack = """
      subject walk { place: text }
      event step of walk { note: text }
      param word: text = "none"
      rule found { on step, when latest(step.note) == word, emit note "found {latest(step.note)}" }
      rule there { on step, when latest(step.note) == place, emit note "there {latest(step.note)}" }

      """
    let path = try scratch.write("walk.pace", pack).path
    let steps = (0..<9000).map {
      #"{"subject":"w","at_ms":\#(1_772_355_600_000 + $0 * 60_000),"event":"step","note":"\#($0)"}"#
    }
    let lines = [#"{"subject":"w","attributes":{"place":"8700"}}"#] + steps
    let result = try Pace.run(
      ["eval", path, "--stdin", "--set", #"word="8900""#, "--format", "jsonl", "--threads", threads],
      input: lines.joined(separator: "\n"))
    let messages = result.output.split(separator: "\n").compactMap { line in
      line.split(separator: "\"").dropLast().last
    }
    #expect(messages == ["there 8700", "found 8900"], "\(result)")
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
}
