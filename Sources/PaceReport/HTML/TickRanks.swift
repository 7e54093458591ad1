import PaceLanguage

/// The order in which names of an axis are drawn where not all have room, the lowest rank first.
enum TickRanks {
  /// The first name, then always the ones halfway between two that are drawn.
  static func halving(_ count: Int) -> [Int] {
    var step = 1
    while step * 2 < count { step *= 2 }
    return (0..<count).map { index in
      var (rank, stride) = (0, step)
      while index % stride != 0 { (rank, stride) = (rank + 1, stride / 2) }
      return rank
    }
  }

  /// Round values first: full hours before half ones, hundreds before tens.
  ///
  /// - Parameter values: in the bits of `Value`.
  static func rounder(_ values: [Int64], _ type: ValueType) -> [Int] {
    let steps: [Int64]
    switch type {
    case .duration, .time:
      steps = [1440, 720, 360, 180, 60, 30, 15, 5, 1].map { $0 * 60_000 }
    case .number:
      steps =
        [1_000_000, 100_000, 10_000, 1000, 100, 10, 1].flatMap { [$0 * 1_000_000, $0 * 500_000] }
        + [100_000, 50_000, 10_000]
    case .bool, .text, .preset, .schedule, .date, .weekday, .enumeration, .level:
      return halving(values.count)
    }
    return values.map { value in steps.firstIndex { value % $0 == 0 } ?? steps.count }
  }

  /// `2026-04-01`, or `04-01` where all are of one year.
  static func dates(_ days: [Int64]) -> [String] {
    let texts = days.map { ValueText.date($0) }
    let isOneYear = Set(texts.map { $0.prefix(5) }).count == 1
    return isOneYear ? texts.map { String($0.dropFirst(5)) } : texts
  }

  /// The first day of a year, of a quarter, of a month, then the 11th and the 21st, then every fifth day of a
  /// month but its 31st, which the next first follows at once.
  ///
  /// - Parameter days: since 1970-01-01, each the first of its place on the axis.
  static func calendar(_ days: [Int64]) -> [Int] {
    let dates = days.map { CivilDate(dayNumber: $0) }
    return dates.enumerated().map { index, date in
      let before = index == 0 ? CivilDate(dayNumber: days[0] - 1) : dates[index - 1]
      if before.year != date.year { return 0 }
      if (before.month - 1) / 3 != (date.month - 1) / 3 { return 1 }
      if before.month != date.month { return 2 }
      func isLater(_ step: Int64, most: Int64) -> Bool {
        min(most, (date.day - 1) / step) != min(most, (before.day - 1) / step)
      }
      return isLater(10, most: 2) ? 3 : isLater(5, most: 5) ? 4 : 5
    }
  }
}
