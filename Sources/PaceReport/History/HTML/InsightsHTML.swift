import PaceEngine
import PaceLab
import PaceLanguage

/// `insights --format html`: what a log holds over time, on a self-contained page.
public struct InsightsHTML {
  private let view: InsightsView
  private let pack: String

  public init(_ view: InsightsView, of pack: String) {
    self.view = view
    self.pack = pack
  }

  private var insights: Insights { view.insights }
  private var program: Program { view.program }
  private var unit: String { view.unit.rawValue }
  private var labels: [String] { insights.tallies.indices.map { view.label($0) } }

  public var text: String {
    var body = "<h1>\(title { "<span class=\"whole\">\(XMLText.escaped($0.printable))</span>" })</h1>\n"
    body +=
      Page.soft(
        "Times in \(view.look.zone.name) · notices \(view.look.plainSource) · \(view.look.horizon(view.look.time))"
      ) + tiles
    body += charts + figures + rollUp + grids + tables + view.look.footer
    return Page.text(title: title { $0 }, style: LookBackStyle.text, body)
  }

  /// - Parameter set: marks up a name or a date, which must not be broken at its hyphens.
  private func title(_ set: (String) -> String) -> String {
    guard let first = labels.first, let last = labels.last, view.unit.cycle == nil else {
      return "\(set(pack)) by \(unit)"
    }
    return first == last
      ? "\(set(pack)), \(set(first))" : "\(set(pack)) by \(unit), \(set(first)) to \(set(last))"
  }

  private var tiles: String {
    let name = program.noun
    let subjects = Noun.count(insights.subjects, name).split(separator: " ", maxSplits: 1)
    var tiles: [(figure: String, words: String)] = [
      (String(insights.subjects), subjects.count > 1 ? String(subjects[1]) : name),
      (String(view.rows), view.rows == 1 ? "row" : "rows"),
    ]
    if let mean = view.meanRows {
      tiles.append((ValueText.number(mean), "mean rows of \(Noun.one(name))"))
    }
    if let length = insights.meanLength {
      tiles.append((Words.length(length), "mean length of \(Noun.one(name))"))
    }
    if let kind = view.commonestKind {
      tiles.append((kind.name, "the commonest kind, \(Noun.count(kind.count, "row"))"))
    }
    if let hour = view.commonestHour {
      tiles.append(("from \(hour.clock)", "the commonest hour, \(Noun.count(hour.rows, "row"))"))
    }
    if let (fewest, most) = view.extremes {
      for (places, words) in [
        (fewest, "fewest rows among \(unit)s with \(Noun.one(name))"), (most, "most rows"),
      ] {
        let rows = "with the \(words), \(insights.tallies[places[0]].rows)"
        tiles.append(
          places.count == 1
            ? (view.label(places[0]), "the \(unit) \(rows)")
            : (Noun.count(places.count, unit), "\(rows) each"))
      }
    }
    let (change, others) = view.changeWords
    if let change { tiles.append((change, "rows, \(view.beforeWords)")) }
    let words = "\(view.beforeWords): \(others.joined(separator: " · "))"
    return Page.tiles(tiles) + (others.isEmpty ? "" : Page.soft(words))
      + view.leftOut.map { Page.soft($0.words) }.joined()
  }

  // MARK: Charts

  private func chart(_ name: String, _ values: [Double], _ texts: [String], _ colour: String) -> String {
    let series = SeriesChart.Series(name: name, values: values.map { $0 }, texts: texts, colour: colour)
    let chart = SeriesChart(
      labels: labels, across: unit, up: name, series: [series], isColumns: true, ticks: view.ticks,
      ranks: view.ranks)
    return chart.chart(height: 230)
  }

  private var charts: String {
    if insights.tallies.isEmpty { return "" }
    let heading = "<h2>By \(unit)</h2>\n" + (view.clockWords.map { Page.soft($0) } ?? "")
    guard insights.tallies.count <= SeriesChart.mostPlaces else {
      return heading
        + Page.soft("Too many to draw; `--by` with a longer stretch, `--from` and `--to` show fewer.")
    }
    let tallies = insights.tallies
    let rows = tallies.map { $0.rows }
    var cards = Page.card(
      "Rows", "", chart("rows", rows.map { Double($0) }, rows.map { Noun.count($0, "row") }, "var(--c0)"))
    for (index, sum) in view.look.layout.sums.enumerated() {
      let values = tallies.map { $0.sums[index] }
      if values.contains(where: { $0.isUnknown }) || values.allSatisfy({ $0.bits == 0 }) { continue }
      let texts = values.map { "\(ValueText.number($0.bits)) \(sum.name)" }
      cards += Page.card(
        "Sum of \(sum.name)", "",
        chart(sum.name, values.map { Double($0.bits) / 1_000_000 }, texts, "var(--c2)"))
    }
    // Each kind has a chart of its own: different kinds are never added up.
    for (index, name) in view.look.layout.noticeKinds.enumerated() where insights.total.notices[index] > 0 {
      let kind = name.printable
      let counts = tallies.map { $0.notices[index] }
      let texts = counts.map { "\($0) \(kind)" }
      cards += Page.card(
        "Notices: \(kind)", "", chart(kind, counts.map { Double($0) }, texts, "var(--c1)"))
    }
    return heading + "<div class=\"pair\">\n\(cards)</div>\n"
  }

  private var figures: String {
    if view.figures.isEmpty { return "" }
    var cards = ""
    var drawn: Set<String> = []
    for (index, figure) in insights.request.figures.enumerated() {
      let type = program[figure.value].type
      let total = insights.figureTotals[index]
      let values = insights.range.buckets.indices.map { view.value(index, bucket: $0) }
      let label = figure.title.printable
      let isMean = FigureTally.hasMean(type)
      // A flat line says no more than the words, and dates have no place on an axis of numbers.
      let isDrawn = type != .date && Set(values.map { $0.value }.filter { !$0.isUnknown }).count > 1
      let drawing = isMean ? "mean" : "greatest"
      if isDrawn { drawn.insert(drawing) }
      let up = "\(figure.name.text), \(drawing)"
      cards += Page.card(label, words(total, type), isDrawn ? lines([(label, values)], up: up).chart : "")
    }
    let reading =
      "A reading is a figure of one \(Noun.bare(program.noun)) at the end of one \(unit)."
      + " Least, mean and greatest are of all readings"
      + (drawn.isEmpty
        ? "." : "; a chart shows each \(unit)'s \(drawn.sorted(by: >).joined(separator: ", or its ")).")
    return "<h2>Figures at the end of each \(unit)</h2>\n\(Page.soft(reading))"
      + "<div class=\"pair\">\n\(cards)</div>\n"
  }

  /// All readings of a figure, in words.
  private func words(_ total: FigureTally, _ type: ValueType) -> String {
    let (shownLeast, mean, greatest) = InsightsView.shown(total, type)
    let least = shownLeast.text(program)
    if total.count == 0 { return "never known" }
    if total.least == total.greatest { return "\(least) in \(Self.readings(total.count))" }
    if mean.isShare { return "yes in \(mean.text(program)) of \(Noun.count(total.count, "reading"))" }
    let middle = FigureTally.hasMean(type) ? ", mean \(mean.text(program))" : ""
    return "least \(least)\(middle), greatest \(greatest.text(program))"
  }

  /// How many readings there are, in words: a value that is the same in one or two need not stay so.
  private static func readings(_ count: Int) -> String {
    count == 1 ? "its only reading" : count == 2 ? "both of 2 readings" : "all \(count) readings"
  }

  /// Lines over the buckets, and their names; nothing if there are too many buckets.
  private func lines(
    _ series: [(name: String, values: [ShownFigure])], up: String
  ) -> (chart: String, legend: String) {
    guard labels.count <= SeriesChart.mostPlaces else { return ("", "") }
    let longest = series.flatMap { $0.values }.map { $0.value.isUnknown ? 0 : $0.value.bits.magnitude }.max()
    let scale = FigureScale(series.first?.values.first?.type ?? .number, longest: longest ?? 0, program)
    let isShare = series.first?.values.first?.isShare ?? false
    let chart = SeriesChart(
      labels: labels, across: unit, up: up + scale.unit,
      series: series.enumerated().map { index, line in
        SeriesChart.Series(
          name: line.name,
          values: line.values.map { $0.value.isUnknown ? nil : Double($0.value.bits) / scale.divisor },
          texts: line.values.map { $0.text(program) }, colour: "var(--c\(index % 6))")
      }, isShare: isShare, ticks: view.ticks, ranks: view.ranks)
    return (chart.chart(height: 230), chart.legend)
  }

  private var rollUp: String {
    guard let rollUp = insights.rollUp, let title = view.rollUpTitle else { return "" }
    let groups = rollUp.sorted
    let named = groups.map { group in
      (
        name: view.name(of: group),
        values: insights.range.buckets.indices.map { view.rollUp(rollUp.mean(group, bucket: $0)) }
      )
    }
    // More lines than these can't be followed, and one without a known value has nothing to draw.
    let up = insights.request.figures.first.map { "\($0.name.text), mean" } ?? ""
    let drawn = named.filter { $0.values.contains { !$0.value.isUnknown } }
    let chart = lines(Array(drawn.prefix(6)), up: up)
    let table = Page.table(title, [unit] + named.map { $0.name }, view.rows(of: rollUp, groups))
    return "<h2>\(XMLText.escaped(title.printable))</h2>\n"
      + "<div class=\"card\">\n\(chart.chart)\(chart.legend)</div>\n"
      + "<details><summary>The same as a table</summary>\n<div class=\"wide\">\(table)</div></details>\n"
  }

  // MARK: Heat maps and tables

  private var grids: String {
    guard view.rows > 0 else { return "" }
    let days = view.weekdays
    let hours = (0..<24).map { ValueText.time($0 * Unit.hour.milliseconds) }
    var text = "<h2>When</h2>\n"
    let week = Self.grid(
      rows: days, columns: hours.map { String($0.prefix(2)) },
      counts: view.rowsByWeekday, name: { "\(days[$0]) from \(hours[$1])" })
    text += Page.card("By weekday and hour", "", week.chart(says: "rows by weekday and hour"))
    guard let (start, days, rows) = view.recentWeeks else { return text }
    let count = rows.joined().count { $0 != nil }
    let calendar = Self.grid(
      rows: view.weekdays,
      columns: TickRanks.dates(rows[0].indices.map { start + Int64($0) * 7 }),
      counts: rows, name: { ValueText.date(start + Int64($1 * 7 + $0)) })
    let says = "rows a day from \(ValueText.date(days.lowerBound)) to \(ValueText.date(days.upperBound))"
    return text
      + Page.card(
        "\(Noun.count(count, "day"))\(view.range.endsWithLog ? " up to the newest row" : "")", says,
        calendar.chart(says: says))
  }

  /// Counts as a heat map: for each row one for each column, nil where there is no cell.
  private static func grid(
    rows: [String], columns: [String], counts: [[Int?]], name: (_ row: Int, _ column: Int) -> String
  ) -> HeatGrid {
    let scale = HeatScale(counts.joined().compactMap { $0.map { Double($0) } })
    let cells = counts.enumerated().map { row, counts in
      counts.enumerated().map { column, count in
        count.map {
          HeatCell(share: scale.share(Double($0)), text: String($0), name: name(row, column))
        }
      }
    }
    return HeatGrid(rows: rows, columns: columns, row: 24, cells: cells, scale: scale)
  }

  private var tables: String {
    if insights.tallies.isEmpty { return "" }
    let rows = insights.tallies.enumerated().map { place, tally in
      [view.label(place), String(tally.rows)] + view.words(place)
    }
    let heads = [unit, "rows", "kinds", "sums", "notices"] + view.figures.map { $0.title }
    let table = Page.table("All that is counted, by \(unit)", heads, rows, texts: 2..<5)
    return "<details><summary>All figures</summary>\n<div class=\"wide\">\(table)</div></details>\n"
  }
}

/// The unit in which a figure is drawn.
private struct FigureScale {
  let divisor: Double
  /// The unit as text after the figure's name.
  let unit: String

  init(_ type: ValueType, longest: UInt64, _ program: Program) {
    switch type {
    case .duration where longest >= 2 * 3_600_000: (divisor, unit) = (3_600_000, ", h")
    case .duration: (divisor, unit) = (60_000, ", min")
    case .time: (divisor, unit) = (3_600_000, ", h")
    case .number: (divisor, unit) = (1_000_000, "")
    case .level(let id):
      let levels = program.scales[id.index].levels
      unit = levels.enumerated().map { ", \($0) \($1.name)" }.joined()
      divisor = 1
    case .bool, .text, .preset, .schedule, .date, .weekday, .enumeration: (divisor, unit) = (1, "")
    }
  }
}
