internal import PaceEngine
internal import PaceLanguage

/// How instants are stored: as numbers of a unit since an epoch, or as text.
struct TimeEncoding {
  /// The encoding's name in a `source`.
  let name: String
  var isText = false
  /// Milliseconds per unit: `scale / divisor`.
  var scale: Int64 = 1
  var divisor: Int64 = 1
  var offset: Int64 = 0
  /// Completes "`x` is not …".
  var expected: String

  /// Why a number is not an instant in the years 1 to 9999, and the encoding under which it would be one.
  ///
  /// - Parameter shown: the number in backticks.
  func cause(_ shown: String, _ number: Double) -> String {
    let found = Self.likely(of: number).map { likely in
      let day = ValueText.date(Int64((likely.milliseconds(of: number) / 86_400_000).rounded(.down)))
      return "; as `\(likely.name)` it is \(day)"
    }
    if isText { return "\(shown) is a number, and `\(name)` reads texts alone\(found ?? "")" }
    guard let found else { return "\(shown) is outside the years 1 to 9999" }
    let year = Int64(1970 + milliseconds(of: number) / 31_556_952_000)
    return "\(shown) read as `\(name)` is the year \(year)\(found)"
  }

  // MARK: Recognising an encoding

  /// The encodings that are recognised from the numbers: the ranges for this century don't overlap.
  static let recognised = [
    SourceMapping.Encoding.unixSeconds, .appleSeconds, .unixMilliseconds, .unixMicroseconds, .unixNanoseconds,
    .webkitMicroseconds, .julianDay,
  ].map { TimeEncoding($0) }

  /// The encoding under which a number is an instant from 2005 to 2100.
  static func likely(of number: Double) -> TimeEncoding? { recognised.first { $0.isPlausible(number) } }

  /// The encoding, other than the one in use, that would put all of these instants into a span of milliseconds.
  static func other(
    than encoding: SourceMapping.Encoding, for instants: [Int64], within span: Range<Int64>
  ) -> TimeEncoding? {
    let used = TimeEncoding(encoding)
    guard encoding == .plain || encoding.isOfInstant, !used.isText else { return nil }
    let numbers = instants.map { (Double($0 - used.offset)) * Double(used.divisor) / Double(used.scale) }
    return recognised.first { other in
      other.name != used.name && numbers.allSatisfy { other.isPlausible($0, within: span) }
    }
  }

  /// The instant that a number stands for, in milliseconds since 1970.
  func milliseconds(of number: Double) -> Double {
    number * Double(scale) / Double(divisor) + Double(offset)
  }

  /// From 2005 to 2100.
  static let century: Range<Int64> = 1_104_537_600_000..<4_102_444_800_000

  private func isPlausible(_ number: Double, within span: Range<Int64> = century) -> Bool {
    let instant = milliseconds(of: number)
    return Double(span.lowerBound) <= instant && instant < Double(span.upperBound)
  }
}

extension TimeEncoding {
  init(_ encoding: SourceMapping.Encoding) {
    self =
      switch encoding {
      case .unixSeconds:
        Self(name: "unix_seconds", scale: 1_000, expected: "a time in seconds since 1970")
      case .unixMicroseconds:
        Self(name: "unix_us", divisor: 1_000, expected: "a time in microseconds since 1970")
      case .unixNanoseconds:
        Self(name: "unix_ns", divisor: 1_000_000, expected: "a time in nanoseconds since 1970")
      case .webkitMicroseconds:
        Self(
          name: "webkit_us", divisor: 1_000, offset: -11_644_473_600_000,
          expected: "a time in microseconds since 1601")
      case .appleSeconds:
        Self(
          name: "apple_seconds", scale: 1_000, offset: 978_307_200_000,
          expected: "a time in seconds since 2001")
      case .julianDay:
        Self(
          name: "julian_day", scale: 86_400_000, offset: -210_866_760_000_000, expected: "a Julian day")
      case .iso8601: Self(name: "iso8601", isText: true, expected: "a time \(TimeParser.form)")
      case .plain, .unixMilliseconds, .milliseconds, .microseconds, .seconds, .minutes, .hours, .hoursMinutes,
        .map:
        Self(name: "unix_ms", expected: "a time in milliseconds since 1970")
      }
  }
}

extension TimeRange {
  /// The encoding that would put all instants into this century, but not after the clock.
  ///
  /// If the instants are merely old as read, they have to become recent.
  func likely(insteadOf used: SourceMapping.Encoding, by clock: Instant?) -> TimeEncoding? {
    var (start, end) = (TimeEncoding.century.lowerBound, TimeEncoding.century.upperBound)
    if let now = clock?.milliseconds {
      end = min(end, now + Self.ahead)
      if !isDoubtful(by: clock) { start = max(start, now - Self.back) }
    }
    guard count > 0, start < end else { return nil }
    return TimeEncoding.other(than: used, for: [oldest, newest], within: start..<end)
  }

  /// The doubt about a member of JSON lines, if these numbers are instants of this century in another unit.
  ///
  /// Any other instants may be meant, as in a made-up log.
  func doubt(ofLinesWith member: String) -> TimeDoubt? {
    guard isDoubtful(by: nil), let likely = likely(insteadOf: .unixMilliseconds, by: nil) else { return nil }
    return TimeDoubt(
      table: "the lines", column: member, count: count, oldest: Instant(oldest), newest: Instant(newest),
      likely: likely.name)
  }
}

extension SourceMapping.Encoding {
  /// Milliseconds per unit of a stored duration, as a fraction.
  var durationUnit: (scale: Int64, divisor: Int64) {
    switch self {
    case .microseconds: (1, 1_000)
    case .seconds: (1_000, 1)
    case .minutes: (60_000, 1)
    case .hours: (3_600_000, 1)
    case .plain, .milliseconds, .unixMilliseconds, .unixSeconds, .unixMicroseconds, .unixNanoseconds,
      .webkitMicroseconds, .appleSeconds, .iso8601, .julianDay, .hoursMinutes, .map:
      (1, 1)
    }
  }
}
