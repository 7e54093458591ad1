/// The figures that the shades of a heat map stand for.
struct HeatScale: Sendable {
  /// Each figure once, from the least up.
  private let figures: [Double]
  private let shares: [Double: Double]
  /// The texts of the figures in the key.
  private let texts: [Double: String]

  /// The difference between the shades of two successive figures, where few figures occur.
  private static let step = 0.08

  /// The least figure has the lightest shade.
  ///
  /// All shades span at least a quarter of the whole, or of the largest count, so that small differences look small.
  /// Figures that occur have shades that can be told apart all the same.
  ///
  /// - Parameters:
  ///   - figures: as they are written in the cells.
  ///   - whole: what they are shares of; nil for counts.
  ///   - unit: what stands behind the figures of the key.
  ///   - isAligned: whether the figures have as many decimals as one of them needs, as in the cells.
  init(_ figures: [Double], of whole: Double? = nil, unit: String = "", isAligned: Bool = false) {
    let figures = Set(figures).sorted()
    let (least, most) = (figures.first ?? 0, figures.last ?? 0)
    let span = max(most - least, (whole ?? most) / 4)
    let ranks = Double(max(1, figures.count - 1))
    let step = min(Self.step, 0.5 / ranks)
    shares = Dictionary(
      uniqueKeysWithValues: figures.enumerated().map { rank, figure in
        (figure, span > 0 ? (figure - least) / span * (1 - step * ranks) + step * Double(rank) : 0)
      })
    self.figures = figures
    var texts = figures.map { Markup.decimal($0, digits: 3) }
    if isAligned { texts = ShownNumber.aligned(texts) }
    self.texts = Dictionary(uniqueKeysWithValues: zip(figures, texts.map { Markup.typeset($0) + unit }))
  }

  /// The strength of a figure's shade, from 0 to 1; 0 for a figure that doesn't occur.
  func share(_ figure: Double) -> Double { shares[figure] ?? 0 }

  /// The most figures that a key names one by one.
  private static let named = 5

  /// The figures with their shades; of many, the least and the greatest with the shades between them.
  var key: String {
    guard let least = figures.first, let most = figures.last else { return "" }
    let content: String
    if least == most {
      content = "<span>\(shade(least))\(text(least)) in each cell</span>"
    } else if figures.count <= Self.named {
      content = figures.map { "<span>\(shade($0))\(text($0))</span>" }.joined()
    } else {
      let ramp = (0..<Self.named).map { shade(figures[$0 * (figures.count - 1) / (Self.named - 1)]) }
      content = "\(text(least)) \(ramp.joined()) \(text(most))"
    }
    return "<p class=\"legend key\">\(content)</p>\n"
  }

  private func shade(_ figure: Double) -> String {
    "<i style=\"opacity:\(Markup.number(HeatCell.opacity(share(figure)) * 100))%\"></i>"
  }

  private func text(_ figure: Double) -> String { texts[figure] ?? "" }
}
