/// The written form of a schedule: a word, then what it lists, between blanks or commas.
extension Schedule {
  static func parse(text bytes: [UInt8]) -> Schedule? {
    let words = words(of: bytes)
    guard let head = words.first else { return nil }
    if words.count == 1, let date = TimeParser.date(Array(head).span) { return .once(date) }
    guard var schedule = Schedule(type: head) else { return nil }
    for word in words.dropFirst() {
      guard let number = schedule.number(of: word), schedule.add(number) else { return nil }
    }
    return schedule
  }

  static func words(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split { $0.isBlank || $0 == UInt8(ascii: ",") }
  }

  /// The schedule of the type that a word names, with no days yet; nil for other words.
  init?(type word: ArraySlice<UInt8>) {
    if Schedule.matches(word, "daily") {
      self = .daily
    } else if Schedule.matches(word, "weekly") {
      self = .weekly(0)
    } else if Schedule.matches(word, "monthly") {
      self = .monthly(0)
    } else if Schedule.matches(word, "sticky") {
      self = .sticky
    } else {
      return nil
    }
  }

  /// The number of the day that a word names: a weekday, or the day of a month in digits.
  func number(of word: ArraySlice<UInt8>) -> Int64? {
    if case .weekly = self { return Schedule.weekday(word) }
    guard word.count <= 2 else { return nil }
    var number: Int64 = 0
    for byte in word {
      guard byte.isDigit else { return nil }
      number = number * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return number
  }

  /// 1 (Monday) to 7 for a weekday's name, whole or its first three letters.
  static func weekday(_ word: ArraySlice<UInt8>) -> Int64? {
    let names: [String] = [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    var number: Int64 = 0
    for name in names {
      number += 1
      if matches(word, name) || word.count == 3 && matches(word, name, first: 3) { return number }
    }
    return nil
  }

  /// Whether a word is `name` in any case, or its first letters.
  static func matches(_ word: ArraySlice<UInt8>, _ name: String, first count: Int = .max) -> Bool {
    word.map { $0.lowered }.elementsEqual(name.utf8.prefix(count))
  }
}
