import PaceLab

/// Where values lie in a chart: one axis of a sweep across, figures from nothing up.
struct ChartFrame: Sendable {
  let width: Double
  let height: Double
  let left: Double
  let right = 16.0
  let top: Double
  let bottom = 44.0
  private let axis: SweepAxis
  private let labels: [String]
  /// The figure at the top of the chart.
  let ceiling: Double
  /// Between two figures that the axis names.
  private let tick: Double
  private let isShare: Bool

  /// `most` is the largest figure drawn; shares go from nothing to one.
  init(
    _ axis: SweepAxis, _ view: SweepView, width: Double, height: Double, most: Double, isShare: Bool = false
  ) {
    self.axis = axis
    self.width = width
    self.height = height
    self.isShare = isShare
    labels = axis.values.indices.map { axis.text($0, view.program) }
    tick = isShare ? 0.25 : Self.tick(most)
    ceiling = isShare ? 1 : max(tick, (most / tick).rounded(.up) * tick)
    left = isShare ? 64 : 28 + 7.5 * Double(Markup.count(Int(ceiling)).count)
    let presets = Set(view.result.presets(on: 0).map { $0.index }).count
    top = presets == 0 ? 14 : 20 + 13 * Double(min(presets, Self.presetRows))
  }

  /// 1, 2 or 5 of a power of ten, so that four or five lines fill the chart.
  private static func tick(_ most: Double) -> Double {
    var power = 1.0
    while power * 10 <= max(1, most / 4) { power *= 10 }
    for factor in [1.0, 2, 5, 10] where power * factor >= most / 4 { return power * factor }
    return power * 10
  }

  func x(_ index: Int) -> Double {
    let values = axis.values
    guard let first = values.first, let last = values.last, last > first else {
      return (left + width - right) / 2
    }
    let share = (Double(values[index]) - Double(first)) / (Double(last) - Double(first))
    return left + inset + share * (width - right - left - 2 * inset)
  }

  /// Half of what one value takes, so that columns at the ends fit.
  private var inset: Double { min(24, (width - right - left) / Double(2 * axis.values.count)) }

  /// How wide the part of the chart is that belongs to one value.
  var columnWidth: Double {
    guard axis.values.count > 1 else { return 60 }
    return x(1) - x(0)
  }

  func y(_ value: Double) -> Double { height - bottom - value / ceiling * (height - bottom - top) }

  /// Lines, figures, values and names of both axes.
  func drawn(across: String, up: String) -> String {
    var svg = ""
    var value = 0.0
    while value <= ceiling * 1.0001 {
      let text = isShare ? "\(Int((value * 100).rounded())) %" : Markup.count(Int(value.rounded()))
      svg += Markup.line(left, y(value), width - right, y(value), class: value == 0 ? "base" : "grid")
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

  /// How many lines there are for the names of presets.
  private static let presetRows = 3

  /// Where presets stand, named at the top.
  func presets(_ view: SweepView) -> String {
    var svg = ""
    var ends = [Double](repeating: -.infinity, count: Self.presetRows)
    for index in axis.values.indices {
      let names = view.presets(at: index)
      if names.isEmpty { continue }
      let name = names.joined(separator: ", ")
      let half = Double(name.count) * 3.4 + 4
      // A name that would run into its neighbour goes a line up.
      let row = ends.firstIndex { x(index) - half > $0 } ?? ends.count - 1
      ends[row] = x(index) + half
      let level = top - 8 - Double(row) * 13
      svg += Markup.line(x(index), level + 3, x(index), height - bottom, class: "preset")
      svg += Markup.text(name, x(index), level, anchor: "middle", class: "preset-name")
    }
    return svg
  }

  func svg(_ content: String, says label: String) -> String {
    "<svg viewBox=\"0 0 \(Int(width)) \(Int(height))\" role=\"img\" aria-label=\"\(XMLText.escaped(label))\">"
      + content + "</svg>\n"
  }
}
