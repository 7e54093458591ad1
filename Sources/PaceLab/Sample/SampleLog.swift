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
/// subject ends. A subject that ends by itself is one sitting; any other gets two weeks of days.
public struct SampleLog: Sequence, IteratorProtocol {
  private let program: Program
  private let count: Int
  private let seed: UInt64
  private var index = 0

  /// Subjects start in the year from this date on: 2026-01-01.
  private static let firstDay: Int64 = 20_454
  private static let day: Int64 = 86_400_000

  public init(_ program: Program, subjects count: Int, seed: UInt64) {
    self.program = program
    self.count = count
    self.seed = seed
  }

  public mutating func next() -> SampleSubject? {
    guard index < count else { return nil }
    defer { index += 1 }
    var random = SampleRandom(seed: seed, stream: UInt64(index))
    let values = SampleValues(program)
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
    let digits = String(index + 1)
    return "s" + String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }

  private func times(on day: Int64, _ random: inout SampleRandom) -> [Int64] {
    let start = day * Self.day + program.calendar.dayStart
    if program.subject.isPerDay { return dayOfTimes(from: start, &random) }
    if let ends = program.subject.ends, let delay = length(of: ends.delay), delay < 2 * Self.day {
      return sitting(from: start + random.whole(6, 18) * 3_600_000, delay: delay, &random)
    }
    return (0..<14).flatMap { dayOfTimes(from: start + $0 * Self.day, &random) }
  }

  /// Events of one sitting: some close together, most with a pause, never so long that the subject ends.
  private func sitting(from start: Int64, delay: Int64, _ random: inout SampleRandom) -> [Int64] {
    var times = [start]
    let unit = Swift.max(delay / 36, 2)
    for _ in 0..<random.whole(2, 12) {
      let last = times.last ?? start
      let gap = random.chance(35) ? random.whole(unit / 4, 2 * unit) : random.whole(3 * unit, 14 * unit)
      // A second press now and then, for what is debounced.
      times.append(last + (random.chance(2) ? random.whole(300, 3_000) : wholeSeconds(gap)))
    }
    return times
  }

  /// Events spread over the waking part of a day.
  private func dayOfTimes(from start: Int64, _ random: inout SampleRandom) -> [Int64] {
    let times = (0..<random.whole(2, 10)).map { _ in
      start + random.whole(3 * 60, 18 * 60) * 60_000 + random.whole(0, 59) * 1_000
    }
    return times.sorted()
  }

  private func wholeSeconds(_ milliseconds: Int64) -> Int64 {
    milliseconds < 1_000 ? milliseconds : milliseconds / 1_000 * 1_000
  }

  /// A duration by its default.
  private func length(of operand: Operand) -> Int64? {
    let constant: Constant?
    switch operand {
    case .constant(let value): return value.isUnknown ? nil : value.bits
    case .param(let param): constant = program.params[param.index].initial
    case .attribute(let attribute): constant = program.subject.attributes[attribute.index].initial
    }
    guard case .value(let value)? = constant, !value.isUnknown, value.bits > 0 else { return nil }
    return value.bits
  }
}
