extension CivilDate {
  /// The date that `20.11.2026`, `2026/11/20` or `20-11-2026` stands for, and whether it can stand for no other;
  /// nil if it is no date.
  static func meant(by written: String) -> (text: String, isCertain: Bool)? {
    let (point, bytes) = (UInt8(ascii: "."), Array(written.utf8))
    guard let mark = [point, UInt8(ascii: "/"), UInt8(ascii: "-")].first(where: bytes.contains) else {
      return nil
    }
    var parts = bytes.split(separator: mark).map { Int64(String(decoding: $0, as: UTF8.self)) }
    guard parts.count == 3 else { return nil }
    let startsWithYear = parts[0] ?? 0 > 31
    if !startsWithYear { parts.reverse() }
    guard let year = parts[0], let month = parts[1], let day = parts[2], year > 999,
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    // With points the day comes first everywhere; with other marks the month comes first in some countries.
    return (ValueText.date(date.dayNumber), startsWithYear || mark == point || day > 12)
  }
}
