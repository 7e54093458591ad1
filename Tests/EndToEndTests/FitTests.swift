import Foundation
import PaceOracle
import Testing

struct `Fitting parameters to labels` {
  /// Beers at 21:00 and 21:09 and a cocktail at 21:31, judged by labels.
  private func friday(_ labels: String, _ words: String...) throws -> RunResult {
    let scratch = try Scratch()
    try scratch.write("labels.csv", "subject,from,to,wanted,rule\n" + labels)
    let database = try Night.friday(in: scratch)
    return try Pace.run(
      ["fit", "take-care", "--db", database, "--labels", scratch.path("labels.csv")] + words)
  }

  private static let repeatWanted = "s1,2026-11-20T21:09Z,2026-11-20T21:09Z,yes,rapid_repeat\n"

  private func json(_ result: RunResult) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  private func sets(_ json: [String: Any], _ key: String) throws -> [[String: String]] {
    try #require(json[key] as? [[String: Any]]).compactMap { $0["set"] as? [String: String] }
  }

  /// Labels made by a hidden point: its notices are wanted, and other notices that some value gives are not.
  @Test(
    arguments: cases([
      ("take-care", ["rapid_window=8..12 min", "escalation_units=3..5", "shot_window=12..18 min/2 min"], 37),
      ("hydration", ["attention_after=40..80 min/20 min", "overdue_after=70..90 min/10 min"], 4),
      ("hydration-pace", ["notify_from=0..300/150", "overdue_share=0.1..0.3/0.1"], 4),
      (
        "nail-guard",
        ["mild_from=1..3", "moderate_from=2..4", "cluster_bites=2..4", "cluster_window=10..30 min/5 min"], 77
      ),
      ("activities", ["check_in_below=0..1/0.25"], 2),
      ("dose-window", ["opens=140..160 min", "near=215..235 min", "closes=230..250 min"], 61),
    ]))
  func `a hidden point is among the best`(given: Case<(String, [String], Int)>) throws {
    let (pack, axes, index) = given.value
    let scratch = try Scratch()
    let log = scratch.path("log.db")
    // A debug build takes a tenth of the subjects in the time.
    let count = Pace.isRelease ? "15" : "4"
    #expect(try Pace.run("sample", pack, "--db", log, "--subjects", count, "--seed", "5").status == 0)
    let swept = try json(
      Pace.run(
        ["sweep", pack, "--db", log, "--format", "json", "--until", "2000-01-01"]
          + axes.flatMap { ["--param", $0] }))
    let sets = try sets(swept, "values")
    let hidden = sets[index]
    let wanted = try Pace.notices(pack, log, hidden)
    #expect(!wanted.isEmpty)
    var unwanted: Set<[String]> = []
    for set in [sets[0], sets[sets.count - 1], sets[sets.count / 2]] {
      unwanted.formUnion(try Pace.notices(pack, log, set).subtracting(wanted))
    }
    let rows =
      wanted.map { "\($0[0]),\($0[1]),\($0[1]),yes,\($0[2])" }
      + unwanted.map { "\($0[0]),\($0[1]),\($0[1]),no,\($0[2])" }
    try scratch.write("labels.csv", rows.sorted().joined(separator: "\n") + "\n")
    let fitted = try json(
      Pace.run(
        ["fit", pack, "--db", log, "--labels", scratch.path("labels.csv"), "--format", "json", "--params"]
          + [axes.map { String($0.prefix { $0 != "=" }) }.joined(separator: ",")]
          + axes.flatMap { ["--param", $0] }))
    #expect((fitted["best"] as? [String: Any])?["score"] as? Double == 1)
    #expect(try self.sets(fitted, "ties").contains(hidden), "\(hidden)")
    #expect((fitted["wrong"] as? [Any])?.isEmpty == true)
  }

  @Test func `a page stands by itself and maps two parameters with what is marked in words`() throws {
    let page = try friday(
      Self.repeatWanted, "--param", "rapid_window=7..12 min", "--param", "fast_pace_units=1..3", "--params",
      "rapid_window,fast_pace_units", "--format", "html"
    ).output
    #expect(page.hasPrefix("<!doctype html>"))
    for forbidden in ["http:", "https:", "<script", "src=", "@import", "url("] {
      #expect(!page.contains(forbidden), "\(forbidden)")
    }
    for element in ["svg", "div", "table", "main", "ul", "h2", "text", "details"] {
      let opened = page.components(separatedBy: "<\(element)").count
      #expect(page.components(separatedBy: "</\(element)>").count == opened, "\(element)")
      #expect(opened > 1, "\(element)")
    }
    #expect(page.contains("<i class=\"mark chosen\"></i>recommended at 10\u{A0}min, 2</span>"))
    #expect(page.contains("<i class=\"mark in-force\"></i>balanced (default) at 10\u{A0}min, 2</span>"))
    #expect(page.contains("<i class=\"mark\"></i>relaxed at 8\u{A0}min, 3</span>"))
    #expect(page.contains("<i class=\"mark tie\"></i>as good</span>"))
    // What is recommended is in force: the one cell has both outlines.
    #expect(page.contains("<title>10\u{A0}min, 2 (recommended, balanced): 1</title>"))
    let outlines = page.matches(of: /<rect ([^>]*) fill="none" class="preset ([a-z-]+)"\/>/)
    let places = Dictionary(grouping: outlines) { $0.output.1 }.mapValues { $0.map(\.output.2) }
    #expect(places.values.filter { $0 == ["chosen", "in-force"] }.count == 1, "\(places)")
    #expect(outlines.suffix(2).map(\.output.2) == ["chosen", "in-force"])
    #expect(page.contains("<title>9\u{A0}min, 2 (as good): 1</title>"))
    #expect(page.contains("<title>8\u{A0}min, 3 (relaxed): 0</title>"))
    // A table of nine columns folds where there is no room for them.
    #expect(page.contains("<td data-head=\"rapid_window\">10 min</td>"))
    #expect(page.contains("@media (max-width: 480px)") && page.contains("content: attr(data-head)"))
    let line = try friday(Self.repeatWanted, "--format", "html").output
    #expect(line.contains("F1 over rapid_window") && line.contains("<polyline"))
    #expect(line.contains("class=\"preset chosen\"") && line.contains("class=\"preset in-force\""))
    #expect(line.contains("values do equally well") && !line.contains("combination"))
    // F1 is a figure from 0 to 1 wherever it stands.
    #expect(!line.contains("class=\"tick\">100 %"))
  }

  @Test func `where a map has little room its figures do without what can be spared`() throws {
    let labels = Self.repeatWanted + "s1,2026-11-20T21:31Z,2026-11-20T21:31Z,no,fast_pace\n"
    let page = try friday(
      labels, "--param", "rapid_window=7..12 min", "--param", "fast_pace_units=1..4/0.5", "--format", "html"
    ).output
    // Seven columns of four letters fit a page of 390 pixels, of five they don't.
    let spared = page.matches(of: /from-240"><tspan class="from-(\d+)">0<\/tspan>\.\d{3}</)
    #expect(!spared.isEmpty && spared.allSatisfy { Int($0.output.1) ?? 0 > 240 }, "\(page)")
  }

  @Test func `the key of a map has its figures as the cells have them`() throws {
    let labels = Self.repeatWanted + "s1,2026-11-20T21:31Z,2026-11-20T21:31Z,no,fast_pace\n"
    let page = try friday(
      labels, "--param", "rapid_window=7..12 min", "--param", "fast_pace_units=1..5", "--format", "html"
    ).output
    let key = try #require(page.firstMatch(of: /<p class="legend key">(.*?)<\/p>/)).output.1
    let figures = key.matches(of: /<\/i>([0-9.]+)<\/span>/).map(\.output.1)
    let cells = Set(page.matches(of: /: ([0-9.]+)<\/title>/).map(\.output.1))
    #expect(figures.count > 2 && Set(figures) == cells, "\(figures) \(cells)")
  }
}
