/// A known value; nil stands for unknown.
public enum OracleValue: Hashable, Sendable {
  /// Millionths.
  case number(Int64)
  /// Milliseconds.
  case duration(Int64)
  /// Milliseconds since midnight.
  case time(Int64)
  case bool(Bool)
  case text(String)
  /// Days since 1970-01-01.
  case date(Int64)
  /// 0 (Monday) to 6 (Sunday).
  case weekday(Int)
  /// A level, a case of an enumeration, or a preset, by name and index.
  case choice(String, Int)

  public static let yes = OracleValue.bool(true)
  public static let no = OracleValue.bool(false)

  /// A whole number.
  public static func whole(_ value: Int64) -> OracleValue { .number(value * 1_000_000) }

  public static func minutes(_ value: Int64) -> OracleValue { .duration(value * 60_000) }

  /// The number by which values of one type compare; 0 for every text.
  var rank: Int64 {
    switch self {
    case .number(let bits), .duration(let bits), .time(let bits), .date(let bits): bits
    case .bool(let flag): flag ? 1 : 0
    case .weekday(let index): Int64(index)
    case .choice(_, let index): Int64(index)
    case .text: 0
    }
  }

  /// The value's text in a program.
  public var source: String {
    switch self {
    case .number(let bits): OracleText.number(bits)
    case .duration(let bits): OracleText.duration(bits)
    case .time(let bits): OracleText.time(bits)
    case .bool(let flag): flag ? "yes" : "no"
    case .text(let text): "\"\(text)\""
    case .date(let days): OracleText.date(days)
    case .weekday(let index): OracleText.weekdays[index]
    case .choice(let name, _): name
    }
  }

  /// The value's text in a message.
  public var spoken: String {
    if case .text(let text) = self { return text }
    return source
  }
}

public enum OracleType: Hashable, Sendable {
  case number, duration, time, bool, text, preset, schedule, date
  case choice([String])

  public var source: String {
    switch self {
    case .number: "number"
    case .duration: "duration"
    case .time: "time"
    case .bool: "bool"
    case .text: "text"
    case .preset: "preset"
    case .schedule: "schedule"
    case .date: "date"
    case .choice(let names): names.joined(separator: " | ")
    }
  }
}

/// The texts of values in a program.
public enum OracleText {
  public static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  public static func number(_ millionths: Int64) -> String {
    let magnitude = millionths.magnitude
    var text = millionths < 0 ? "-" : ""
    text += String(magnitude / 1_000_000)
    var fraction = String(magnitude % 1_000_000 + 1_000_000).dropFirst()
    while fraction.last == "0" { fraction = fraction.dropLast() }
    return fraction.isEmpty ? text : text + "." + fraction
  }

  public static func duration(_ milliseconds: Int64) -> String {
    var rest = milliseconds.magnitude
    var parts: [String] = []
    let units: [(UInt64, String)] = [
      (86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1000, "s"), (1, "ms"),
    ]
    for (size, unit) in units where rest >= size {
      parts.append("\(rest / size) \(unit)")
      rest %= size
    }
    let text = parts.isEmpty ? "0 min" : parts.joined(separator: " ")
    return milliseconds < 0 ? "-" + text : text
  }

  public static func time(_ milliseconds: Int64) -> String {
    let hours = milliseconds / 3_600_000
    let minutes = milliseconds / 60_000 % 60
    let rest = milliseconds % 60_000
    var text = padded(hours, 2) + ":" + padded(minutes, 2)
    if rest > 0 { text += ":" + padded(rest / 1000, 2) }
    if rest % 1000 > 0 { text += "." + padded(rest % 1000, 3) }
    return text
  }

  public static func date(_ days: Int64) -> String {
    let (year, month, day) = CivilDate.parts(of: days)
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
  }

  /// `2026-11-20 21:00`, in the given zone.
  public static func instant(_ milliseconds: Int64, in zone: OracleZone) -> String {
    date(zone.date(of: milliseconds)) + " " + time(zone.clock(of: milliseconds))
  }

  static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// Converts between days since 1970-01-01 and dates, by counting years and months.
public enum CivilDate {
  public static func parts(of days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    var year: Int64 = 1970
    var rest = days
    while rest < 0 {
      year -= 1
      rest += length(ofYear: year)
    }
    while rest >= length(ofYear: year) {
      rest -= length(ofYear: year)
      year += 1
    }
    var month: Int64 = 1
    while rest >= length(ofMonth: month, year) {
      rest -= length(ofMonth: month, year)
      month += 1
    }
    return (year, month, rest + 1)
  }

  public static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    var total: Int64 = 0
    var y: Int64 = 1970
    while y < year {
      total += length(ofYear: y)
      y += 1
    }
    while y > year {
      y -= 1
      total -= length(ofYear: y)
    }
    var m: Int64 = 1
    while m < month {
      total += length(ofMonth: m, year)
      m += 1
    }
    return total + day - 1
  }

  /// 0 (Monday) to 6 (Sunday); 1970-01-01 was a Thursday.
  public static func weekday(of days: Int64) -> Int { Int(((days + 3) % 7 + 7) % 7) }

  static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  static func length(ofYear year: Int64) -> Int64 { isLeap(year) ? 366 : 365 }

  static func length(ofMonth month: Int64, _ year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
