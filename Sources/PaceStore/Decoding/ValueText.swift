internal import PaceEngine
internal import PaceLanguage

/// Values as the language writes them.
enum ValueText {
  /// From millionths.
  static func number(_ millionths: Int64) -> String {
    let magnitude = millionths.magnitude
    var text = (millionths < 0 ? "-" : "") + String(magnitude / 1_000_000)
    var fraction = magnitude % 1_000_000
    if fraction == 0 { return text }
    var digits = 6
    while fraction.isMultiple(of: 10) {
      fraction /= 10
      digits -= 1
    }
    let written = String(fraction)
    text += "." + String(repeating: "0", count: digits - written.count) + written
    return text
  }

  /// From milliseconds, in the largest unit that divides them.
  static func duration(_ milliseconds: Int64) -> String {
    let units: [(Int64, String)] = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1_000, "s")]
    for (length, name) in units where milliseconds.isMultiple(of: length) && milliseconds != 0 {
      return "\(milliseconds / length) \(name)"
    }
    return "\(milliseconds) ms"
  }

  /// From milliseconds since midnight.
  static func time(_ milliseconds: Int64) -> String {
    func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
    var text = two(milliseconds / 3_600_000) + ":" + two(milliseconds / 60_000 % 60)
    let rest = milliseconds % 60_000
    if rest == 0 { return text }
    text += ":" + two(rest / 1_000)
    if rest % 1_000 == 0 { return text }
    let thousandths = String(rest % 1_000)
    return text + "." + String(repeating: "0", count: 3 - thousandths.count) + thousandths
  }

  /// From days since 1970-01-01.
  static func date(_ day: Int64) -> String {
    let date = CivilDate(dayNumber: day)
    func padded(_ number: Int64, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2)
  }

  /// A value whose type is written without names.
  static func text(_ bits: Int64, type: ValueType) -> String {
    switch type {
    case .number: number(bits)
    case .duration: duration(bits)
    case .time: time(bits)
    case .date: date(bits)
    case .bool: bits == 1 ? "yes" : "no"
    case .text, .preset, .schedule, .weekday, .enumeration, .level: String(bits)
    }
  }
}
