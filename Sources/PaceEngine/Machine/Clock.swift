import PaceLanguage

/// A day and its last millisecond, at which streaks are evaluated.
struct StreakDay {
  var day: Int64
  var last: Int64

  init(_ day: Int64, _ calendar: LocalCalendar) {
    self.day = day
    last = calendar.lastMillisecond(of: day)
  }
}

/// The calendar of a subject, and its present day.
struct Clock {
  private(set) var zone = Zone.utc
  private(set) var calendar: LocalCalendar
  private var today = CalendarDay(number: 0, start: .max, end: .min)
  /// The schedules read so far, by the numbers of their texts; nil for other texts.
  private var schedules: [Schedule?] = []
  /// The first day whose end no streak has seen yet; nil before the subject starts.
  var streaks: StreakDay?
  private let dayStart: Int64
  private let weekStart: Int64

  init(_ plan: Plan) {
    dayStart = plan.program.calendar.dayStart
    weekStart = Int64(plan.program.calendar.weekStart)
    calendar = LocalCalendar(zone: .utc, dayStart: dayStart, weekStart: weekStart)
  }

  mutating func use(_ zone: Zone) {
    guard zone != self.zone else { return }
    self.zone = zone
    calendar = LocalCalendar(zone: zone, dayStart: dayStart, weekStart: weekStart)
    today = CalendarDay(number: 0, start: .max, end: .min)
  }

  /// Becomes a copy of another clock of the plan, mostly one of the same zone.
  mutating func copy(_ other: Clock) {
    use(other.zone)
    today = other.today
    streaks = other.streaks
    if !(schedules.isEmpty && other.schedules.isEmpty) { schedules = other.schedules }
  }

  // MARK: Schedules

  /// The schedule of a text that has been read; nil for other values, and if the text is no schedule.
  @inline(__always)
  func schedule(ofText number: Int64) -> Schedule? {
    number >= 0 && number < Int64(schedules.count) ? schedules[Int(number)] : nil
  }

  /// Reads the text that a value of type `schedule` stands for, unless it is known.
  mutating func readSchedule(ofText number: Int64, in texts: TextInterner) {
    guard number >= 0, schedule(ofText: number) == nil,
      let schedule = Schedule(texts[Value(number)])
    else { return }
    let missing = Int(number) + 1 - schedules.count
    if missing > 0 { schedules += Array(repeating: nil, count: missing) }
    schedules[Int(number)] = schedule
  }

  /// Keeps the schedules of the first texts only, since later numbers will stand for other texts.
  mutating func forgetSchedules(fromText count: Int) {
    if schedules.count > count { schedules.removeSubrange(count...) }
  }

  // MARK: Days

  /// The calendar day of `t`, which is mostly the one asked for last.
  @inline(__always)
  mutating func day(at t: Int64) -> CalendarDay {
    if !today.contains(t) { find(t) }
    return today
  }

  @inline(never)
  private mutating func find(_ t: Int64) { today = calendar.calendarDay(at: t) }

  /// Where a calendar window begins at `t`, and until when it begins there.
  @inline(never)
  mutating func period(_ start: WindowStart, at t: Int64) -> Period {
    switch start {
    case .whole, .last, .newest, .after: Period(floor: .min, until: never)
    case .today: Period(floor: day(at: t).start, until: day(at: t).end)
    case .yesterday:
      Period(floor: calendar.calendarDay(at: day(at: t).start - 1).start, until: day(at: t).end)
    case .thisWeek: Period(floor: calendar.weekStart(at: t), until: calendar.weekEnd(at: t))
    case .thisMonth: Period(floor: calendar.monthStart(at: t), until: calendar.monthEnd(at: t))
    }
  }

  /// Whether `t` lies in a clock span, and until when that stays so. A span with an unknown end holds no instant.
  @inline(never)
  func span(at t: Int64, from: Int64, to: Int64) -> SpanState {
    guard from != unknown, to != unknown else { return SpanState(isInside: false, until: never) }
    return SpanState(
      isInside: calendar.isInside(t, from: from, to: to),
      until: calendar.nextSpanBoundary(after: t, from: from, to: to) ?? never)
  }

  /// The daily span of the calendar day of `t`; unknown if an end is.
  @inline(never)
  mutating func dailySpan(at t: Int64, from: Int64, to: Int64) -> DailySpan {
    guard from != unknown, to != unknown else { return .unknown }
    return calendar.dailySpan(on: day(at: ZoneTimeline.clamp(t)), from: from, to: to)
  }
}
