import Foundation
import Testing

/// What the page of `fit` says to those who can't see it, and on a narrow screen.
struct `Pages of a fit` {
  private func page(_ words: String...) throws -> String {
    let scratch = try Scratch()
    try scratch.write(
      "labels.csv", "subject,from,to,wanted,rule\ns1,2026-11-20T21:09Z,2026-11-20T21:09Z,yes,rapid_repeat\n")
    let result = try Pace.run(
      ["fit", "take-care", "--db", Night.friday(in: scratch), "--labels", scratch.path("labels.csv")]
        + ["--format", "html"] + words)
    #expect(result.status == 0, "\(result.remarks)")
    return result.output.replacing("\u{A0}", with: " ")
  }

  @Test func `a picture is named by its parameters and the recommended values`() throws {
    let map = try page("--param", "rapid_window=7..12 min", "--param", "fast_pace_units=1..3")
    #expect(
      map.contains(
        " aria-label=\"F1 over rapid_window and fast_pace_units; recommended: 1 at rapid_window = 10 min,"
          + " fast_pace_units = 2\">"))
    let line = try page()
    #expect(line.contains(" aria-label=\"F1 over rapid_window; recommended: 1 at rapid_window = 10 min\">"))
  }

  @Test func `every column has a heading`() throws {
    let page = try page()
    #expect(page.contains("<tr><th scope=\"col\">values</th><th scope=\"col\">F1</th>"))
    #expect(!page.contains("></th>"))
  }

  @Test func `the words of a key go on in the next line where the page is narrow`() throws {
    let style = try #require(try page().components(separatedBy: "</style>").first)
    let key = try #require(style.firstMatch(of: /\.legend span \{([^}]*)\}/)).output.1
    #expect(key.contains("max-width: 100%;") && !key.contains("nowrap"))
    #expect(style.contains("h2, h3, p, dd, li, .tile { overflow-wrap: anywhere; }"))
  }
}
