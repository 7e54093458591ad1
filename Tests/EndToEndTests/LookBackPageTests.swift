import Foundation
import Testing

/// The pages of `show` and `insights`: by themselves, and readable by anyone.
struct `Pages that look back` {
  private static let later = ["--now", "2026-11-22"]
  private static let commands = [["show", "--subject", "s1"], ["insights"], ["insights", "--by", "hour"]]

  private func page(_ words: [String], _ path: String) throws -> String {
    let result = try Pace.run(
      [words[0], "take-care", "--db", path, "--format", "html"] + words.dropFirst() + Self.later)
    #expect(result.status == 0, "\(result.remarks)")
    return result.output
  }

  @Test(arguments: commands)
  func `a page stands by itself, by day and by night, and has the disclaimer`(words: [String]) throws {
    let scratch = try Scratch()
    let page = try page(words, Night.friday(in: scratch))
    #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
    #expect(page.contains("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"))
    #expect(page.contains("prefers-color-scheme: dark"))
    #expect(page.contains("<footer>\n<p>If you've been drinking, do not drive."))
    for outside in ["<script", "http:", "https:", "src=", "<link", "url("] {
      #expect(!page.contains(outside))
    }
    #expect(page.components(separatedBy: "<h1>").count == 2)
  }

  @Test(arguments: commands)
  func `every picture says what it is, and every table names its rows and columns`(words: [String]) throws {
    let scratch = try Scratch()
    let page = try page(words, Night.friday(in: scratch))
    let pictures = page.components(separatedBy: "<svg ").dropFirst()
      .filter { !$0.hasPrefix("aria-hidden=\"true\"") }
    #expect(!pictures.isEmpty)
    for picture in pictures {
      #expect(picture.prefix { $0 != ">" }.contains("role=\"img\" aria-label=\""))
    }
    for table in page.components(separatedBy: "<table>").dropFirst() {
      #expect(table.hasPrefix("<caption>"))
      #expect(table.contains("<th scope=\"col\">"))
      #expect(table.contains("<th scope=\"row\">"))
    }
    // What is opened is closed.
    for tag in [
      "svg", "div", "table", "tr", "td", "th", "ol", "li", "dl", "details", "main", "footer", "span",
    ] {
      let opened =
        page.components(separatedBy: "<\(tag)>").count + page.components(separatedBy: "<\(tag) ").count
      #expect(opened - 1 == page.components(separatedBy: "</\(tag)>").count, "\(tag)")
    }
  }

  @Test(arguments: commands)
  func `in print nothing closed is left, and a heading stays with what it is about`(words: [String]) throws {
    let scratch = try Scratch()
    let page = try page(words, Night.friday(in: scratch))
    let print = try #require(page.components(separatedBy: "@media print {").dropFirst().first)
    for rule in [
      "details:not([open]) { display: none; }", ".plot, .legend, tr, li { break-inside: avoid; }",
      "h1 + p, h2 + p, h3 + p, .axis { break-after: avoid; }",
    ] {
      #expect(print.components(separatedBy: "</style>")[0].contains(rule), "\(rule)")
    }
  }

  @Test(arguments: commands)
  func `where colours are forced a key keeps those that it is about`(words: [String]) throws {
    let scratch = try Scratch()
    let page = try page(words, Night.friday(in: scratch))
    #expect(page.contains(".legend i:not(.mark) { forced-color-adjust: none; }"))
    #expect(page.contains("<p class=\"legend"))
  }

  @Test func `a strip of levels names the hours between its ends, and no date breaks in a heading`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    // From 21:00 to 00:31 the next day.
    let show = try page(["show", "--subject", "s1"], path)
    let levels = try #require(show.components(separatedBy: "<h2>Levels</h2>").dropFirst().first)
    let ticks = levels.components(separatedBy: "<h2>")[0]
      .matches(of: /class="tick[^"]*">([^<]*)<(?:tspan class="from-260">([^<]*)<)?/)
    let names: [String] = ticks.map { "\($0.output.1)\($0.output.2 ?? "")" }
    #expect(
      Set(names)
        == [
          "2026-11-20 21:00", "2026-11-21 00:31", "21:30", "22:00", "22:30", "23:00", "23:30", "11-21",
          "00:30",
        ])
    // At every width the ticks that are shown are equally far apart.
    let places = levels.components(separatedBy: "<h2>")[0].matches(
      of: /<text x="([\d.]+)%" y="[\d.]+" text-anchor="middle" class="tick(?: from-(\d+))?">/)
    for width in stride(from: 160, through: 1_000, by: 40) {
      let shown = places.filter { Int($0.output.2 ?? "0") ?? 0 <= width }.compactMap { Double($0.output.1) }
      let gaps: [Double] = zip(shown.sorted(), shown.sorted().dropFirst()).map { $1 - $0 }
      let difference = (gaps.max() ?? 0) - (gaps.min() ?? 0)
      #expect(!shown.isEmpty && difference < 0.05, "\(shown) at \(width)")
    }
    let insights = try page(["insights"], path)
    let heading = try #require(insights.firstMatch(of: /<h1>(.*)<\/h1>/)).output.1
    let dates = heading.matches(of: /\d+-\d+-\d+/).count
    #expect(dates > 0 && heading.matches(of: /<span class="whole">\d+-\d+-\d+<\/span>/).count == dates)
  }
}
