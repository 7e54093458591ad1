public import PaceLanguage

/// The colours of a scale's levels.
public struct LevelColours: Sendable {
  let levels: [Scale.Level]

  public init(levels: [Scale.Level]) { self.levels = levels }

  /// The colour that the program gives a level, else one from grey to purple by its height.
  public subscript(level: Int) -> String {
    levels[level].colour ?? Self.colour(at: Double(level) / Double(max(1, levels.count - 1)))
  }

  /// The colour at a share of the ramp, a different one for each share.
  private static func colour(at share: Double) -> String {
    let ramp = [
      [0x9a, 0xa5, 0xb0], [0x4f, 0xb3, 0xc8], [0x3b, 0x7a, 0xcf], [0x7a, 0x4f, 0xbf], [0xb2, 0x36, 0x7d],
    ]
    let place = share * Double(ramp.count - 1)
    let start = min(Int(place), ramp.count - 2)
    let parts = zip(ramp[start], ramp[start + 1]).map { from, to in
      Int((Double(from) + Double(to - from) * (place - Double(start))).rounded())
    }
    return "rgb(\(parts.map(String.init).joined(separator: " ")))"
  }

  /// The attributes of a shape that stands for a level.
  ///
  /// - Parameter isApart: whether there is a gap around it.
  func attributes(_ level: Int, isApart: Bool = false) -> String {
    let colour = XMLText.escaped(self[level])
    return "fill=\"\(colour)\" style=\"--level:\(colour)\" class=\"level\(isApart ? " apart" : "")\""
  }

  var legend: String {
    Page.legend(levels.enumerated().map { (attributes($0), $1.name) })
  }
}
