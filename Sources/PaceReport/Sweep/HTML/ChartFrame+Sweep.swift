import PaceLab

/// A chart over one axis of a sweep.
extension ChartFrame {
  /// - Parameter height: in pixels.
  init(_ view: SweepView, height: Double, most: Double, isShare: Bool = false) {
    let axis = view.grid.axes[0]
    self.init(
      axis.values.indices.map { axis.text($0, view.program) }, height: height, most: most, isShare: isShare,
      lines: min(view.marks.count, ChartMark.rows), ranks: TickRanks.rounder(axis.values, axis.type))
  }
}

extension SweepView {
  /// Where presets stand along a single axis.
  var marks: [ChartMark] {
    stands.marked.compactMap { group in
      group.place.map {
        ChartMark(
          place: $0, name: group.names.joined(separator: ", "), marks: [group.isInForce ? .inForce : .preset])
      }
    }
  }
}
