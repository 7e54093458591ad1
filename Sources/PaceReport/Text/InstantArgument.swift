public import PaceEngine
import PaceLanguage

/// An instant as a person gives it on the command line.
///
/// A clock time and a local date need a zone, and a clock time also a day, so they are resolved late.
public enum InstantArgument: Sendable, Equatable {
  case absolute(Instant)
  /// Days since 1970-01-01, and milliseconds since midnight.
  ///
  /// Without a time it is a date alone, and stands for its midnight where a single instant is asked for.
  case local(date: Int64, time: Int64?)
  /// Milliseconds since midnight, and the offset from UTC in milliseconds if it is given: the first such time at or
  /// after a subject's start.
  case clock(Int64, offset: Int64? = nil)

  /// What is asked for in place of a text that is not an instant.
  public static func expected(insteadOf text: String) -> String {
    if let day = dayMeant(by: text) { return day }
    let isClock = text.contains(":") && text.utf8.allSatisfy { (48...58).contains($0) }
    if isClock { return "a time of day from 00:00 to 23:59, such as 21:09 or 21:09:30" }
    if text.hasSuffix(" ago") {
      return "an instant such as `1 h ago`, with one of the units `ms`, `s`, `min`, `h` and `d`"
    }
    if ["yesterday", "today", "tomorrow"].contains(text) {
      return "an instant such as 2026-11-20T21:09; this time yesterday is `1 d ago`"
    }
    if text.contains(where: { "./".contains($0) }), text.first?.isNumber == true {
      return "an instant whose date is YEAR-MONTH-DAY, such as 2026-11-20T21:09"
    }
    let hasYear = text.drop { $0 == "-" }.prefix { $0.isNumber }.utf8.count >= 4
    return
      "an instant\(hasYear ? " of the years 1 to 9999" : ""): 21:09, 2026-11-20T21:09, 10 min ago, Unix ms or now"
  }

  /// What is expected in place of a date that doesn't exist, such as `2026-02-30`; nil for any other text.
  public static func dayMeant(by text: String) -> String? {
    let date = String(text.prefix(10))
    let parts = date.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int64($0) }
    guard parts.map({ $0.utf8.count }) == [4, 2, 2], numbers.count == 3, numbers[0] > 0,
      CivilDate(date) == nil
    else { return nil }
    let last = CivilDate.daysInMonth(numbers[1], year: numbers[0])
    return last == 0 ? "a month from 01 to 12" : "a day of \(parts[0])-\(parts[1]) from 01 to \(last)"
  }

  /// Nil if the text is not an instant, or is outside the years 1 to 9999.
  ///
  /// `now` is handed in, so that no clock is read here.
  public init?(_ text: String, now: @autoclosure () -> Instant) {
    var scanner = InstantScanner(text)
    if text == "now" {
      self = .absolute(now())
    } else if let milliseconds = Int64(text), text.utf8.count > 4 || milliseconds == 0 {
      self = .absolute(Instant(milliseconds))
    } else if let value = scanner.value() {
      self = value
    } else if let age = InstantScanner.age(text) {
      self = .absolute(Instant(now().milliseconds - age))
    } else {
      return nil
    }
    if case .absolute(let instant) = self, !Instant.milliseconds.contains(instant.milliseconds) { return nil }
  }
}

extension InstantArgument {
  /// The instant meant, for a subject that starts at `start`; nil if clocks never show that time.
  public func resolved(in calendar: LocalCalendar, from start: Instant) -> Instant? {
    switch self {
    case .absolute(let instant): instant
    case .local(let date, let time):
      // West of Greenwich the year 9999 ends later than in UTC.
      calendar.instant(date: date, time: time ?? 0).map { Instant(min($0, Instant.milliseconds.upperBound)) }
    case .clock(let time, let offset):
      (offset.map { LocalCalendar(offset: $0) } ?? calendar)
        .nextClockInstant(time, after: start.milliseconds - 1).map { Instant($0) }
    }
  }

  /// Whether clocks show the time that is meant at the instant it resolves to; they don't if they skip that time.
  public func isShown(at instant: Instant, in calendar: LocalCalendar) -> Bool {
    switch self {
    case .absolute, .clock(_, .some): true
    case .clock(let time, nil): calendar.timeOfDay(at: instant.milliseconds) == time
    case .local(_, let time):
      // The last instant there is stands for later ones, which clocks west of Greenwich show.
      calendar.timeOfDay(at: instant.milliseconds) == time ?? 0
        || instant.milliseconds == Instant.milliseconds.upperBound
    }
  }
}

extension InstantArgument {
  /// Whether it is a date alone.
  public var isDay: Bool {
    if case .local(_, nil) = self { true } else { false }
  }

  /// Whether clocks show the time that is meant twice, and so at another instant too.
  public func isRepeated(at instant: Instant, in calendar: LocalCalendar) -> Bool {
    switch self {
    case .absolute, .clock(_, .some): false
    case .local, .clock(_, nil): calendar.isRepeated(at: instant.milliseconds)
    }
  }
}

extension InstantArgument {
  /// What is expected in place of a text that is no instant, or a time that clocks skip; a bare time is near `instant`.
  public static func expected(insteadOf text: String, in zone: Zone, near instant: Instant) -> String {
    let meant = InstantArgument(text, now: instant)
    guard let gap = meant?.gap(in: LocalCalendar(zone: zone), near: instant) else {
      return expected(insteadOf: text)
    }
    return "a time that clocks in \(zone.name) show; they \(gap)"
  }

  /// How clocks pass over a time that they don't show; nil for one that they show.
  private func gap(in calendar: LocalCalendar, near instant: Instant) -> String? {
    switch self {
    case .absolute, .clock(_, .some): return nil
    case .local(let date, let time): return Self.gap(in: calendar, date: date, time: time ?? 0)
    case .clock(let time, nil):
      let date = calendar.wallDate(at: instant.milliseconds)
      return [date, date - 1, date + 1].lazy.compactMap { Self.gap(in: calendar, date: $0, time: time) }.first
    }
  }

  private static func gap(in calendar: LocalCalendar, date: Int64, time: Int64) -> String? {
    guard let after = calendar.instant(date: date, time: time) else {
      return "never show \(ValueText.time(time)) on \(ValueText.date(date))"
    }
    let last = calendar.timeOfDay(at: after)
    if last == time { return nil }
    let first = (calendar.timeOfDay(at: after - 1) + 1) % Unit.day.milliseconds
    let gap = "from \(ValueText.time(first)) to \(ValueText.time(last))"
    return "skip what lies \(gap) on \(ValueText.date(date))"
  }
}

extension LocalCalendar {
  /// Clocks that are always so many milliseconds east of UTC.
  public init(offset: Int64) { self.init(zone: Zone(name: "", initialOffset: offset, transitions: [])) }
}

/// Reads a time `H:MM[:SS[.fraction]][offset]`, a date `YYYY-MM-DD`, both joined by `T` or a blank, and `10 min ago`.
///
/// A date and a time that are joined may lack the marks between their digits.
private struct InstantScanner {
  private let bytes: [UInt8]
  private var scanner: ByteScanner

  init(_ text: String) {
    bytes = Array(text.utf8)
    scanner = ByteScanner(count: bytes.count)
  }

  mutating func value() -> InstantArgument? {
    if bytes.count > 2, bytes[2] == UInt8(ascii: ":") || bytes[1] == UInt8(ascii: ":") {
      guard let time = time(isBasic: false) else { return nil }
      if scanner.isAtEnd { return .clock(time) }
      return offset().map { .clock(time, offset: $0) }
    }
    guard let (date, isBasic) = scan({ TimeParser.date($1, &$0) }) else { return nil }
    if scanner.isAtEnd { return .local(date: date, time: nil) }
    guard take("T") || take(" ") || take("t"), let time = time(isBasic: isBasic) else { return nil }
    if scanner.isAtEnd { return .local(date: date, time: time) }
    return offset().map { .absolute(Instant(date * Unit.day.milliseconds + time - $0)) }
  }

  /// Milliseconds, read as `1 h 30 min ago`; nil for any other text, and for more than 10,000 years.
  static func age(_ text: String) -> Int64? {
    var parts = InstantScanner(text)
    var age: Int64 = 0
    repeat {
      guard let count = parts.scan({ $0.number(ofDigits: 1...9, in: $1) }) else { return nil }
      _ = parts.take(" ")
      guard let unit = parts.unit(), parts.take(" ") else { return nil }
      age += count * unit.milliseconds
      if age > 10_000 * 366 * Unit.day.milliseconds { return nil }
    } while parts.bytes[parts.scanner.position...] != Array("ago".utf8)[...]
    return age
  }

  private mutating func unit() -> Unit? {
    let word = bytes[scanner.position...].prefix { $0 != UInt8(ascii: " ") }
    scanner.position = word.endIndex
    return Unit.allCases.first { Array($0.text.utf8)[...] == word }
  }

  private mutating func scan<Result>(_ body: (inout ByteScanner, Span<UInt8>) -> Result) -> Result {
    let bytes = bytes
    return body(&scanner, bytes.span)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    scan { $0.take(UInt8(ascii: character), in: $1) }
  }

  private mutating func time(isBasic: Bool) -> Int64? {
    scan { TimeParser.timeOfDay($1, &$0, isBasic: isBasic, takesShortHour: true) }
  }

  /// The offset at the end of the text.
  private mutating func offset() -> Int64? {
    let offset = take("z") ? 0 : scan { TimeParser.offset($1, &$0) }
    return scanner.isAtEnd ? offset : nil
  }
}
