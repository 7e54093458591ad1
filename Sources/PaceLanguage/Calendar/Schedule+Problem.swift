extension Schedule {
  /// What keeps a text in the rules from being a schedule, or nil.
  ///
  /// A list of no days is a schedule in a log, where it means never; in the rules it is a slip.
  static func problem(in text: String) -> String? {
    switch Schedule(text) {
    case .weekly(0): "`weekly` needs weekdays after it"
    case .monthly(0): "`monthly` needs days of the month after it"
    case .some: nil
    case nil: reason(against: Array(text.utf8))
    }
  }

  /// Which word of a text that is no schedule makes it none.
  private static func reason(against bytes: [UInt8]) -> String {
    let words = words(of: bytes)
    guard let head = words.first else { return "it is empty" }
    if head.first == UInt8(ascii: "{") { return "no schedule is stored as such an object" }
    guard var schedule = Schedule(type: head) else {
      return "it starts with `\(String(decoding: head, as: UTF8.self))`"
    }
    for word in words.dropFirst() {
      if let number = schedule.number(of: word), schedule.add(number) { continue }
      let word = String(decoding: word, as: UTF8.self)
      switch schedule {
      case .weekly: return "`\(word)` is no weekday; they are `mon` to `sun`"
      case .monthly: return "`\(word)` is no day of a month; they are 1 to 31"
      case .daily, .once, .sticky: return "`\(String(decoding: head, as: UTF8.self))` stands alone"
      }
    }
    return "a date stands alone"
  }
}
