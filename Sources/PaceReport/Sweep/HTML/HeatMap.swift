import PaceLab

/// A figure over two parameters: the last axis across, the one before it down.
struct HeatMap: Sendable {
  let view: SweepView
  /// One figure for each point of the grid, rounded as it is written: a count, or a share in percent; nil where
  /// there is none.
  let figures: [Double?]
  var isShare = false

  /// - Parameter first: the first point of the slice. Of more than two axes, only the last two vary in it.
  func chart(first: Int, says label: String) -> String {
    let axes = view.grid.axes
    let (across, down) = (axes[axes.count - 1], axes[axes.count - 2])
    let scale = HeatScale(
      figures.compactMap { $0 }, of: isShare ? 100 : nil, unit: isShare ? " %" : "")
    let rows = down.values.indices.reversed()
    let cells = rows.map { row in
      across.values.indices.map { column -> HeatCell? in
        let point = first + row * across.values.count + column
        guard let figure = figures[point] else { return nil }
        let presets = view.stands.names(at: point)
        return HeatCell(
          share: scale.share(figure), text: Markup.typeset(Markup.number(figure)),
          marks: presets.isEmpty ? [] : [view.stands.isInForce(at: point) ? .inForce : .preset],
          name: view.texts(of: point).joined(separator: ", ") + presets.inParentheses)
      }
    }
    let grid = HeatGrid(
      rows: rows.map { down.text($0, view.program) },
      columns: across.values.indices.map { across.text($0, view.program) },
      row: min(34, max(6, 420 / Double(down.values.count))), cells: cells, scale: scale)
    return grid.chart(across: across.name, down: down.name, says: label)
  }
}
