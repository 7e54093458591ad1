import PaceLab
import PaceLanguage

/// The charts of a sweep over several parameters: a map for each figure.
struct SweepMaps: Sendable {
  let view: SweepView
  /// The most slices that are drawn of more than two parameters; the table has the others.
  private static let slices = 6

  var text: String { notices + labels + rules + view.scales.map(levels).joined() }

  private var notices: String {
    "<h2>All notices</h2>\n" + maps(view.result.points.map { Double($0.notices) }, "")
  }

  private var labels: String {
    guard view.hasLabels else { return "" }
    let chart = ScoreChart(view: view)
    let scores = view.result.points.map { $0.score }
    return Self.pair(
      "By the labels", chart.unlabelled,
      maps(scores.map { Self.percent($0?.recall) }, "recall, %", isShare: true)
        + maps(scores.map { Self.percent($0?.precision) }, "precision, %", isShare: true)
        + TradeOffs(view).card(height: 290))
  }

  private var rules: String {
    let cards = view.result.affectedRules.map { rule in
      maps(view.result.points.map { Double($0.firings[rule.index]) }, view.name(of: rule))
    }.joined()
    return cards.isEmpty ? "" : Self.pair("Each rule that they touch", "", cards)
  }

  /// A map for each level of a scale whose share of the time is not the same at every point.
  private func levels(of scale: Int) -> String {
    let declared = view.program.scales[scale]
    let shares = SweepLevels(view, scale: scale)
    let steady = shares.steady.map { "\(declared.levels[$0].name) \(ValueText.percent(shares.first($0)))" }
    let note = steady.isEmpty ? "" : Page.soft("The same at every point: \(steady.joined(separator: ", "))")
    return Self.pair(
      "Time in each level of \(declared.name.text)", note,
      shares.varied.map { level in
        maps(shares.percents(level), "\(declared.levels[level].name), %", isShare: true)
      }.joined())
  }

  private static func percent(_ share: Double?) -> Double? { share.map { ($0 * 100).rounded() } }

  private static func pair(_ heading: String, _ note: String, _ cards: String) -> String {
    "<h2>\(XMLText.escaped(heading))</h2>\n\(note)"
      + (cards.isEmpty ? "" : "<div class=\"pair\">\n\(cards)</div>\n")
  }

  /// A card for each slice, in which all parameters but the last two are fixed.
  private func maps(_ figures: [Double?], _ title: String, isShare: Bool = false) -> String {
    let map = HeatMap(view: view, figures: figures, isShare: isShare)
    let axes = view.grid.axes
    let size = axes.suffix(2).reduce(1) { $0 * $1.values.count }
    let starts = Array(stride(from: 0, to: view.grid.count, by: size))
    var cards = ""
    for start in starts.prefix(Self.slices) {
      let outer = zip(axes, view.texts(of: start)).dropLast(2).map { "\($0.name) = \($1)" }
      let title = ([title] + outer).filter { !$0.isEmpty }.joined(separator: ", ")
      let heading = title.isEmpty ? "" : "<h3>\(XMLText.escaped(title))</h3>"
      let chart = map.chart(first: start, says: title.isEmpty ? "notices" : title)
      cards += "<div class=\"card\">\(heading)\(chart)</div>\n"
    }
    let more = starts.count - Self.slices
    return cards + (more > 0 ? "<p class=\"soft\">\(more) more in the table below</p>\n" : "")
  }
}
