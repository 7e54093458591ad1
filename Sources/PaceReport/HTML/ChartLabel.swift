/// A name or a figure in a chart.
struct ChartLabel: Sendable {
  enum Anchor: String, Sendable {
    case start
    case middle
    case end
  }

  var text: String
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

  /// A figure of the axis upwards, or the name of a row, beside a line at a height.
  static func beside(_ text: String, _ y: Double) -> ChartLabel {
    ChartLabel(text: text, place: 0, offset: -8, y: y + 4, anchor: .end, style: "tick")
  }

  /// A name of the axis across, which lies at a height.
  static func below(_ text: String, _ place: Double, _ floor: Double) -> ChartLabel {
    ChartLabel(text: text, place: place, y: floor + 18, style: "tick", hasMark: true)
  }

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
    let from = width > ChartLabels.narrowest ? " from-\(width)" : ""
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
  /// The narrowest chart, that of a page of 280 pixels.
  static let narrowest = 160
  /// The widths at which labels appear, in pixels: closer to each other on narrow pages.
  private static let widths =
    Array(stride(from: narrowest, to: 280, by: 20)) + Array(stride(from: 280, through: 1120, by: 40))
  /// The width of a chart on a page of 390 pixels.
  static let narrowPage = 240
  /// Room for letters beside the chart, in pixels.
  let left: Double
  let right: Double
  private(set) var taken: [TakenRoom] = []
  private(set) var svg = ""

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
  static func width(_ least: Double) -> Int? { widths.first { Double($0) >= least } }

  /// Draws labels of places that follow each other; those of one rank are all drawn or none.
  ///
  /// - Parameter ranks: one for each label; nil for every other one, then every other of the rest, as there is
  ///   room.
  mutating func addSeries(_ labels: [ChartLabel], ranks: [Int]? = nil) {
    let ranks = Self.spread(labels, ranks)
    var isFirst = true
    for rank in Set(ranks).sorted() {
      let shown = labels.indices.filter { ranks[$0] <= rank }
      let rooms = Self.rooms(labels, shown)
      for index in shown where ranks[index] == rank {
        var label = labels[index]
        // One at least is drawn at any width.
        if !isFirst { label.room = rooms.max() ?? 0 }
        add(label)
        isFirst = false
      }
    }
  }

  /// How wide a chart must be for each pair of neighbours among some labels.
  private static func rooms(_ labels: [ChartLabel], _ shown: [Int]) -> [Double] {
    zip(shown, shown.dropFirst()).map { TakenRoom(labels[$0]).width(beside: TakenRoom(labels[$1])) }
  }

  /// The given ranks; if a narrow page would name only one place by them, ranks that name every other place.
  private static func spread(_ labels: [ChartLabel], _ ranks: [Int]?) -> [Int] {
    guard let ranks, let least = ranks.min(), let first = ranks.firstIndex(of: least) else {
      return TickRanks.halving(labels.count)
    }
    func widthForTwo(_ ranks: [Int]) -> Double {
      for rank in Set(ranks).sorted() {
        let shown = labels.indices.filter { ranks[$0] <= rank }
        if shown.count > 1 { return rooms(labels, shown).max() ?? 0 }
      }
      return 0
    }
    if widthForTwo(ranks) <= Double(narrowForTwo) { return ranks }
    let others = TickRanks.halving(labels.count, from: first)
    return widthForTwo(others) < widthForTwo(ranks) ? others : ranks
  }

  /// A chart this wide, as on a page of 320 pixels, has room for two names of an axis.
  private static let narrowForTwo = 180

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
  static let css = widths.dropFirst().map {
    ".from-\($0) { display: none; } @container (min-width: \($0)px) { .from-\($0) { display: inline; } }"
  }.joined(separator: "\n")
}
