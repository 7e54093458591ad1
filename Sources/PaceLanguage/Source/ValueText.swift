/// The texts of values, exactly as a program writes them.
public enum ValueText {
  /// The weekdays from Monday, which is 0.
  public static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// The shortest decimal: `2`, `3.5`, `-0.25`.
  public static func number(_ millionths: Int64) -> String {
    let magnitude = millionths.magnitude
    var text = millionths < 0 ? "-" : ""
    text += String(magnitude / 1_000_000)
    var fraction = magnitude % 1_000_000
    guard fraction > 0 else { return text }
    text += "."
    var place: UInt64 = 100_000
    while fraction > 0 {
      text += String(fraction / place)
      fraction %= place
      place /= 10
    }
    return text
  }

  /// The units it needs from the largest down: `10 min`, `1 h 30 min`, `250 ms`; zero is `0 min`.
  public static func duration(_ milliseconds: Int64) -> String {
    var rest = milliseconds.magnitude
    guard rest > 0 else { return "0 min" }
    var text = milliseconds < 0 ? "-" : ""
    var isFirst = true
    for unit in Unit.allCases {
      let size = UInt64(unit.milliseconds)
      let count = rest / size
      guard count > 0 else { continue }
      if !isFirst { text += " " }
      text += String(count)
      text += " "
      text += unit.text
      isFirst = false
      rest %= size
    }
    return text
  }

  /// `21:09`, with seconds and milliseconds only if there are any; times outside a day wrap round.
  public static func time(_ milliseconds: Int64) -> String {
    let day = CivilDate.dayLength
    let inDay = (milliseconds % day + day) % day
    let (total, fraction) = inDay.quotientAndRemainder(dividingBy: 1000)
    let minutes = total / 60
    var text = padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
    if total % 60 != 0 || fraction != 0 { text += ":" + padded(total % 60, 2) }
    if fraction != 0 { text += "." + padded(fraction, 3) }
    return text
  }

  /// `2026-11-20`; a day outside the years 1 to 9999 as its number.
  public static func date(_ daysSince1970: Int64) -> String {
    guard CivilDate.shownDayNumbers.contains(daysSince1970) else { return String(daysSince1970) }
    let date = CivilDate(dayNumber: daysSince1970)
    return year(date.year) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2)
  }

  /// A year in four digits.
  public static func year(_ year: Int64) -> String { padded(year, 4) }

  public static func bool(_ value: Bool) -> String { value ? "yes" : "no" }

  /// In quotes, with the escapes it needs.
  public static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where scalar.isUnprintable: quoted += "\\u{\(String(scalar.value, radix: 16))}"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// `5,000,000`: a whole number in a message for people.
  public static func count(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number.magnitude).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return (number < 0 ? "-" : "") + String(text.reversed())
  }

  /// `4.2 %`: a share, with so many decimals.
  package static func percent(_ share: Double, decimals: Int = 1) -> String {
    let one = (0..<decimals).reduce(1) { one, _ in one * 10 }
    let count = Int((share * 100 * Double(one)).rounded())
    return "\(count / one).\(padded(Int64(count % one), decimals)) %"
  }

  /// With zeros in front up to `width` digits.
  package static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
