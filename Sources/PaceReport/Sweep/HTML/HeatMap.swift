import PaceLab

/// A figure over two parameters: the last axis across, the one before it down.
struct HeatMap: Sendable {
  let view: SweepView
  /// One figure for each point of the grid.
  let figures: [Double]
  /// How a figure is written.
  let text: @Sendable (Double) -> String

  /// `first` is the first point of the slice: where there are more than two axes, the others stand still.
  func svg(width: Double, first: Int, says label: String) -> String {
    let axes = view.grid.axes
    let (across, down) = (axes[axes.count - 1], axes[axes.count - 2])
    let names = down.values.indices.map { down.text($0, view.program) }
    let left = 34 + 7 * Double(names.map { $0.count }.max() ?? 1)
    let (top, bottom) = (8.0, 44.0)
    let cell = (width - left - 8) / Double(across.values.count)
    let row = min(34, max(6, 420 / Double(down.values.count)))
    let floor = top + row * Double(down.values.count)
    var svg = ""
    for index in down.values.indices {
      let y = top + row * Double(down.values.count - 1 - index)
      if row >= 12 || index % 4 == 0 {
        svg += Markup.text(names[index], left - 8, y + row / 2 + 4, anchor: "end", class: "tick")
      }
      for column in across.values.indices {
        let point = first + index * across.values.count + column
        svg += drawn(point, left + Double(column) * cell, y, cell, row)
      }
    }
    let labels = across.values.indices.map { across.text($0, view.program) }
    let every = max(1, Int((Double(labels.map { $0.count }.max() ?? 1) * 7 + 10) / cell) + 1)
    for index in labels.indices where index % every == 0 {
      let x = left + (Double(index) + 0.5) * cell
      svg += Markup.text(labels[index], x, floor + 18, anchor: "middle", class: "tick")
    }
    svg += Markup.text(across.name, (left + width - 8) / 2, floor + 38, anchor: "middle", class: "name")
    svg += "<text transform=\"translate(12 \(Markup.number((top + floor) / 2))) rotate(-90)\""
    svg += " text-anchor=\"middle\" class=\"name\">\(XMLText.escaped(down.name))</text>"
    return "<svg viewBox=\"0 0 \(Int(width)) \(Int(floor + bottom))\" role=\"img\""
      + " aria-label=\"\(XMLText.escaped(label))\">\(svg)</svg>\n"
  }

  private func drawn(_ point: Int, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
    let (low, high) = (figures.min() ?? 0, figures.max() ?? 0)
    let share = high > low ? (figures[point] - low) / (high - low) : 0.5
    let presets = view.presets(at: point)
    let names = presets.isEmpty ? "" : " (\(presets.joined(separator: ", ")))"
    let cell = HeatCell(
      share: share, text: text(figures[point]), isMarked: !presets.isEmpty,
      name: view.texts(of: point).joined(separator: ", ") + names)
    return cell.svg(x, y, width, height)
  }
}
