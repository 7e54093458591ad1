/// Parses times of day, durations, dates and instants.
public enum TimeParser {
  /// Completes "a time …" in messages.
  public static let form = "that pace reads, such as `2026-11-20 21:00`"

  /// `HH:MM[:SS[.mmm]]`, in milliseconds since midnight.
  public static func timeOfDay(_ text: Span<UInt8>) -> Int64? {
    var scanner = ByteScanner(count: text.count)
    guard let time = timeOfDay(text, &scanner), scanner.isAtEnd else { return nil }
    return time < CivilDate.dayLength ? time : nil
  }

  /// `H:MM[:SS[.mmm]]` with one or more digits for hours, in milliseconds.
  public static func duration(_ text: Span<UInt8>) -> Int64? {
    var scanner = ByteScanner(count: text.count)
    var hours: Int64 = 0
    guard scanner.isAtDigit(in: text) else { return nil }
    while let digit = scanner.digit(in: text) {
      hours = hours * 10 + Int64(digit)
      // Nobody writes more than a year in hours.
      if hours > 9_999 { return nil }
    }
    guard scanner.take(UInt8(ascii: ":"), in: text), let minutes = sexagesimal(text, &scanner),
      let seconds = secondsIfAny(text, &scanner, isBasic: false), scanner.isAtEnd
    else { return nil }
    return hours * 3_600_000 + minutes * 60_000 + seconds
  }

  /// `YYYY-MM-DD`, in days since 1970-01-01.
  public static func date(_ text: Span<UInt8>) -> Int64? {
    var scanner = ByteScanner(count: text.count)
    guard let (date, isBasic) = date(text, &scanner), !isBasic, scanner.isAtEnd else { return nil }
    return date
  }

  /// A time with an offset, or without one.
  public enum Written {
    /// In Unix milliseconds.
    case instant(Int64)
    /// What calendars and clocks show, in days since 1970 and milliseconds since midnight.
    case wall(date: Int64, time: Int64)
  }

  /// Parses ISO 8601: with `Z` or an offset an instant, else wall time; a date alone means its midnight.
  ///
  /// In the basic form, `20260301T090000Z`, neither the date nor the time has marks between its digits. One blank may
  /// stand before the offset, which may be `UTC` there.
  public static func written(_ text: Span<UInt8>) -> Written? {
    var scanner = ByteScanner(count: text.count)
    guard let (date, isBasic) = date(text, &scanner) else { return nil }
    if scanner.isAtEnd { return .wall(date: date, time: 0) }
    guard scanner.take(UInt8(ascii: "T"), in: text) || scanner.take(UInt8(ascii: " "), in: text),
      let time = timeOfDay(text, &scanner, isBasic: isBasic)
    else { return nil }
    // A fraction just before midnight may round to the next day's first instant.
    if scanner.isAtEnd {
      return .wall(date: date + time / CivilDate.dayLength, time: time % CivilDate.dayLength)
    }
    let instant = date * CivilDate.dayLength + time
    if scanner.take(UInt8(ascii: " "), in: text), scanner.take(UInt8(ascii: "U"), in: text) {
      let isUTC = scanner.take(UInt8(ascii: "T"), in: text) && scanner.take(UInt8(ascii: "C"), in: text)
      return isUTC && scanner.isAtEnd ? .instant(instant) : nil
    }
    guard let offset = offset(text, &scanner), scanner.isAtEnd else { return nil }
    return .instant(instant - offset)
  }

  // MARK: Parts of a text

  /// Milliseconds east of UTC: `Z`, `+01:00`, `+0100` or `+01`.
  public static func offset(_ text: Span<UInt8>, _ scanner: inout ByteScanner) -> Int64? {
    if scanner.take(UInt8(ascii: "Z"), in: text) { return 0 }
    let isEast = scanner.take(UInt8(ascii: "+"), in: text)
    guard isEast || scanner.take(UInt8(ascii: "-"), in: text), let hours = number(2, text, &scanner),
      hours < 24
    else { return nil }
    var minutes: Int64 = 0
    if !scanner.isAtEnd {
      _ = scanner.take(UInt8(ascii: ":"), in: text)
      guard let written = sexagesimal(text, &scanner) else { return nil }
      minutes = written
    }
    return (isEast ? 1 : -1) * (hours * 60 + minutes) * 60_000
  }

  /// `HH:MM[:SS[.mmm]]`, in milliseconds since midnight; a fraction may round up to the whole day.
  ///
  /// - Parameters:
  ///   - isBasic: whether no marks stand between the digits, `2109`.
  ///   - takesShortHour: whether the hour may have one digit where marks follow it.
  public static func timeOfDay(
    _ text: Span<UInt8>, _ scanner: inout ByteScanner, isBasic: Bool = false, takesShortHour: Bool = false
  ) -> Int64? {
    let digits = takesShortHour && !isBasic ? 1...2 : 2...2
    guard let hour = scanner.number(ofDigits: digits, in: text), hour < 24,
      isBasic || scanner.take(UInt8(ascii: ":"), in: text), let minute = sexagesimal(text, &scanner)
    else { return nil }
    return secondsIfAny(text, &scanner, isBasic: isBasic).map { (hour * 60 + minute) * 60_000 + $0 }
  }

  /// `YYYY-MM-DD`, or `YYYYMMDD` in the basic form, in days since 1970-01-01.
  public static func date(
    _ text: Span<UInt8>, _ scanner: inout ByteScanner
  ) -> (number: Int64, isBasic: Bool)? {
    guard let year = number(4, text, &scanner) else { return nil }
    let isBasic = !scanner.take(UInt8(ascii: "-"), in: text)
    guard let month = number(2, text, &scanner), isBasic || scanner.take(UInt8(ascii: "-"), in: text),
      let day = number(2, text, &scanner)
    else { return nil }
    return CivilDate(year: year, month: month, day: day).map { ($0.dayNumber, isBasic) }
  }

  private static func number(_ digits: Int, _ text: Span<UInt8>, _ scanner: inout ByteScanner) -> Int64? {
    scanner.number(ofDigits: digits...digits, in: text)
  }

  /// Two digits below 60.
  private static func sexagesimal(_ text: Span<UInt8>, _ scanner: inout ByteScanner) -> Int64? {
    number(2, text, &scanner).flatMap { $0 < 60 ? $0 : nil }
  }

  /// `[:SS[.mmm]]`, in milliseconds.
  private static func secondsIfAny(
    _ text: Span<UInt8>, _ scanner: inout ByteScanner, isBasic: Bool
  ) -> Int64? {
    let hasSeconds = isBasic ? scanner.isAtDigit(in: text) : scanner.take(UInt8(ascii: ":"), in: text)
    guard hasSeconds else { return 0 }
    guard let second = sexagesimal(text, &scanner) else { return nil }
    let time = second * 1_000
    guard scanner.take(UInt8(ascii: "."), in: text) else { return time }
    return fraction(text, &scanner).map { time + $0 }
  }

  /// The digits after the point, in milliseconds, rounded half to even.
  private static func fraction(_ text: Span<UInt8>, _ scanner: inout ByteScanner) -> Int64? {
    var milliseconds: Int64 = 0
    var next = 0
    var hasMore = false
    var count = 0
    while let digit = scanner.digit(in: text) {
      if count < 3 {
        milliseconds = milliseconds * 10 + Int64(digit)
      } else if count == 3 {
        next = digit
      } else if digit != 0 {
        hasMore = true
      }
      count += 1
    }
    guard count > 0 else { return nil }
    for _ in count..<max(count, 3) { milliseconds *= 10 }
    let isOdd = !milliseconds.isMultiple(of: 2)
    return next > 5 || (next == 5 && (hasMore || isOdd)) ? milliseconds + 1 : milliseconds
  }
}
