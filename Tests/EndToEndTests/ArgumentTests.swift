import Foundation
import PaceOracle
import Testing

struct `Arguments and help` {
  @Test func `bare pace shows five commands to try`() throws {
    let result = try Pace.run()
    #expect(result.status == 0)
    let commands = result.output.split(separator: "\n").filter { $0.hasPrefix("  pace ") }
    #expect(commands.count == 5)
    #expect(result.remarks.isEmpty)
  }

  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func `help lists every command on standard output`(words: [String]) throws {
    let result = try Pace.run(words)
    #expect(result.status == 0)
    for name in ["eval", "explain", "lint", "test", "presets", "fmt", "graph", "demo", "new", "sample"] {
      #expect(result.output.contains("\n  \(name) "))
    }
  }

  @Test func `the version is one line`() throws {
    let result = try Pace.run("--version")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("pace "))
    #expect(result.output.split(separator: "\n").count == 1)
  }

  @Test func `an unknown command is answered with the nearest one`() throws {
    let result = try Pace.run("evla", "take-care")
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.remarks.contains("there is no command `evla`; did you mean `eval`?"))
    #expect(try Pace.run("version").remarks.contains("did you mean `--version`?"))
    let pack = try Pace.run("take-care", "--db", "friday.db")
    #expect(pack.status == 2)
    #expect(
      pack.remarks.contains("`take-care` is a pack, and a command comes first, as in `pace explain take-"))
    #expect(try Pace.run("--help", "eval").output == Pace.run("eval", "--help").output)
  }

  @Test func `a span that ends before it begins is refused, whatever the zone`() throws {
    let scratch = try Scratch()
    let words = [
      "eval", "take-care", "--db", try Night.friday(in: scratch), "--from", "2026-11-20T21:09", "--to",
    ]
    for (to, isFine) in [("2026-11-20T21:08", false), ("2026-11-19", false), ("2026-11-20", true)] {
      let result = try Pace.run(words + [to])
      #expect(result.status == (isFine ? 0 : 2), "\(to): \(result)")
      #expect(result.remarks.contains("`--to \(to)`: expected an instant at or after --from") == !isFine)
    }
    // The two may be one instant, in any form.
    for instant in ["2026-11-20T21:09", "2026-11-20T21:09Z"] {
      let one = try Pace.run(words.dropLast(2) + [instant, "--to", instant])
      #expect(one.status == 0 && one.output.contains("rapid_repeat"), "\(one)")
    }
  }

  @Test func `a name like none of many is answered with the first of them`() throws {
    let result = try Pace.run("lint", "--explain", "xyzzy-quux-plugh")
    #expect(result.status == 2)
    let remark = /there is no finding `xyzzy-quux-plugh`; there is `[^`]+`, `[^`]+`, `[^`]+`, and more/
    #expect(result.remarks.contains(remark))
  }

  @Test func `a link that leads to no pack is told as such`() throws {
    let scratch = try Scratch()
    for (name, target) in [("one.pace", "two.pace"), ("two.pace", "one.pace"), ("gone.pace", "none.pace")] {
      try FileManager.default.createSymbolicLink(atPath: scratch.path(name), withDestinationPath: target)
    }
    let circle = try Pace.run(["presets", "one.pace"], folder: scratch.folder)
    #expect(circle.status == 2)
    #expect(circle.remarks.contains("`one.pace` can't be read: it is a link that leads round in a circle"))
    let dangling = try Pace.run(["presets", "gone.pace"], folder: scratch.folder)
    #expect(dangling.status == 2)
    #expect(
      dangling.remarks.contains("`gone.pace` can't be read: it is a link to `none.pace`, which is not there"))
  }

  @Test func `a value set on the command line is held to what its uses need`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s {}
      param often: duration = 5 min
      rule r { every often from 07:00 to 09:00, emit n "x" }
      """)
    let result = try Pace.run("eval", pack, "--db", "none.db", "--set", "often=0 min")
    #expect(result.status == 2)
    #expect(result.remarks.contains("`--set often=0 min`: `every` must be more than nothing, found `0 min`"))
  }

  @Test(arguments: [["eval", "--set"], ["sweep", "--apply"]])
  func `a value may be set where presets are chosen by an option only`(words: [String]) throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s {}
      event e of s {}
      param n: number in 1 .. 9
      param m: number in 1 .. 9
      rule a { on e, when count(e) >= n and count(e) <= m, emit x "a" }
      preset y { n = 5, m = 5 }
      preset z { n = 3, m = 2 }
      """)
    let line = #"{"subject":"a","event":"e","at":"2026-11-20T20:00Z"}"# + "\n"
    let asked = [words[0], pack, words[1], "n=1"] + (words[0] == "eval" ? ["--stdin"] : [])
    let result = try Pace.run(asked + ["--preset", "z"], input: line)
    #expect(result.status == 0, "\(result.remarks)")
    let lacking = try Pace.run("eval", pack, "--stdin", "--set", "n=1", input: line)
    #expect(lacking.status == 2 && lacking.remarks.contains("`m` has no value"), "\(lacking.remarks)")
  }

  @Test func `an instant may be so long ago`() throws {
    let scratch = try Scratch()
    let log = scratch.path("log.db")
    let start = ["init", "take-care", "--db", log, "--accept", "--now", "2026-11-20T20:00"]
    #expect(try Pace.run(start).status == 0)
    for (text, time) in [
      ("10 min ago", "20:50:00"), ("1h 2 min 3 s ago", "19:57:57"), ("1 d ago", "21:00:00 on 19 November"),
    ] {
      let words = ["log", "take-care", "water", "--db", log, "--now", "2026-11-20T21:00", "--dry-run"]
      let result = try Pace.run(words + ["--at", text])
      #expect(result.status == 0 && result.output.contains(time), "\(text): \(result)")
    }
    for text in ["10 ago", "10 min", "min ago", "10 weeks ago", "9999999 d ago", "10 min  ago", "-1 h ago"] {
      let result = try Pace.run("explain", "take-care", "--db", log, "--at", text)
      #expect(
        result.status == 2 && result.remarks.contains("`--at \(text)`: expected an instant"), "\(result)")
    }
  }

  @Test(arguments: [
    ["eval", "--until", "253402300800000"], ["eval", "--from", "10000-01-01"],
    ["eval", "--to", "-62135596800001"],
    ["explain", "--at", "9999-12-31T23:00-02:00"], ["explain", "--at", "9223372036854775807"],
  ])
  func `an instant outside the years 1 to 9999 is refused`(words: [String]) throws {
    let scratch = try Scratch()
    let command = [words[0], "take-care", "--db", try Night.friday(in: scratch)] + words.dropFirst()
    let result = try Pace.run(command)
    #expect(result.status == 2)
    #expect(
      result.remarks.contains("`\(words[1]) \(words[2])`: expected an instant of the years 1 to 9999"))
  }

  @Test func `the last millisecond of the year 9999 is an instant, in any zone`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch, "subject s {}\nevent e of s {}\nrule r { when since(e) >= 1 d, emit n \"x\" }\n")
    let line = #"{"subject":"a","event":"e","at":"9999-12-01T00:00Z"}"# + "\n"
    for (zone, word) in [("UTC", "253402300799999"), ("America/New_York", "9999-12-31T23:59")] {
      let words = ["eval", pack, "--stdin", "--zone", zone, "--until", word, "--format", "jsonl"]
      let result = try Pace.run(words, input: line)
      #expect(result.output.contains(#""at":"9999-12-02T00:00:00.000Z""#), "\(result.remarks)")
    }
  }

  @Test func `an evaluation ends with the year 9999, however late its subject would end`() throws {
    let scratch = try Scratch()
    let rules = """
      subject s { ends after 100000000000 d without e }
      event e of s {}
      scale mood = calm < busy
      rule r {
        when count(e) > 0
        repeat 1 d
        emit m "x"
        raise mood to busy
      }

      """
    let pack = try Scratch.pack(scratch, rules)
    let line = #"{"subject":"s","at":"9999-12-29T23:59:59.999Z","event":"e"}"# + "\n"
    let result = try Pace.run("eval", pack, "--stdin", "--format", "jsonl", input: line)
    #expect(result.status == 0)
    let days = result.output.split(separator: "\n").map { $0.dropFirst(21).prefix(24) }
    #expect(
      days == ["9999-12-29T23:59:59.999Z", "9999-12-30T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
      "\(result.output)")
    let tests = """
      include "pack.pace"
      scenario "late" {
        start 9999-12-29 23:59:59.999
        at +0 ms e
        expect r exactly 3 times
        expect r at 9999-12-31 23:59:59.999
        expect mood == busy
      }

      """
    let scenario = try Scratch.pack(scratch, tests, name: "pack.test.pace")
    let test = try Pace.run("test", scenario)
    #expect(test.status == 0, "\(test.output)\(test.remarks)")
    let explained = try Pace.run("explain", scenario, "--scenario", "late", "--notice", "3")
    #expect(explained.output.contains("FIRED at 23:59:59.999"), "\(explained)")
    #expect(!explained.output.contains("10000"), "\(explained.output)")
  }

  @Test(arguments: ["1000001", "9223372036854775807", "-1"])
  func `a sample has no more subjects than there are days`(count: String) throws {
    let scratch = try Scratch()
    let path = scratch.path("log.db")
    let result = try Pace.run("sample", "take-care", "--db", path, "--subjects=\(count)")
    #expect(result.status == 2)
    #expect(result.remarks.contains("`--subjects \(count)`: expected a whole number up to 1,000,000"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `an unknown option is answered with the nearest one and where to read more`() throws {
    let result = try Pace.run("eval", "take-care", "--fromat", "csv")
    #expect(result.status == 2)
    #expect(result.remarks.contains("there is no option `--fromat` here; did you mean `--format`?"))
    #expect(result.remarks.contains("try `pace eval --help`"))
  }

  @Test func `a wrong word for an option is answered with the words there are`() throws {
    let result = try Pace.run("eval", "take-care", "--format=jsnl")
    #expect(result.status == 2)
    let sentence = "takes table, jsonl, csv, summary or json, not `jsnl`; did you mean `jsonl`?"
    #expect(result.remarks.contains(sentence))
  }

  @Test(arguments: [
    (["eval"], "a PACK is missing"),
    (["eval", "take-care", "--db"], "`--db FILE` needs a value"),
    (["eval", "take-care", "--db", "--levels"], "`--db FILE` needs a value"),
    (["eval", "take-care", "--db="], "`--db FILE` needs a value"),
    (["eval", "take-care", "--levels=yes"], "`--levels` takes no value"),
    (["eval", "take-care", "--db", "a", "--db", "b"], "`--db` was given twice"),
    (["eval", "take-care"], "`--db FILE` is missing"),
    (["demo", "extra"], "unexpected argument `extra`"),
    (["eval", "-x"], "there is no option `-x` here"),
    (["--colour"], "did you mean `--color`?"),
    (["sweep", "take-care"], "`--param NAME[=LO..HI/STEP]` is missing; there is `"),
    (["explain", "take-care", "--stdin"], "`pace import` makes a log of JSON lines"),
    (["eval", "take-care", "--format", "json"], "; `--format jsonl` writes the notices as lines of JSON\n"),
    (["undo", "take-care", "--id", "x"], "`pace delete PACK ID… --db FILE` takes back"),
    (["fmt", "--write", "rules"], "here; files are written unless `--check` or `--diff` is given\n"),
  ])
  func `wrong usage exits 2 with one clear sentence`(words: [String], message: String) throws {
    let result = try Pace.run(words)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.remarks.contains(message), "\(result.remarks)")
  }

  @Test(arguments: ["eval", "init", "log", "status", "undo", "notify", "delete-data"])
  func `a missing PACK is told with the packs that there are, or what writes one`(command: String) throws {
    let scratch = try Scratch()
    let none = try Pace.run([command], folder: scratch.folder)
    #expect(
      none.remarks.hasPrefix("error: a PACK is missing, a file of rules; `pace new NAME` writes one\n"),
      "\(none.remarks)")
    try scratch.write("rules/mine.pace", "")
    let some = try Pace.run([command], folder: scratch.folder)
    #expect(some.remarks.hasPrefix("error: a PACK is missing; there is `mine`\n"), "\(some.remarks)")
  }

  @Test func `the examples of tests run`() throws {
    let help = try Pace.run("test", "--help").output
    let lines = help.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let examples = lines.filter { $0.starts(with: ["pace", "test"]) && $0.contains("--run") }
    #expect(examples.count == 1)
    for words in examples {
      let result = try Pace.run(Array(words.dropFirst()))
      #expect(result.status == 0, "\(words): \(result.remarks)")
    }
  }

  @Test func `every command has help that shows its usage`() throws {
    let overview = try Pace.run("--help").output
    let built = overview.components(between: "Commands\n", and: "\n\n")
    for line in built.split(separator: "\n") {
      guard let name = line.split(separator: " ").first else { continue }
      let result = try Pace.run(String(name), "-h")
      #expect(result.status == 0)
      #expect(result.output.hasPrefix("Usage: pace \(name)"))
    }
  }

  #if os(Linux)
    @Test func `an argument that is not UTF-8 is refused`() throws {
      let words = ["-c", #"exec "$0" log take-care beer --db log.db --id $'\xff'"#, Pace.binary]
      let result = try Pace.run(words, executable: "/bin/bash")
      #expect(result.status == 2)
      #expect(result.remarks.hasPrefix("error: the argument `\u{FFFD}` is not UTF-8\n"), "\(result.remarks)")
      let text = try Pace.run("log", "take-care", "beer", "--db", "nowhere.db", "--id", "\u{FFFD}")
      #expect(!text.remarks.contains("UTF-8"), "\(text.remarks)")
    }
  #endif

  @Test func `what stands behind two dashes asks for no help`() throws {
    let behind = try Pace.run("eval", "--", "-h")
    #expect(behind.status == 2 && behind.output.isEmpty, "\(behind)")
    #expect(behind.remarks.contains("there is no pack `-h`"), "\(behind)")
    #expect(try Pace.run("eval", "-h", "--").output.hasPrefix("Usage: pace eval "))
  }

  @Test func `colour is written only where it is wanted`() throws {
    let always = try Pace.run("--color", "always")
    #expect(always.output.contains("\u{1B}["))
    let never = try Pace.run("--color=never")
    #expect(!never.output.contains("\u{1B}["))
    let automatic = try Pace.run()
    #expect(!automatic.output.contains("\u{1B}["))
    let failed = try Pace.run("foo\u{1B}", "--color=always")
    #expect(
      failed.remarks.hasPrefix("\u{1B}[31merror:\u{1B}[0m there is no command `foo\\u{1b}`\n"),
      "\(failed.remarks)")
    let wins = try Pace.run(["--color=always"], environment: ["NO_COLOR": "1"])
    #expect(wins.output.contains("\u{1B}["))
  }

  @Test(
    arguments: cases([
      ("undo", "at T", "take back the newest row up to then (now)"),
      ("notify", "at T", "give what is due up to then (now)"),
      ("end", "force", "also one that isn't open, or at a time more than 5 min after the clock"),
      ("init", "force", "also where a new --zone moves rows to other days"),
    ]))
  func `each command has its own words for it`(given: Case<(String, String, String)>) throws {
    let (command, option, text) = given.value
    let help = try Pace.run(command, "--help").output
    let lines = help.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.contains("--\(option) \(text)"), "\(help)")
  }
}

extension String {
  /// What stands between two texts, or nothing.
  func components(between start: String, and end: String) -> String {
    guard let from = range(of: start) else { return "" }
    let rest = self[from.upperBound...]
    guard let to = rest.range(of: end) else { return String(rest) }
    return String(rest[..<to.lowerBound])
  }
}
