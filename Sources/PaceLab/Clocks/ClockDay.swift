public import PaceEngine
public import PaceLanguage

/// What clock clauses do on the day of a clock change.
public struct ClockDay: Sendable {
  public let change: ClockChange
  /// The zone's calendar, with days from midnight.
  private let wall: LocalCalendar
  /// The same with days from the program's day start.
  private let calendar: LocalCalendar

  /// Ticks beyond this number are not counted.
  private static let tickLimit = 100_000

  public init(_ change: ClockChange, in zone: Zone, of program: Program) {
    self.change = change
    wall = LocalCalendar(zone: zone)
    calendar = program.calendar.calendar(in: zone)
  }

  /// `2027-03-28: clocks go from 01:00 to 02:00`
  public var title: String {
    let way = change.isGap ? "go from" : "go back from"
    return "\(ValueText.date(change.date)): clocks \(way) \(ValueText.time(change.from))"
      + " to \(ValueText.time(change.to))"
  }

  /// What a clause does on that day, in a few words.
  public func effect(of clause: ClockClause) -> String {
    switch clause.kind {
    case .notFixed: "not fixed: it has no default"
    case .at(let time): effect(at: time)
    case .ticks(let step, let span): effect(every: step, span)
    case .span(let span): effect(of: span)
    case .daily: effectOfDay
    }
  }

  private func effect(at time: Int64) -> String {
    guard let instant = wall.instant(date: change.date, time: time) else {
      return "does not tick: clocks skip \(ValueText.time(time)) and the rest of the date"
    }
    let text = "ticks at \(clock(instant))"
    guard change.concerns(change.date * ClockSpan.day + time) else { return text }
    return change.isGap
      ? "\(text), since clocks skip \(ValueText.time(time))" : "\(text), the first of two times"
  }

  private func effect(every step: Int64, _ span: ClockSpan) -> String {
    guard let start = wall.dayStart(of: change.date) else { return "does not tick: clocks skip the date" }
    let ticks = ticks(wall, from: start, to: wall.dayEnd(of: change.date), every: step, span)
    guard ticks.count <= Self.tickLimit, let first = ticks.first, let last = ticks.last else {
      return ticks.isEmpty ? "does not tick" : "ticks more than \(ValueText.count(Self.tickLimit)) times"
    }
    let plain = LocalCalendar(zone: .utc)
    let usual = self.ticks(plain, from: 0, to: ClockSpan.day, every: step, span).count
    let count = ticks.count == 1 ? "ticks once" : "ticks \(ticks.count) times"
    let range = ticks.count == 1 ? ", at \(clock(first))" : ", from \(clock(first)) to \(clock(last))"
    return count + (usual == ticks.count ? "" : " instead of \(usual)") + range
  }

  private func ticks(
    _ calendar: LocalCalendar, from start: Int64, to end: Int64, every step: Int64, _ span: ClockSpan
  ) -> [Int64] {
    var ticks: [Int64] = []
    var last = start - 1
    while ticks.count <= Self.tickLimit,
      let tick = calendar.nextTick(after: last, every: step, from: span.start, to: span.end), tick < end
    {
      ticks.append(tick)
      last = tick
    }
    return ticks
  }

  /// What the change does to a span; it alters at most one of the spans that touch the date.
  private func effect(of span: ClockSpan) -> String {
    let usual = ValueText.duration(span.length)
    let dates = span.start > span.end ? [change.date - 1, change.date] : [change.date]
    let lengths = dates.map { length(of: span, startingOn: $0) }
    guard let altered = lengths.first(where: { $0 != span.length }) else {
      return "lasts \(usual), as on other days"
    }
    if altered == 0 { return "is empty instead of lasting \(usual)" }
    return "lasts \(ValueText.duration(altered)) instead of \(usual)"
  }

  /// How many milliseconds the span that starts on a date lasts; 0 if a gap takes it.
  private func length(of span: ClockSpan, startingOn date: Int64) -> Int64 {
    guard let start = wall.instant(date: date, time: span.start),
      wall.isInside(start, from: span.start, to: span.end),
      let end = wall.nextSpanBoundary(after: start, from: span.start, to: span.end)
    else { return 0 }
    return end - start
  }

  private var effectOfDay: String {
    // Clocks that go forward to the start of a day make the day before it shorter.
    let days = [change.instant, change.instant - 1].map { calendar.day(at: $0) }
    func isLikeOthers(_ day: Int64) -> Bool {
      calendar.dayStart(of: day).map { calendar.dayEnd(of: day) - $0 == ClockSpan.day } ?? false
    }
    let day = days.first { !isLikeOthers($0) } ?? days[0]
    guard let start = calendar.dayStart(of: day) else { return "not fixed: clocks skip the day" }
    let end = calendar.dayEnd(of: day)
    return "the day lasts \(Self.hours(end - start)), from \(clock(start)) to \(clock(end))"
  }

  /// A length near a day, in hours: `25 h` says more than `1 d 1 h`.
  private static func hours(_ length: Int64) -> String {
    let (hours, rest) = length.quotientAndRemainder(dividingBy: 3_600_000)
    return "\(hours) h" + (rest == 0 ? "" : " \(ValueText.duration(rest))")
  }

  /// `01:30 (+01:00)`
  private func clock(_ instant: Int64) -> String {
    let offset = wall.offset(at: instant)
    let sign = offset < 0 ? "-" : "+"
    let distance = ValueText.time(Int64(clamping: offset.magnitude))
    return "\(ValueText.time(wall.timeOfDay(at: instant))) (\(sign)\(distance))"
  }
}
