internal import PaceEngine
internal import PaceLanguage

/// How near a column's values come to times.
extension TableProfile.Column {
  static func isTime(_ text: String) -> Bool { TimeParser.written(text.utf8Span.span) != nil }

  /// The values that aren't times, by the column's encoding or else by any: texts, then numbers, the least first.
  var notTimes: [String] {
    let isNumeric = times != .no && times != .encoded("iso8601")
    let numbers = isNumeric ? [] : numbers.filter { times != .no || TimeEncoding.likely(of: $0) == nil }
    let texts = isNumeric ? texts : texts.filter { !Self.isTime($0) }
    return texts.sorted() + numbers.sorted().map(Self.text)
  }

  /// The distinct instants in Unix milliseconds, wall times as if in UTC; none unless it holds times.
  private var instants: [Double] {
    guard case .encoded(let name) = times else { return [] }
    if name == "iso8601" {
      let calendar = LocalCalendar(zone: .utc)
      return texts.compactMap { TimeParser.instant($0.utf8Span.span, in: calendar) }
        .map { Double($0.milliseconds) }
    }
    return numbers.compactMap { number in
      TimeEncoding.likely(of: number).map { $0.milliseconds(of: number) }
    }
  }

  /// From the first to the last of the instants, as `instants` gives them; nil without any.
  var span: ClosedRange<Double>? {
    let instants = instants
    guard let first = instants.min(), let last = instants.max() else { return nil }
    return first...last
  }

  /// The least text that is a time without an offset.
  var wallTime: String? {
    texts.filter {
      if case .wall = TimeParser.written($0.utf8Span.span) { true } else { false }
    }.min()
  }

  /// The share of values that are times, from 0 to 1.
  var shareOfTimes: Double {
    let count = texts.count + numbers.count
    return count == 0 ? 0 : 1 - Double(notTimes.count) / Double(count)
  }

  /// Whether most values look like dates, though not as they are read: texts with a day, a month and a year, or
  /// numbers such as 20261120.
  var resemblesTimes: Bool {
    let count = texts.count(where: Self.resemblesTime) + numbers.count { Self.isTime(Self.text(of: $0)) }
    return count * 2 > texts.count + numbers.count
  }

  /// Whether most of the texts look like times of day, though perhaps of half a day: `9:00 PM`.
  var resemblesTimesOfDay: Bool {
    isOfTimesOfDay
      || !texts.isEmpty && numbers.isEmpty && texts.count(where: Self.isOfHalfDay) * 2 > texts.count
  }

  private static func isOfHalfDay(_ text: String) -> Bool {
    let letters = text.lowercased().filter(\.isLetter)
    return text.utf8.count <= 16 && text.contains(":") && ["am", "pm"].contains(letters)
      && text.first?.isWholeNumber == true
  }

  /// Whether a text has three numbers, or two and a word, that a date could be of: `20.11.2026 8:00`, `Nov 20, 2026`.
  private static func resemblesTime(_ text: String) -> Bool {
    if text.utf8.count > 40 { return false }
    let numbers = text.split { !$0.isWholeNumber }.compactMap { part in Int(part).map { ($0, part.count) } }
    let words = text.split { !$0.isLetter }.filter { $0.count >= 3 }
    let places = numbers.prefix(words.isEmpty ? 3 : 2)
    let years = places.count { number, digits in digits == 4 && (1_900..<2_200).contains(number) }
    let days = places.count { number, digits in digits <= 2 && (1...31).contains(number) }
    return words.count <= 2 && places.count == (words.isEmpty ? 3 : 2) && years <= 1
      && days == places.count - years && (years == 1 || places.last?.1 == 2)
  }

  /// Whether all instants are dates without a time of day.
  var isOfDates: Bool {
    times == .encoded("iso8601") && texts.allSatisfy { $0.utf8.count <= 10 || !Self.isTime($0) }
  }

  /// Whether all instants are dates, or midnights of which there are too many for chance.
  var isOfDays: Bool {
    if isOfDates { return true }
    let instants = instants
    return instants.count > 2 && instants.allSatisfy { $0.truncatingRemainder(dividingBy: 86_400_000) == 0 }
  }
}
