import PaceEngine
import PaceLanguage

/// Turns a scenario's points into instants, and instants into what its reader knows them by.
struct ScenarioClock {
  let calendar: LocalCalendar
  /// Unix milliseconds.
  let start: Int64

  /// Nil where clocks never showed the start.
  init?(_ scenario: Scenario, zone: Zone, rules: CalendarRules) {
    calendar = LocalCalendar(zone: zone, dayStart: rules.dayStart, weekStart: Int64(rules.weekStart))
    guard let start = calendar.instant(date: scenario.start.date, time: scenario.start.time) else {
      return nil
    }
    self.start = start
  }

  /// Nil where clocks never show that time on that date.
  func instant(of point: PointSyntax) -> Instant? {
    switch point.kind {
    case .offset(let milliseconds):
      let (sum, overflow) = start.addingReportingOverflow(milliseconds)
      return overflow ? nil : Instant(sum)
    case .time(let time):
      return calendar.nextClockInstant(time, after: start - 1).map { Instant($0) }
    case .dateTime(let date, let time):
      return calendar.instant(date: date, time: time).map { Instant($0) }
    case .day(let number, let time):
      let (day, overflow) = calendar.day(at: start).addingReportingOverflow(number - 1)
      if overflow { return nil }
      // The calendar day runs on past midnight, up to the day start of the next date.
      let date = time >= calendar.dayStart ? day : day + 1
      return calendar.instant(date: date, time: time).map { Instant($0) }
    case .invalid:
      return nil
    }
  }

  /// The local time, with the date where it is not that of the start.
  func text(of instant: Instant) -> String {
    let time = ValueText.time(calendar.timeOfDay(at: instant.milliseconds))
    let date = calendar.wallDate(at: instant.milliseconds)
    return date == calendar.wallDate(at: start) ? time : "\(ValueText.date(date)) \(time)"
  }
}
