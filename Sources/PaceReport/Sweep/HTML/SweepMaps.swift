import PaceLab
import PaceLanguage

/// The charts of a sweep over several parameters: a map for each figure.
struct SweepMaps: Sendable {
  private let view: SweepView
  /// Slices of more than two parameters beyond these are left to the table.
  private static let slices = 6

  /// What the page is made of.
  private enum Part {
    case text(String)
    case card(title: String, map: HeatMap, grid: HeatGrid)
  }

  init(_ view: SweepView) { self.view = view }

  var text: String {
    let parts = notices + labels + rules + view.scales.flatMap(levels)
    let rooms = parts.map { part in
      switch part {
      case .text: 0.0
      case .card(_, _, let grid): grid.room
      }
    }
    let room = rooms.max() ?? 0
    return parts.map { part in
      switch part {
      case .text(let text): return text
      case .card(let title, let map, let grid):
        let heading = title.isEmpty ? "" : "<h3>\(XMLText.escaped(title))</h3>"
        let says = title.isEmpty ? "notices" : title
        return "<div class=\"card\">\(heading)\(map.chart(grid, room: room, says: says))</div>\n"
      }
    }.joined()
  }

  private var notices: [Part] {
    [.text("<h2>All notices</h2>\n")] + maps(view.result.points.map { Double($0.notices) }, "")
  }

  private var labels: [Part] {
    guard view.hasLabels else { return [] }
    let chart = ScoreChart(view: view)
    let scores = view.result.points.map { $0.score }
    return Self.pair(
      "By the labels", chart.unlabelled,
      maps(scores.map { Self.percent($0?.recall) }, "recall, %", isShare: true)
        + maps(scores.map { Self.percent($0?.precision) }, "precision, %", isShare: true)
        + [.text(TradeOffs(view).card(height: 290))])
  }

  private var rules: [Part] {
    let cards = view.result.affectedRules.flatMap { rule in
      maps(view.result.points.map { Double($0.firings[rule.index]) }, view.name(of: rule))
    }
    return cards.isEmpty ? [] : Self.pair("Each rule that they touch", "", cards)
  }

  /// A map of each level of a scale that takes up more time at one point than at another.
  private func levels(of scale: Int) -> [Part] {
    let declared = view.program.scales[scale]
    let shares = SweepLevels(view, scale: scale)
    let steady = shares.steady.map { "\(declared.levels[$0].name) \(Words.percent(shares.first($0)))" }
    let note = steady.isEmpty ? "" : Page.soft("The same at every point: \(steady.joined(separator: ", "))")
    return Self.pair(
      "Time in each level of \(declared.name.text)", note,
      shares.varied.flatMap { level in
        maps(shares.percents(level), "\(declared.levels[level].name), %", isShare: true)
      })
  }

  private static func percent(_ share: Double?) -> Double? { share.map { ($0 * 100).rounded() } }

  private static func pair(_ heading: String, _ note: String, _ cards: [Part]) -> [Part] {
    let text = "<h2>\(XMLText.escaped(heading))</h2>\n\(note)"
    if cards.isEmpty { return [.text(text)] }
    return [.text(text + "<div class=\"pair\">\n")] + cards + [.text("</div>\n")]
  }

  /// A card for each slice in which the parameters but the last two stand still.
  private func maps(_ figures: [Double?], _ title: String, isShare: Bool = false) -> [Part] {
    let map = HeatMap(view: view, figures: figures, isShare: isShare)
    let axes = view.grid.axes
    let size = axes.suffix(2).reduce(1) { $0 * $1.values.count }
    let starts = Array(stride(from: 0, to: view.grid.count, by: size))
    var cards = starts.prefix(Self.slices).map { start -> Part in
      let outer = zip(axes, view.texts(of: start)).dropLast(2).map { "\($0.name) = \($1)" }
      let title = ([title] + outer).filter { !$0.isEmpty }.joined(separator: ", ")
      return .card(title: title, map: map, grid: map.grid(first: start))
    }
    if starts.count > Self.slices {
      cards.append(.text("<p class=\"soft\">\(starts.count - Self.slices) more in the table below</p>\n"))
    }
    return cards
  }
}
