/// Whether a text in the rules is a schedule, as far as its words tell.
enum ScheduleText {
  /// What is wrong with `text`, or nil.
  ///
  /// JSON, as an application stores it, is left to whoever reads the log.
  static func problem(in text: String) -> String? {
    let words = text.utf8.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard let first = words.first else { return "it is empty" }
    if first.utf8.first == UInt8(ascii: "{") || first.utf8.first == UInt8(ascii: "\"") { return nil }
    switch first {
    case "daily", "sticky": return words.count == 1 ? nil : "`\(first)` stands alone"
    case "weekly":
      if words.count == 1 { return "`weekly` needs weekdays after it" }
      for word in words.dropFirst() where !ValueText.weekdays.contains(word) {
        return "`\(word)` is no weekday; they are `mon` to `sun`"
      }
      return nil
    case "monthly":
      if words.count == 1 { return "`monthly` needs days of the month after it" }
      for word in words.dropFirst() {
        guard let day = Int(word), (1...31).contains(day) else {
          return "`\(word)` is no day of a month; they are 1 to 31"
        }
      }
      return nil
    default:
      return words.count == 1 && isDate(first)
        ? nil : "expected `daily`, `weekly …`, `monthly …`, a date or `sticky`"
    }
  }

  private static func isDate(_ word: String) -> Bool {
    let parts = word.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      let month = Int(String(decoding: parts[1], as: UTF8.self)),
      let day = Int(String(decoding: parts[2], as: UTF8.self)),
      Int(String(decoding: parts[0], as: UTF8.self)) != nil
    else { return false }
    return (1...12).contains(month) && (1...31).contains(day)
  }
}
