/// Pieces of HTML and SVG text.
enum Markup {
  /// One decimal is as exact as a screen is.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let text = String(tenths.magnitude / 10) + (tenths % 10 == 0 ? "" : ".\(tenths.magnitude % 10)")
    return tenths < 0 ? "-" + text : text
  }

  /// `12,345`
  static func count(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  static func text(
    _ text: String, _ x: Double, _ y: Double, anchor: String = "start", class name: String = ""
  ) -> String {
    "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\" class=\"\(name)\">"
      + XMLText.escaped(text) + "</text>"
  }

  static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, class name: String) -> String {
    "<line x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\""
      + " class=\"\(name)\"/>"
  }

  /// A rectangle that says `tip` when pointed at.
  static func box(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ attributes: String, tip: String
  ) -> String {
    "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"\(number(height))\""
      + " \(attributes)><title>\(XMLText.escaped(tip))</title></rect>"
  }

  static func points(_ points: [(x: Double, y: Double)]) -> String {
    points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
  }
}
