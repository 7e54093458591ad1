import Foundation
import PaceOracle
import Testing

/// That what commands say of a log's past is what it holds, in each format and by each clock.
struct `What is said of the past` {
  private static let sips = """
    subject session { ends after 60 min without sip }
    event sip of session { ml: number = 100 }
    define drunk = sum(sip.ml) "Drunk"
    define twice = drunk * 1000000 "Twice"
    rule r {
      on sip
      when twice >= 300
      emit warning "enough"
    }
    """

  /// A pack, and a table of its event `sip`.
  private struct Sips {
    let scratch: Scratch
    let pack: String
    let table: String

    /// - Parameter rows: what stands in each row after its id.
    init(_ rows: String..., pack: String = `What is said of the past`.sips) throws {
      try self.init(rows, pack: pack)
    }

    init(_ rows: [String], pack: String) throws {
      scratch = try Scratch()
      self.pack = try Scratch.pack(scratch, pack)
      let lines = rows.enumerated().map { "\($0),\($1)\n" }.joined()
      table = try scratch.write("sip.csv", "id,session,at,ml\n\(lines)").path
    }

    func run(_ command: String, _ more: String...) throws -> RunResult {
      try Pace.run([command, pack, "--db", table] + more)
    }
  }

  // MARK: Sums

  @Test func `status adds up no field of which each value replaces the one before`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person { target: number = 10 }
      event sip of person { ml: number = 3 }
      event retarget of person { wanted: number }
      define goal = latest(retarget.wanted) else target "Goal"
      """)
    let log = try KeptLog(pack)
    for (minute, words) in [
      ("01", ["retarget", "wanted=4"]), ("02", ["retarget", "wanted=5"]), ("03", ["sip"]),
    ] {
      #expect(try log.run("log", words, now: "2026-11-20T21:\(minute)").status == 0)
    }
    for more in [[], ["--derive"]] {
      let text = try log.run("status", more, now: "2026-11-20T22:00").output
      #expect(text.contains("today          1 sip · ml 3\ntoday          2 retargets\n"), "\(text)")
      let json = try log.run("status", more + ["--format", "json"], now: "2026-11-20T22:00").output
      #expect(json.contains(#""retarget":{"rows":2,"kinds":{"retarget":2},"sums":{}}"#), "\(json)")
    }
  }

  @Test func `an overflow is told as eval tells it`() throws {
    let log = try Sips(
      "a,1792886400000,5000000000000", "a,1792888200000,5000000000000", "a,1792891800000,1")
    let now = "2026-10-25T01:31"
    let rest = "does not fit in a number for a; it counts as unknown\n"
    let remark = "r: `drunk * 1000000` \(rest)"
    for command in ["eval", "show", "insights", "history", "status"] {
      let words = command == "eval" ? [] : ["--now", now]
      let result = try Pace.run([command, log.pack, "--db", log.table] + words)
      let figures = ["eval", "history"].contains(command) ? [] : ["Drunk", "Twice"]
      #expect(
        result.remarks == remark + figures.map { "\($0): `sum(sip.ml)` \(rest)" }.joined(), "\(command)")
    }
    let status = try log.run("status", "--now", now).output
    #expect(status.contains("today     3 sips · ml unknown\n"), "\(status)")
    let json = try log.run("status", "--now", now, "--format", "json").output
    #expect(json.contains(#""sums":{"ml":null}"#), "\(json)")
  }

  @Test func `status of a log that pace keeps tells an overflow too`() throws {
    let scratch = try Scratch()
    let log = try KeptLog(try Scratch.pack(scratch, Self.sips))
    for minute in ["01", "02"] {
      _ = try log.run("log", "sip", "ml=5000000000000", now: "2026-11-20T21:\(minute)")
    }
    let result = try log.run("status", now: "2026-11-20T21:10")
    #expect(result.output.contains("today     2 sips · ml unknown\n"), "\(result)")
    #expect(result.remarks.hasPrefix("Drunk: `sum(sip.ml)` does not fit in a number for "), "\(result)")
  }

  @Test func `columns of groups have names of their own`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject session { sort: text }
      event sip of session { ml: number = 100 }
      define drunk = sum(sip.ml) "Drunk"
      """)
    let path = scratch.path("log.db")
    try Night.execute(
      """
      CREATE TABLE session(id TEXT, sort TEXT);
      INSERT INTO session VALUES ('a', ''), ('b', 'x'), ('c', NULL);
      CREATE TABLE sip(id TEXT, session TEXT, at INTEGER, ml REAL);
      INSERT INTO sip VALUES (1, 'a', 1792886400000, 1), (2, 'b', 1792886400000, 2), (3, 'c', 1792886400000, 3);
      """, in: path)
    let result = try Pace.run(
      "insights", pack, "--db", path, "--roll-up", "sort", "--figure", "drunk", "--format", "csv")
    let lines = result.output.split(separator: "\n")
    #expect(lines.first?.hasSuffix(",group:,group:x,without:sort") == true, "\(result)")
    #expect(lines.last?.hasSuffix(",1,2,3") == true, "\(result)")
  }

  // MARK: Formats

  @Test func `the page names changes and later notices as the text does`() throws {
    let log = try Sips(
      "a,1792800000000,100", "b,1792886400000,400", "c,1792971000000,100",
      pack: Self.sips.replacing("on sip\n  when twice >= 300", with: "when since(sip) >= 50 min"))
    let words = ["--from", "2026-10-25", "--now", "2026-10-26T12:00"]
    func insights(_ format: String, _ more: [String] = words) throws -> String {
      try Pace.run(["insights", log.pack, "--db", log.table, "--format", format] + more).output
    }
    let text = try insights("text")
    #expect(text.contains("against the 1 day before: rows +100 % · ml +400 % · warning 0 %\n"), "\(text)")
    #expect(text.contains("1 later notice left out, see --to\n"), "\(text)")
    let page = try insights("html").replacing("\u{A0}", with: " ")
    #expect(page.contains("<b>+100 %</b>"), "\(page)")
    #expect(page.contains("against the 1 day before: ml +400 % · warning 0 %<"), "\(page)")
    #expect(page.contains(">1 later notice left out<"), "\(page)")
  }

  @Test func `a table of many figures is as wide as the terminal`() throws {
    let figures = (1...12).map { "define figure_of_number_\($0) = sum(sip.ml) * \($0) \"Figure \($0)\"" }
    let log = try Sips("a,1792886400000,1", pack: Self.sips + "\n" + figures.joined(separator: "\n"))
    for command in ["insights", "show", "history", "status"] {
      let words = [command, log.pack, "--db", log.table, "--now", "2026-10-25T00:30"]
      let text = try Pace.run(words, environment: ["COLUMNS": "80"]).output
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
      #expect(command == "history" || text.contains("Figure 12 "), "\(text)")
    }
  }

  @Test func `the columns of a long time name its years`() throws {
    let log = try Sips(
      (0..<60).map { "a,\(1_764_547_200_000 + $0 * 2 * 86_400_000),\(100 + $0)" },
      pack: """
        subject person { goal: number = 3 }
        event sip of person { ml: number = 100 }
        scale s = low < high
        rule r {
          when count(sip, last 6 h) >= 1
          raise s to high
        }
        """)
    let page = try log.run("show", "--now", "2026-04-01", "--format", "html").output
    #expect(page.contains("share of each 3 days"), "\(page.prefix(9000))")
    #expect(page.contains(/class="tick[^"]*"[^>]*>2026</), "\(page.prefix(9000))")
  }

  // MARK: Clocks

  @Test func `hours name the changes of clocks`() throws {
    let autumn = try Sips("a,1792886400000,1", "a,1792888200000,1", "a,1792891800000,1")
    let words = ["--by", "hour", "--zone", "Europe/Berlin"]
    func insights(_ log: Sips, _ format: String) throws -> String {
      try Pace.run(["insights", log.pack, "--db", log.table, "--format", format] + words).output
    }
    let twice = "hours are those of clocks, which show 02:00 to 03:00 twice on 2026-10-25"
    #expect(try insights(autumn, "text").contains("\n\(twice)\n"))
    #expect(try insights(autumn, "html").replacing("\u{A0}", with: " ").contains(twice))
    let change =
      #""clock_changes":[{"at_ms":1792890000000,"offset_ms_before":7200000,"offset_ms_after":3600000}]"#
    #expect(try insights(autumn, "json").contains(change))
    let both = try Sips("a,1774740600000,1", "b,1792886400000,1")
    let skips =
      "hours are those of clocks, which skip 02:00 to 03:00 on 2026-03-29 and show 02:00 to 03:00 twice on 2026-10-25"
    #expect(try insights(both, "text").contains("\n\(skips)\n"))
    let winter = try Sips("a,1764000000000,1")
    #expect(!(try insights(winter, "text").contains("hours are")))
  }

  @Test func `an hour that is half there counts as one with a subject`() throws {
    // On Lord Howe Island clocks went from 02:00 to 02:30.
    let log = try Sips("a,1759590900000,1", "a,1759593900000,1")
    let text = try log.run(
      "insights", "--by", "hour", "--zone", "Australia/Lord_Howe", "--now", "2025-10-05T12:00"
    )
    .output
    #expect(text.contains("fewest rows among hours with a session: 02:00, 0"), "\(text)")
  }

  @Test func `days before the year 1 and after 9999 are dates`() throws {
    let first = try Sips("a,-62135596800000,1", "a,-62135596799000,1")
    let words = ["--zone", "America/New_York"]
    func run(_ log: Sips, _ command: String, _ more: String...) throws -> String {
      try Pace.run([command, log.pack, "--db", log.table] + words + more).output
    }
    #expect(try run(first, "eval").hasPrefix("Sunday 31 December 0000, times in"))
    #expect(try run(first, "history").contains("0000-12-31 19:00"))
    #expect(try run(first, "insights").contains("\n0000-12-31     2  "))
    #expect(try run(first, "insights", "--by", "month").contains("\n0000-12     2  "))
    #expect(try run(first, "insights", "--by", "year").contains("\n0000     2  "))
    let last = try Sips("a,253402300790000,1")
    let end = try Pace.run(
      "insights", last.pack, "--db", last.table, "--zone", "Asia/Tokyo", "--by", "month", "--now",
      "253402300799000")
    #expect(end.output.contains("\n10000-01     1  "), "\(end)")
  }

  @Test(
    "A time that clocks skip is refused",
    arguments: cases([
      ("eval", "from"), ("eval", "to"), ("eval", "until"), ("explain", "at"), ("explain", "until"),
      ("show", "from"), ("show", "to"), ("show", "now"), ("insights", "from"), ("insights", "to"),
      ("history", "from"), ("history", "to"), ("export", "from"), ("export", "to"), ("status", "at"),
      ("status", "now"), ("audit", "until"),
    ]))
  func skipped(given: Case<(String, String)>) throws {
    let log = try Sips("a,1774740600000,1", "a,1774744200000,1")
    let result = try log.run(
      given.value.0, "--\(given.value.1)", "2026-03-29T02:30", "--zone", "Europe/Berlin")
    #expect(result.status == 2)
    let reason =
      "expected a time that clocks in Europe/Berlin show; they skip what lies from 02:00 to 03:00 on 2026-03-29"
    #expect(result.remarks.hasPrefix("error: `--\(given.value.1) 2026-03-29T02:30`: \(reason)\n"))
  }

  @Test(
    "A time that clocks show twice is explained",
    arguments: cases([
      ("eval", "from"), ("eval", "until"), ("explain", "at"), ("show", "to"), ("insights", "from"),
      ("history", "to"), ("export", "from"), ("status", "at"),
    ]))
  func repeated(given: Case<(String, String)>) throws {
    let log = try Sips("a,1792886400000,1", "a,1792888200000,1")
    let result = try log.run(
      given.value.0, "--\(given.value.1)", "2026-10-25T02:30", "--zone", "Europe/Berlin")
    #expect(result.status == 0)
    let note =
      "clocks show `--\(given.value.1) 2026-10-25T02:30` twice, as they go back; it counts as the first, "
      + "and an offset such as `+01:00` would say which is meant\n"
    #expect(result.remarks.contains(note), "\(result.remarks)")
  }

  // MARK: Subjects to come

  @Test func `a subject that starts later is not open`() throws {
    let scratch = try Scratch()
    let log = try KeptLog(
      try Scratch.pack(scratch, "subject night { goal: number = 3 }\nevent sip of night { ml: number = 1 }"))
    let start = ["--at", "9000-01-01T12:00", "--subject", "f1", "--force"]
    #expect(try log.run("start", start, now: "2026-11-20T21:00").status == 0)
    let status = try log.run("status", "--subject", "f1", now: "2026-11-20T22:00").output
    #expect(status.contains("night f1 starts at 12:00:00 on 1 January 9000\n"), "\(status)")
    let json = try log.run("status", "--subject", "f1", "--format", "json", now: "2026-11-20T22:00").output
    #expect(json.hasPrefix(#"{"open":false,"subject":null,"starts_at_ms":221845435200000,"#), "\(json)")
    func run(_ command: String, _ more: String...) throws -> String {
      try Pace.run([command, log.pack, "--db", log.path] + more).output
    }
    #expect(try run("history").contains(/\nf1 +9000-01-01 12:00 +not started +0\n/))
    #expect(try run("history", "--open").hasSuffix("\nno nights\n"))
    #expect(try run("history", "--ended").hasSuffix("\nno nights\n"))
    #expect(try run("history", "--format", "json").contains(#""open":false"#))
    #expect(try run("history", "--format", "csv").contains("\nf1,221845435200000,,,no,"))
    #expect(try run("show").contains("not started"))
    #expect(try run("show", "--format", "html").contains("<b>not started</b>"))
    #expect(try run("insights", "--to", "9000-01-02").contains("\n0 nights"))
  }
}
