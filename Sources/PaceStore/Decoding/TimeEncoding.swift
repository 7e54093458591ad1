internal import PaceLanguage

/// How instants are stored: as numbers in some unit from some beginning, or as text.
struct TimeEncoding {
  var isText = false
  var scale: Int64 = 1
  var offset: Int64 = 0
  /// Completes "`x` is not …".
  var expected = "a time in milliseconds since 1970"

  /// Completes "`x` is outside …".
  static let range = "the years 1 to 9999; is it milliseconds?"

  init(_ encoding: SourceMapping.Encoding) {
    switch encoding {
    case .unixSeconds:
      scale = 1_000
      expected = "a time in seconds since 1970"
    case .appleSeconds:
      scale = 1_000
      offset = 978_307_200_000
      expected = "a time in seconds since 2001"
    case .julianDay:
      scale = 86_400_000
      offset = -210_866_760_000_000
      expected = "a Julian day"
    case .iso8601:
      isText = true
      expected = "a time as ISO 8601 has it"
    case .plain, .unixMilliseconds, .milliseconds, .seconds, .minutes, .hours, .map: break
    }
  }
}

extension SourceMapping.Encoding {
  /// How many milliseconds the unit of a stored duration has.
  var durationScale: Int64 {
    switch self {
    case .seconds: 1_000
    case .minutes: 60_000
    case .hours: 3_600_000
    case .plain, .milliseconds, .unixMilliseconds, .unixSeconds, .appleSeconds, .iso8601, .julianDay, .map: 1
    }
  }
}
