import PaceLab
import PaceLanguage

/// The charts of a sweep along one parameter.
struct SweepCurves: Sendable {
  let view: SweepView

  var text: String {
    let points = view.result.points
    let total = CountChart(
      view: view, counts: points.map { $0.notices }, unit: "notice", colour: "var(--c5)")
    var text = "<h2>All notices</h2>\n<div class=\"card\">\n\(total.chart(height: 300))</div>\n"
    if view.hasLabels { text += labels }
    text += rules
    for scale in view.scales { text += levels(of: scale) }
    return text
  }

  private var rules: String {
    let result = view.result
    let (cliffs, plateaus) = (result.cliffs, result.plateaus)
    let cards = result.affectedRules.enumerated().map { number, rule in
      let chart = CountChart(
        view: view, counts: result.points.map { $0.firings[rule.index] }, unit: "notice",
        colour: "var(--c\(number % 5))", cliffs: cliffs.filter { $0.rule == rule },
        plateaus: plateaus.filter { $0.rule == rule })
      let subjects = result.points.map { $0.subjects[rule.index] }
      let (least, most) = (subjects.min() ?? 0, subjects.max() ?? 0)
      let name = view.program.noun
      let range = least == most ? "" : "\(least) to "
      let affected = "\(range)\(Noun.count(most, name)) \(most == 1 ? "has" : "have") it"
      return "<div class=\"card\"><h3>\(XMLText.escaped(view.name(of: rule)))</h3>"
        + "<p class=\"soft\">\(XMLText.escaped(affected))</p>\n\(chart.chart(height: 270))</div>\n"
    }
    if cards.isEmpty {
      return "<h2>Each rule</h2>\n<p class=\"soft\">No rule fires more or less often.</p>\n"
    }
    let marks: [(colour: String, words: String)] =
      (cliffs.isEmpty ? [] : [("var(--alarm)", "a jump")])
      + (plateaus.isEmpty ? [] : [("var(--base)", "a flat stretch")])
    let legend = marks.isEmpty ? "" : Page.legend(colours: marks)
    return "<h2>Each rule that it touches</h2>\n<div class=\"pair\">\n\(cards.joined())</div>\n\(legend)"
  }

  /// The share of time in each level of a scale: a column for each value, the resting level lowest.
  private func levels(of scale: Int) -> String {
    let declared = view.program.scales[scale]
    let colours = LevelColours(levels: declared.levels)
    var frame = ChartFrame(view, height: 300, most: 1, isShare: true)
    let columns = LevelColumns(colours: colours, times: view.result.points.map { $0.levels[scale] })
    var svg = columns.svg(frame, names: view.result.points.indices.map { view.texts(of: $0)[0] })
    // A line through the bars would look like two bars.
    svg += frame.add(view.marks, to: frame.y(1))
    let axis = view.grid.axes[0].name
    let chart = frame.chart(
      svg, across: axis, up: "share of time",
      says: "share of time in each level for each value of \(axis)")
    return "<h2>Time in each level of \(XMLText.escaped(declared.name.text))</h2>\n<div class=\"card\">\n"
      + chart + colours.legend + "</div>\n"
  }

  private var labels: String {
    let chart = ScoreChart(view: view)
    let legend = Page.legend(colours: [("var(--c0)", "recall"), ("var(--c1)", "precision")])
    return "<h2>By the labels</h2>\n\(chart.unlabelled)<div class=\"pair\">\n"
      + "<div class=\"card\"><h3>Recall and precision</h3>"
      + "\(chart.shares(height: 290))\(legend)</div>\n"
      + TradeOffs(view).card(height: 290) + "</div>\n"
  }
}
