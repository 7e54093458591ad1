/// Where values lie in a chart: places across, figures up.
struct ChartFrame: Sendable {
  let width: Double
  let height: Double
  let left: Double
  let right = 16.0
  let top: Double
  let bottom = 44.0
  private let values: [Int64]
  private let labels: [String]
  /// The figures at the bottom and the top of the chart.
  let floor: Double
  let ceiling: Double
  /// Between two figures that the axis names.
  private let tick: Double
  private let isShare: Bool

  /// - Parameters:
  ///   - values: where each place lies, rising.
  ///   - labels: one for each place.
  ///   - least: the smallest figure drawn, where some are less than nothing.
  ///   - most: the largest figure drawn; shares go from nothing to one.
  ///   - lines: how many lines of names stand above the chart.
  init(
    _ values: [Int64], labels: [String], width: Double, height: Double, least: Double = 0, most: Double,
    isShare: Bool = false, lines: Int = 0
  ) {
    self.values = values
    self.labels = labels
    self.width = width
    self.height = height
    self.isShare = isShare
    let tick = isShare ? 0.25 : Self.tick(max(most, -least))
    self.tick = tick
    floor = least < 0 ? (least / tick).rounded(.down) * tick : 0
    ceiling = isShare ? 1 : max(tick, (most / tick).rounded(.up) * tick)
    let digits = max(Markup.count(Int(ceiling)).count, Markup.count(Int(floor)).count)
    left = isShare ? 64 : 28 + 7.5 * Double(digits)
    top = lines == 0 ? 14 : 20 + 13 * Double(lines)
  }

  /// 1, 2 or 5 of a power of ten, so that four or five lines fill the chart.
  private static func tick(_ most: Double) -> Double {
    var power = 1.0
    while power * 10 <= max(1, most / 4) { power *= 10 }
    for factor in [1.0, 2, 5, 10] where power * factor >= most / 4 { return power * factor }
    return power * 10
  }

  func x(_ index: Int) -> Double {
    guard let first = values.first, let last = values.last, last > first else {
      return (left + width - right) / 2
    }
    let share = (Double(values[index]) - Double(first)) / (Double(last) - Double(first))
    return left + inset + share * (width - right - left - 2 * inset)
  }

  /// Half of what one value takes, so that columns at the ends fit.
  private var inset: Double { min(24, (width - right - left) / Double(2 * values.count)) }

  /// How wide the part of the chart is that belongs to one value.
  var columnWidth: Double {
    guard values.count > 1 else { return 60 }
    return x(1) - x(0)
  }

  func y(_ value: Double) -> Double {
    height - bottom - (value - floor) / (ceiling - floor) * (height - bottom - top)
  }

  /// Lines, figures, values and names of both axes.
  func drawn(across: String, up: String) -> String {
    var svg = ""
    var value = floor
    while value <= ceiling + tick / 1000 {
      let text = isShare ? "\(Int((value * 100).rounded())) %" : Markup.count(Int(value.rounded()))
      svg += Markup.line(
        left, y(value), width - right, y(value), class: abs(value) < tick / 1000 ? "base" : "grid")
      svg += Markup.text(text, left - 8, y(value) + 4, anchor: "end", class: "tick")
      value += tick
    }
    let room = Double((labels.map { $0.count }.max() ?? 1)) * 7 + 14
    let every = max(1, Int((room / max(columnWidth, 1)).rounded(.up)))
    for index in labels.indices where index % every == 0 {
      svg += Markup.line(x(index), height - bottom, x(index), height - bottom + 4, class: "base")
      svg += Markup.text(labels[index], x(index), height - bottom + 18, anchor: "middle", class: "tick")
    }
    svg += Markup.text(across, (left + width - right) / 2, height - 6, anchor: "middle", class: "name")
    let middle = (top + height - bottom) / 2
    svg += "<text transform=\"translate(12 \(Markup.number(middle))) rotate(-90)\" text-anchor=\"middle\""
    return svg + " class=\"name\">\(XMLText.escaped(up))</text>"
  }

  func svg(_ content: String, says label: String) -> String {
    "<svg viewBox=\"0 0 \(Int(width)) \(Int(height))\" role=\"img\" aria-label=\"\(XMLText.escaped(label))\">"
      + content + "</svg>\n"
  }
}
