/// Where values lie in a chart: places across, each with a band of its own, and figures upwards.
///
/// The chart takes the width that there is: places are shares of it, all else is in pixels.
struct ChartFrame: Sendable {
  let height: Double
  let top: Double
  /// How many lines of names stand above it.
  let lines: Int
  private let bottom = 26.0
  private let names: [String]
  private let ranks: [Int]?
  /// The figures at the bottom and the top of the chart.
  let floor: Double
  let ceiling: Double
  /// The distance between two figures that the axis names.
  private let tick: Double
  private let isShare: Bool
  var labels: ChartLabels

  /// - Parameters:
  ///   - names: one for each place.
  ///   - height: in pixels.
  ///   - least: the smallest figure drawn, where some are negative.
  ///   - most: the largest figure drawn; shares go from 0 to 1.
  ///   - lines: how many lines of names stand above the chart.
  ///   - isWhole: whether the figures are whole numbers.
  ///   - ranks: which names are drawn sooner where not all have room.
  init(
    _ names: [String], height: Double, least: Double = 0, most: Double, isShare: Bool = false, lines: Int = 0,
    isWhole: Bool = true, ranks: [Int]? = nil
  ) {
    self.names = names
    self.ranks = ranks
    self.height = height
    self.isShare = isShare
    self.lines = lines
    let tick = isShare ? 0.25 : Self.tick(max(most, -least), isWhole)
    self.tick = tick
    floor = least < 0 ? (least / tick).rounded(.down) * tick : 0
    ceiling = isShare ? 1 : max(tick, (most / tick).rounded(.up) * tick)
    top = lines == 0 ? 10 : 8 + ChartLabel.height * Double(lines)
    let figures = [floor, ceiling, ceiling - tick].map { ChartLabel.width(Self.text($0, isShare)) }
    labels = Self.margins(figures: figures.max() ?? 0, names: names)
  }

  /// Room beside a chart for the figures of its lines or rows, and for half a name of its places.
  static func margins(figures: Double, names: [String]) -> ChartLabels {
    let half = (names.map(ChartLabel.width).max() ?? 0) / 2
    return ChartLabels(left: max(figures + 10, half), right: min(half, 40))
  }

  /// 1, 2 or 5 times a power of ten, so that four or five lines fill the chart.
  private static func tick(_ most: Double, _ isWhole: Bool) -> Double {
    var power = isWhole ? 1 : 0.001
    while power * 10 <= most / 4 { power *= 10 }
    for factor in [1.0, 2, 5, 10] where power * factor >= most / 4 { return power * factor }
    return power * 10
  }

  private static func text(_ figure: Double, _ isShare: Bool) -> String {
    isShare ? "\(Int((figure * 100).rounded())) %" : Markup.typeset(Markup.decimal(figure, digits: 3))
  }

  /// How much of the chart belongs to one place.
  var band: Double { 1 / Double(max(1, names.count)) }

  /// The middle of a place's band.
  func x(_ index: Int) -> Double { x(Double(index)) }

  /// A place that may lie between the middles of two bands.
  func x(_ place: Double) -> Double { (place + 0.5) * band }

  func y(_ value: Double) -> Double {
    height - bottom - (value - floor) / (ceiling - floor) * (height - bottom - top)
  }

  /// Adds the first of some labels that a narrow page has room for, else the one that needs the least width.
  mutating func add(oneOf candidates: [ChartLabel]) {
    let widths = candidates.map { labels.width(for: $0) ?? .max }
    let narrow = widths.firstIndex { $0 <= ChartLabels.narrowPage }
    if let index = narrow ?? widths.indices.min(by: { widths[$0] < widths[$1] }) {
      labels.add(candidates[index])
    }
  }

  /// A strip over a place's band that shows a tip.
  func touch(_ index: Int, tip: String) -> String {
    Markup.box(x(index) - band / 2, top, band, height - bottom - top, "class=\"touch\"", tip: tip)
  }

  /// The chart with the lines and figures of both axes behind its content.
  ///
  /// - Parameters:
  ///   - across: what the places are called.
  ///   - up: what the figures are called.
  ///   - label: what the picture says to those who can't see it.
  func chart(_ content: String, across: String, up: String, says label: String) -> String {
    var lines = ""
    var named = labels
    var value = floor
    while value <= ceiling + tick / 1000 {
      lines += Markup.line(0, y(value), 1, y(value), class: abs(value) < tick / 1000 ? "base" : "grid")
      named.add(.beside(Self.text(value, isShare), y(value)))
      value += tick
    }
    named.addSeries(
      names.enumerated().map { .below($1, x($0), height - bottom) }, ranks: ranks)
    return Page.plot(
      lines + content, labels: named, height: height, across: across, up: up, says: label)
  }
}
