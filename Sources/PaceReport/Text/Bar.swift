/// Bars made of block characters, exact to an eighth of a column.
enum Bar {
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// `value` as a share of `most`, at most `width` columns wide; anything above zero is visible if there is a column.
  static func text(_ value: Int, of most: Int, width: Int) -> String {
    guard value > 0, most > 0, width > 0 else { return "" }
    let length = max(1, Int((Double(value) / Double(most) * Double(width * 8)).rounded()))
    return String(repeating: "█", count: length / 8) + eighths[length % 8]
  }

  /// How many of `width` columns each part of a whole gets; they add up to `width`.
  static func columns(_ parts: [Int64], width: Int) -> [Int] {
    let whole = parts.reduce(0.0) { $0 + Double($1) }
    guard whole > 0 else { return parts.map { _ in 0 } }
    var sum = 0.0
    var drawn = 0
    return parts.map { part in
      sum += Double(part)
      let end = Int((sum / whole * Double(width)).rounded())
      defer { drawn = end }
      return end - drawn
    }
  }
}
