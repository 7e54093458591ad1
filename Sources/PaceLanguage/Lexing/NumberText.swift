/// Reads the digits of numbers, times and dates; ranges are places in `bytes` that the lexer has checked.
enum NumberText {
  enum Problem {
    /// A digit other than zero stands after the sixth decimal place.
    case tooFine
    /// More than fits 64 bits.
    case tooLarge
  }

  /// `digits [ "." digits ]` in millionths; `_` is passed over.
  static func millionths(_ bytes: [UInt8], _ range: Range<Int>) -> Result {
    var value: Int64 = 0
    var decimals: Int?
    for index in range {
      let byte = bytes[index]
      if byte == UInt8(ascii: ".") {
        decimals = 0
        continue
      }
      guard byte.isDigit else { continue }
      if let places = decimals {
        if places == 6 {
          if byte != UInt8(ascii: "0") { return .problem(.tooFine) }
          continue
        }
        decimals = places + 1
      }
      guard let next = value.timesTen(plus: Int64(byte - UInt8(ascii: "0"))) else {
        return .problem(.tooLarge)
      }
      value = next
    }
    for _ in (decimals ?? 0)..<6 {
      guard let next = value.timesTen(plus: 0) else { return .problem(.tooLarge) }
      value = next
    }
    return .value(value)
  }

  enum Result {
    case value(Int64)
    case problem(Problem)
  }

  /// Digits only, as a whole number; nil if it doesn't fit.
  static func integer(_ bytes: [UInt8], _ range: Range<Int>) -> Int64? {
    var value: Int64 = 0
    for index in range {
      guard bytes[index].isDigit else { return nil }
      guard let next = value.timesTen(plus: Int64(bytes[index] - UInt8(ascii: "0"))) else { return nil }
      value = next
    }
    return range.isEmpty ? nil : value
  }

  /// `HH:MM`, `HH:MM:SS` or `HH:MM:SS.mmm` in milliseconds since midnight, nil for anything else.
  static func time(_ bytes: [UInt8], _ range: Range<Int>) -> Int64? {
    guard [5, 8, 12].contains(range.count) else { return nil }
    return TimeParser.timeOfDay(bytes.span.extracting(range))
  }

  /// `YYYY-MM-DD` in days since 1970-01-01, nil for anything else or a day that is not in the calendar.
  static func date(_ bytes: [UInt8], _ range: Range<Int>) -> Int64? {
    TimeParser.date(bytes.span.extracting(range))
  }
}

extension Int64 {
  /// Ten times this plus a digit; nil if that doesn't fit.
  fileprivate func timesTen(plus digit: Int64) -> Int64? {
    let (product, overflow) = multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(digit)
    return overflow || carry ? nil : sum
  }
}
