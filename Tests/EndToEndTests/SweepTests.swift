import Foundation
import PaceOracle
import Testing

struct `Sweeping a parameter` {
  private func friday(_ words: String...) throws -> RunResult {
    let scratch = try Scratch()
    let database = try Night.friday(in: scratch)
    return try Pace.run(["sweep", "take-care", "--db", database] + words)
  }

  @Test func `a table shows every value with its presets, jumps and flat stretches`() throws {
    let result = try friday("--param", "rapid_window=7..12 min")
    #expect(result.status == 0)
    #expect(result.remarks == "")
    try Golden.check(result.output, "sweep-rapid-window.txt")
  }

  @Test func `the time in each level is left out on request, and where it takes long`() throws {
    let heading = "time in each level of pace"
    let axis = "fast_pace_units=0.5..10/0.025"
    #expect(try !friday("--param", "rapid_window=7..12 min", "--no-levels").output.contains(heading))
    let scratch = try Scratch()
    let log = scratch.path("many.db")
    #expect(try Pace.run("sample", "take-care", "--db", log, "--subjects", "400", "--seed", "1").status == 0)
    let long = try Pace.run("sweep", "take-care", "--db", log, "--param", axis)
    #expect(long.status == 0)
    #expect(!long.output.contains(heading))
    #expect(
      long.remarks.contains(
        "the time in each level is left out, as it takes long on so many rows; `--levels` gives it"))
    let one = try Pace.run("sweep", "take-care", "--db", log, "--param", axis, "--subject", "s001")
    #expect(one.status == 0)
    #expect(one.output.contains(heading) && one.remarks == "")
  }

  @Test func `a clock time for --until is of each subject's own night, as in eval`() throws {
    let scratch = try Scratch()
    let log = scratch.path("nights.db")
    #expect(try Pace.run("sample", "take-care", "--db", log, "--subjects", "20", "--seed", "3").status == 0)
    for until in ["22:00", "23:30"] {
      let words = ["take-care", "--db", log, "--until", until, "--preset", "balanced"]
      let swept = try Pace.run(
        ["sweep"] + words + ["--param", "fast_pace_units=1..2/1", "--format", "json", "--no-levels"])
      for (index, units) in ["1", "2"].enumerated() {
        let set = ["--set", "fast_pace_units=\(units)"]
        let told = try Pace.run(["eval"] + words + set + ["--format", "jsonl"])
        let values = try JSONSerialization.jsonObject(with: Data(swept.output.utf8)) as? [String: Any]
        let points = try #require(values?["values"] as? [[String: Any]])
        let count = try #require(points[index]["notices"] as? Int)
        #expect(count == told.output.split(separator: "\n").count)
        #expect(count > 0)
      }
    }
  }

  @Test func `two parameters make a grid`() throws {
    let result = try friday(
      "--param", "rapid_window=8..10 min/2 min", "--param", "fast_pace_units=2..4/1")
    #expect(result.status == 0)
    try Golden.check(result.output, "sweep-grid.txt")
  }

  @Test func `json has the counts of every rule for every value`() throws {
    let result = try friday("--param", "rapid_window=8..10 min", "--format", "json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let values = try #require(json["values"] as? [[String: Any]])
    #expect(
      values.map { $0["set"] as? [String: String] }
        == ["8 min", "9 min", "10 min"].map { ["rapid_window": $0] })
    #expect(values.map { ($0["firings"] as? [String: Int])?["rapid_repeat"] } == [0, 1, 1])
    #expect(values.map { ($0["subjects"] as? [String: Int])?["rapid_repeat"] } == [0, 1, 1])
  }

  @Test func `csv has a row for every value or, if asked, for every subject too`() throws {
    let plain = try friday("--param", "rapid_window=8..9 min", "--format", "csv")
    let rows = plain.output.split(separator: "\n").map { $0.split(separator: ",") }
    #expect(rows.count == 3)
    #expect(rows.map { $0[0] } == ["rapid_window", "8 min", "9 min"])
    #expect(Set(rows.map(\.count)).count == 1)
    let each = try friday("--param", "rapid_window=8..9 min", "--format", "csv", "--by-subject")
    #expect(each.output.contains("s1,9 min,540000,rapid_repeat,1\n"))
    #expect(!each.output.contains("s1,8 min,480000,rapid_repeat"))
  }

  @Test func `html stands by itself, with every element closed`() throws {
    let result = try friday("--param", "rapid_window=7..12 min", "--format", "html")
    #expect(result.output.hasPrefix("<!doctype html>"))
    for forbidden in ["http:", "https:", "<script", "src=", "@import", "url("] {
      #expect(!result.output.contains(forbidden), "\(forbidden)")
    }
    #expect(result.output.contains("prefers-color-scheme: dark"))
    for element in ["svg", "div", "table", "main", "ul", "details", "h2", "text"] {
      let opened = result.output.components(separatedBy: "<\(element)").count
      #expect(result.output.components(separatedBy: "</\(element)>").count == opened, "\(element)")
      #expect(opened > 1, "\(element)")
    }
  }

  @Test func `any notice is seen in a bar, however many there are at another value`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject visit { }
      event tap of visit { size: number = 1 }
      param most: number = 1 in 1 .. 2 step 1
      rule big { on tap, when latest(tap.size) >= most, emit note "Big." }
      """)
    let path = scratch.path("log.db")
    try Night.execute(
      """
      CREATE TABLE tap(id INTEGER PRIMARY KEY, visit TEXT, at INTEGER, size REAL);
      WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up LIMIT 2000)
        INSERT INTO tap SELECT n, 'v', \(Night.start) + n * 1000, 1 + (n = 7) FROM up;
      """, in: path)
    let table = try Pace.run("sweep", pack, "--db", path, "--param", "most").output
    let rows = table.split(separator: "\n").map { $0.split(separator: " ") }
    let (all, one) = (
      try #require(rows.first { $0.first == "1" && $0.count > 5 }), rows.first { $0.first == "2" }
    )
    #expect(all[2..<4] == ["2000", "████████████████"])
    #expect(one?[1..<5] == ["1", "▏", "1", "▏"], "\(table)")
  }

  @Test func `notices outside of every label are counted in every format`() throws {
    let scratch = try Scratch()
    try scratch.write("labels.csv", "s1,2026-11-20T21:08Z,2026-11-20T21:10Z,yes\n")
    let words = ["--labels", scratch.path("labels.csv"), "--param"]
    let database = try Night.friday(in: scratch)
    func sweep(_ more: String...) throws -> String {
      try Pace.run(["sweep", "take-care", "--db", database] + words + more).output
    }
    // Of the five notices two are at 21:09, which the label covers.
    #expect(try sweep("rapid_window=10..11 min", "--format", "csv").contains(",1,0,0,3,1,1,yes\n"))
    let table = try sweep("rapid_window=10..11 min")
    #expect(table.contains("caught  missed  false  unlabelled  recall"), "\(table)")
    #expect(table.contains(/10 min +balanced +1 +0 +0 +3 +100 %/), "\(table)")
    let sentence =
      "3 notices of the labelled sessions lie outside every label: nobody has said whether they were wanted."
    for axes in [
      ["rapid_window=10..11 min"], ["rapid_window=10..11 min", "--param", "shot_window=12..13 min"],
    ] {
      let page = try Pace.run(
        ["sweep", "take-care", "--db", database] + words + axes + ["--format", "html"]
      ).output
      #expect(page.contains(sentence))
      #expect(page.contains("<th>unlabelled</th>"))
    }
  }

  @Test func `no two levels of a scale are drawn alike`() throws {
    let scratch = try Scratch()
    for count in 2...7 {
      let levels = (0..<count).map { "l\($0)" }
      let rules = levels.enumerated().dropFirst().map { index, level in
        "rule r\(index) { when count(cup) >= \(index) * least\nraise s to \(level) }"
      }
      let pack = try Scratch.pack(
        scratch,
        """
        subject person {}
        event cup of person {}
        param least: number = 1 in 1 .. 2
        scale s = \(levels.joined(separator: " < "))
        \(rules.joined(separator: "\n"))
        """)
      let start = "{\"subject\":\"p\",\"attributes\":{\"started_at\":\(Night.start)}}\n"
      let input = (1...count).map {
        "{\"subject\":\"p\",\"at_ms\":\(Night.start + Int64($0) * 60_000),\"event\":\"cup\"}\n"
      }
      func sweep(_ format: String) throws -> RunResult {
        try Pace.run(
          ["sweep", pack, "--stdin", "--param", "least", "--levels", "--format", format],
          input: start + input.joined())
      }
      let table = try sweep("table")
      let marks = table.output.matches(of: /(.) l\d/).map(\.output.1)
      #expect(marks.count == count && Set(marks).count == count, "\(table.output)\(table.remarks)")
      let page = try sweep("html").output
      let colours = page.matches(of: /<i fill="(rgb[^"]*)" style="[^"]*" class="level"><\/i>l/).map(
        \.output.1)
      #expect(Set(colours).count == count, "\(colours)")
    }
  }

  @Test func `labels of subjects that the log has not are told with their lines`() throws {
    let scratch = try Scratch()
    let span = "2026-11-20T21:08Z,2026-11-20T21:10Z"
    try scratch.write(
      "labels.csv", "subject,from,to,wanted\ns1,\(span),no\nzz,\(span),yes\naa,\(span),no\nzz,\(span),yes\n")
    let labels = scratch.path("labels.csv")
    let all = try friday("--param", "rapid_window=8..9 min", "--labels", labels)
    #expect(all.status == 0)
    #expect(
      all.remarks.contains(
        """
        \(labels):3: the log has no session `zz`
        \(labels):4: the log has no session `aa`
        3 of 4 labels not judged: 2 sessions unknown

        """))
    let one = try friday("--param", "rapid_window=8..9 min", "--labels", labels, "--subject", "s1")
    #expect(!one.remarks.contains("the log has no session"))
  }

  @Test(arguments: [
    ("s1,1,2", "labels.csv:1: it has 3 fields; expected subject,from,to,wanted"),
    ("s1,1,2,maybe", "`1` is no instant"),
    ("s1,2026-11-20,2026-11-21,maybe", "`maybe` is neither yes nor no"),
    ("s1,2026-11-21,2026-11-20,yes", "`2026-11-20` is before `2026-11-21`"),
  ])
  func `a label that cannot be read is named with its line`(line: String, problem: String) throws {
    let scratch = try Scratch()
    try scratch.write("labels.csv", line + "\n")
    let result = try friday("--param", "rapid_window=8..9 min", "--labels", scratch.path("labels.csv"))
    #expect(result.status == 3)
    #expect(result.remarks.contains(problem))
  }

  @Test(
    arguments: cases([
      (["--param", "rapid_windw=1..2 min"], "did you mean `rapid_window`?"),
      (["--param", "rapid_window=1..99 min"], "expected values in 1 min .. 1 h, which `99 min` is not"),
      (["--param", "rapid_window=1..9 min", "--set", "rapid_window=2 min"], "cannot be given together"),
      (["--param", "rapid_window=1..9 min", "--preset", "all"], "expected one preset for a sweep"),
      (["--param", "rapid_window=1..9 min", "--by-subject"], "goes with `--format csv`"), ([], "is missing"),
    ]))
  func `wrong usage is named with its remedy`(given: Case<([String], String)>) throws {
    let (words, problem) = given.value
    let scratch = try Scratch()
    let result = try Pace.run(["sweep", "take-care", "--db", try Night.friday(in: scratch)] + words)
    #expect(result.status == 2)
    #expect(result.remarks.contains(problem))
  }

  @Test func `the chosen value is written into the preset and nothing else changes`() throws {
    let scratch = try Scratch()
    for name in ["rules/take-care.pace", "presets/take-care.pace"] {
      let text = try String(contentsOf: Pace.repository.appendingPathComponent(name), encoding: .utf8)
      try scratch.write(name, text)
    }
    let file = scratch.folder.appendingPathComponent("presets/take-care.pace")
    let old = try String(contentsOf: file, encoding: .utf8)
    let unclear = try Pace.run(
      ["sweep", "take-care", "--apply", "rapid_window=11 min"], folder: scratch.folder)
    #expect(unclear.status == 2)
    #expect(unclear.remarks.contains("`--preset balanced`"))
    #expect(try String(contentsOf: file, encoding: .utf8) == old)
    let result = try Pace.run(
      ["sweep", "take-care", "--apply", "rapid_window=11 min", "--preset", "balanced"], folder: scratch.folder
    )
    #expect(result.status == 0)
    #expect(result.remarks == "presets/take-care.pace:4: rapid_window 10 min → 11 min in preset balanced\n")
    let new = try String(contentsOf: file, encoding: .utf8)
    #expect(
      new
        == old.replacingOccurrences(
          of: "balanced { rapid_window = 10 min", with: "balanced { rapid_window = 11 min"))
    #expect(new != old)
    let between = try Pace.run(
      ["sweep", "take-care", "--apply", "rapid_window=11 min 30 s", "--preset", "balanced"],
      folder: scratch.folder)
    #expect(between.status == 0)
    #expect(
      between.remarks.hasSuffix(
        "note: 11 min 30 s is not on the grid of `rapid_window` (from 1 min in steps of 1 min); "
          + "a sweep without a step of its own does not try it\n"))
    let breaking = try Pace.run(
      ["sweep", "take-care", "--apply", "rapid_window=13 min", "--preset", "balanced"], folder: scratch.folder
    )
    #expect(breaking.status == 0)
    #expect(
      breaking.remarks.hasSuffix(
        "\nnote: this breaks balanced < strict for rapid_repeat, balanced < strict for pace; `pace prove` shows how\n"
      ),
      "\(breaking.remarks)")
  }

  @Test func `a map of two parameters outlines the presets`() throws {
    let result = try friday(
      "--param", "rapid_window=8..12 min", "--param", "fast_pace_units=1.5..3/0.5", "--format", "html")
    #expect(
      result.output.replacing("\u{A0}", with: " ").contains(
        "Outlined: <span><i class=\"mark\"></i>relaxed at 8 min, 3</span>"
          + " <span><i class=\"mark in-force\"></i>balanced (default) at 10 min, 2</span>"
          + " <span><i class=\"mark\"></i>strict at 12 min, 1.5</span>"))
    #expect(result.output.contains("<title>10 min, 2 (balanced): "))
    #expect(result.output.contains("fill=\"none\" class=\"preset in-force\""))
  }

  @Test func `presets that are not on the grid, and the default of a pack without presets, are told`() throws
  {
    for format in ["table", "html"] {
      let told = try friday("--param", "rapid_window=11..13 min", "--format", format).output
      let text = told.lowercased().replacing("\u{A0}", with: " ")
      #expect(text.contains("not tried: relaxed at 8 min · balanced (default) at 10 min"))
    }
    let given = try friday("--param", "rapid_window=11..13 min", "--preset", "relaxed").output
    #expect(given.contains("not tried: relaxed (given) at 8 min · balanced at 10 min"))
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.nth)
    let words = ["sweep", pack, "--stdin", "--param", "nth"]
    let table = try Pace.run(words, input: Self.cups).output
    #expect(table.contains(/2 +default\s/))
    let page = try Pace.run(words + ["--format", "html"], input: Self.cups).output
    #expect(page.contains("Lines: <span><i class=\"mark line in-force\"></i>default at 2<"))
    let off = try Pace.run(words.dropLast() + ["nth=3..5", "--format", "html"], input: Self.cups).output
    #expect(off.contains("Not tried: default at 2<"))
  }

  /// Speaks at one cup, whichever the parameter names: a greater value gives neither more notices nor fewer.
  private static let nth = """
    subject person {}
    event cup of person {}
    param nth: number = 2 in 1 .. 5
    rule r {
      on cup
      when count(cup) == nth
      emit note "!"
    }
    """

  private static let cups =
    "{\"subject\":\"p\",\"attributes\":{\"started_at\":\(Night.start)}}\n"
    + (1...4).map {
      "{\"subject\":\"p\",\"at_ms\":\(Night.start + Int64($0) * 60_000),\"event\":\"cup\"}\n"
    }.joined()

  /// The card of the best trade-offs where the cups with these numbers are wanted, and others are not.
  private func tradeOffs(wanted: [Int], unwanted: [Int]) throws -> String {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.nth)
    let labels = [(wanted, "yes"), (unwanted, "no")].flatMap { cups, word in
      cups.map { "p,\(Night.start + Int64($0) * 60_000 - 1),\(Night.start + Int64($0) * 60_000),\(word)\n" }
    }
    try scratch.write("labels.csv", labels.joined())
    let words = ["--stdin", "--param", "nth", "--labels", scratch.path("labels.csv"), "--format", "html"]
    let page = try Pace.run(["sweep", pack] + words, input: Self.cups).output
    let card = try #require(page.components(separatedBy: "The best trade-offs").dropFirst().first)
    return card.components(separatedBy: "</ol>")[0].replacing("\u{A0}", with: " ")
  }

  @Test func `values that do equally well are a range only where they are neighbours`() throws {
    let card = try tradeOffs(wanted: [1, 2, 4], unwanted: [3])
    #expect(card.contains("<li>1 … 2 or 4: 1 caught, 0 false</li>"))
    #expect(card.contains("class=\"best\""))
  }

  @Test func `where all values do the same there is a sentence and no chart`() throws {
    let card = try tradeOffs(wanted: [], unwanted: [1, 2, 3, 4])
    #expect(card.contains("<li>5: 0 caught, 0 false</li>"))
    #expect(try !tradeOffs(wanted: [], unwanted: [9]).contains("<svg"))
  }

  @Test
  func `the notices that subjects have are told to the last, and half of one where the middle two differ`()
    throws
  {
    let lines = [("a", 81), ("b", 82)].flatMap { person, cups in
      (1...cups).map {
        "{\"subject\":\"\(person)\",\"at_ms\":\(Night.start + Int64($0) * 60_000),\"event\":\"cup\"}\n"
      }
    }
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.nth.replacing("== nth", with: ">= nth"))
    let words = ["sweep", pack, "--stdin", "--param", "nth=1..2"]
    for (format, told) in [
      ("table", "81.5, 82\n"), ("json", "{\"median\":81.5,\"p90\":82}"), ("csv", ",2,81.5,82,"),
      ("html", "<td>81.5</td><td>82</td>"), ("html", "80.5 … 81.5"),
    ] {
      let output = try Pace.run(words + ["--format", format], input: lines.joined()).output
      #expect(output.contains(told), "\(output)")
    }
  }

  @Test func `a sweep takes the rule of a label too`() throws {
    let scratch = try Scratch()
    // At 21:09 rapid_repeat and hydration speak; of hydration nothing is wanted there.
    try scratch.write(
      "labels.csv",
      "subject,from,to,wanted,rule\ns1,2026-11-20T21:09Z,2026-11-20T21:09Z,yes,rapid_repeat\n"
        + "s1,2026-11-20T21:09Z,2026-11-20T21:09Z,no,fast_pace\n"
    )
    let result = try Pace.run(
      "sweep", "take-care", "--db", try Night.friday(in: scratch), "--labels", scratch.path("labels.csv"),
      "--param",
      "rapid_window=8..9 min", "--format", "csv")
    let rows = result.output.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).suffix(7).prefix(4).joined(separator: " ")
    }
    // No notice but rapid_repeat's at 21:09 has a label.
    #expect(rows.map { String($0.prefix(5)) } == ["0 1 0", "1 0 0"], "\(result.output)\(result.remarks)")
  }
}
