import PaceLanguage

/// The order in which names of an axis are drawn where not all have room, the lowest rank first.
enum TickRanks {
  /// Ranks one name first, then those halfway between two that are drawn.
  static func halving(_ count: Int, from first: Int = 0) -> [Int] {
    var step = 1
    while step * 2 < count { step *= 2 }
    return (0..<count).map { index in
      var (rank, stride) = (0, step)
      while (index - first) % stride != 0 { (rank, stride) = (rank + 1, stride / 2) }
      return rank
    }
  }

  /// Ranks round values first: full hours before half ones, hundreds before tens.
  ///
  /// If fewer than three are rounder than the rest, every other one is ranked first, from the roundest on.
  ///
  /// - Parameter values: in the bits of `Value`.
  static func rounder(_ values: [Int64], _ type: ValueType) -> [Int] {
    let steps: [Int64]
    switch type {
    case .duration, .time:
      steps = [1440, 720, 360, 180, 60, 30, 15, 5, 1].map { $0 * 60_000 }
    case .number:
      let powers: [Int64] = [1_000_000, 100_000, 10_000, 1000, 100, 10, 1]
      steps = powers.flatMap { [$0 * 1_000_000, $0 * 500_000] } + [100_000, 50_000, 10_000]
    case .bool, .text, .preset, .schedule, .date, .weekday, .enumeration, .level:
      return halving(values.count)
    }
    let ranks = values.map { value in steps.firstIndex { value % $0 == 0 } ?? steps.count }
    guard let first = ranks.min(), let last = ranks.max(), ranks.count(where: { $0 < last }) < 3 else {
      return ranks
    }
    return halving(values.count, from: ranks.firstIndex(of: first) ?? 0)
  }

  /// `04-01`; where they are of several years, `2026` for the first of a year.
  static func dates(_ days: [Int64]) -> [String] {
    let dates = days.map { (text: ValueText.date($0), year: CivilDate(dayNumber: $0).year) }
    let isOneYear = Set(dates.map { $0.year }).count == 1
    return zip(dates, calendar(days)).map { date, rank in
      !isOneYear && rank < years.count ? ValueText.year(date.year) : String(date.text.dropFirst(5))
    }
  }

  /// Steps between years from the roundest on, each a multiple of the next.
  private static let years: [Int64] = [1000, 200, 100, 20, 10, 5, 1]

  /// Ranks dates. Years come first, the roundest before others. Half years, quarters and months follow, then the 11th
  /// and the 21st, then every fifth day of a month.
  ///
  /// The 31st is left out, because the 1st follows at once.
  ///
  /// - Parameter days: since 1970-01-01, each the first of its place on the axis.
  static func calendar(_ days: [Int64]) -> [Int] {
    var before = (days.first ?? 0) - 1
    return days.map { day in
      defer { before = day }
      return rank(CivilDate(dayNumber: day), after: CivilDate(dayNumber: before))
    }
  }

  private static func rank(_ date: CivilDate, after before: CivilDate) -> Int {
    if let rank = years.firstIndex(where: { before.year / $0 != date.year / $0 }) { return rank }
    let months: [Int64] = [6, 3, 1]
    if let rank = months.firstIndex(where: { (before.month - 1) / $0 != (date.month - 1) / $0 }) {
      return years.count + rank
    }
    func part(_ date: CivilDate, _ days: Int64, last: Int64) -> Int64 { min(last, (date.day - 1) / days) }
    if part(date, 10, last: 2) != part(before, 10, last: 2) { return years.count + 3 }
    return years.count + (part(date, 5, last: 5) != part(before, 5, last: 5) ? 4 : 5)
  }
}
