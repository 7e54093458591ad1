import PaceLab
import PaceLanguage

/// What the values catch against what they wrongly report.
struct TradeOffs: Sendable {
  /// All points that catch equally many wanted labels with equally many false alarms.
  private struct Place {
    let score: SweepScore
    let points: [Int]
    let isBest: Bool
  }

  private let view: SweepView
  /// The places, from the fewest false alarms on.
  private let places: [Place]

  init(_ view: SweepView) {
    self.view = view
    let front = Set(view.result.front)
    let scores = view.result.points.enumerated().compactMap { point, result in
      result.score.map { (point: point, score: $0) }
    }
    // Scores that differ only in unlabelled notices have the same place.
    let groups = scores.grouped { [$0.score.caught, $0.score.falseAlarms] }
    let places = groups.map { _, same in
      Place(score: same[0].score, points: same.map { $0.point }, isBest: front.contains(same[0].point))
    }
    self.places = places.sorted {
      ($0.score.falseAlarms, $0.score.caught) < ($1.score.falseAlarms, $1.score.caught)
    }
  }

  private var ends: [Place] { places.filter { $0.isBest } }

  /// The best trade-offs as a chart and as a numbered list; `height` in pixels.
  func card(height: Double) -> String {
    let ends = ends
    let items = ends.prefix(Self.mostEnds).map { end in
      "\(names(of: end.points)): \(Self.words(end.score))"
    }
    let more = ends.count > items.count ? Page.soft("and \(ends.count - items.count) more") : ""
    let point = view.grid.axes.count == 1 ? "value" : "combination"
    let note =
      "Caught: wanted labels with a notice. False: unwanted ones with a notice."
      + (places.count == 1 ? "" : " No other \(point) catches as much as a numbered one with as few false.")
    return Page.card(
      "The best trade-offs", note,
      (places.count == 1 ? "" : chart(height: height))
        + "<ol class=\"ends\">\n\(Page.items(items))</ol>\n\(more)")
  }

  private static let mostEnds = 12

  private static func words(_ score: SweepScore) -> String {
    "\(score.caught) caught, \(score.falseAlarms) false"
  }

  /// Every place by what it catches and what it wrongly reports, the best joined up.
  private func chart(height: Double) -> String {
    let (top, floor) = (20.0, height - 26)
    let across = CountAxis(places.map { Int($0.score.falseAlarms) })
    let up = CountAxis(places.map { Int($0.score.caught) })
    func x(_ score: SweepScore) -> Double { across.place(Int(score.falseAlarms)) }
    func y(_ count: some BinaryInteger) -> Double { floor - up.place(Int(count)) * (floor - top) }
    let width = up.ticks.map { ChartLabel.width(String($0)) }.max() ?? 0
    var labels = ChartFrame.margins(figures: width, names: across.ticks.map { String($0) })
    var svg = Markup.line(0, floor, 1, floor, class: "base") + Markup.line(0, top, 0, floor, class: "base")
    for tick in up.ticks {
      svg += Markup.line(0, y(tick), 1, y(tick), class: "grid")
      labels.add(.beside(Markup.typeset(String(tick)), y(tick)))
    }
    labels.addSeries(
      across.ticks.map { .below(Markup.typeset(String($0)), across.place($0), floor) })
    let line = Markup.points(ends.map { (x($0.score), y($0.score.caught)) })
    svg += Markup.stretched("<polyline points=\"\(line)\" class=\"front\"/>", height: height)
    // The best are drawn last, so that they lie on top.
    for place in places.filter({ !$0.isBest }) + ends {
      svg += Markup.dot(
        x(place.score), y(place.score.caught), radius: place.isBest ? 5 : 4,
        "class=\"\(place.isBest ? "best" : "other")\"",
        tip: "\(names(of: place.points)): \(Self.words(place.score))")
    }
    for (index, end) in ends.prefix(Self.mostEnds).enumerated() {
      // The number stands above and to the left, where there is neither a better place nor the line.
      labels.add(
        ChartLabel(
          text: String(index + 1), place: x(end.score), offset: -7, y: y(end.score.caught) - 6, anchor: .end,
          style: "tick"))
    }
    return Page.plot(
      svg, labels: labels, height: height, across: "false", up: "caught", says: "caught against false")
  }

  /// `1 h 15 min or 2 h … 2 h 45 min`: neighbours make a range, and several parameters each have their name.
  private func names(of points: [Int]) -> String {
    let axes = view.grid.axes
    let boxes = GridBoxes(points, in: view.grid).boxes
    let texts = boxes.prefix(Self.mostBoxes).map { box in
      zip(axes, box).map { axis, range in
        let (first, last) = (
          axis.text(range.lowerBound, view.program), axis.text(range.upperBound, view.program)
        )
        let name = axes.count == 1 ? "" : "\(axis.name) "
        return name + (range.count == 1 ? first : "\(first) … \(last)")
      }.joined(separator: ", ")
    }
    let more = boxes.count - texts.count
    return texts.joined(separator: " or ") + (more > 0 ? " or \(more) more" : "")
  }

  private static let mostBoxes = 6
}
