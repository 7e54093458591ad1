/// Values as the language writes them, so that what is shown can be pasted into a program.
public enum ValueText {
  /// Millionths as a decimal without needless zeros.
  public static func number(_ millionths: Int64) -> String {
    let magnitude = millionths.magnitude
    var text = (millionths < 0 ? "-" : "") + String(magnitude / 1_000_000)
    var fraction = magnitude % 1_000_000
    if fraction == 0 { return text }
    text += "."
    var unit: UInt64 = 100_000
    while fraction > 0 {
      text += String(fraction / unit)
      fraction %= unit
      unit /= 10
    }
    return text
  }

  /// Milliseconds in the largest units that fit, such as `1 h 30 min`.
  public static func duration(_ milliseconds: Int64) -> String {
    if milliseconds == 0 { return "0 min" }
    var rest = milliseconds.magnitude
    var parts: [String] = []
    let units: [(UInt64, String)] = [
      (86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1_000, "s"), (1, "ms"),
    ]
    for (size, name) in units where rest >= size {
      parts.append(String(rest / size) + " " + name)
      rest %= size
    }
    return (milliseconds < 0 ? "-" : "") + parts.joined(separator: " ")
  }

  /// Milliseconds since midnight as `HH:MM`, with seconds where there are any.
  public static func time(_ milliseconds: Int64) -> String {
    let inDay = ((milliseconds % 86_400_000) + 86_400_000) % 86_400_000
    let seconds = inDay / 1_000
    var text = padded(seconds / 3_600, 2) + ":" + padded(seconds / 60 % 60, 2)
    if inDay % 60_000 == 0 { return text }
    text += ":" + padded(seconds % 60, 2)
    return inDay % 1_000 == 0 ? text : text + "." + padded(inDay % 1_000, 3)
  }

  /// Days since 1970-01-01 as `YYYY-MM-DD`.
  public static func date(_ days: Int64) -> String {
    guard let day = CivilDay(daysSince1970: days) else { return "unknown" }
    return padded(day.year, 4) + "-" + padded(day.month, 2) + "-" + padded(day.day, 2)
  }

  public static func quoted(_ text: String) -> String {
    var result: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): result += Array("\\n".utf8)
      case UInt8(ascii: "\t"): result += Array("\\t".utf8)
      default: result.append(byte)
      }
    }
    result.append(UInt8(ascii: "\""))
    return String(decoding: result, as: UTF8.self)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }
}
