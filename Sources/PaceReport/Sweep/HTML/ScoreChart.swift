import PaceLab
import PaceLanguage

/// How the values do by the labels: recall and precision over the values, and caught against false.
struct ScoreChart: Sendable {
  let view: SweepView

  /// How many notices nobody has judged; nothing where there are none.
  var unlabelled: String {
    let counts = view.result.points.compactMap { $0.score?.unlabelled }
    let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
    if most == 0 { return "" }
    let range = least == most ? "" : "\(String(least)) to "
    let subjects = XMLText.escaped(Noun.plural(view.program.subject.name.text))
    let (noun, verb, they) = most == 1 ? ("notice", "lies", "it was") : ("notices", "lie", "they were")
    return
      "<p class=\"soft\">\(range)\(String(most)) \(noun) of the labelled \(subjects) \(verb) outside"
      + " every label: nobody has said whether \(they) wanted.</p>\n"
  }

  /// Recall and precision along the only axis; `height` in pixels.
  func shares(height: Double) -> String {
    var frame = ChartFrame(view, height: height, most: 1, isShare: true)
    let scores = view.result.points.compactMap { $0.score }
    var lines = ""
    for (shares, colour) in [
      (scores.map({ $0.recall }), "var(--c0)"), (scores.map({ $0.precision }), "var(--c1)"),
    ] {
      let points = shares.enumerated().compactMap { index, share in
        share.map { (x: frame.x(index), y: frame.y($0)) }
      }
      lines += "<polyline points=\"\(Markup.points(points))\" stroke=\"\(colour)\" class=\"curve\"/>"
    }
    var svg = frame.presets(view) + Markup.stretched(lines, height: height)
    for (index, score) in scores.enumerated() {
      svg += frame.touch(
        index,
        tip: "\(view.texts(of: index)[0]): recall \(SweepView.percent(score.recall)),"
          + " precision \(SweepView.percent(score.precision))")
    }
    let axis = view.grid.axes[0].name
    return frame.chart(
      svg, across: axis, up: "share of labels", says: "recall and precision for each value of \(axis)")
  }

  /// Every point by what it catches and what it wrongly reports, the front joined up; `height` in pixels.
  func front(height: Double) -> String {
    let scores = view.result.points.compactMap { $0.score }
    let front = Set(view.result.front)
    let (top, floor) = (30.0, height - 26)
    let wanted = max(1, scores.map { $0.caught + $0.missed }.max() ?? 1)
    let most = max(1, scores.map { $0.falseAlarms }.max() ?? 1)
    func x(_ score: SweepScore) -> Double { Double(score.falseAlarms) / Double(most) }
    func y(_ score: SweepScore) -> Double { floor - Double(score.caught) / Double(wanted) * (floor - top) }
    var labels = ChartFrame.margins(figures: ChartLabel.width(String(wanted)), names: [String(most)])
    for (text, place, offset, y, anchor) in [
      ("0", 0.0, 0.0, floor + 18, ChartLabel.Anchor.middle), (String(most), 1, 0, floor + 18, .middle),
      ("0", 0, -8, floor + 4, .end), (String(wanted), 0, -8, top + 4, .end),
    ] {
      labels.add(
        ChartLabel(text: text, place: place, offset: offset, y: y, anchor: anchor, style: "tick"))
    }
    var svg = Markup.line(0, floor, 1, floor, class: "base") + Markup.line(0, top, 0, floor, class: "base")
    svg += Markup.line(0, top, 1, top, class: "grid")
    var ends: [SweepScore] = []
    // Scores that differ only in unlabelled notices have the same place.
    for point in front.sorted() where !ends.contains(where: { $0.isBeside(scores[point]) }) {
      ends.append(scores[point])
    }
    ends.sort { ($0.falseAlarms, $0.caught) < ($1.falseAlarms, $1.caught) }
    let line = "<polyline points=\"\(Markup.points(ends.map { (x($0), y($0)) }))\" class=\"front\"/>"
    svg += Markup.stretched(line, height: height)
    for (index, score) in scores.enumerated() {
      let name = view.texts(of: index).joined(separator: ", ")
      svg += Markup.dot(
        x(score), y(score), radius: 5, "class=\"\(front.contains(index) ? "best" : "other")\"",
        tip: "\(name): \(score.caught) caught, \(score.falseAlarms) false")
    }
    for end in ends { labels.add(name(of: end, scores, x(end), y(end) - 12)) }
    return Page.plot(
      svg, labels: labels, height: height, across: "unwanted, with a notice", up: "wanted, with a notice",
      says: "caught against false")
  }

  /// The values of a point on the front.
  private func name(of score: SweepScore, _ scores: [SweepScore], _ x: Double, _ y: Double) -> ChartLabel {
    let same = scores.indices.filter { scores[$0].isBeside(score) }
    let texts = [same.first, same.last].compactMap { $0.map { view.texts(of: $0).joined(separator: ", ") } }
    return ChartLabel(
      text: same.count == 1 ? texts[0] : texts.joined(separator: " … "), place: x, y: y,
      anchor: x < 0.3 ? .start : x > 0.7 ? .end : .middle, style: "tick")
  }
}

extension SweepScore {
  /// Whether another score has the same place in the chart.
  fileprivate func isBeside(_ other: SweepScore) -> Bool {
    caught == other.caught && falseAlarms == other.falseAlarms
  }
}
