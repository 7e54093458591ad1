/// A word that people write for a unit of time.
struct WrongUnit {
  /// The unit that is meant; nil for weeks, months and years.
  var unit: Unit?
  private var isWeek = false

  init?(_ word: String) {
    switch word {
    case "m", "M", "mins", "minute", "minutes", "Min", "MIN": unit = .minute
    case "sec", "secs", "second", "seconds", "S": unit = .second
    case "hr", "hrs", "hour", "hours", "H": unit = .hour
    case "day", "days", "D": unit = .day
    case "msec", "msecs", "millis", "millisecond", "milliseconds": unit = .millisecond
    case "w", "W", "wk", "wks", "week", "weeks": isWeek = true
    case "mo", "month", "months", "y", "yr", "yrs", "year", "years": break
    default: return nil
    }
  }

  /// The unit that a word is likely to be misspelt for; nil if none is.
  init?(misspelt word: String) {
    let known = ["min", "minute", "minutes", "second", "seconds", "hour", "hours", "days", "week", "weeks"]
    guard let meant = Spelling.nearest(to: word, among: known) else { return nil }
    self.init(meant == "min" ? "minute" : meant)
  }

  /// The edit that uses a unit of the language instead; nil if none is of that length.
  func edit(millionths: Int64?, numberSpan: SourceSpan, unitSpan: SourceSpan, in bytes: [UInt8]) -> TextEdit?
  {
    if isWeek { return days(millionths).map { TextEdit(numberSpan.joined(unitSpan), $0) } }
    return unit.map { .word($0.text, at: unitSpan, in: bytes) }
  }

  /// The number with a unit of the language; nil if none is of that length.
  func text(number: String, millionths: Int64?) -> String? {
    isWeek ? days(millionths) : unit.map { "\(number) \($0.text)" }
  }

  /// A number of weeks, in millionths, as a text in days; nil if it doesn't fit.
  private func days(_ millionths: Int64?) -> String? {
    guard let millionths else { return nil }
    let (days, overflow) = millionths.multipliedReportingOverflow(by: 7)
    return overflow ? nil : ValueText.number(days) + " d"
  }
}

extension Unit {
  init?(_ keyword: Keyword?) {
    switch keyword {
    case .ms: self = .millisecond
    case .s: self = .second
    case .min: self = .minute
    case .h: self = .hour
    case .d: self = .day
    default: return nil
    }
  }
}
