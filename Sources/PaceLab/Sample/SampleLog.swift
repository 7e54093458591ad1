public import PaceEngine
public import PaceLanguage

/// One subject of a synthetic log and its events, in the order of time.
public struct SampleSubject: Sendable {
  public struct Event: Sendable {
    public var id: String
    public var event: EventID
    public var kind: KindID?
    public var at: Instant
    /// One for each field; nil leaves it to the defaults.
    public var fields: [Constant?]
  }

  public var id: String
  public var startedAt: Instant
  public var endedAt: Instant?
  /// One for each attribute; nil leaves it to its default.
  public var attributes: [Constant?]
  public var events: [Event]
}

/// A synthetic log for a program: the same program, number and seed give the same log everywhere.
///
/// It knows nothing but the program: events, kinds and fields with their ranges and defaults, and how soon a
/// subject ends. A subject that ends by itself is one sitting; any other gets two weeks of days. Events lie
/// between 07:00 and 23:00.
public struct SampleLog: Sequence, IteratorProtocol {
  private let program: Program
  private let count: Int
  private let seed: UInt64
  private let calendar: LocalCalendar
  private var index = 0

  /// Subjects start in the year from this date on: 2026-01-01.
  private static let firstDay: Int64 = 20_454
  private static let day = Unit.day.milliseconds
  /// The waking hours on the wall, in milliseconds since midnight.
  private static let wakes: Int64 = 7 * 3_600_000
  private static let sleeps: Int64 = 23 * 3_600_000

  /// - Parameter zone: where the subjects live.
  public init(_ program: Program, subjects count: Int, seed: UInt64, zone: Zone = .utc) {
    self.program = program
    self.count = count
    self.seed = seed
    calendar = program.calendar.calendar(in: zone)
  }

  public mutating func next() -> SampleSubject? {
    guard index < count else { return nil }
    defer { index += 1 }
    var random = SampleRandom(seed: seed, stream: UInt64(index))
    let values = SampleValues(program: program)
    let day = Self.firstDay + (program.subject.isPerDay ? Int64(index) : random.whole(0, 364))
    let times = times(on: day, &random)
    let id = program.subject.isPerDay ? ValueText.date(day) : name(of: index)
    var subject = SampleSubject(
      id: id, startedAt: Instant(times.first ?? day * Self.day),
      attributes: program.subject.attributes.map { values.attribute($0, &random) }, events: [])
    for (number, at) in times.enumerated() {
      guard let event = values.event(number, &random) else { break }
      subject.events.append(
        SampleSubject.Event(
          id: "\(id)-\(number + 1)", event: event.event, kind: event.kind, at: Instant(at),
          fields: event.fields))
    }
    if program.subject.ends != nil, random.chance(25), let last = times.last {
      subject.endedAt = Instant(last + random.whole(1, 60) * 60_000)
    }
    return subject
  }

  /// Names of one length sort in the order of their numbers.
  private func name(of index: Int) -> String {
    let width = String(Swift.max(count, 1)).utf8.count
    return "s" + ValueText.padded(Int64(index + 1), width)
  }

  private func times(on day: Int64, _ random: inout SampleRandom) -> [Int64] {
    if program.subject.isPerDay { return dayOfTimes(on: day, &random) }
    if let ends = program.subject.ends, let delay = program.usualBits(of: ends.delay),
      delay > 0, delay < 2 * Self.day
    {
      return sitting(on: day, delay: delay, &random)
    }
    return (0..<14).flatMap { dayOfTimes(on: day + $0, &random) }
  }

  /// Events of one sitting: some close together, most with a pause, never so long that the subject ends.
  private func sitting(on day: Int64, delay: Int64, _ random: inout SampleRandom) -> [Int64] {
    let hours = wakingHours(of: day)
    var offsets: [Int64] = [0]
    let unit = Swift.max(delay / 36, 2)
    for _ in 0..<random.whole(2, 12) {
      let last = offsets.last ?? 0
      let gap = random.chance(35) ? random.whole(unit / 4, 2 * unit) : random.whole(3 * unit, 14 * unit)
      // A second press now and then, for what is debounced.
      offsets.append(last + (random.chance(2) ? random.whole(300, 3_000) : wholeSeconds(gap)))
    }
    offsets.removeAll { $0 > hours.end - hours.start }
    let rest = hours.end - hours.start - (offsets.last ?? 0)
    let start = hours.start + random.whole(0, rest / 60_000) * 60_000
    return offsets.map { start + $0 }
  }

  private func dayOfTimes(on day: Int64, _ random: inout SampleRandom) -> [Int64] {
    let hours = wakingHours(of: day)
    let minutes = (hours.end - hours.start) / 60_000
    let times = (0..<random.whole(2, 10)).map { _ in
      hours.start + random.whole(0, minutes - 1) * 60_000 + random.whole(0, 59) * 1_000
    }
    return times.sorted()
  }

  /// The waking hours that lie in a calendar day; if the day starts within them, those up to the evening.
  private func wakingHours(of day: Int64) -> (start: Int64, end: Int64) {
    let date = program.calendar.dayStart < Self.sleeps ? day : day + 1
    func instant(_ time: Int64) -> Int64 {
      calendar.instant(date: date, time: time) ?? date * Self.day + time
    }
    let start = Swift.max(instant(Self.wakes), calendar.dayStart(of: day) ?? 0)
    return (start, Swift.max(start, instant(Self.sleeps)))
  }

  private func wholeSeconds(_ milliseconds: Int64) -> Int64 {
    milliseconds < 1_000 ? milliseconds : milliseconds / 1_000 * 1_000
  }
}
