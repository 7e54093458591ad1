import Foundation
import PaceOracle
import Testing

/// The charts of pages, read back at every width that a page can have.
struct `Charts` {
  private static let pages = [
    ["sweep", "--param", "rapid_window=1..40 min/1 min"],
    ["sweep", "--param", "fast_pace_units=1..4/0.5"],
    ["sweep", "--param", "rapid_window=5..20 min"],
    ["sweep", "--param", "fast_pace_units=1..4/0.25", "--param", "rapid_window=5..20 min/1 min"],
    ["insights"], ["insights", "--by", "hour"], ["insights", "--by", "week"], ["insights", "--by", "month"],
    ["show", "--subject", "s01"],
  ]
  /// Widths of the drawing itself, in pixels: from that on a page of 320 pixels to the widest.
  private static let widths = Array(stride(from: 160.0, through: 1_100, by: 10))

  /// What was made once for all tests that look at it.
  private static let made = Result { try Dictionary(uniqueKeysWithValues: pages.map { ($0, try made($0)) }) }

  private func page(_ words: [String]) throws -> String {
    try Self.made.get()[words] ?? Self.made(words)
  }

  private static let log = Result {
    let scratch = try Scratch()
    let path = scratch.path("log.db")
    let made = try Pace.run("sample", "take-care", "--db", path, "--subjects", "15", "--seed", "7")
    #expect(made.status == 0, "\(made.remarks)")
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private static func made(_ words: [String]) throws -> String {
    let scratch = try Scratch()
    let path = try scratch.write("log.db", bytes: log.get()).path
    let now = words[0] == "sweep" ? [] : ["--now", "2027-01-01"]
    let result = try Pace.run(
      [words[0], "take-care", "--db", path, "--format", "html"] + words.dropFirst() + now)
    #expect(result.status == 0, "\(result.remarks)")
    return result.output
  }

  @Test(arguments: cases(pages))
  func `at every width letters keep their size and never touch`(given: Case<[String]>) throws {
    let words = given.value
    let charts = try Chart.all(in: try page(words))
    #expect(!charts.isEmpty)
    for chart in charts {
      for width in Self.widths {
        let shown = chart.labels.filter { $0.from <= width }
        let boxes = shown.map { $0.box(width) }
        for (index, label) in shown.enumerated() {
          let box = boxes[index]
          #expect(box.minX >= -chart.left - 0.1, "`\(label.text)` at \(width)")
          #expect(box.maxX <= width + chart.right + 0.1, "`\(label.text)` at \(width)")
          #expect(box.minY >= 0 && box.maxY <= chart.height, "`\(label.text)`")
          for other in 0..<index where boxes[other].intersects(box) {
            Issue.record("`\(label.text)` touches `\(shown[other].text)` at \(width)")
          }
        }
        #expect(shown.contains { $0.style == "tick" })
      }
    }
  }

  @Test(arguments: pages)
  func `every bar is whole and inside its chart`(words: [String]) throws {
    for chart in try Chart.all(in: try page(words)) {
      for bar in chart.bars {
        #expect(bar.minX >= -0.011 && bar.maxX <= 100.011, "\(bar)")
        #expect(bar.minY >= 0 && bar.maxY <= chart.height + 0.1, "\(bar)")
      }
      // Bars that stand beside each other are as wide as each other, the first and the last too.
      let columns = Set(chart.bars.filter { $0.height > 20 }.map { ($0.width * 20).rounded() })
      if chart.isBars { #expect(columns.count <= 2, "\(columns)") }
    }
  }

  @Test(arguments: cases(pages))
  func `no letters are smaller than 12 pixels, and nothing scales them`(given: Case<[String]>) throws {
    let words = given.value
    let page = try page(words)
    for size in page.matches(of: /font(?:-size)?: ?(\d+)px/) {
      #expect(try #require(Int(size.output.1)) >= 12)
    }
    for picture in page.components(separatedBy: "<svg ").dropFirst() where picture.contains("viewBox") {
      let head = picture.prefix { $0 != ">" }
      #expect(!head.contains("viewBox") || head.contains("preserveAspectRatio=\"none\""))
      if head.contains("viewBox") {
        #expect(!picture.components(separatedBy: "</svg>")[0].contains("<text"))
      }
    }
    for from in Set(page.matches(of: /class="[a-z -]+ (from-\d+)"/).map(\.output.1)) {
      let width = from.dropFirst(5)
      #expect(
        page.contains(
          ".\(from) { display: none; } @container (min-width: \(width)px) { .\(from) { display: inline; } }"))
    }
    #expect(page.contains("@media print"))
  }

  @Test(arguments: pages)
  func `a number is written in one way`(words: [String]) throws {
    let page = try page(words)
    let body = try #require(page.components(separatedBy: "</style>").last)
    #expect(body.firstMatch(of: />[^<]*\d,\d\d\d/) == nil)
    #expect(body.firstMatch(of: />[^<]*\d\.\d*0 ?[%<]/) == nil)
  }

  /// The width of the drawing on a page of 390 pixels.
  private static let narrow = 240.0

  @Test(arguments: [("rapid_window=5..20 min", 3), ("fast_pace_units=1..4/0.5", 3)])
  func `on a narrow page every preset and the whole of each axis are named`(axis: String, presets: Int) throws
  {
    for chart in try Chart.all(in: try page(["sweep", "--param", axis])) {
      let shown = chart.labels.filter { $0.from <= Self.narrow }
      #expect(shown.count { $0.style == "preset-name" } == presets)
      if chart.labels.contains(where: { $0.text.hasSuffix(" %") }) {
        #expect(["0 %", "50 %", "100 %"].allSatisfy { text in shown.contains { $0.text == text } })
      }
    }
  }

  @Test func `where one value is round, others are named too, as far from each other`() throws {
    for chart in try Chart.all(in: try page(["sweep", "--param", "rapid_window=4..16 min/2 min"])) {
      let ticks = chart.labels.filter { $0.from <= Self.narrow && $0.style == "tick" }
      let names = Set(ticks.map { $0.text.replacing("\u{A0}", with: " ") }.filter { $0.hasSuffix(" min") })
      #expect(names.isEmpty || names == ["6 min", "10 min", "14 min"], "\(names)")
    }
  }

  @Test func `what is round is named before what is not`() throws {
    for chart in try Chart.all(in: try page(["sweep", "--param", "rapid_window=1..40 min"])) {
      let widths = Dictionary(
        chart.labels.filter { $0.style == "tick" }.map { ($0.text, $0.from) }, uniquingKeysWith: min)
      let (half, tenth, odd) = (widths["30 min"], widths["10 min"], widths["11 min"])
      #expect(try #require(half) <= Self.narrow)
      #expect(try #require(half) < #require(tenth) && tenth ?? 0 < odd ?? .infinity)
    }
    for chart in try Chart.all(in: try page(["insights"])) where chart.isBars {
      let dates = chart.labels.filter { $0.from <= Self.narrow && $0.text.contains("-") }
      #expect(dates.count > 1 && dates.allSatisfy { $0.text.hasSuffix("-01") }, "\(dates.map(\.text))")
    }
  }

  @Test(arguments: cases([pages[3], ["insights"], ["insights", "--by", "week"]]))
  func `a heat map shows all of its figures or none, and says what its shades stand for`(
    given: Case<[String]>
  )
    throws
  {
    let words = given.value
    let page = try page(words)
    let maps = try Chart.all(in: page).filter { !$0.shades.isEmpty }
    #expect(!maps.isEmpty)
    for map in maps {
      let figures = map.labels.filter { $0.style.hasSuffix("-heat") }
      #expect(figures.count == map.shades.count)
      #expect(Set(figures.map(\.from)).count == 1)
    }
    #expect(page.components(separatedBy: "class=\"legend key\"").count == maps.count + 1)
  }

  @Test(arguments: [0, 1])
  func `every figure on a shade has a contrast of at least 4.5, by day and by night`(theme: Int) throws {
    let page = try page(Self.pages[3])
    let colour = PageColours(page: page, theme: theme)
    let (heat, card) = (try colour("heat"), try colour("card"))
    var inks: [Substring: [Double]] = [:]
    var worst = Double.infinity
    for map in try Chart.all(in: page) {
      for (shade, label) in zip(map.shades, map.labels.filter({ $0.style.hasSuffix("-heat") })) {
        let ground = zip(heat, card).map { $0 * shade / 100 + $1 * (1 - shade / 100) }
        let ink = try inks[label.style] ?? colour(String(label.style))
        inks[label.style] = ink
        worst = min(worst, PageColours.contrast(ground, ink))
      }
    }
    #expect(worst >= 4.5 && worst < .infinity)
  }

  /// The levels of the packs: of nail-guard and hydration by their names, and pale and dark ones.
  private static let declared = [
    "#808080", "#008000", "#ffff00", "#ffa500", "#ff0000", "#0000ff", "#00ff00", "#ffffff", "#000000",
  ]

  @Test(arguments: [0, 1])
  func `every level has a contrast of at least 3 to its card, by day and by night`(theme: Int) throws {
    for words in [["show", "--subject", "s01"], Self.pages[0] + ["--levels"]] {
      let page = try page(words)
      let own = Set(page.matches(of: /style="--level:([^"]+)" class="level/).map { String($0.output.1) })
      #expect(own.count == 3, "\(own)")
      let colours = PageColours(page: page, theme: theme)
      let card = try colours("card")
      for level in own.sorted() + Self.declared {
        #expect(PageColours.contrast(try colours.level(level), card) >= 3, "\(level)")
      }
      #expect(page.contains("--shade: oklch(from var(--level) var(--reach) c h); fill: var(--shade);"))
    }
  }

  @Test func `between two levels there is a gap of the card's colour`() throws {
    let strip = try page(["show", "--subject", "s01"])
    #expect(strip.contains(".apart { stroke: var(--card); stroke-width: 2; }"))
    let boxes = strip.matches(of: /<rect x="[^"]*" y="[^"]*" width="([\d.]+)%" [^>]*class="level( apart)?"/)
    #expect(!boxes.isEmpty)
    // A gap would leave nothing of a narrow box.
    #expect(boxes.allSatisfy { (Double($0.output.1) ?? 0 >= 2) == ($0.output.2 != nil) })
    let columns = try #require(try Chart.all(in: page(Self.pages[0] + ["--levels"])).last)
    for (_, parts) in Dictionary(grouping: columns.bars, by: { $0.minX }) {
      for (upper, lower) in zip(parts.dropFirst(), parts) where min(upper.height, lower.height) > 2 {
        #expect((1.8...2.2).contains(lower.minY - upper.maxY), "\(lower) \(upper)")
      }
    }
  }

  /// The width of the drawing on a page of 320 pixels.
  private static let narrowest = 198.0

  @Test(arguments: pages)
  func `two places are named on the narrowest page`(words: [String]) throws {
    for chart in try Chart.all(in: try page(words)) {
      let across = chart.labels.filter { $0.style == "tick" && $0.anchor == "middle" }
      guard across.count > 1 else { continue }
      #expect(across.count { $0.from <= Self.narrowest } > 1, "\(across.map(\.text))")
    }
  }

  @Test func `a long time is named by round years, and by the dates of both its ends`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject life {}
      event day of life {}
      scale pace = low < high
      rule r { when count(day, last 1 h) >= 1, raise pace to high }
      """)
    let path = scratch.path("life.db")
    try Night.execute(
      """
      CREATE TABLE life(id TEXT, started_at INTEGER, ended_at INTEGER);
      CREATE TABLE day(id TEXT, life TEXT, at INTEGER);
      INSERT INTO life VALUES ('l', 0, 1793491200000);
      INSERT INTO day VALUES ('a', 'l', 0), ('b', 'l', 1793480000000);
      """, in: path)
    let page = try Pace.run(["show", pack, "--db", path, "--subject", "l", "--format", "html"]).output
    let labels = try #require(try Chart.all(in: page).first).labels
    func years(_ width: Double) -> [String] {
      labels.filter { $0.from <= width && $0.anchor == "middle" }.map(\.text).sorted()
    }
    #expect(years(Self.narrowest) == ["1980", "2000", "2020"], "\(years(Self.narrowest))")
    #expect(years(Self.narrow) == ["1980", "1990", "2000", "2010", "2020"], "\(years(Self.narrow))")
    let ends = labels.filter { $0.anchor != "middle" }
    #expect(ends.map(\.text) == ["1970-01-01", "2026-11-01"] && ends.allSatisfy { $0.from == 0 })
    #expect(page.contains("<tspan class=\"from-260\"> 00:00</tspan>"))
  }
}

/// What a chart is made of, as it stands on a page.
private struct Chart {
  struct Label {
    let text: String
    /// In percent of the width.
    let place: Double
    let offset: Double
    let y: Double
    let anchor: Substring
    let style: Substring
    /// The width in pixels from which on it is shown.
    let from: Double
    /// Figures of DejaVu Sans are the widest that a page meets: 7.64 pixels of 12, bold 8.35.
    let length: Double

    func box(_ width: Double) -> CGRect {
      let x = place / 100 * width + offset
      let left = anchor == "start" ? x : anchor == "end" ? x - length : x - length / 2
      return CGRect(x: left, y: y - 10, width: length, height: 12)
    }
  }

  let left: Double
  let right: Double
  let height: Double
  let isBars: Bool
  let labels: [Label]
  /// Across in percent, up in pixels.
  let bars: [CGRect]
  /// How opaque each cell of a heat map is, in percent.
  let shades: [Double]

  static func all(in page: String) throws -> [Chart] {
    try page.components(separatedBy: "<div class=\"plot\"").dropFirst().map { text in
      let text = try #require(text.components(separatedBy: "</div>").first)
      let head = try #require(
        text.firstMatch(of: /margin: 0 ([\d.]+)px 0 ([\d.]+)px"><svg height="([\d.]+)"/))
      return Chart(
        left: try #require(Double(head.output.2)), right: try #require(Double(head.output.1)),
        height: try #require(Double(head.output.3)), isBars: text.contains("class=\"column\""),
        labels: try labels(in: text), bars: try bars(in: text),
        shades: text.matches(of: /class="heat" fill-opacity="([\d.]+)%"/).compactMap { Double($0.output.1) })
    }
  }

  private static func labels(in text: String) throws -> [Label] {
    let found = text.matches(
      of:
        /<text x="([-\d.]+)%"(?: dx="([-\d.]+)")? y="([\d.]+)" text-anchor="(\w+)" class="([\w-]+)(?: from-(\d+))?">([^<]*)</
    )
    #expect(found.count == text.components(separatedBy: "<text").count - 1)
    return try found.map { match in
      let wide = ["preset-name", "cliff-text"].contains(match.output.5)
      return Label(
        text: String(match.output.7), place: try #require(Double(match.output.1)),
        offset: match.output.2.flatMap { Double($0) } ?? 0, y: try #require(Double(match.output.3)),
        anchor: match.output.4, style: match.output.5, from: match.output.6.flatMap { Double($0) } ?? 0,
        length: Double(match.output.7.count) * (wide ? 8.35 : 7.64))
    }
  }

  private static func bars(in text: String) throws -> [CGRect] {
    let found = text.matches(
      of: /<rect x="([-\d.]+)%" y="([-\d.]+)" width="([\d.]+)%" height="([\d.]+)"/)
    #expect(found.count == text.components(separatedBy: "<rect").count - 1)
    return try found.map { match in
      CGRect(
        x: try #require(Double(match.output.1)), y: try #require(Double(match.output.2)),
        width: try #require(Double(match.output.3)), height: try #require(Double(match.output.4)))
    }
  }
}
