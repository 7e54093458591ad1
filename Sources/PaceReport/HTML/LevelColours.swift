import PaceLanguage

/// The colours of a scale's levels.
struct LevelColours: Sendable {
  let levels: [Scale.Level]

  /// The colour that the program gives a level, else one between calm and alarming.
  subscript(level: Int) -> String {
    levels[level].colour ?? Self.colour(at: Double(level) / Double(max(1, levels.count - 1)))
  }

  /// The colour at a share of the way, each share another one.
  private static func colour(at share: Double) -> String {
    let ramp = [
      [0x4f, 0xa3, 0x78], [0xdb, 0xd1, 0x55], [0xe8, 0xa0, 0x3a], [0xd5, 0x62, 0x2e], [0xa1, 0x28, 0x2b],
    ]
    let place = share * Double(ramp.count - 1)
    let start = min(Int(place), ramp.count - 2)
    let parts = zip(ramp[start], ramp[start + 1]).map { from, to in
      Int((Double(from) + Double(to - from) * (place - Double(start))).rounded())
    }
    return "rgb(\(parts.map(String.init).joined(separator: " ")))"
  }

  var legend: String {
    let items = levels.enumerated().map { level, declared in
      "<span><i style=\"background:\(XMLText.escaped(self[level]))\"></i>"
        + "\(XMLText.escaped(declared.name))</span>"
    }
    return "<p class=\"legend\">\(items.joined())</p>\n"
  }
}
