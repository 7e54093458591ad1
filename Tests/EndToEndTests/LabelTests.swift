import Foundation
import Testing

/// `pace label`, driven as a person would: by keys on a terminal.
@Suite(.waitsAside, .enabled(if: TypedPace.isPossible)) struct `Labelling on a terminal` {
  /// Two sessions: a beer at 21:00 and 21:09 and a cocktail at 21:31, and a beer at 21:00 and 21:11.
  private static func nights(in scratch: Scratch) throws -> String {
    let path = try Night.friday(in: scratch)
    try Night.execute(
      Night.session("s2") + Night.drink("d", "s2", minute: 0, "beer")
        + Night.drink("e", "s2", minute: 11, "beer"),
      in: path)
    return path
  }

  /// With `rapid_window` at 10 min the rule speaks at 21:09 in s1; with a longer one at 21:31, and at 21:11 in s2.
  private static func words(_ scratch: Scratch, _ more: String...) throws -> [String] {
    let path = scratch.path("friday.db")
    let log = FileManager.default.fileExists(atPath: path) ? path : try nights(in: scratch)
    return ["label", "take-care", "--db", log, "--out", scratch.path("labels.csv"), "--rule", "rapid_repeat"]
      + more
  }

  private static let header = "subject,from,to,wanted,rule\n"
  private static func at2109(_ answer: String) -> String {
    "s1,2026-11-20T21:04:00.000Z,2026-11-20T21:14:00.000Z,\(answer),rapid_repeat\n"
  }
  private static func at2131(_ answer: String) -> String {
    "s1,2026-11-20T21:26:00.000Z,2026-11-20T21:36:00.000Z,\(answer),rapid_repeat\n"
  }
  private static func inS2(_ answer: String) -> String {
    "s2,2026-11-20T21:06:00.000Z,2026-11-20T21:16:00.000Z,\(answer),rapid_repeat\n"
  }

  /// The modes in which a run leaves the terminal.
  private static let usual: Set<Substring> = ["icanon", "echo"]

  // MARK: Keys

  @Test func `shows a night and its questions, and keeps each answer before the next`() throws {
    let scratch = try Scratch()
    let run = try TypedPace(try Self.words(scratch))
    let night = try run.reads("3 left that could change anything\n")
    for line in [
      "2 sessions, 3 questions whose answer could change which values are best\n",
      "session s1   Friday 20 November 2026, times in UTC   preset balanced\n",
      "  21:09         beer\n                  warning rapid_repeat  2 drinks in 10 min. Let this one last.\n",
      "\n21:09  rapid_repeat  warning: 2 drinks in 10 min. Let this one last.\n"
        + "  Alcohols in the last 10 min: 2, at least 2, where balanced calls it a rapid repeat.\n",
      "y yes · n no · s skip · u undo · q stop · ? why",
    ] { #expect(night.contains(line), "\(night)") }
    #expect(try scratch.read("labels.csv") == Self.header)
    run.type("y")
    let next = try run.reads("2 left that could change anything\n")
    #expect(next.hasPrefix("  → wanted\n\n21:31  rapid_repeat  no warning was given\n"), "\(next)")
    #expect(try scratch.read("labels.csv") == Self.header + Self.at2109("yes"))
    run.type("n")
    let other = try run.reads("1 left that could change anything\n")
    #expect(other.contains("  → not wanted\n\nsession s2   "), "\(other)")
    #expect(try scratch.read("labels.csv") == Self.header + Self.at2109("yes") + Self.at2131("no"))
    run.type("y")
    let end = try run.ends()
    #expect(end.shown.contains("3 answers kept in \(scratch.path("labels.csv")): 2 wanted, 1 not; 0 left"))
    #expect(
      end.shown.contains(
        "next: pace fit take-care --db \(scratch.path("friday.db")) --labels \(scratch.path("labels.csv"))"))
    #expect(end.status == 0 && end.modes.isSuperset(of: Self.usual))
    #expect(
      try scratch.read("labels.csv") == Self.header + Self.at2109("yes") + Self.at2131("no")
        + Self.inS2("yes"))
  }

  @Test func `takes answers and skips back, also of another night, and stops where it is told to`() throws {
    let scratch = try Scratch()
    let run = try TypedPace(try Self.words(scratch))
    try run.reads("3 left that could change anything\n")
    run.type("u")
    #expect(try run.reads("to undo\n") == "  there is nothing to undo\n")
    run.type("y")
    try run.reads("2 left that could change anything\n")
    run.type("s")
    #expect(try run.reads("1 left that could change anything\n").hasPrefix("  → skipped\n\nsession s2   "))
    run.type("u")
    #expect(try run.reads("2 left that could change anything\n").hasPrefix("  → undone\n\nsession s1   "))
    #expect(try scratch.read("labels.csv") == Self.header + Self.at2109("yes"))
    run.type("u")
    #expect(try run.reads("3 left that could change anything\n").hasPrefix("  → undone\n\n21:09  "))
    #expect(try scratch.read("labels.csv") == Self.header)
    // Keys may come faster than questions.
    run.type("nnu")
    #expect(try run.reads("→ undone\n").contains("\nsession s2   "))
    try run.reads("2 left that could change anything\n")
    run.type("q")
    let end = try run.ends()
    #expect(
      end.shown.contains("1 answer kept in ") && end.shown.contains(": 0 wanted, 1 not; 2 left that could"))
    #expect(end.status == 0 && end.modes.isSuperset(of: Self.usual))
    #expect(try scratch.read("labels.csv") == Self.header + Self.at2109("no"))
  }

  @Test func `explains on request, and helps with a line where a key means nothing`() throws {
    let scratch = try Scratch()
    let run = try TypedPace(try Self.words(scratch))
    try run.reads("3 left that could change anything\n")
    let help =
      "  y: a notice is wanted here · n: none is · s: skip · u: undo the last answer · q: stop · ?: why\n"
    // An arrow and an umlaut are one key each, of several bytes.
    for key in ["x", "Y", "\n", "\u{1B}[A", "ü"] {
      run.type(key)
      #expect(try run.reads("?: why\n") == help, "\(key.debugDescription)")
    }
    run.type("?")
    let why = try run.reads("3 left that could change anything\n")
    let explained = try Pace.run(
      "explain", "take-care", "--db", scratch.path("friday.db"), "--subject", "s1", "--at", "21:09", "--rule",
      "rapid_repeat", environment: ["COLUMNS": "100"])
    // All but the day above it.
    let lines = explained.output.split(separator: "\n").dropFirst().prefix { !$0.hasPrefix("others") }
    #expect(lines.count > 8 && lines.allSatisfy { why.contains("\n\($0)\n") }, "\(why)\n\(explained.output)")
    #expect(why.contains("\n21:09  rapid_repeat  warning: "), "the question is asked again")
    run.type("\u{4}")
    #expect(try run.ends().status == 0)
    #expect(try scratch.read("labels.csv") == Self.header)
  }

  @Test func `its help keeps every key in a narrow terminal`() throws {
    let scratch = try Scratch()
    let run = try TypedPace(try Self.words(scratch), columns: 60)
    try run.reads("3 left that could change anything\n")
    run.type("x")
    let help = try run.reads("?: why\n")
    #expect(help.contains("u: undo the last answer") && help.contains("q: stop"), "\(help)")
    let lines: [Substring] = help.split(separator: "\n")
    #expect(lines.suffix(2).allSatisfy { $0.count <= 60 }, "\(help)")
    run.type("q")
    #expect(try run.ends().status == 0)
  }

  @Test func `is drawn at the width that the terminal has at each question`() throws {
    let scratch = try Scratch()
    let run = try TypedPace(try Self.words(scratch), columns: 120)
    func widest(_ shown: String) -> Int { shown.split(separator: "\n").map(\.count).max() ?? 0 }
    let wide = try run.reads("3 left that could change anything\n")
    #expect(widest(wide) > 80)
    run.resize(columns: 44)
    run.type("s")
    let narrow = try run.reads("s skip · u undo\nq stop · ? why\n")
    #expect(widest(narrow) <= 44, "\(narrow)")
    run.type("s")
    let night = try run.reads("s skip · u undo\nq stop · ? why\n")
    #expect(widest(night) == 44 && night.contains("session s2   Friday 20 November 2026, times…"), "\(night)")
    run.resize(columns: 120)
    run.type("u")
    #expect(widest(try run.reads("2 left that could change anything\n")) > 80)
    run.type("q")
    #expect(try run.ends().status == 0)
  }

  // MARK: Signals

  @Test func `Ctrl-C and SIGTERM end it with the terminal as it was and every answer kept`() throws {
    for (isKey, status) in [(true, 130), (false, 143)] as [(Bool, Int32)] {
      let scratch = try Scratch()
      let run = try TypedPace(try Self.words(scratch))
      try run.reads("3 left that could change anything\n")
      run.type("y")
      try run.reads("2 left that could change anything\n")
      while !run.isRaw { sched_yield() }
      if isKey { run.type("\u{3}") } else { run.send(SIGTERM) }
      let end = try run.ends()
      #expect(end.status == status && end.modes.isSuperset(of: Self.usual), "\(end)")
      #expect(try scratch.read("labels.csv") == Self.header + Self.at2109("yes"))
    }
  }

  @Test func `Ctrl-Z stops it with the terminal as it was, and it goes on with the question`() throws {
    let scratch = try Scratch()
    let run = try TypedPace(try Self.words(scratch))
    try run.reads("3 left that could change anything\n")
    while !run.isRaw { sched_yield() }
    for _ in 0..<2 {
      run.type("\u{1A}")
      let stopped = try run.ends()
      #expect(stopped.status == 148 && stopped.modes.isSuperset(of: Self.usual), "\(stopped)")
      run.type("\n")
      #expect(try run.reads("3 left that could change anything\n").contains("\n21:09  rapid_repeat  "))
      while !run.isRaw { sched_yield() }
    }
    run.type("yq")
    let end = try run.ends()
    #expect(end.status == 0 && end.modes.isSuperset(of: Self.usual), "\(end)")
    #expect(try scratch.read("labels.csv") == Self.header + Self.at2109("yes"))
  }

  // MARK: The file

  @Test func `goes on where it stopped, and says so where nothing is left`() throws {
    let scratch = try Scratch()
    // The last line lacks its end.
    try scratch.write("labels.csv", Self.header + Self.at2109("yes") + Self.at2131("no").dropLast())
    let run = try TypedPace(try Self.words(scratch))
    #expect(try run.reads("1 left that could change anything\n").contains("session s2   "))
    run.type("y")
    let end = try run.ends()
    #expect(end.status == 0 && end.shown.contains("1 answer kept in "))
    let labels = Self.header + Self.at2109("yes") + Self.at2131("no") + Self.inS2("yes")
    #expect(try scratch.read("labels.csv") == labels)
    let again = try TypedPace(try Self.words(scratch)).ends()
    #expect(again.status == 0)
    #expect(again.shown.contains("nothing to ask: there is no notice and no near miss without an answer in "))
    #expect(try scratch.read("labels.csv") == labels)
    // What it wrote is what `sweep` reads.
    let swept = try Pace.run(
      "sweep", "take-care", "--db", scratch.path("friday.db"), "--labels", scratch.path("labels.csv"),
      "--rule",
      "rapid_repeat", "--param", "rapid_window=9..11 min", "--format", "csv")
    #expect(swept.status == 0 && swept.remarks.isEmpty, "\(swept.remarks)")
    let scores = swept.output.split(separator: "\n").dropFirst().map { $0.split(separator: ",").suffix(7) }
    #expect(
      scores.map { $0.prefix(3).joined(separator: ",") } == ["1,1,0", "1,1,0", "2,0,0"], "\(swept.output)")
  }

  @Test func `a full disk costs the answer that does not fit, and no other`() throws {
    let scratch = try Scratch()
    // Room for one row of 70 bytes in a file of 1,024, and for half of another.
    let filler = "other,2026-11-20T21:00Z,2026-11-20T21:01Z,no,rapid_repeat\n"
    let rows = String(repeating: filler, count: 15)
    let before =
      Self.header + String(repeating: "\n", count: 920 - Self.header.utf8.count - rows.utf8.count) + rows
    #expect(before.utf8.count == 920)
    try scratch.write("labels.csv", before)
    let run = try TypedPace(try Self.words(scratch), blocks: 2)
    try run.reads("3 left that could change anything\n")
    run.type("y")
    try run.reads("2 left that could change anything\n")
    run.type("y")
    let end = try run.ends()
    #expect(end.status == 3 && end.modes.isSuperset(of: Self.usual), "\(end)")
    #expect(
      end.shown.contains(
        "labels.csv: no space is left on the device, the last answer is not kept; those before it are\n"),
      "\(end.shown)")
    #expect(try scratch.read("labels.csv") == before + Self.at2109("yes"))
  }

  @Test func `answers have between their fields what the lines before them have`() throws {
    let scratch = try Scratch()
    let before = (Self.header + Self.inS2("no")).replacing(",", with: ";")
    try scratch.write("labels.csv", before)
    let run = try TypedPace(try Self.words(scratch))
    try run.reads("2 left that could change anything\n")
    run.type("y")
    try run.reads("left that could change anything\n")
    run.type("q")
    _ = try run.ends()
    #expect(try scratch.read("labels.csv") == before + Self.at2109("yes").replacing(",", with: ";"))
  }

  @Test func `a file that another program changes meanwhile is left to it`() throws {
    let scratch = try Scratch()
    let run = try TypedPace(try Self.words(scratch))
    try run.reads("3 left that could change anything\n")
    try scratch.write("labels.csv", Self.header + Self.inS2("no"))
    run.type("y")
    let end = try run.ends()
    #expect(end.status == 3)
    #expect(end.shown.contains("labels.csv was changed by another program, the last answer is not kept"))
    #expect(end.shown.contains("start `pace label` again: it goes on from what is there"))
    #expect(try scratch.read("labels.csv") == Self.header + Self.inS2("no"))
  }

  @Test func `a file of another form, or none, is refused before anything is asked`() throws {
    let scratch = try Scratch()
    let words = try Self.words(scratch)
    func refused(_ content: String, _ status: Int32, _ problem: String) throws {
      try scratch.write("labels.csv", content)
      let end = try TypedPace(words).ends()
      #expect(end.status == status && end.shown.contains(problem), "\(end.shown)")
      #expect(try scratch.read("labels.csv") == content)
    }
    try refused(
      "subject,from,to,wanted\n", 3, "labels.csv:1: it has no column for the rule that an answer is about")
    try refused("id,when\n", 3, "labels.csv:1: ")
    try refused(Self.header + "s1,x,y,yes,rapid_repeat\n", 3, "labels.csv:2: `x` is no instant")
    try refused(Self.header + Self.at2109("maybe"), 3, "labels.csv:2: `maybe` is neither yes nor no")
    for path in ["/dev/full", scratch.folder.path] {
      var words = words
      words[5] = path
      let end = try TypedPace(words).ends()
      #expect(end.status == 2 && end.shown.contains("expected a file that lines can be added to"), "\(end)")
    }
    var nowhere = words
    nowhere[5] = scratch.path("no/labels.csv")
    let end = try TypedPace(nowhere).ends()
    #expect(end.status == 3 && end.shown.contains("labels.csv cannot be written, so no answer could be kept"))
  }

  // MARK: What is shown

  @Test func `ids of a log have no power over the terminal, and are found again`() throws {
    let scratch = try Scratch()
    let path = scratch.path("friday.db")
    let id = "=a\u{1B}[2J \"b\",\u{7}"
    try Night.execute(Night.schema + Night.session(id) + Night.drink("a", id, minute: 0, "beer"), in: path)
    try Night.execute(Night.drink("b", id, minute: 9, "beer"), in: path)
    let run = try TypedPace(try Self.words(scratch))
    let shown = try run.reads("1 left that could change anything\n")
    #expect(
      !shown.contains("\u{1B}") && !shown.contains("\u{7}") && shown.contains(#"=a\u{1b}[2J "b""#), "\(shown)"
    )
    run.type("y")
    #expect(try run.ends().status == 0)
    #expect(try scratch.read("labels.csv").hasPrefix(Self.header + "\"=a\u{1B}[2J \"\"b\"\",\u{7}\",2026-"))
    #expect(try TypedPace(try Self.words(scratch)).ends().shown.contains("nothing to ask"))
  }

  @Test(arguments: [["--subjects", "1"], ["--subjects", "1", "--seed", "5"], ["--subject", "s2"]])
  func `asks about no more subjects than it is told to`(more: [String]) throws {
    let scratch = try Scratch()
    let run = try TypedPace(try Self.words(scratch) + more)
    try run.reads("1 session, ")
    run.type("sss")
    let end = try run.ends()
    let asked = ["session s1 ", "session s2 "].filter { end.shown.contains($0) }
    #expect(asked.count == 1 && (more[0] == "--subjects" || asked == ["session s2 "]), "\(end.shown)")
    #expect(end.status == 0 && end.shown.contains("0 answers kept in ") && !end.shown.contains("next: "))
  }

  @Test func `of a long night what is near the question is shown`() throws {
    let scratch = try Scratch()
    let path = scratch.path("friday.db")
    let rows = (0..<60).map { Night.drink("r\($0)", "s1", minute: Int64($0), "water") }.joined()
    try Night.execute(
      Night.schema + Night.session("s1") + rows + Night.drink("x", "s1", minute: 30, "beer")
        + Night.drink("y", "s1", minute: 38, "beer"), in: path)
    let run = try TypedPace(try Self.words(scratch))
    let shown = try run.reads("1 left that could change anything\n")
    // Ten lines before those of 21:38, which are two rows and a notice, and five after.
    let day = "  Friday 20 November 2026\n"
    #expect(shown.contains("preset balanced\n  … 29 before\n\(day)  21:29  water\n"), "\(shown)")
    #expect(shown.contains("  21:43  water\n  … 17 after\n\n21:38  rapid_repeat"), "\(shown)")
    run.type("q")
    #expect(try run.ends().status == 0)
  }
}

struct `Labelling without a terminal` {
  @Test func `is refused with the form of the file, which is not made`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let result = try Pace.run(
      "label", "take-care", "--db", path, "--out", scratch.path("labels.csv"), input: "yyy")
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(
      result.remarks.hasPrefix("error: `label` asks on a terminal, and standard input or output is none; "))
    #expect(result.remarks.contains("a CSV with the first line `subject,from,to,wanted,rule` and a line"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path("labels.csv")))
  }

  @Test func `says what is wrong with its words first`() throws {
    let scratch = try Scratch()
    let words = ["label", "take-care", "--db", try Night.friday(in: scratch)]
    func remarks(_ more: String...) throws -> String {
      let result = try Pace.run(words + more)
      #expect(result.status == 2)
      return result.remarks
    }
    #expect(try remarks().hasPrefix("error: `--out FILE` is missing\n"))
    let out = scratch.path("labels.csv")
    #expect(try remarks("--out", out, "--rule", "rapid").contains("there is no rule `rapid`"))
    #expect(try remarks("--out", out, "--subjects", "0").contains("expected a number from 1 on"))
    #expect(try remarks("--out", out, "--preset", "all").contains("expected one preset"))
    let pack = try Scratch.pack(
      scratch,
      """
      subject s {
      }
      event e of s {
      }
      scale pace = low < high
      rule quiet {
        when count(e) > 1
        raise pace to high
      }
      """)
    let silent = try Pace.run("label", pack, "--db", words[3], "--out", out, "--rule", "quiet")
    #expect(silent.status == 2 && silent.remarks.contains("expected a rule that gives notices"), "\(silent)")
  }
}
