/// Where a label or a line of a chart stands, so that no other label goes there.
struct TakenRoom: Sendable {
  /// A share of the chart's width.
  let place: Double
  /// Its sides, in pixels from the place.
  let left: Double
  let right: Double
  /// The baselines of a label's first and last lines, or the ends of a vertical line, in pixels.
  let top: Double
  let bottom: Double

  /// The least distance from a neighbour, in pixels.
  var gap = 6.0

  /// Whether one could touch the other at some width.
  func isLevel(with other: TakenRoom) -> Bool {
    top - other.bottom < ChartLabel.height && other.top - bottom < ChartLabel.height
  }

  /// Whether two at the same place touch at every width.
  func touches(_ other: TakenRoom) -> Bool {
    let gap = min(gap, other.gap)
    return left < other.right + gap && other.left < right + gap
  }

  /// How wide the chart must be for this and one further right; 0 if both have the same place.
  func width(beside other: TakenRoom) -> Double {
    let distance = other.place - place
    return distance > 0 ? (right + min(gap, other.gap) - other.left) / distance : 0
  }
}

extension TakenRoom {
  init(_ label: ChartLabel) {
    self.init(
      place: label.place, left: label.left, right: label.right, top: label.y, bottom: label.lastLine,
      gap: label.gap)
  }
}
