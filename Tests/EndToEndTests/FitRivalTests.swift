import Foundation
import Testing

/// Beers at 21:00 and 21:09; a notice is wanted at the second. From 9 min on `rapid_window` holds both.
struct `Fitting parameters where a preset does better` {
  private func fit(
    _ words: [String], params: String = "rapid_window", labels: String = "", folder: URL = Pace.repository
  ) throws -> RunResult {
    let scratch = try Scratch()
    try scratch.write("labels.csv", "s1,2026-11-20T21:09Z,2026-11-20T21:09Z,yes,rapid_repeat\n" + labels)
    let database = try Night.friday(in: scratch)
    return try Pace.run(
      [
        "fit", "take-care", "--db", database, "--labels", scratch.path("labels.csv"), "--params", params,
      ]
        + words, folder: folder)
  }

  @Test func `a map names the presets that are not on it`() throws {
    let page = try fit(
      ["--param", "rapid_window=8..10 min/1 min", "--param", "fast_pace_units=2..3/1", "--format", "html"],
      params: "rapid_window,fast_pace_units")
    #expect(page.output.contains("relaxed at 8\u{A0}min, 3<"), "\(page.remarks)")
    #expect(page.output.contains("<p class=\"soft\">Not tried: strict at 12\u{A0}min, 1.5</p>"))
  }

  @Test func `the key of a map has its figures as the cells have them`() throws {
    let page = try fit(
      ["--param", "rapid_window=7..12 min", "--param", "fast_pace_units=1..5", "--format", "html"],
      params: "rapid_window,fast_pace_units", labels: "s1,2026-11-20T21:31Z,2026-11-20T21:31Z,no,fast_pace\n")
    let key = try #require(page.output.firstMatch(of: /<p class="legend key">(.*?)<\/p>/)).output.1
    let figures = key.matches(of: /<\/i>([0-9.]+)<\/span>/).map(\.output.1)
    let cells = Set(page.output.matches(of: /: ([0-9.]+)<\/title>/).map(\.output.1))
    #expect(figures.count > 2 && Set(figures) == cells, "\(figures) \(cells)")
  }

  @Test func `a label without a rule is of the rule that is judged`() throws {
    let result = try fit(
      ["--param", "rapid_window=8..10 min/1 min", "--rule", "nice_reset"],
      labels: "s1,2026-11-20T21:09Z,2026-11-20T21:09Z,yes,\n")
    #expect(
      result.output.contains("21:09: a notice of nice_reset is wanted, and none comes\n"), "\(result)")
    #expect(result.output.contains(" --at 2026-11-20T21:09:00.000Z --rule nice_reset\n"), "\(result)")
  }

  @Test func `a parameter without an order is left as it is, with no advice that fails`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s {}
      event e of s { place: text }
      param home: text = "a"
      param least: number = 2 in 1 .. 3 step 1
      rule r { on e, when latest(e.place) == home and count(e) >= least, emit x "r" }
      """)
    let at = "2026-11-20T21:00Z"
    try scratch.write("labels.csv", "s1,\(at),\(at),yes,r\n")
    let line = #"{"subject":"s1","event":"e","at":"\#(at)","place":"a"}"# + "\n"
    let result = try Pace.run(
      "fit", pack, "--stdin", "--labels", scratch.path("labels.csv"), "--format", "json", input: line)
    #expect(result.remarks.contains("`home` is left as it is, for its values have no order\n"), "\(result)")
    #expect((try json(result)["best"] as? [String: Any])?["score"] as? Double == 1)
  }

  private func json(_ result: RunResult) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  /// A folder with a pack of the repository, whose presets may be written.
  private func packCopy() throws -> Scratch {
    let scratch = try Scratch()
    for name in ["rules/take-care.pace", "presets/take-care.pace"] {
      try scratch.write(
        name, try String(contentsOf: Pace.repository.appendingPathComponent(name), encoding: .utf8))
    }
    return scratch
  }

  @Test func `values that do worse than the preset in force are not recommended, nor written`() throws {
    let scratch = try packCopy()
    let old = try scratch.read("presets/take-care.pace")
    func fit(_ words: String...) throws -> RunResult {
      try self.fit(["--param", "rapid_window=1..7 min/3 min"] + words, folder: scratch.folder)
    }
    let table = try fit()
    #expect(table.status == 0, "\(table.remarks)")
    #expect(
      table.output.contains(
        """
        preset balanced (F1 1, in force) and preset strict (F1 1) do better than every value that was \
        tried (F1 0 at best): keep the values of preset balanced
        not tried: rapid_window 10 min
        a grid that has them: --param 'rapid_window=1 min..10 min/3 min'

        """), "\(table.output)")
    #expect(!table.output.contains("recommended"), "\(table.output)")
    let better = try #require(json(fit("--format", "json"))["better"] as? [[String: Any]])
    #expect(better.map { $0["name"] as? String } == ["balanced", "strict"])
    #expect(better.map { $0["in_force"] as? Bool } == [true, false])
    #expect(better.map { $0["score"] as? Double } == [1, 1])
    let missing = try #require(better.map { $0["off_grid"] as? [[String: String]] }.last ?? nil)
    #expect(
      missing == [["name": "rapid_window", "value": "12 min", "param": "rapid_window=1 min..12 min/1 min"]])
    let page = try fit("--format", "html").output
    #expect(page.contains("keep the values of preset balanced</b>"))
    #expect(page.contains("not tried: rapid_window 10\u{A0}min; a grid that has them: <code>--param"))
    #expect(page.contains("best tried") && !page.contains("recommended"))
    let refused = try fit("--apply", "--preset", "balanced")
    #expect(refused.status == 1)
    #expect(
      refused.remarks.contains(
        "nothing was written, for preset balanced does better as it is: F1 1 against 0 (not tried: "
          + "rapid_window 10 min), and it would break relaxed < balanced for rapid_repeat, relaxed < balanced for "
          + "pace; `--force`"),
      "\(refused.remarks)")
    #expect(try scratch.read("presets/take-care.pace") == old)
    let forced = try fit("--apply", "--preset", "balanced", "--force")
    #expect(forced.status == 0, "\(forced.remarks)")
    #expect(try scratch.read("presets/take-care.pace") != old)
  }

  @Test func `a preset that does as well with values between those of the grid is left as it is`() throws {
    let scratch = try packCopy()
    let old = try scratch.read("presets/take-care.pace")
    func fit(_ words: String...) throws -> RunResult {
      try self.fit(["--param", "rapid_window=9..13 min/4 min"] + words, folder: scratch.folder)
    }
    let table = try fit().output
    let ties = "the recommended one of them is the nearest to preset balanced, which does as well"
    #expect(table.contains(ties), "\(table)")
    let kept = try fit("--apply", "--preset", "balanced")
    #expect(kept.status == 0, "\(kept.remarks)")
    #expect(
      kept.remarks.contains(
        "nothing was written, for preset balanced does as well as it is: F1 1 (not tried: "
          + "rapid_window 10 min); `--force` writes all the same"), "\(kept.remarks)")
    #expect(try scratch.read("presets/take-care.pace") == old)
    let forced = try fit("--apply", "--preset", "balanced", "--force")
    #expect(forced.remarks.contains("rapid_window 10 min → 9 min in preset balanced"), "\(forced.remarks)")
  }

  @Test func `a grid that holds the preset finds nothing better than it`() throws {
    let json = try json(
      fit(["--param", "rapid_window=1 min..10 min/3 min", "--format", "json"]))
    #expect((json["better"] as? [Any])?.isEmpty == true)
    #expect(
      (json["recommended"] as? [String: Any])?["set"] as? [String: String] == ["rapid_window": "10 min"])
  }
}
