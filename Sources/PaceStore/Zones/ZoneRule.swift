internal import PaceEngine
internal import PaceLanguage

/// The yearly rule at the end of a time zone file, such as `GMT0BST,M3.5.0/1,M10.5.0`.
///
/// The form is that of POSIX's `TZ`, with hours from -167 to 167 as RFC 8536 allows.
struct ZoneRule {
  /// A day of the year and a time on it.
  struct Change {
    enum Day {
      /// 1 to 365, the leap day never counted.
      case julian(Int64)
      /// 0 to 365, the leap day counted.
      case ordinal(Int64)
      /// The week from 1, 5 being the last, and the weekday from Sunday.
      case weekday(month: Int64, week: Int64, day: Int64)
    }
    var day: Day
    /// Seconds after local midnight.
    var time: Int64
  }

  /// Milliseconds east of UTC.
  private let standard: Int64
  /// The other offset and when it begins and ends, if there is one.
  private var summer: (offset: Int64, start: Change, end: Change)?

  init?(_ text: [UInt8]) {
    var parser = Parser(text)
    guard parser.name(), let offset = parser.time() else { return nil }
    standard = -offset * 1_000
    if parser.isAtEnd { return }
    guard parser.name() else { return nil }
    var other = standard + 3_600_000
    if !parser.next(is: ",") {
      guard let offset = parser.time() else { return nil }
      other = -offset * 1_000
    }
    guard let start = parser.change(), let end = parser.change(), parser.isAtEnd else { return nil }
    summer = (other, start, end)
  }

  /// When the offset changes in a year, in order.
  func transitions(in year: Int) -> [Zone.Transition] {
    guard let (summer, start, end) = summer else { return [] }
    let changes = [
      Zone.Transition(start: Self.instant(of: start, in: Int64(year)) - standard, offset: summer),
      Zone.Transition(start: Self.instant(of: end, in: Int64(year)) - summer, offset: standard),
    ]
    return changes.sorted { $0.start < $1.start }
  }

  /// A change's local time as if it were UTC.
  private static func instant(of change: Change, in year: Int64) -> Int64 {
    (day(change.day, in: year) * 86_400 + change.time) * 1_000
  }

  private static func day(_ day: Change.Day, in year: Int64) -> Int64 {
    let january = CivilDate(year: year, month: 1, day: 1)?.dayNumber ?? 0
    switch day {
    case .julian(let number):
      return january + number - 1 + (number >= 60 && CivilDate.isLeap(year) ? 1 : 0)
    case .ordinal(let number):
      return january + number
    case .weekday(let month, let week, let weekday):
      let first = CivilDate(year: year, month: month, day: 1)?.dayNumber ?? january
      // `CivilDate` counts weekdays from Monday, the rule from Sunday.
      let initial = (CivilDate.weekday(ofDay: first) + 1) % 7
      var date = first + (weekday - initial + 7) % 7 + (week - 1) * 7
      if date >= first + CivilDate.daysInMonth(month, year: year) { date -= 7 }
      return date
    }
  }

  private struct Parser {
    private let text: [UInt8]
    private var scanner: ByteScanner

    init(_ text: [UInt8]) {
      self.text = text
      scanner = ByteScanner(count: text.count)
    }

    var isAtEnd: Bool { scanner.isAtEnd }

    func next(is character: Unicode.Scalar) -> Bool {
      !isAtEnd && text[scanner.position] == UInt8(ascii: character)
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      let text = text
      return scanner.take(UInt8(ascii: character), in: text.span)
    }

    /// Three letters or more, or anything in angle brackets.
    mutating func name() -> Bool {
      let isQuoted = take("<")
      let name = text[scanner.position...].prefix { isQuoted ? $0 != UInt8(ascii: ">") : $0.isLetter }
      scanner.position = name.endIndex
      return isQuoted ? take(">") : name.count >= 3
    }

    private mutating func number() -> Int64? {
      let text = text
      return scanner.number(ofDigits: 1...4, in: text.span)
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    mutating func time() -> Int64? {
      let isNegative = take("-")
      if !isNegative { _ = take("+") }
      guard var seconds = number().map({ $0 * 3_600 }) else { return nil }
      if take(":") {
        guard let minutes = number() else { return nil }
        seconds += minutes * 60
        if take(":") {
          guard let rest = number() else { return nil }
          seconds += rest
        }
      }
      return isNegative ? -seconds : seconds
    }

    /// `,date[/time]`
    mutating func change() -> Change? {
      guard take(","), let day = day() else { return nil }
      guard take("/") else { return Change(day: day, time: 7_200) }
      return time().map { Change(day: day, time: $0) }
    }

    private mutating func day() -> Change.Day? {
      if take("J") { return number().flatMap { (1...365).contains($0) ? .julian($0) : nil } }
      guard take("M") else { return number().flatMap { (0...365).contains($0) ? .ordinal($0) : nil } }
      guard let month = number(), (1...12).contains(month), take("."),
        let week = number(), (1...5).contains(week), take("."),
        let day = number(), (0...6).contains(day)
      else { return nil }
      return .weekday(month: month, week: week, day: day)
    }
  }
}
