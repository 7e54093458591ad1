import PaceLab

/// A figure over two parameters: the last axis across, the one before it down.
struct HeatMap: Sendable {
  let view: SweepView
  /// One figure for each point of the grid.
  let figures: [Double]
  /// How a figure is written.
  let text: @Sendable (Double) -> String

  /// - Parameter first: the first point of the slice. Of more than two axes, only the last two vary in it.
  func chart(first: Int, says label: String) -> String {
    let axes = view.grid.axes
    let (across, down) = (axes[axes.count - 1], axes[axes.count - 2])
    let (low, high) = (figures.min() ?? 0, figures.max() ?? 0)
    let rows = down.values.indices.reversed()
    let cells = rows.map { row in
      across.values.indices.map { column -> HeatCell? in
        let point = first + row * across.values.count + column
        let presets = view.presets(at: point)
        let names = presets.isEmpty ? "" : " (\(presets.joined(separator: ", ")))"
        return HeatCell(
          share: high > low ? (figures[point] - low) / (high - low) : 0.5, text: text(figures[point]),
          isMarked: !presets.isEmpty, name: view.texts(of: point).joined(separator: ", ") + names)
      }
    }
    let grid = HeatGrid(
      rows: rows.map { down.text($0, view.program) },
      columns: across.values.indices.map { across.text($0, view.program) },
      row: min(34, max(6, 420 / Double(down.values.count))), cells: cells)
    return grid.chart(across: across.name, down: down.name, says: label)
  }
}
