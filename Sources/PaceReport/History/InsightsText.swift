import PaceEngine
import PaceLab
import PaceLanguage

/// `insights --format text`: what a log holds over time, for people.
public struct InsightsText {
  private let view: InsightsView
  private let style: Style

  public init(_ view: InsightsView, _ style: Style) {
    self.view = view
    self.style = style
  }

  private var insights: Insights { view.insights }
  private var program: Program { view.program }

  public var lines: [String] {
    var lines = style.wrapped(view.look.heading) + overview
    let hasParts = view.rows > 0 || !insights.range.buckets.isEmpty
    let parts = hasParts ? [buckets, extremes, changes, figures, rollUp, grid, recent] : []
    for part in parts + [style.disclaimers(of: program)] where !part.isEmpty { lines += [""] + part }
    return lines
  }

  private var overview: [String] {
    let name = program.noun
    var parts = [Noun.count(insights.subjects, name), Noun.count(view.rows, "row")]
    if let mean = view.meanRows.map({ ValueText.number($0) }) {
      parts.append("\(mean) \(mean == "1" ? "row" : "rows") \(Noun.one(name))")
    }
    if let length = insights.meanLength { parts.append("\(Words.length(length)) \(Noun.one(name))") }
    if let kind = view.commonestKind { parts.append("mostly \(kind.name) (\(kind.count))") }
    if let hour = view.commonestHour { parts.append("mostly from \(hour.clock) (\(hour.rows))") }
    parts += view.leftOut.map { "\($0.words), see \($0.option)" }
    return Wrapping.flow(parts, width: style.width ?? .max)
  }

  private var buckets: [String] {
    let figures = view.figures
    var table = TextTable(
      [.left, .right, .left, .left, .left, .left] + figures.map { _ in TextTable.Alignment.right },
      spare: [(2, "bars"), (4, "sums"), (3, "kinds"), (5, "notices")]
        + Self.spare(figures.map { $0.name.text }, from: 6))
    let head = view.unit == .week ? "week of" : view.unit.rawValue
    let isOfSeveral = insights.subjects > 1 && !program.subject.isPerDay
    let names = figures.map { figure in
      let stands = FigureTally.hasMean(program[figure.value].type) ? "mean" : "greatest"
      return isOfSeveral ? "\(stands) \(figure.name.text)" : figure.name.text
    }
    table.append(([head, "rows", "", "kinds", "sums", "notices"] + names).map(style.dim))
    let most = insights.tallies.map { $0.rows }.max() ?? 0
    for (place, tally) in insights.tallies.enumerated() {
      let rows = tally.rows == 0 ? "·" : String(tally.rows)
      table.append(
        [view.label(place), rows, Bar.text(tally.rows, of: most, width: 12)] + view.words(place))
    }
    return table.notedLines(within: style.width) + (view.clockWords.map { style.wrapped($0) } ?? [])
  }

  private var extremes: [String] {
    guard let (fewest, most) = view.extremes else { return [] }
    let unit = view.unit.rawValue
    // A stretch that no subject's time reaches into can't have rows.
    let among = "fewest rows among \(unit)s with \(Noun.one(view.look.program.noun))"
    let words = [(fewest, among), (most, "most rows")].map { places, words in
      let count = insights.tallies[places[0]].rows
      return places.count == 1
        ? "\(words): \(view.label(places[0])), \(count)"
        : "\(words): \(Noun.count(places.count, unit)), \(count) each"
    }
    return Wrapping.flow(words, width: style.width ?? .max)
  }

  private var changes: [String] {
    let (rows, others) = view.changeWords
    var parts = (rows.map { ["rows \($0)"] } ?? []) + others
    if parts.isEmpty { return [] }
    parts[0] = "\(view.beforeWords): \(parts[0])"
    return Wrapping.flow(parts, width: style.width ?? .max)
  }

  private var figures: [String] {
    if view.figures.isEmpty { return [] }
    let heads = ["at the end of each \(view.unit.rawValue)", "least", "mean", "greatest"].map(style.dim)
    let rows = zip(insights.request.figures, insights.figureTotals).map { figure, tally in
      let (least, mean, greatest) = InsightsView.shown(tally, program[figure.value].type)
      return [figure.title.printable] + [least, mean, greatest].map { $0.text(program) }
    }
    return TextTable([.left, .right, .right, .right], rows: [heads] + rows).lines(within: style.width)
  }

  private var rollUp: [String] {
    guard let rollUp = insights.rollUp, let title = view.rollUpTitle else { return [] }
    let groups = rollUp.sorted
    if groups.isEmpty { return [title, "no known value"] }
    let heads = ([view.unit.rawValue] + groups.map { view.name(of: $0) }).map(style.dim)
    let rows = view.rows(of: rollUp, groups)
    let means = [style.dim("mean")] + groups.map { view.rollUp(rollUp.mean($0)).text(program) }
    let table = TextTable(
      [.left] + groups.map { _ in .right }, spare: Self.spare(groups.map { view.name(of: $0) }, from: 1),
      rows: [heads] + rows + [means])
    return [title.printable] + table.notedLines(within: style.width)
  }

  /// The columns from `column` on, as spare ones: the last is left out first, and the first one never.
  private static func spare(_ names: [String], from column: Int) -> [TextTable.Spare] {
    names.enumerated().dropFirst().reversed().map { (column: column + $0.offset, name: $0.element) }
  }

  // MARK: Block characters

  private var grid: [String] {
    guard insights.hours.contains(where: { $0 > 0 }) else { return [] }
    let width = 3 + 3 * gap(betweenCells: 24).count
    let hours = stride(from: 0, to: 24, by: 3).map { String($0).padded(to: width) }
    return [style.dim("     \(hours.joined())".withoutFinalBlanks)]
      + shaded(view.rowsByWeekday, "rows by weekday and hour")
  }

  private var recent: [String] {
    guard let (_, days, rows) = view.recentWeeks else { return [] }
    let span = "\(ValueText.date(days.lowerBound)) to \(ValueText.date(days.upperBound))"
    return shaded(rows, "rows a day, \(span)")
  }

  /// A line of shades for each weekday, and what they mean.
  private func shaded(_ counts: [[Int?]], _ words: String) -> [String] {
    let shades = Shades(most: counts.joined().compactMap { $0 }.max() ?? 0)
    let gap = gap(betweenCells: counts[0].count)
    let lines = zip(view.weekdays, counts).map { day, counts in
      let cells = counts.map { $0.map { shades.text($0) } ?? " " }
      return "\(style.dim(day))  \(cells.joined(separator: gap))".withoutFinalBlanks
    }
    return lines + style.wrapped(style.dim("\(words): \(shades.legend)"))
  }

  /// A blank if a line of so many cells has room for it after a weekday.
  private func gap(betweenCells count: Int) -> String {
    style.width.map { 4 + 2 * count > $0 } ?? false ? "" : " "
  }
}
