internal import PaceEngine
internal import PaceLanguage

/// An encoding of instants, recognised from the numbers: the ranges for this century don't overlap.
enum LikelyEncoding: CaseIterable {
  case unixSeconds, appleSeconds, unixMilliseconds, unixMicroseconds, unixNanoseconds, webkitMicroseconds
  case julianDay

  /// The encoding's name in a `source`.
  var name: String {
    switch self {
    case .unixSeconds: "unix_seconds"
    case .appleSeconds: "apple_seconds"
    case .unixMilliseconds: "unix_ms"
    case .unixMicroseconds: "unix_us"
    case .unixNanoseconds: "unix_ns"
    case .webkitMicroseconds: "webkit_us"
    case .julianDay: "julian_day"
    }
  }

  /// The encoding under which a number is an instant from 2005 to 2100.
  init?(of number: Double) {
    guard let found = Self.allCases.first(where: { $0.isPlausible(number) }) else { return nil }
    self = found
  }

  /// The encoding, other than the one in use, that would put all of these instants into this century.
  static func other(than encoding: SourceMapping.Encoding, for instants: [Int64]) -> Self? {
    guard let used = Self(encoding) else { return nil }
    let numbers = instants.map { used.number(of: Double($0)) }
    return allCases.first { other in other != used && numbers.allSatisfy { other.isPlausible($0) } }
  }

  private init?(_ encoding: SourceMapping.Encoding) {
    switch encoding {
    case .plain, .unixMilliseconds: self = .unixMilliseconds
    case .unixSeconds: self = .unixSeconds
    case .unixMicroseconds: self = .unixMicroseconds
    case .unixNanoseconds: self = .unixNanoseconds
    case .webkitMicroseconds: self = .webkitMicroseconds
    case .appleSeconds: self = .appleSeconds
    case .julianDay: self = .julianDay
    case .iso8601, .milliseconds, .microseconds, .seconds, .minutes, .hours, .hoursMinutes, .map: return nil
    }
  }

  /// How many milliseconds a unit has.
  private var unit: Double {
    switch self {
    case .unixSeconds, .appleSeconds: 1_000
    case .unixMilliseconds: 1
    case .unixMicroseconds, .webkitMicroseconds: 0.001
    case .unixNanoseconds: 0.000_001
    case .julianDay: 86_400_000
    }
  }

  /// The number that stands for the beginning of 1970.
  private var epoch: Double {
    switch self {
    case .unixSeconds, .unixMilliseconds, .unixMicroseconds, .unixNanoseconds: 0
    case .webkitMicroseconds: 11_644_473_600_000_000
    case .appleSeconds: -978_307_200
    case .julianDay: 2_440_587.5
    }
  }

  private func number(of milliseconds: Double) -> Double { milliseconds / unit + epoch }

  /// In milliseconds since 1970.
  func instant(of number: Double) -> Double { (number - epoch) * unit }

  private func isPlausible(_ number: Double) -> Bool {
    (1_104_537_600_000..<4_102_444_800_000).contains(instant(of: number))
  }
}

extension TimeRange {
  /// The doubt about `at_ms` of JSON lines, if these numbers are instants of this century in another unit.
  ///
  /// Any others may have been meant, as in a log that was made up.
  var doubtOfLines: TimeDoubt? {
    guard isDoubtful, let likely = LikelyEncoding.other(than: .unixMilliseconds, for: [oldest, newest]) else {
      return nil
    }
    return TimeDoubt(
      table: "the lines", column: "at_ms", count: count, oldest: Instant(oldest), newest: Instant(newest),
      likely: likely.name)
  }
}
