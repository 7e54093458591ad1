import Foundation
import Testing

struct `Sweeping a parameter` {
  @Test func `the time in each level is left out where it takes long`() throws {
    let heading = "time in each level of pace"
    let axis = "fast_pace_units=0.5..10/0.025"
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

  @Test func `html stands by itself, with every element closed`() throws {
    let scratch = try Scratch()
    let words = ["--db", try Night.friday(in: scratch), "--param", "rapid_window=7..12 min"]
    let result = try Pace.run(["sweep", "take-care", "--format", "html"] + words)
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

  @Test(arguments: [60, 80, 120])
  func `the scores fit, and bars that would all look the same are left out`(columns: Int) throws {
    let scratch = try Scratch()
    let database = scratch.path("nights.db")
    _ = try Pace.run("sample", "take-care", "--db", database, "--subjects", "20", "--seed", "3")
    try scratch.write("labels.csv", "s01,2026-01-01,2026-12-31,yes,fast_pace\n")
    let result = try Pace.run(
      ["sweep", "take-care", "--db", database, "--param", "fast_pace_units=1..3"]
        + ["--labels", scratch.path("labels.csv")], environment: ["COLUMNS": String(columns)])
    let scores = result.output.split(separator: "\n").drop { !$0.contains("recall") }.prefix(6)
    #expect(scores.count == 6 && scores.allSatisfy { $0.count <= columns }, "\(result)")
    let bars = Set(scores.joined().filter { "▏▎▍▌▋▊▉█".contains($0) })
    #expect(bars != ["▏"], "\(result)")
  }
}
