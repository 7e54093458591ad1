/// The figures that the shades of a heat map stand for.
struct HeatScale: Sendable {
  private let low: Double
  private let high: Double
  private let unit: String

  /// - Parameters:
  ///   - figures: as they are written in the cells.
  ///   - whole: what they are shares of; nil for counts.
  ///   - unit: what stands behind the figures of the key.
  ///
  /// The shades span at least a quarter of the whole, or of the largest count: small differences look small.
  init(_ figures: [Double], of whole: Double? = nil, unit: String = "") {
    let (least, most) = (figures.min() ?? 0, figures.max() ?? 0)
    let span = (whole ?? most) / 4
    low = max(0, min(least, most - span)).rounded(.down)
    high = max(most, low + span).rounded(.up)
    self.unit = unit
  }

  /// From nothing to one.
  func share(_ figure: Double) -> Double { high > low ? (figure - low) / (high - low) : 0 }

  /// The shades in a row, between the figures that the first and the last stand for.
  var key: String {
    let shades = stride(from: 0.0, through: 1, by: 0.25).map {
      "<i style=\"opacity:\(Markup.number(HeatCell.opacity($0) * 100))%\"></i>"
    }
    let ends = [low, high].map { "\(Int($0))\(unit)" }
    return "<p class=\"legend key\">\(ends[0]) \(shades.joined()) \(ends[1])</p>\n"
  }
}
