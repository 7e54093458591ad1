import PaceLab
import PaceLanguage

/// The charts of a sweep over several parameters: a map for each figure.
struct SweepMaps: Sendable {
  private let view: SweepView
  /// Slices of more than two parameters beyond these are left to the table.
  private static let slices = 6

  init(_ view: SweepView) { self.view = view }

  var text: String {
    let points = view.result.points
    var text = "<h2>All notices</h2>\n" + maps(points.map { $0.notices }, "")
    if view.hasLabels {
      let chart = ScoreChart(view: view)
      text += "<h2>By the labels</h2>\n\(chart.unlabelled)<div class=\"pair\">\n"
      text += maps(points.map { Self.percent($0.score?.recall) }, "recall, %", isShare: true)
      text += maps(points.map { Self.percent($0.score?.precision) }, "precision, %", isShare: true)
      text += chart.front(height: 290) + "</div>\n"
    }
    let rules = view.result.affectedRules
    if !rules.isEmpty { text += "<h2>Each rule that they touch</h2>\n<div class=\"pair\">\n" }
    for rule in rules {
      text += maps(points.map { $0.firings[rule.index] }, view.name(of: rule))
    }
    if !rules.isEmpty { text += "</div>\n" }
    if !view.scales.isEmpty { text += "<h2>Time above the resting level</h2>\n<div class=\"pair\">\n" }
    for scale in view.scales {
      let shares = points.map { point in
        let whole = point.levels[scale].reduce(0.0) { $0 + Double($1) }
        return Self.percent(whole > 0 ? 1 - Double(point.levels[scale][0]) / whole : nil)
      }
      text += maps(shares, "\(view.program.scales[scale].name.text), %", isShare: true)
    }
    return text + (view.scales.isEmpty ? "" : "</div>\n")
  }

  private static func percent(_ share: Double?) -> Int? { share.map { Int(($0 * 100).rounded()) } }

  /// A card for each slice in which the parameters but the last two stand still.
  private func maps(_ figures: [Int?], _ title: String, isShare: Bool = false) -> String {
    let map = HeatMap(view: view, figures: figures, isShare: isShare)
    let axes = view.grid.axes
    let size = axes.suffix(2).reduce(1) { $0 * $1.values.count }
    let starts = Array(stride(from: 0, to: view.grid.count, by: size))
    var cards = starts.prefix(Self.slices).map { start in
      let outer = zip(axes, view.texts(of: start)).dropLast(2).map { "\($0.name) = \($1)" }
      let name = ([title] + outer).filter { !$0.isEmpty }.joined(separator: ", ")
      let heading = name.isEmpty ? "" : "<h3>\(XMLText.escaped(name))</h3>"
      return "<div class=\"card\">\(heading)\(map.chart(first: start, says: name))</div>\n"
    }
    if starts.count > Self.slices {
      cards.append("<p class=\"soft\">\(starts.count - Self.slices) more in the table below</p>\n")
    }
    return cards.joined()
  }
}
