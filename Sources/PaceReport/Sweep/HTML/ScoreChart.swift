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
    let range = least == most ? "" : "\(Markup.count(least)) to "
    let subjects = XMLText.escaped(Noun.plural(view.program.subject.name.text))
    let (noun, verb, they) = most == 1 ? ("notice", "lies", "it was") : ("notices", "lie", "they were")
    return
      "<p class=\"soft\">\(range)\(Markup.count(most)) \(noun) of the labelled \(subjects) \(verb) outside"
      + " every label: nobody has said whether \(they) wanted.</p>\n"
  }

  /// Recall and precision along the only axis.
  func shares(width: Double, height: Double) -> String {
    let axis = view.grid.axes[0]
    let frame = ChartFrame(axis, view, width: width, height: height, most: 1, isShare: true)
    var svg = frame.drawn(across: axis.name, up: "share of labels") + frame.presets(view)
    let scores = view.result.points.compactMap { $0.score }
    for (shares, colour) in [
      (scores.map({ $0.recall }), "var(--c0)"), (scores.map({ $0.precision }), "var(--c1)"),
    ] {
      let points = shares.enumerated().compactMap { index, share in
        share.map { (x: frame.x(index), y: frame.y($0)) }
      }
      svg += "<polyline points=\"\(Markup.points(points))\" stroke=\"\(colour)\" class=\"curve\"/>"
    }
    let half = max(2, frame.columnWidth / 2)
    for (index, score) in scores.enumerated() {
      let tip =
        "\(view.texts(of: index)[0]): recall \(SweepView.percent(score.recall)),"
        + " precision \(SweepView.percent(score.precision))"
      svg += Markup.box(
        frame.x(index) - half, frame.top, 2 * half, frame.y(0) - frame.top, "class=\"touch\"", tip: tip)
    }
    return frame.svg(svg, says: "recall and precision for each value of \(axis.name)")
  }

  /// Every point by what it catches and what it wrongly reports, the front joined up.
  func front(width: Double, height: Double) -> String {
    let scores = view.result.points.compactMap { $0.score }
    let front = Set(view.result.front)
    let (left, right, top, bottom) = (64.0, 24.0, 30.0, 44.0)
    let wanted = Double(max(1, scores.map { $0.caught + $0.missed }.max() ?? 1))
    let most = Double(max(1, scores.map { $0.falseAlarms }.max() ?? 1))
    func x(_ score: SweepScore) -> Double { left + Double(score.falseAlarms) / most * (width - left - right) }
    func y(_ score: SweepScore) -> Double {
      height - bottom - Double(score.caught) / wanted * (height - top - bottom)
    }
    var svg = Self.axes(width, height, left, right, top, bottom, most: Int(most), wanted: Int(wanted))
    var ends: [SweepScore] = []
    // Scores that differ only in unlabelled notices have the same place.
    for point in front.sorted() where !ends.contains(where: { $0.isBeside(scores[point]) }) {
      ends.append(scores[point])
    }
    ends.sort { ($0.falseAlarms, $0.caught) < ($1.falseAlarms, $1.caught) }
    svg += "<polyline points=\"\(Markup.points(ends.map { (x($0), y($0)) }))\" class=\"front\"/>"
    for (index, score) in scores.enumerated() {
      let name = view.texts(of: index).joined(separator: ", ")
      svg += "<circle cx=\"\(Markup.number(x(score)))\" cy=\"\(Markup.number(y(score)))\" r=\"5\""
      svg += " class=\"\(front.contains(index) ? "best" : "other")\"><title>"
      svg +=
        XMLText.escaped("\(name): \(score.caught) caught, \(score.falseAlarms) false") + "</title></circle>"
    }
    svg += names(of: ends, scores, at: ends.map { (x($0), y($0)) }, width)
    return "<svg viewBox=\"0 0 \(Int(width)) \(Int(height))\" role=\"img\""
      + " aria-label=\"caught against false\">\(svg)</svg>\n"
  }

  /// The values of the points on the front, as far as they don't run into each other.
  private func names(
    of ends: [SweepScore], _ scores: [SweepScore], at places: [(x: Double, y: Double)], _ width: Double
  ) -> String {
    var svg = ""
    var taken: [(left: Double, right: Double, y: Double)] = []
    for (score, place) in zip(ends, places) {
      let same = scores.indices.filter { scores[$0].isBeside(score) }
      guard let first = same.first, let last = same.last else { continue }
      let texts = [view.texts(of: first), view.texts(of: last)].map { $0.joined(separator: ", ") }
      let name = first == last ? texts[0] : "\(texts[0]) … \(texts[1])"
      let length = Double(name.count) * 6.5
      let left = min(max(place.x - length / 2, 56), width - length)
      let y = place.y - 12
      if taken.contains(where: { $0.left < left + length && left < $0.right && abs($0.y - y) < 14 }) {
        continue
      }
      taken.append((left, left + length + 6, y))
      svg += Markup.text(name, left, y, class: "tick")
    }
    return svg
  }

  private static func axes(
    _ width: Double, _ height: Double, _ left: Double, _ right: Double, _ top: Double, _ bottom: Double,
    most: Int, wanted: Int
  ) -> String {
    let (floor, end) = (height - bottom, width - right)
    var svg = Markup.line(left, floor, end, floor, class: "base")
    svg += Markup.line(left, top, left, floor, class: "base")
    svg += Markup.line(left, top, end, top, class: "grid")
    svg += Markup.text("0", left, floor + 18, anchor: "middle", class: "tick")
    svg += Markup.text(Markup.count(most), end, floor + 18, anchor: "middle", class: "tick")
    svg += Markup.text("0", left - 8, floor + 4, anchor: "end", class: "tick")
    svg += Markup.text(Markup.count(wanted), left - 8, top + 4, anchor: "end", class: "tick")
    svg += Markup.text(
      "unwanted, with a notice", (left + end) / 2, height - 6, anchor: "middle", class: "name")
    let middle = Markup.number((top + floor) / 2)
    return svg + "<text transform=\"translate(12 \(middle)) rotate(-90)\" text-anchor=\"middle\""
      + " class=\"name\">wanted, with a notice</text>"
  }
}

extension SweepScore {
  /// Whether another score has the same place in the chart.
  fileprivate func isBeside(_ other: SweepScore) -> Bool {
    caught == other.caught && falseAlarms == other.falseAlarms
  }
}
