import Foundation
import Testing

/// The pages of `show` and `insights`: by themselves, readable by anyone, and holding no more than text.
struct `Pages that look back` {
  private static let commands = [["show", "--subject", "s1"], ["insights"], ["insights", "--by", "hour"]]

  private func page(_ words: [String], _ path: String) throws -> String {
    let result = try Pace.run(
      [words[0], "take-care", "--db", path, "--format", "html"] + words.dropFirst() + `Looking back`.later)
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

  @Test func `what a log holds is text on a page, never markup`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject visit { nickname: text "Its <i>name</i>" }
      event a of visit { remark: text }
      define newest = latest(a.remark) "Newest & last"
      rule r { on a, emit note "{latest(a.remark)}" }
      """)
    let path = scratch.path("log.db")
    let evil = "<script>x</script>&\"'"
    try Night.execute(
      """
      CREATE TABLE visit(id TEXT, nickname TEXT);
      CREATE TABLE a(id TEXT, visit TEXT, at INTEGER, remark TEXT);
      INSERT INTO visit VALUES ('v<b>1', '<b>\(evil.replacing("'", with: "''"))');
      INSERT INTO a VALUES ('r1', 'v<b>1', \(Night.start), '\(evil.replacing("'", with: "''"))');
      """, in: path)
    let words = ["--db", path, "--format", "html", "--now", "2026-11-22"]
    let show = try Pace.run(["show", pack] + words + ["--subject", "v"]).output
    #expect(!show.contains("<script>") && !show.contains("v<b>1") && !show.contains("<i>"))
    #expect(show.components(separatedBy: "&lt;script&gt;x&lt;/script&gt;&amp;&quot;'").count == 5)
    let rolled = try Pace.run(["insights", pack] + words).output
    #expect(!rolled.contains("<script>"))
  }

  @Test func `a page shows the counts that the other formats have`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let insights = try page(["insights"], path)
    #expect(insights.contains("<title>2026-11-20: 3 rows</title>"))
    #expect(insights.contains("<title>2026-11-20: 2 warning</title>"))
    #expect(insights.contains("<title>2026-11-20: 3.5 units</title>"))
    #expect(insights.contains("<title>fri from 21:00: 3</title>"))
    #expect(insights.contains("<td class=\"text\">2 warnings, 1 reminder"))
    #expect(insights.contains("<h3>91 days up to the newest row</h3>"))
    let show = try page(["show", "--subject", "s1"], path)
    #expect(show.contains("<title>slow_down from 2026-11-20 21:31 to 2026-11-20 22:09</title>"))
    #expect(show.contains("<time datetime=\"2026-11-20T21:09:00.000Z\">21:09:00</time>"))
    #expect(show.contains("<dt>Units in the last hour</dt><dd><span>0</span></dd>"))
  }

  @Test func `numbers from ten thousand on are grouped, and targets are not added up`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject visit { target: number = 5 }
      event a of visit { size: number, depth: number }
      event retarget of visit { goal: number }
      define goal_now = latest(retarget.goal) else target "Goal"
      rule r { on a, when sum(a.size, today) >= goal_now, emit note "{latest(a.size)}" }
      """)
    let path = scratch.path("log.db")
    try Night.execute(
      """
      CREATE TABLE visit(id TEXT);
      CREATE TABLE a(id TEXT, visit TEXT, at INTEGER, size REAL, depth REAL);
      CREATE TABLE retarget(id TEXT, visit TEXT, at INTEGER, goal REAL);
      INSERT INTO visit VALUES ('v');
      INSERT INTO a VALUES ('1', 'v', \(Night.start), 10000, 400), ('2', 'v', \(Night.start + 1), 2345.5, 9000);
      INSERT INTO retarget VALUES ('3', 'v', \(Night.start), 7000), ('4', 'v', \(Night.start + 1), 8000);
      """, in: path)
    let words = ["--db", path, "--now", "2026-11-22"]
    let page = try Pace.run(["show", pack, "--subject", "v", "--format", "html"] + words).output
    #expect(page.contains("<b>12\u{202F}345.5</b><span class=\"soft\">size</span>"))
    #expect(page.contains("<b>9400</b><span class=\"soft\">depth</span>"))
    // The newest goal counts; 15,000 is nobody's.
    #expect(page.contains("<dt>Goal</dt><dd><span>8000</span></dd>"))
    #expect(!page.contains("<span class=\"soft\">goal</span>"))
    let insights = try Pace.run(["insights", pack, "--format", "html"] + words).output
    #expect(insights.contains("<h3>Sum of size</h3>") && insights.contains("<h3>Sum of depth</h3>"))
    #expect(!insights.contains("Sum of goal"))
    let json = try Pace.run(["insights", pack, "--format", "json"] + words).output
    #expect(json.contains(/"sums": ?\{"size": ?12345.5, ?"depth": ?9400\}/), "\(json)")
  }

  @Test func `a column of days of which little is known is no taller than that`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject visit { }
      event a of visit { }
      scale mood = calm < loud
      rule r { when count(a, last 6 h) >= 1, raise mood to loud }
      """)
    let path = scratch.path("log.db")
    // Known from 18:00 of the first day, loud for six hours then as on each of fifty days.
    let start = Night.start - 3 * 3_600_000
    let rows = (0..<Int64(50)).map { "('\($0)', 'v', \(start + $0 * 86_400_000))" }.joined(separator: ", ")
    try Night.execute(
      """
      CREATE TABLE visit(id TEXT, ended_at INTEGER);
      CREATE TABLE a(id TEXT, visit TEXT, at INTEGER);
      INSERT INTO visit VALUES ('v', \(start + 50 * 86_400_000));
      INSERT INTO a VALUES \(rows);
      """, in: path)
    let words = ["--db", path, "--now", "2027-01-22", "--subject", "v", "--format", "html"]
    let show = try Pace.run(["show", pack] + words)
    for part in [
      "2026-11-20: 25 % loud", "2026-11-21: 25 % loud", "2026-11-21: 75 % calm", "2027-01-09: 75 % calm",
    ] {
      #expect(show.output.contains("<title>\(part)</title>"), "\(part) \(show.remarks)")
    }
    #expect(!show.output.contains("<title>2026-11-20: 75 % calm</title>"))
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

  @Test func `an axis of dates names the year where another begins`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try Night.execute(Night.drink("old", "s1", minute: -400 * 1_440, "beer"), in: path)
    let ticks = try page(["insights", "--by", "week"], path)
      .matches(of: /class="tick[^"]*">([^<]*-[^<]*|\d{4})</).map(\.output.1)
    #expect(ticks.contains("2026") && ticks.allSatisfy { $0.count <= 5 }, "\(ticks)")
  }

  @Test func `too many stretches are a table and no picture`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try Night.execute(Night.drink("old", "s1", minute: -801 * 1_440, "beer"), in: path)
    let page = try page(["insights"], path)
    #expect(page.contains("Too many to draw"))
    #expect(!page.contains("<title>2026-11-20: 3 rows</title>"))
    #expect(page.contains("<th scope=\"row\">2026-11-20</th><td>3</td>"))
  }

  @Test func `every attribute is a setting, by its name and with its label`() throws {
    let scratch = try Scratch()
    let show = try page(["show", "--subject", "s1"], Night.friday(in: scratch))
    #expect(show.contains("<dt>preset</dt><dd><span>balanced</span></dd>"))
    #expect(show.contains("· up to 20"))
    let pack = try Scratch.pack(
      scratch,
      """
      subject visit { goal: number = 7 "cups a day", calm: bool = yes }
      event a of visit {}
      scale pace = low < high
      define busy = count(a, today) >= 1 "Busy"
      define old = count(a) < 0 "Old"
      rule r { when count(a, last 1 h) >= 1, raise pace to high }
      """)
    let path = scratch.path("visits.db")
    let rows = (0..<40).map { "('r\($0)', 'v', \(Night.start + Int64($0) * 2 * 86_400_000))" }
    try Night.execute(
      """
      CREATE TABLE visit(id TEXT, goal REAL, calm INTEGER);
      CREATE TABLE a(id TEXT, visit TEXT, at INTEGER);
      INSERT INTO visit VALUES ('v', 7, 1);
      INSERT INTO a VALUES \(rows.joined(separator: ", "));
      """, in: path)
    let words = ["--db", path, "--now", "2027-03-01"]
    let text = try Pace.run(["show", pack] + words + ["--subject", "v"]).output
    #expect(text.contains(/goal +7 +cups a day\n/) && text.contains(/calm +yes\n/))
    let visit = try Pace.run(["show", pack] + words + ["--subject", "v", "--format", "html"]).output
    #expect(visit.contains("<dt>goal</dt><dd><span>7</span> <span class=\"soft\">cups a day</span></dd>"))
    #expect(visit.contains("<dt>calm</dt><dd><span>yes</span></dd>"))
    // 80 stretches over 102 days: a column for each two days, one hour of which is high.
    #expect(visit.contains("share of each 2\u{A0}days") || visit.contains("share of each 2 days"))
    #expect(visit.contains("<title>2026-11-22: 2.1 % high</title>"))

    // Of the 79 days from the first row to the last every second has one.
    let insights = try Pace.run(["insights", pack] + words + ["--format", "html"]).output
    #expect(insights.contains("yes in 51\u{A0}% of 79\u{A0}readings"))
    let days = { (count: Int, words: String) in
      insights.contains("<b>\(count)\u{A0}days</b><span class=\"soft\">with the \(words) each</span>")
    }
    #expect(days(40, "most rows, 1") && days(39, "fewest rows among days with a visit, 0"))
    #expect(insights.contains("A reading is a figure of one visit at the end of one day."))
    // One subject at the ends of two years.
    let years = try Pace.run(["insights", pack] + words + ["--format", "html", "--by", "year"]).output
    #expect(years.contains("no in both of 2\u{A0}readings"))
    #expect(insights.contains("no in all 79\u{A0}readings"))
    let table = try Pace.run(["insights", pack] + words + ["--by", "month"]).output
    #expect(table.contains(/Busy +no +\d+ % +yes/), "\(table)")
  }
}
