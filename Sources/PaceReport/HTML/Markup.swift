/// Pieces of HTML and SVG text; places across a chart are shares of its width, all else is in pixels.
enum Markup {
  /// A number with one decimal, which is as exact as a screen is.
  static func number(_ value: Double) -> String { decimal(value, digits: 1) }

  /// `12.34%`: a place in a chart of any width.
  static func place(_ share: Double) -> String { decimal(share * 100, digits: 2) + "%" }

  static func decimal(_ value: Double, digits: Int) -> String {
    let unit = digits == 1 ? 10 : digits == 2 ? 100 : 1000
    let parts = Int((value * Double(unit)).rounded())
    var text = String(parts.magnitude / UInt(unit))
    let rest = parts.magnitude % UInt(unit)
    if rest != 0 {
      let decimals = String(rest)
      text += "." + String(repeating: "0", count: digits - decimals.count) + decimals
      while text.last == "0" { text.removeLast() }
    }
    return parts < 0 ? "-" + text : text
  }

  /// `12 345`: numbers from 10,000 on in groups of three digits, with spaces that keep them on one line.
  static func grouped(_ text: String) -> String {
    var (set, digits): (String, Substring) = ("", "")
    var isNumber = true
    for index in text.indices + [text.endIndex] {
      let character = index < text.endIndex ? text[index] : " "
      if character.isASCII, character.isNumber {
        digits = text[(digits.isEmpty ? index : digits.startIndex)...index]
        continue
      }
      // Digits within a name or a date, or after a point, are not grouped.
      let isAlone = isNumber && !character.isLetter && !"-_:/".contains(character)
      for (place, digit) in digits.enumerated() {
        let isGroup = place > 0 && (digits.count - place) % 3 == 0
        set += (isAlone && digits.count > 4 && isGroup ? "\u{202F}" : "") + String(digit)
      }
      if index < text.endIndex { set.append(character) }
      digits = ""
      isNumber = " (+−±".contains(character) || (character == "-" && set.dropLast().last ?? " " == " ")
    }
    return set
  }

  /// A figure with its unit on one line, `20 min`, and with a minus sign for a hyphen.
  static func typeset(_ text: String, breaksDurations: Bool = false) -> String {
    var (set, before): (String, Character) = ("", " ")
    // The unit of time behind a number: `1 h 15 min` is one value.
    var unit: String?
    let text = grouped(text)
    for (index, character) in zip(text.indices, text) {
      let next = text[text.index(after: index)...].first ?? " "
      let isUnit = character == " " && before.isNumber && (next.isLetter || next == "%")
      let isJoint = character == " " && next.isNumber && ["d", "h", "min", "s"].contains(unit)
      let goesOn = isJoint && !breaksDurations
      let isMinus = character == "-" && before == " " && next.isNumber
      set.append(isUnit || goesOn ? "\u{A0}" : isMinus ? "−" : character)
      unit = isUnit ? "" : character.isLetter ? unit.map { $0 + String(character) } : nil
      before = character
    }
    return set
  }

  /// The parts of a number that may go for lack of room, before and behind the rest: `0` of `0.795`, `.000` of
  /// `1.000`.
  static func spare(_ number: String) -> (front: String, rest: String, back: String) {
    guard let point = number.firstIndex(of: ".") else { return ("", number, "") }
    let (whole, decimals) = (String(number[..<point]), String(number[point...]))
    if decimals.allSatisfy({ ".0".contains($0) }) { return ("", whole, decimals) }
    return whole == "0" ? (whole, decimals, "") : ("", number, "")
  }

  static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, class name: String) -> String {
    "<line x1=\"\(place(x1))\" y1=\"\(number(y1))\" x2=\"\(place(x2))\" y2=\"\(number(y2))\""
      + " class=\"\(name)\"/>"
  }

  /// A rectangle; `width` is a share.
  /// - Parameter tip: what it says when pointed at; may be empty.
  static func box(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ attributes: String,
    tip: String = ""
  ) -> String {
    element(
      "rect",
      "x=\"\(place(x))\" y=\"\(number(y))\" width=\"\(place(width))\" height=\"\(number(height))\" \(attributes)",
      tip)
  }

  /// - Parameter tip: what it says when pointed at; may be empty.
  static func dot(_ x: Double, _ y: Double, radius: Int, _ attributes: String, tip: String = "") -> String {
    element("circle", "cx=\"\(place(x))\" cy=\"\(number(y))\" r=\"\(radius)\" \(attributes)", tip)
  }

  private static func element(_ name: String, _ attributes: String, _ tip: String) -> String {
    let head = "<\(name) \(attributes)"
    return tip.isEmpty ? head + "/>" : head + "><title>\(XMLText.escaped(grouped(tip)))</title></\(name)>"
  }

  /// A line with corners within `stretched`.
  static func curve(_ points: [(x: Double, y: Double)], _ colour: String) -> String {
    "<polyline points=\"\(Self.points(points))\" stroke=\"\(colour)\" class=\"curve\"/>"
  }

  /// The points of lines that lie within `stretched`.
  static func points(_ points: [(x: Double, y: Double)]) -> String {
    points.map { "\(number($0.x * 1000)),\(number($0.y))" }.joined(separator: " ")
  }

  /// Lines with corners, stretched across the chart, because only straight lines can be placed in percent.
  static func stretched(_ lines: String, height: Double) -> String {
    "<svg aria-hidden=\"true\" viewBox=\"0 0 1000 \(number(height))\" width=\"100%\" height=\"\(number(height))\""
      + " preserveAspectRatio=\"none\">\(lines)</svg>"
  }
}
