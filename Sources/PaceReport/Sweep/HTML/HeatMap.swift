import PaceLab

/// A figure over two parameters: the last axis across, the one before it down.
struct HeatMap: Sendable {
  let view: SweepView
  /// One figure for each point of the grid, rounded as it is written: a count, or a share in percent; nil where
  /// there is none.
  let figures: [Double?]
  var isShare = false

  /// - Parameter first: the first point of the slice. Of more than two axes, only the last two vary in it.
  func grid(first: Int) -> HeatGrid {
    let axes = view.grid.axes
    let (across, down) = (axes[axes.count - 1], axes[axes.count - 2])
    let scale = HeatScale(
      figures.compactMap { $0 }, of: isShare ? 100 : nil, unit: isShare ? " %" : "")
    let rows = down.values.indices.reversed()
    let cells = rows.map { row in
      across.values.indices.map { column -> HeatCell? in
        let point = first + row * across.values.count + column
        guard let figure = figures[point] else { return nil }
        let presets = view.presets(at: point)
        let names = presets.isEmpty ? "" : " (\(presets.joined(separator: ", ")))"
        return HeatCell(
          share: scale.share(figure), text: Markup.typeset(Markup.number(figure)),
          isMarked: !presets.isEmpty, isInForce: view.isInForce(at: point),
          name: view.texts(of: point).joined(separator: ", ") + names)
      }
    }
    return HeatGrid(
      rows: rows.map { down.text($0, view.program) },
      columns: across.values.indices.map { across.text($0, view.program) },
      row: min(34, max(6, 420 / Double(down.values.count))), cells: cells, scale: scale)
  }

  /// - Parameter room: how wide a chart must be before the maps of its page show their figures.
  func chart(_ grid: HeatGrid, room: Double, says label: String) -> String {
    let axes = view.grid.axes.suffix(2).map { $0.name }
    return grid.chart(beside: room, across: axes[1], down: axes[0], says: label)
  }
}
