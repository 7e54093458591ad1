import PaceLanguage

extension Evaluator {
  /// How many days in a row up to the one before `day` a streak's condition held at their ends.
  mutating func streak(_ id: NodeID, on day: Int64) -> Int64 {
    guard let index = plan.streaks.firstIndex(where: { $0.node == id }) else { return Value.unknown.bits }
    return continued(index, to: day).length * Arithmetic.unit
  }

  /// Carries every streak to the present day, so that later looks start from there.
  mutating func advanceStreaks() {
    guard !plan.streaks.isEmpty else { return }
    let day = calendarDay(at: now).number
    for index in streaks.indices where streaks[index].day < day {
      streaks[index] = continued(index, to: day)
    }
  }

  /// A streak's memory as of `day`.
  ///
  /// A day adds one, or nothing if skipped, or ends the streak, so the days since the last look are
  /// enough; and days without events that all count alike are one step.
  private mutating func continued(_ index: Int, to day: Int64) -> StreakMemory {
    guard life.hasBegun else { return StreakMemory(day: day, length: 0) }
    let planned = plan.streaks[index]
    var streak = streaks[index]
    let first = calendarDay(at: life.start).number
    if streak.day < first || streak.day > day { streak = StreakMemory(day: first, length: 0) }
    let known = streaksAhead[index]
    if known.edition == log.edition, known.streak.day > streak.day, known.streak.day <= day {
      streak = known.streak
    }
    while streak.day < day {
      let last = calendar.lastMillisecond(of: streak.day)
      let next = endOfLikeDays(planned, from: streak.day, to: day)
      if planned.skip.map({ value($0, at: last) }) != 1 {
        let isAlone = next == calendar.nextDay(after: streak.day)
        let days = isAlone ? 1 : calendar.dayCount(from: streak.day, to: next)
        streak.length = value(planned.condition, at: last) == 1 ? streak.length + days : 0
      }
      streak.day = next
    }
    if planned.isPure { streaksAhead[index] = (streak, log.edition) }
    return streak
  }

  /// The first day after `day` that may count otherwise; no later than `end`.
  private mutating func endOfLikeDays(_ streak: PlannedStreak, from day: Int64, to end: Int64) -> Int64 {
    let next = min(calendar.nextDay(after: day), end)
    guard streak.isUniform, next < end, let start = calendar.dayStart(of: day) else { return next }
    let last = calendar.lastMillisecond(of: day)
    var reach = start
    for span in streak.spans where slots[span.index] != Value.unknown.bits {
      reach = min(reach, Arithmetic.saturatingSum(last, -slots[span.index]))
    }
    var likeUntil = end
    for column in streak.columns {
      let count = log.times[column.index].count
      let index = firstIndex(column, notBefore: reach, before: count)
      guard index < count else { continue }
      let first = log.times[column.index][index]
      if first <= last { return next }
      likeUntil = min(likeUntil, calendarDay(at: first).number)
    }
    return max(next, likeUntil)
  }
}
