extension ValueType {
  /// A unit of the last place that a literal of the type writes, in the bits of the type.
  ///
  /// It is 0.1 for `0.5`, a minute for `90 min`, and 1 for types whose literals have no places.
  package func lastPlace(of text: String) -> Int64 {
    switch self {
    case .number: return Self.lastPlace(of: text, one: 1_000_000)
    case .duration:
      // Only a lone number may have a fraction: `1 h 30 min` counts in minutes.
      let word = String(decoding: text.utf8.reversed().prefix { $0.isLowerLetter }.reversed(), as: UTF8.self)
      return Self.lastPlace(of: text, one: Unit(rawValue: word)?.milliseconds ?? 1)
    case .time:
      if text.utf8.contains(UInt8(ascii: ".")) { return 1 }
      return text.utf8.count { $0 == UInt8(ascii: ":") } > 1 ? 1_000 : 60_000
    case .bool, .text, .preset, .schedule, .date, .weekday, .enumeration, .level: return 1
    }
  }

  /// `one` divided by ten for each digit after the point; at least 1.
  private static func lastPlace(of text: String, one: Int64) -> Int64 {
    let decimals = text.utf8.drop { $0 != UInt8(ascii: ".") }.count { $0.isDigit }
    return max((0..<decimals).reduce(one) { unit, _ in unit / 10 }, 1)
  }
}
