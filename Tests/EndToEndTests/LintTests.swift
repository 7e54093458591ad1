import Foundation
import PaceOracle
import Testing

struct `Linting packs` {
  private static let doubtful = """
    subject session { }
    event entry of session { }
    param unused: number = 1 in 0 .. 5 step 1
    rule said { on entry, emit note "Said." }
    """
  private static let wrong = """
    subject session { }
    event entry of session { }
    rule said { on entri, emit note "Said." }
    """

  @Test func `the shipped packs have no errors`() throws {
    let result = try Pace.run("lint", "rules", "presets")
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func `a doubtful program is told of and is no failure`() throws {
    let scratch = try Scratch()
    let result = try Pace.run("lint", try Scratch.pack(scratch, Self.doubtful))
    #expect(result.status == 0)
    #expect(result.output.contains("warning[unused-param]"))
    #expect(result.output.contains("1 warning in 1 file"))
  }

  @Test func `a wrong program exits 1 and shows the line with a mark under the place`() throws {
    let scratch = try Scratch()
    try scratch.write("wrong.pace", Self.wrong + "\n")
    let result = try Pace.run(["lint", "wrong.pace"], folder: scratch.folder)
    #expect(result.status == 1)
    try Golden.check(result.output, "lint-wrong.txt")
  }

  @Test func `standard input is linted as the file that it stands for, with what that includes`() throws {
    let scratch = try Scratch()
    try scratch.write("packs/base.pace", "subject session { }\nevent entry of session { }\n")
    let text = "include \"base.pace\"\nrule said { on entri, emit note \"Said.\" }\n"
    try scratch.write("packs/mine.pace", text)
    let expected = try Pace.run(["lint", "packs/mine.pace"], folder: scratch.folder)
    #expect(expected.status == 1)
    try scratch.write("packs/mine.pace", "nothing that is read")
    let named = ["lint", "-", "--stdin-filename", "packs/mine.pace"]
    let result = try Pace.run(named, input: text, folder: scratch.folder)
    #expect(result.status == 1 && result.output == expected.output)
    let here = scratch.folder.appending(path: "packs")
    let bare = try Pace.run(["lint", "-"], input: text, folder: here)
    #expect(bare.output == expected.output.replacing("packs/mine.pace", with: "-"))
    let others = ["lint", "base.pace"] + named.dropFirst(2)
    for words in [named + ["--fix"], ["lint", "-", "--db", "a.db"], others] {
      let refused = try Pace.run(words, input: text, folder: here)
      #expect(refused.status == 2 && refused.output.isEmpty, "\(refused)")
    }
  }

  @Test(
    arguments: cases([
      ("preset p { x = }", "E0200"), ("preset { x = 1 }", "E0200"), ("preset p { x = 1", "E0203"),
      ("rule", "E0200"), ("}", "E0204"), ("order a <", "E0200"), ("preset p { x = 1m }", "E0209"),
      ("é", "E0103"), ("?", "E0103"), ("include \"gone.pace\"", "E0002"),
    ]))
  func `one error in a file without a subject is told`(given: Case<(String, String)>) throws {
    try check(given.value.0, code: given.value.1)
  }

  @Test func `a file of more than 16 MB is one error too`() throws {
    try check(String(repeating: "#", count: 16 << 20), code: "E0001")
  }

  private func check(_ text: String, code: String) throws {
    let scratch = try Scratch()
    let result = try Pace.run("lint", try Scratch.pack(scratch, text))
    #expect(result.status == 1)
    #expect(result.output.contains("error[\(code)]"), "\(result.output)")
    #expect(!result.output.contains("only its syntax is checked"))
  }

  @Test(arguments: ["lint", "test"])
  func `files of a folder that include each other are not passed over`(command: String) throws {
    let scratch = try Scratch()
    try scratch.write("d/a.pace", "include \"b.pace\"\n")
    try scratch.write("d/b.pace", "include \"a.pace\"\nsubject s { }\n")
    try scratch.write("d/whole.pace", "subject s { }\nevent e of s { }\n")
    let result = try Pace.run(command, scratch.path("d"))
    #expect(result.status == (command == "lint" ? 1 : 2))
    #expect((result.output + result.remarks).contains("error[E0003]"), "\(result)")
  }

  @Test func `a file counts once whatever paths lead to it`() throws {
    let scratch = try Scratch()
    let folder = try scratch.write("d/part.pace", "define late = 5\n").deletingLastPathComponent()
    let pack = """
      include "part.pace"
      include "../d/part.pace"
      include "linked.pace"
      subject session { }
      event entry of session { }
      rule said { on entry, when count(entry) > late, emit note "Said." }
      """
    let path = try scratch.write("d/pack.pace", pack + "\n").path
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("linked.pace"),
      withDestinationURL: folder.appendingPathComponent("part.pace"))
    for words in [["pack.pace"], ["pack.pace", path]] {
      let result = try Pace.run(["lint"] + words, folder: folder)
      #expect(result.status == 0, "\(result.output)")
      #expect(result.output == "nothing found in 2 files\n")
    }
    let fragment = try Pace.run("lint", Pace.repository.appendingPathComponent("presets/take-care.pace").path)
    #expect(fragment.output == "nothing found in 1 file\n")
  }

  @Test func `JSON has the documented keys in their order`() throws {
    let scratch = try Scratch()
    try scratch.write("wrong.pace", Self.wrong + "\n")
    let result = try Pace.run(["lint", "wrong.pace", "--format", "json"], folder: scratch.folder)
    #expect(result.status == 1)
    #expect(result.output.hasPrefix(#"{"findings":[{"code":"E"#))
    var place = result.output.startIndex
    for key in [
      "code", "severity", "file", "line", "column", "end_line", "end_column", "message", "help", "fix",
      "guess",
    ] {
      let found = result.output.range(of: "\"\(key)\":", range: place..<result.output.endIndex)
      #expect(found != nil, "\(key)")
      place = found?.upperBound ?? place
    }
  }

  @Test func `fix mends the file and reports what is left`() throws {
    let scratch = try Scratch()
    let path = try Scratch.pack(
      scratch,
      """
      subject session { }
      event entry of session { }
      rule said { on entry, when count(entry, last 5 m) > 2, emit note "Said." }
      """)
    let result = try Pace.run("lint", path, "--fix")
    #expect(result.status == 0)
    #expect(result.output.contains("nothing found"))
    #expect(result.remarks.contains("mended"))
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("last 5 min)"))
    let again = try Pace.run("lint", path, "--fix")
    #expect(again.remarks.contains("nothing to mend"))
  }

  @Test func `fix leaves guesses to the writer and says so`() throws {
    let scratch = try Scratch()
    let path = try Scratch.pack(scratch, Self.wrong)
    let result = try Pace.run("lint", path, "--fix")
    #expect(result.status == 1)
    #expect(result.output.contains("did you mean `entry`?"))
    #expect(result.remarks.contains("nothing to mend\n1 edit left to you: no more than a guess"))
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("on entri,"))
    let json = try Pace.run("lint", path, "--format", "json")
    #expect(json.output.contains(#""guess":true}"#))
  }

  @Test(arguments: [
    "latest(e.who) =~ \"a.*\"", "latest(e.n) in [1, 5]", "e then e within 1 h",
    "count(e, 5 min to 10 min ago) > 2", "latest(e.n) is unknown",
  ])
  func `fix changes nothing that may mean something else, or that leaves an error`(condition: String) throws {
    let scratch = try Scratch()
    let rules =
      "subject s { }\nevent e of s { n: number = 1, who: text }\n"
      + "rule r { on e, when \(condition), emit note \"x\" }\n"
    let result = try Pace.run("lint", try Scratch.pack(scratch, rules), "--fix")
    #expect(result.status == 1 && result.remarks.contains("nothing to mend"), "\(result)")
    #expect(try scratch.read("pack.pace").hasPrefix(rules))
  }

  @Test func `fix goes on with what only mended rules show`() throws {
    let scratch = try Scratch()
    let rules =
      "subject s { }\nevent e of s { }\n# allow unused-param kept\n"
      + "rule r { on e, emit note \"x\" severity 2 }\n"
    let path = try Scratch.pack(scratch, rules)
    let result = try Pace.run("lint", path, "--fix")
    #expect(result.status == 0 && result.output.hasPrefix("nothing found"), "\(result)")
    #expect(
      try scratch.read("pack.pace").hasPrefix(
        "subject s { }\nevent e of s { }\nrule r { on e, emit note \"x\", severity 2 }\n"))
  }

  @Test func `a zone adds what clock rules do on its next two days of clock changes`() throws {
    let scratch = try Scratch()
    let path = try Scratch.pack(
      scratch,
      """
      subject session { }
      calendar { zone "UTC" }
      rule nudge { at 12:00, emit note "Noon.", quiet 22:00 to 07:00 }
      """)
    let london = try Pace.run("lint", path, "--zone", "Europe/London")
    #expect(london.status == 0)
    #expect(london.output.contains("nothing found in 1 file\n\nwhen clocks in Europe/London change next"))
    // Which of the two comes first depends on the season.
    for line in [
      ": clocks go from 01:00 to 02:00\n  nudge  at 12:00              ticks at 12:00 (+01:00)\n",
      ": clocks go back from 02:00 to 01:00\n  nudge  at 12:00              ticks at 12:00 (+00:00)\n",
      "  nudge  quiet 22:00 to 07:00  lasts 8 h instead of 9 h\n",
      "  nudge  quiet 22:00 to 07:00  lasts 10 h instead of 9 h\n",
    ] { #expect(london.output.contains(line), "\(london.output)") }
    #expect(
      try Pace.run("lint", path, "--zone", "UTC").output.contains("\nclocks in UTC do not change after "))
    for (arguments, message) in [
      (["--zone", "Europe/Lodnon"], "did you mean `Europe/London`?"),
      (["--zone", "UTC", "--format", "json"], "`--zone` goes with `--format text`"),
    ] {
      let result = try Pace.run(["lint", path] + arguments)
      #expect(result.status == 2)
      #expect(result.remarks.contains(message))
    }
  }

  @Test func `a finding can be explained by its code`() throws {
    let result = try Pace.run("lint", "--explain", "unused-param")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("unused-param"))
    let wrong = try Pace.run("lint", "--explain", "unused-parm")
    #expect(wrong.status == 2)
    #expect(wrong.remarks.contains("did you mean `unused-param`?"))
  }

  @Test func `an error's page shows the way out, and its lines fit`() throws {
    let words = ["lint", "--explain", "E0701"]
    let page = try Pace.run(words).output
    #expect(page.contains("\nAccepted:\n\n    rule apart { when count(large, after small) >= 1, "), "\(page)")
    let narrow = try Pace.run(words, environment: ["COLUMNS": "60"]).output
    for (text, width) in [(page, 110), (narrow, 60)] {
      let prose = text.split(separator: "\n").filter { !$0.hasPrefix(" ") }
      #expect(prose.allSatisfy { $0.count <= width }, "\(text)")
    }
    func joined(_ text: String) -> String { text.split { $0.isWhitespace }.joined(separator: " ") }
    #expect(joined(page) == joined(narrow))
    let example = page.split(separator: "\n").filter { $0.hasPrefix(" ") }
    #expect(example == narrow.split(separator: "\n").filter { $0.hasPrefix(" ") })
  }

  @Test func `SARIF names each code once, with places in code points and the edits`() throws {
    let scratch = try Scratch()
    try scratch.write(
      "wrong.pace", Self.wrong + "# ü\n" + "rule more { on entry, emit note \"Sü\", sverity 1 }\n")
    let result = try Pace.run(["lint", "wrong.pace", "--format", "sarif"], folder: scratch.folder)
    #expect(result.status == 1)
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(run["columnKind"] as? String == "unicodeCodePoints")
    #expect(results.count >= 1)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      let location = try #require(
        (result["locations"] as? [[String: [String: Any]]])?.first?["physicalLocation"])
      #expect(location["artifactLocation"] as? [String: String] == ["uri": "wrong.pace"])
    }
    let misspelt = try #require(results.first { ($0["ruleId"] as? String) == "E0202" })
    let place = (misspelt["locations"] as? [[String: [String: Any]]])?.first?["physicalLocation"]
    let region = try #require(place?["region"] as? [String: Int])
    #expect(region == ["startLine": 4, "startColumn": 39, "endLine": 4, "endColumn": 46])
    let json = try Pace.run(["lint", "wrong.pace", "--format", "json"], folder: scratch.folder)
    let columns = #""line":4,"column":39,"end_line":4,"end_column":46"#
    #expect(json.output.components(separatedBy: columns).count == 3, "the finding and its edit")
    let fix = try #require(
      (misspelt["fixes"] as? [[String: Any]])?.first?["artifactChanges"] as? [[String: Any]])
    let replacement = try #require((fix.first?["replacements"] as? [[String: Any]])?.first)
    #expect(replacement["insertedContent"] as? [String: String] == ["text": "severity"])
  }

  @Test func `a rule that depends on the zone is told the one in which its times are read`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject session { }
      event cup of session { }
      rule late { on cup, when clock in 22:00 to 07:00, emit note "Late." }
      """)
    let path = scratch.path("log.db")
    let made = try Pace.run("init", pack, "--db", path, "--zone", "Asia/Tokyo", "--now", "2026-11-20T20:00")
    #expect(made.status == 0, "\(made)")
    for (words, zone) in [
      (["--db", path], "Asia/Tokyo"), (["--db", path, "--zone", "Europe/London"], "Europe/London"),
      (["--zone", "Europe/London"], "Europe/London"),
    ] {
      let result = try Pace.run(["lint", pack] + words)
      let note = "depends on the time zone, and the rules set none: here times are read in \(zone)\n"
      #expect(result.output.contains(note), "\(result)")
    }
    #expect(try Pace.run("lint", pack).output.contains("and none is set: times are read in UTC\n"))
  }

  @Test func `a shipped pack that is sound gives an empty SARIF log`() throws {
    let result = try Pace.run("lint", "take-care", "--format", "sarif")
    #expect(result.status == 0)
    #expect(result.output.contains(#""rules":[]"#))
    #expect(result.output.hasSuffix(#""results":[]}]}"# + "\n"))
  }

  @Test func `GitHub annotations carry place, code, message and help on one line`() throws {
    let scratch = try Scratch()
    try scratch.write("wrong.pace", Self.wrong + "\n")
    let result = try Pace.run(["lint", "wrong.pace", "--format", "github"], folder: scratch.folder)
    #expect(result.status == 1)
    #expect(
      result.output == """
        ::error file=wrong.pace,line=3,endLine=3,col=16,endColumn=21,title=E0305::\
        no stream is called `entri`; expected an event, a kind or a stream of them%0Adid you mean `entry`?

        """)
  }

  @Test func `in GitHub annotations marks that end a place are escaped in it`() throws {
    let scratch = try Scratch()
    try scratch.write("a,b:c%d.pace", Self.wrong + "\n")
    let result = try Pace.run(["lint", "a,b:c%d.pace", "--format", "github"], folder: scratch.folder)
    #expect(result.output.hasPrefix("::error file=a%2Cb%3Ac%25d.pace,line=3,"), "\(result)")
  }

  @Test func `a program that does not check stops every command that needs one`() throws {
    let scratch = try Scratch()
    try scratch.write("wrong.pace", Self.wrong + "\n")
    for words in [["eval", "--db", "x.db"], ["explain", "--db", "x.db"], ["presets"], ["graph"], ["test"]] {
      let result = try Pace.run([words[0], "wrong.pace"] + words.dropFirst(), folder: scratch.folder)
      #expect(result.status == 2)
      #expect(result.remarks.contains("wrong.pace:3:"))
      #expect(result.remarks.contains("`entri`"))
    }
  }
}
