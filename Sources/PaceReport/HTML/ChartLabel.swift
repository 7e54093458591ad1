/// A name or a figure in a chart.
struct ChartLabel: Sendable {
  enum Anchor: String, Sendable {
    case start
    case middle
    case end
  }

  let text: String
  /// A second line; may be empty.
  var below = ""
  /// The place across that it belongs to.
  let place: Double
  /// Pixels to the right of the place.
  var offset = 0.0
  /// The baseline of its first line, in pixels.
  let y: Double
  var anchor = Anchor.middle
  /// Its style: `tick`, or one with bold letters.
  let style: String
  /// The least width of the chart for it, whatever its neighbours leave.
  var room = 0.0
  /// What stands before and behind the text on a chart that is at least `from` wide.
  var spare: (front: String, back: String, from: Int)?
  /// The least distance from a neighbour, in pixels.
  var gap = 6.0
  /// Whether a line joins it to the axis above it.
  var hasMark = false

  /// The width of a figure of DejaVu Sans, the widest font in use, at 12 pixels.
  static let letter = 7.7
  private static let boldLetter = 8.4
  static let height = 14.0

  static func width(_ text: String) -> Double { Double(text.displayWidth) * letter }

  private var isBold: Bool { style == "preset-name" || style == "cliff-text" }
  var width: Double {
    Double(max(text.displayWidth, below.displayWidth)) * (isBold ? Self.boldLetter : Self.letter)
  }
  /// The baseline of its last line.
  var lastLine: Double { below.isEmpty ? y : y + Self.height }
  /// Where it begins and ends, in pixels from the place.
  var left: Double {
    switch anchor {
    case .start: offset
    case .middle: offset - width / 2
    case .end: offset - width
    }
  }
  var right: Double { left + width }

  /// `width` is the least width of the chart with this label.
  fileprivate func svg(from width: Int) -> String {
    let from = width > ChartLabels.widths.lowerBound ? " from-\(width)" : ""
    let shift = offset == 0 ? "" : " dx=\"\(Markup.number(offset))\""
    let x = Markup.place(place)
    let mark = hasMark ? Markup.line(place, y - 18, place, y - 14, class: "base\(from)") : ""
    return mark
      + [(text, y), (below, lastLine)].filter { !$0.0.isEmpty }.map { text, y in
        "<text x=\"\(x)\"\(shift) y=\"\(Markup.number(y))\" text-anchor=\"\(anchor.rawValue)\""
          + " class=\"\(style)\(from)\">"
          + "\(spared(spare?.front))\(XMLText.escaped(text))\(spared(spare?.back))</text>"
      }.joined()
  }

  private func spared(_ text: String?) -> String {
    guard let text, !text.isEmpty, let spare else { return "" }
    return "<tspan class=\"from-\(spare.from)\">\(text)</tspan>"
  }
}

/// The labels of a chart, each drawn from the width on at which it touches no label added before it.
struct ChartLabels: Sendable {
  /// From the narrowest chart to beyond the widest, in pixels.
  static let widths = 160...1120
  static let step = 40
  /// The width of a chart on a page of 390 pixels.
  static let narrowPage = 240
  /// Room for letters beside the chart, in pixels.
  let left: Double
  let right: Double
  private var taken: [TakenRoom] = []
  private(set) var svg = ""

  init(left: Double, right: Double) {
    self.left = left
    self.right = right
  }

  /// Draws a label, unless at every width it would touch one already drawn.
  mutating func add(_ label: ChartLabel) {
    guard let from = width(for: label) else { return }
    taken.append(TakenRoom(label))
    svg += label.svg(from: from)
  }

  /// Keeps labels off a vertical line.
  mutating func block(_ place: Double, from top: Double, to bottom: Double) {
    taken.append(TakenRoom(place: place, left: -1, right: 1, top: top, bottom: bottom))
  }

  /// The width from which on a label would be drawn; nil if it would touch another at every width.
  func width(for label: ChartLabel) -> Int? {
    leastWidth(of: label).flatMap(Self.width)
  }

  /// The first of `widths` that is at least this wide; nil if none is.
  static func width(_ least: Double) -> Int? {
    guard least <= Double(Self.widths.upperBound) else { return nil }
    let steps = (least - Double(Self.widths.lowerBound)) / Double(Self.step)
    return Self.widths.lowerBound + max(0, Int(steps.rounded(.up))) * Self.step
  }

  /// Draws labels of places that follow each other; those of one rank are all drawn or none.
  ///
  /// - Parameter ranks: one for each label; nil for every other one, then every other of the rest, as there is
  ///   room.
  mutating func addSeries(_ labels: [ChartLabel], ranks: [Int]? = nil) {
    let ranks = ranks ?? TickRanks.halving(labels.count)
    var isFirst = true
    for rank in Set(ranks).sorted() {
      let shown = labels.indices.filter { ranks[$0] <= rank }
      let rooms = zip(shown, shown.dropFirst()).map {
        TakenRoom(labels[$0]).width(beside: TakenRoom(labels[$1]))
      }
      for index in shown where ranks[index] == rank {
        var label = labels[index]
        // One at least is drawn at any width.
        if !isFirst { label.room = rooms.max() ?? 0 }
        add(label)
        isFirst = false
      }
    }
  }

  /// The width from which on a label has room; nil if no width gives it any.
  private func leastWidth(of label: ChartLabel) -> Double? {
    var least = max(0, label.room)
    for (missing, share) in [
      (-label.left - left, label.place), (label.right - right, 1 - label.place),
    ] where missing > 0 {
      guard share > 0 else { return nil }
      least = max(least, missing / share)
    }
    let own = TakenRoom(label)
    for other in taken where other.isLevel(with: own) {
      if other.place == own.place {
        if own.touches(other) { return nil }
        continue
      }
      least = max(least, own.place < other.place ? own.width(beside: other) : other.width(beside: own))
    }
    return least
  }

  /// The rules that show labels from their widths on.
  static let css = stride(from: widths.lowerBound + step, through: widths.upperBound, by: step).map {
    ".from-\($0) { display: none; } @container (min-width: \($0)px) { .from-\($0) { display: inline; } }"
  }.joined(separator: "\n")
}
