import Foundation
import Testing

/// `graph --at`: the graph with the values of an instant.
struct GraphInstantTests {
  private static let rules = """
    subject room { quiet_room: bool = no }
    event entry of room { }
    param most: number = 2 in 1 .. 9
    scale mood = calm < busy
    rule full {
      on entry
      when count(entry) >= most and not quiet_room or count(entry, last 1 min) > 7
      emit note "Full."
      raise mood to busy
      cooldown 15 min
    }
    policy note { limit 3 today }
    define notes_today = count(note, today) "Notes today"
    """
  private static let scenarios = """
    include "pack.pace"

    scenario "four" {
      start 2026-11-20 21:00
      at 21:00 entry
      at 21:05 entry
      at 21:09 entry
      at 21:30 entry
      until 22:00
      expect full at 21:05
    }
    """

  /// Runs `graph` on the scenario.
  private func graph(_ words: String...) throws -> RunResult {
    let scratch = try Scratch()
    try scratch.write("pack.pace", Self.rules + "\n")
    try scratch.write("pack.test.pace", Self.scenarios + "\n")
    return try Pace.run(["graph", "pack.pace", "--scenario", "four"] + words, folder: scratch.folder)
  }

  @Test func `text has the value behind each node, and a star before what decided`() throws {
    let result = try graph("--at", "21:05")
    #expect(result.status == 0, "\(result.remarks)")
    #expect(result.output.hasPrefix("room four on Friday 20 November 2026 at 21:05:00, times in UTC\n"))
    let lines = result.output.split(separator: "\n").map(String.init)
    for line in [
      "* entry: newest 21:05:00", "  entry, last 1 min: 1 row", "* most: 2", "* quiet_room: no",
      "* count(entry): 2", "* count(entry) >= most: yes", "* not quiet_room: yes",
      "* count(entry) >= most and not quiet_room: yes", "  count(entry, last 1 min) > 7: no",
      "* full: fired", "  * <- on: entry", "* mood: busy", "* note: given",
    ] {
      #expect(lines.contains(line), "\(line) in\n\(result.output)")
    }
  }

  @Test func `what counts the notice just given, and no rule had asked for, says so`() throws {
    for (at, counted) in [("21:05", ", with this"), ("21:09", "")] {
      let lines = try graph("--at", at).output.split(separator: "\n").map(String.init)
      for line in ["  note, today: 1 row\(counted)", "  notes_today = count(note, today): 1\(counted)"] {
        #expect(lines.contains(line), "\(line) in\n\(lines)")
      }
      let note = "values as the rules saw them, before the notices of this instant"
      for format in ["text", "svg", "dot", "mermaid"] {
        let isTold = try graph("--at", at, "--format", format).output.contains(note)
        #expect(isTold == !counted.isEmpty, "\(format) at \(at)")
      }
    }
    let json = try graph("--at", "21:05", "--format", "json").output
    #expect(json.components(separatedBy: #""counts_given":true"#).count == 3, "\(json)")
  }

  @Test(arguments: [(3, "21:00", "*"), (2, "21:00", " "), (3, "21:05", " ")])
  func `the condition of a stream decided where it let a row of the instant in`(
    size: Int, at: String, mark: String
  ) throws {
    let scratch = try Scratch()
    try scratch.write(
      "pack.pace",
      """
      subject room {}
      event entry of room { size: number = 1 }
      stream large = entry where size > 2
      rule crowd {
        on entry
        when count(large) < 9
        emit note "x"
      }

      """)
    try scratch.write(
      "pack.test.pace",
      """
      include "pack.pace"
      scenario "one" {
        start 2026-11-20 21:00
        at 21:00 entry { size = \(size) }
        at 21:05 entry
      }

      """)
    let result = try Pace.run(
      ["graph", "pack.pace", "--scenario", "one", "--at", at], folder: scratch.folder)
    let lines = result.output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("\(mark) size > 2") }, "\(result.output)\(result.remarks)")
    #expect(lines.contains { $0.hasPrefix("* large") } && lines.contains { $0.hasPrefix("* crowd: fired") })
  }

  /// Each rule reads the one before and feeds the notices, which are past all of them.
  @Test(.enabled(if: Pace.isRelease)) func `a chain of very many rules is not drawn`() throws {
    let scratch = try Scratch()
    let rules = (0..<1_500).map { index in
      let read = index == 0 ? "e" : "r\(index - 1)"
      return "rule r\(index) { on e, when count(\(read), last 10 min) >= 1, emit note \"So.\" }\n"
    }
    try scratch.write("chain.pace", "subject s { }\nevent e of s { }\n" + rules.joined())
    let picture = try Pace.run("graph", scratch.path("chain.pace"), "--format", "svg")
    #expect(picture.status == 1 && picture.output.isEmpty)
    #expect(picture.remarks.hasPrefix("error: this graph is too large to be drawn: its lines"), "\(picture)")
    #expect(picture.remarks.contains("draw what one rule depends on with --rule"), "\(picture)")
    #expect(try Pace.run("graph", scratch.path("chain.pace"), "--format", "json").status == 0)
  }

  @Test func `the title of a chart for Mermaid is a string of YAML, whatever the subject is called`() throws {
    let scratch = try Scratch()
    let path = scratch.path("log.db")
    let id = #"a\"b"#
    try Night.execute(Night.schema + Night.session(id) + Night.entries(id, prefix: "x"), in: path)
    let chart = try Pace.run(
      "graph", "take-care", "--db", path, "--at", "2026-11-20T21:09", "--format", "mermaid")
    #expect(chart.output.contains(##"title: "session a\\\"b on "##), "\(chart)")
  }

  @Test func `a rule that is held names its gate and when that opens`() throws {
    let text = try graph("--at", "21:09")
    #expect(text.output.contains("* full: held by cooldown 15 min until 21:20:00\n"), "\(text.output)")
    #expect(text.output.contains("  note: held back\n"))
    let json = try graph("--at", "21:09", "--format", "json")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any], "\(json.output)")
    #expect(object["subject"] as? String == "four" && object["at_ms"] as? Int == 1_795_208_940_000)
    let nodes = try #require(object["nodes"] as? [[String: Any]])
    let rule = try #require(nodes.first { $0["kind"] as? String == "rule" })
    #expect(rule["value"] as? String == "held" && rule["held_by"] as? String == "cooldown")
    #expect(rule["decided"] as? Bool == true && rule["opens_at_ms"] as? Int == 1_795_209_600_001)
    let count = try #require(nodes.first { $0["label"] as? String == "count(entry)" })
    #expect(count["value"] as? Int == 3 && count["held_by"] is NSNull)
    let edges = try #require(object["edges"] as? [[String: Any]])
    let given = edges.filter { $0["kind"] as? String == "effect" && $0["decided"] as? Bool == true }
    #expect(given.count == 1, "the state raises the level, and no notice is given")
  }

  @Test(arguments: [("dot", "class=decided"), ("mermaid", "classDef decided"), ("svg", "strong edge")])
  func `every format has it, and none without an instant`(format: String, mark: String) throws {
    let lit = try graph("--at", "21:09", "--format", format)
    #expect(lit.status == 0 && lit.output.contains(mark), "\(lit.output)")
    let words = lit.output.replacing("</text>", with: " ").replacing(/<[^>]*>/, with: "")
    #expect(words.contains("held by cooldown 15 min"))
    let plain = try Pace.run("graph", "take-care", "--format", format)
    #expect(!plain.output.contains(mark))
  }

  @Test func `the rule asked for is traced back though it said nothing`() throws {
    let all = try graph("--at", "21:00")
    #expect(all.output.contains("  full: idle") && !all.output.contains("* <-"))
    let one = try graph("--at", "21:00", "--rule", "full")
    for line in ["* full: idle", "* count(entry) >= most: no", "  not quiet_room: yes"] {
      #expect(one.output.contains(line + "\n"), "\(line) in\n\(one.output)")
    }
  }

  @Test func `a policy's gate stands at the kind of notice and at the rule`() throws {
    let scratch = try Scratch()
    let rules = """
      subject room { told: bool = no }
      event entry of room { }
      rule full { on entry, emit note "Full." }
      policy note { unless not told }
      """
    try scratch.write("p.pace", rules + "\nscenario \"a\" {\n  start 2026-11-20 21:00\n  at 21:05 entry\n}\n")
    let result = try Pace.run(
      "graph", "p.pace", "--scenario", "a", "--at", "21:05", folder: scratch.folder)
    #expect(
      result.output.contains("* full: held by policy unless not told\n"), "\(result.remarks)\(result.output)")
    #expect(result.output.contains("  * <- unless: not told\n"))
    #expect(result.output.contains("* told: no\n"))
  }

  @Test func `of several subjects one is asked for, and an ended one stands as at its end`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.rules)
    let path = scratch.path("log.db")
    let rows = (1...3).map { room in
      let at = 1_795_208_400_000 + Int64(room) * 60_000
      return """
        INSERT INTO room VALUES ('r\(room)', \(at), \(room == 1 ? String(at + 600_000) : "NULL"));
        INSERT INTO entry VALUES ('e\(room)', 'r\(room)', \(at));
        """
    }
    try Night.execute(
      """
      CREATE TABLE room(id TEXT PRIMARY KEY, started_at INTEGER, ended_at INTEGER);
      CREATE TABLE entry(id TEXT PRIMARY KEY, room TEXT, at INTEGER);
      \(rows.joined())
      """, in: path)
    let words = ["graph", pack, "--db", path, "--at", "2026-11-20T22:00"]
    let many = try Pace.run(words)
    #expect(many.status == 2 && many.output.isEmpty)
    #expect(
      many.remarks.contains("2 rooms may be meant; choose with --subject: `r2`, `r3`"), "\(many.remarks)")
    let one = try Pace.run(words + ["--subject", "r3"])
    #expect(one.status == 0 && one.output.contains("* count(entry) >= most") == false)
    #expect(one.output.hasPrefix("room r3 on Friday 20 November 2026 at 22:00:00"))
    let ended = try Pace.run(words + ["--subject", "r1"])
    #expect(ended.output.hasPrefix("room r1 on Friday 20 November 2026 at 21:11:00"), "\(ended.remarks)")
  }

  @Test func `an instant needs a log, a log an instant, and the instant a subject`() throws {
    let alone = try Pace.run("graph", "take-care", "--at", "21:05")
    #expect(alone.status == 2 && alone.remarks.contains("`--at` goes with `--db` or `--scenario`"))
    let timeless = try graph()
    #expect(timeless.status == 2 && timeless.remarks.contains("`--scenario` goes with `--at`"))
    for words in ["--preset strict", "--subject s1", "--given", "--set fast_pace_units=3"] {
      let whole = try Pace.run(["graph", "take-care"] + words.split(separator: " ").map(String.init))
      let option = words.prefix { $0 != " " }
      #expect(whole.status == 2 && whole.remarks.contains("`\(option)` goes with `--at`"), "\(whole)")
    }
    let early = try graph("--at", "2026-11-20T20:00")
    #expect(
      early.status == 2 && early.remarks.contains("expected an instant at or after the start of a room"))
  }

  @Test func `the newest row of a stream is one that counts`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject room { }
      event tap of room {
        debounce 60 s
        kind slow { debounce 5 min }
      }
      rule two { on tap, when count(tap) >= 2, emit note "Two." }
      """)
    // The second and the fourth come too soon after the one before.
    let rows = ["0,", "30,", "600,slow", "660,slow"].enumerated().map { index, row in
      let (seconds, kind) = (Int64(row.prefix { $0 != "," }) ?? 0, row.drop { $0 != "," }.dropFirst())
      return "\(index),r,\(Night.start + seconds * 1000),\(kind)\n"
    }
    try scratch.write("tap.csv", "id,room,at,kind\n" + rows.joined())
    let log = [pack, "--db", scratch.path("tap.csv")]
    for (at, newest) in [("21:00:40", "21:00:00"), ("21:10:30", "21:10:00"), ("21:11:00", "21:10:00")] {
      let instant = "2026-11-20T\(at)"
      let graph = try Pace.run(["graph"] + log + ["--at", instant]).output
      #expect(graph.contains("\n  tap: newest \(newest)\n"), "\(graph)")
      let status = try Pace.run(["status"] + log + ["--at", instant]).output
      #expect(status.contains(" \(newest), "), "\(status)")
    }
  }
}
