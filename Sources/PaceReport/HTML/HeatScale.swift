/// The figures that the shades of a heat map stand for.
struct HeatScale: Sendable {
  /// Each figure once, from the least up.
  private let figures: [Double]
  private let span: Double
  private let unit: String

  /// - Parameters:
  ///   - figures: as they are written in the cells.
  ///   - whole: what they are shares of; nil for counts.
  ///   - unit: what stands behind the figures of the key.
  ///
  /// The least is the lightest. All shades span at least a quarter of the whole, or of the largest count:
  /// small differences look small.
  init(_ figures: [Double], of whole: Double? = nil, unit: String = "") {
    self.figures = Set(figures).sorted()
    let (least, most) = (self.figures.first ?? 0, self.figures.last ?? 0)
    span = max(most - least, (whole ?? most) / 4)
    self.unit = unit
  }

  /// From nothing to one.
  func share(_ figure: Double) -> Double {
    span > 0 ? (figure - (figures.first ?? 0)) / span : 0
  }

  /// The most figures that a key names one by one.
  private static let named = 5

  /// The figures with their shades; of many the least and the greatest with the shades between them.
  var key: String {
    guard let least = figures.first, let most = figures.last else { return "" }
    let content: String
    if least == most {
      content = "<span>\(shade(least))\(text(least)) in each cell</span>"
    } else if figures.count <= Self.named {
      content = figures.map { "<span>\(shade($0))\(text($0))</span>" }.joined()
    } else {
      let ramp = stride(from: 0.0, through: 1, by: 0.25).map { shade(least + $0 * (most - least)) }
      content = "\(text(least)) \(ramp.joined()) \(text(most))"
    }
    return "<p class=\"legend key\">\(content)</p>\n"
  }

  private func shade(_ figure: Double) -> String {
    "<i style=\"opacity:\(Markup.number(HeatCell.opacity(share(figure)) * 100))%\"></i>"
  }

  private func text(_ figure: Double) -> String { Markup.typeset(Markup.decimal(figure, digits: 3)) + unit }
}
