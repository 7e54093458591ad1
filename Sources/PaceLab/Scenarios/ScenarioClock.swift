import PaceEngine
import PaceLanguage

/// Turns a scenario's points into instants, and instants into text for its reader.
struct ScenarioClock {
  let calendar: LocalCalendar
  /// Unix milliseconds.
  let start: Int64

  /// Nil if clocks never show that time on that date, or it lies outside the years 1 to 9999.
  func instant(of point: PointSyntax) -> Instant? {
    guard let at = milliseconds(of: point), Instant.milliseconds.contains(at) else { return nil }
    return Instant(at)
  }

  /// Why a point is no instant.
  func problem(of point: PointSyntax, in zone: String) -> String {
    milliseconds(of: point) == nil
      ? "clocks in \(zone) never show this time" : "this is not in the years 1 to 9999"
  }

  private func milliseconds(of point: PointSyntax) -> Int64? {
    switch point.kind {
    case .offset(let milliseconds):
      let (sum, overflow) = start.addingReportingOverflow(milliseconds)
      return overflow ? .max : sum
    case .time(let time):
      return calendar.nextClockInstant(time, after: start - 1)
    case .dateTime(let date, let time):
      return calendar.instant(date: date, time: time)
    case .day(let number, let time):
      let (day, overflow) = calendar.day(at: start).addingReportingOverflow(number - 1)
      if overflow || day >= CivilDate.dayNumbers.upperBound { return .max }
      // The calendar day runs on past midnight, up to the day start of the next date.
      let date = time >= calendar.dayStart ? day : day + 1
      return calendar.instant(date: date, time: time)
    case .invalid:
      return nil
    }
  }

  /// The local time, with the date if it is not that of the start, and the offset if clocks show that twice.
  func text(of instant: Instant) -> String {
    let time =
      ValueText.time(calendar.timeOfDay(at: instant.milliseconds)) + calendar.offsetIfRepeated(at: instant)
    let date = calendar.wallDate(at: instant.milliseconds)
    return date == calendar.wallDate(at: start) ? time : "\(ValueText.date(date)) \(time)"
  }

  /// The instant as `--at` reads it: by the clock if that is enough, else with the date; in Unix milliseconds
  /// if clocks showed that twice.
  func argument(for instant: Instant) -> String {
    point(instant, joint: "T") ?? String(instant.milliseconds)
  }

  /// The clock time if that is enough, else the date too; nil if clocks showed that twice.
  func point(_ instant: Instant, joint: String = " ") -> String? {
    let time = calendar.timeOfDay(at: instant.milliseconds)
    if calendar.nextClockInstant(time, after: start - 1) == instant.milliseconds {
      return ValueText.time(time)
    }
    let date = calendar.wallDate(at: instant.milliseconds)
    return calendar.instant(date: date, time: time) == instant.milliseconds
      ? "\(ValueText.date(date))\(joint)\(ValueText.time(time))" : nil
  }
}

extension ScenarioClock {
  /// Nil if clocks never showed the start.
  init?(_ scenario: Scenario, zone: Zone, rules: CalendarRules) {
    let calendar = rules.calendar(in: zone)
    guard let start = calendar.instant(date: scenario.start.date, time: scenario.start.time),
      Instant.milliseconds.contains(start)
    else { return nil }
    self.init(calendar: calendar, start: start)
  }
}
