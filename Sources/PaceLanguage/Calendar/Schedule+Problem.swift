extension Schedule {
  /// The forms of a schedule, for messages.
  public static let forms =
    "schedules are `daily`, `weekly mon wed`, `monthly 1 15`, a date such as `2026-11-20`, or `sticky`"

  /// Why a text in the rules is no schedule; nil if it is one.
  ///
  /// An object with an empty list is no problem, since applications store "never" like that; the word `weekly` without
  /// days is one.
  public static func problem(in text: String) -> String? {
    let words = words(of: Array(text.utf8))
    let isObject = words.first?.first == UInt8(ascii: "{")
    switch Schedule(text) {
    case .weekly(0) where !isObject: return "`weekly` needs weekdays after it"
    case .monthly(0) where !isObject: return "`monthly` needs days of the month after it"
    case .some: return nil
    case nil: return isObject ? "no schedule is stored as such an object" : reason(against: words)
    }
  }

  /// Names the word that keeps a text from being a schedule.
  private static func reason(against words: [ArraySlice<UInt8>]) -> String {
    guard let head = words.first else { return "it is empty" }
    guard var schedule = Schedule(type: head) else {
      return "it starts with `\(String(decoding: head, as: UTF8.self))`"
    }
    for word in words.dropFirst() {
      if let number = schedule.number(of: word), schedule.add(number) { continue }
      let word = String(decoding: word, as: UTF8.self)
      switch schedule {
      case .weekly: return "`\(word)` is no weekday; they are `mon` to `sun`"
      case .monthly: return "`\(word)` is no day of a month; they are 1 to 31"
      case .daily, .once, .moment, .sticky: return "`\(String(decoding: head, as: UTF8.self))` stands alone"
      }
    }
    return "a date stands alone"
  }
}
