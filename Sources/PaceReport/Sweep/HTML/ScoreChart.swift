import PaceLab
import PaceLanguage

/// How the values do by the labels: their recall and precision.
struct ScoreChart: Sendable {
  let view: SweepView

  /// How many notices nobody has judged; empty if there are none.
  var unlabelled: String {
    let counts = view.result.points.compactMap { $0.score?.unlabelled }
    let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
    if most == 0 { return "" }
    let range = least == most ? "" : "\(String(least)) to "
    let subjects = XMLText.escaped(Noun.plural(view.program.noun))
    let (noun, verb, they) = most == 1 ? ("notice", "lies", "it was") : ("notices", "lie", "they were")
    return
      "<p class=\"soft\">\(range)\(String(most)) \(noun) of the labelled \(subjects) \(verb) outside"
      + " every label: nobody has said whether \(they) wanted.</p>\n"
  }

  /// Recall and precision along the only axis; `height` in pixels.
  func shares(height: Double) -> String {
    var frame = ChartFrame(view, height: height, most: 1, isShare: true)
    let scores = view.result.points.compactMap { $0.score }
    var svg = frame.add(view.marks)
    svg += frame.curve(scores.map { $0.recall }, colour: "var(--c0)")
    svg += frame.curve(scores.map { $0.precision }, colour: "var(--c1)")
    for (index, score) in scores.enumerated() {
      svg += frame.touch(
        index,
        tip: "\(view.texts(of: index)[0]): recall \(Words.wholePercent(score.recall)),"
          + " precision \(Words.wholePercent(score.precision))")
    }
    let axis = view.grid.axes[0].name
    return frame.chart(
      svg, across: axis, up: "share of labels", says: "recall and precision for each value of \(axis)")
  }
}
