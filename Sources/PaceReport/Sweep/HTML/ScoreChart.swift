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
        tip: "\(view.texts(of: index)[0]): recall \(Words.wholePercent(score.recall)),"
          + " precision \(Words.wholePercent(score.precision))")
    }
    let axis = view.grid.axes[0].name
    return frame.chart(
      svg, across: axis, up: "share of labels", says: "recall and precision for each value of \(axis)")
  }

  // MARK: Caught against false

  /// The places of the front, from the fewest false on, each with all points that have it.
  private var ends: [(score: SweepScore, points: [Int])] {
    var ends: [(score: SweepScore, points: [Int])] = []
    for point in view.result.front {
      guard let score = view.result.points[point].score else { continue }
      // Scores that differ only in unlabelled notices have the same place.
      if let end = ends.firstIndex(where: { $0.score.isBeside(score) }) {
        ends[end].points.append(point)
      } else {
        ends.append((score, [point]))
      }
    }
    return ends.sorted { $0.score.falseAlarms < $1.score.falseAlarms }
  }

  /// The best trade-offs as a chart, and by their numbers in words; `height` in pixels.
  func front(height: Double) -> String {
    let ends = ends
    let items = ends.prefix(Self.mostEnds).map { end in
      "<li>\(XMLText.escaped(names(of: end.points))): \(Self.words(end.score))</li>\n"
    }
    let more = ends.count > items.count ? Page.soft("and \(ends.count - items.count) more") : ""
    let isOne =
      Set(view.result.points.compactMap { $0.score.map { [$0.caught, $0.falseAlarms] } }).count == 1
    let note =
      "Caught: wanted labels with a notice. False: unwanted ones with a notice."
      + (isOne ? "" : " No other value catches as much as a numbered one with as few false.")
    return Page.card(
      "The best trade-offs", note,
      (isOne ? "" : chart(ends, height: height)) + "<ol class=\"ends\">\n\(items.joined())</ol>\n\(more)")
  }

  private static let mostEnds = 12

  private static func words(_ score: SweepScore) -> String {
    "\(score.caught) caught, \(score.falseAlarms) false"
  }

  /// Every point by what it catches and what it wrongly reports, the front joined up.
  private func chart(_ ends: [(score: SweepScore, points: [Int])], height: Double) -> String {
    let scores = view.result.points.compactMap { $0.score }
    let front = Set(view.result.front)
    let (top, floor) = (20.0, height - 26)
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
    let line = Markup.points(ends.map { (x($0.score), y($0.score)) })
    svg += Markup.stretched("<polyline points=\"\(line)\" class=\"front\"/>", height: height)
    for (index, score) in scores.enumerated() {
      svg += Markup.dot(
        x(score), y(score), radius: 5, "class=\"\(front.contains(index) ? "best" : "other")\"",
        tip: "\(view.texts(of: index).joined(separator: ", ")): \(Self.words(score))")
    }
    for (index, end) in ends.prefix(Self.mostEnds).enumerated() {
      // Nothing better lies above and to the left, so neither the line nor a point.
      labels.add(
        ChartLabel(
          text: String(index + 1), place: x(end.score), offset: -7, y: y(end.score) - 6, anchor: .end,
          style: "tick"))
    }
    return Page.plot(
      svg, labels: labels, height: height, across: "false", up: "caught", says: "caught against false")
  }

  /// `1 h 15 min or 2 h … 2 h 45 min`: neighbours make a range.
  private func names(of points: [Int]) -> String {
    let axes = view.grid.axes
    var boxes = points.map { point in view.grid.indices(of: point).map { $0...$0 } }
    for axis in axes.indices.reversed() {
      var wider: [[ClosedRange<Int>]] = []
      for box in boxes {
        let before = wider.firstIndex { other in
          other[axis].upperBound + 1 == box[axis].lowerBound
            && axes.indices.allSatisfy { $0 == axis || other[$0] == box[$0] }
        }
        if let before {
          wider[before][axis] = wider[before][axis].lowerBound...box[axis].upperBound
        } else {
          wider.append(box)
        }
      }
      boxes = wider
    }
    let texts = boxes.prefix(Self.mostBoxes).map { box in
      zip(axes, box).map { axis, range in
        let (first, last) = (
          axis.text(range.lowerBound, view.program), axis.text(range.upperBound, view.program)
        )
        return range.count == 1 ? first : "\(first) … \(last)"
      }.joined(separator: ", ")
    }
    let more = boxes.count - texts.count
    return texts.joined(separator: " or ") + (more > 0 ? " or \(more) more" : "")
  }

  private static let mostBoxes = 6
}

extension SweepScore {
  /// Whether another score has the same place in the chart.
  fileprivate func isBeside(_ other: SweepScore) -> Bool {
    caught == other.caught && falseAlarms == other.falseAlarms
  }
}
