import PaceEngine
import PaceLanguage

/// The instants after the one asked about at which a verdict may change by itself.
///
/// Between two of them only what grows with time moves. So a verdict that differs just before a point differs
/// from some instant on, which bisection finds.
struct TurningPoints {
  /// How far ahead turning points are looked for, in milliseconds: seven days.
  static let reach = 7 * ClockSpan.day
  /// The most instants that are kept.
  private static let limit = 2_000
  /// How many deadlines of the machine itself are followed.
  private static let mostDeadlines = 300
  /// How many changes of one comparison are followed.
  private static let mostChanges = 100

  /// The comparisons of what grows with time.
  private let comparisons: [ExpressionID]
  private let start: Int64
  private let end: Int64
  private(set) var instants: [Int64] = []
  /// Whether there may be more of them than are kept.
  private(set) var isCut = false

  /// `machine` has all known events; its last instant may be open or over.
  ///
  /// - Parameter past: what it was made from, before the instant asked about.
  init(_ situation: Situation, _ machine: Machine, after past: Follower) {
    let program = situation.program
    let constants = past.constants
    comparisons = constants.comparisons
    let now = situation.at.milliseconds
    start = now
    var end = situation.at.later(by: Self.reach).milliseconds
    // What comes after a day belongs to the next day's subject.
    if program.subject.isPerDay, let first = situation.log.start?.milliseconds {
      let calendar = program.calendar.calendar(in: situation.log.record.zone)
      end = min(end, calendar.dayEnd(of: calendar.day(at: first)) - 1)
    }
    self.end = end
    var machine = machine
    machine.advance(to: situation.at)
    var found: Set<Int64> = []
    addClocks(constants.times, situation, to: &found)
    addDeadlines(&machine, to: &found)
    var origins = [start] + situation.log.record.given.map { $0.at.milliseconds }
    origins += past.firings.map { $0.milliseconds }
    for case .fired(let firing) in machine.records { origins.append(firing.at.milliseconds) }
    let known = situation.log.events.prefix(situation.known)
    let longest = constants.longest
    // Rows are in order of time, so for all earlier ones every length has already passed.
    origins += known.reversed().lazy.map { $0.at.milliseconds }.prefix { now - $0 <= longest }
    addReached(from: Set(origins).sorted(), after: constants.lengths, to: &found)
    if start < .max { found.insert(start + 1) }
    // An event at a subject's end has no effect after it, and a later one revives the subject.
    if let last = machine.end?.milliseconds, last >= start, last < end {
      found.formUnion([last, last + 1])
    }
    found = found.filter { $0 <= end }
    if found.count > Self.limit { isCut = true }
    instants = Array(found.sorted().prefix(Self.limit))
  }

  /// Adds the instants at which one of the lengths has passed since one of the origins, and those after them.
  ///
  /// `origins` is in ascending order. Of each length the first instants do, as no more are kept in all.
  private func addReached(from origins: [Int64], after lengths: Set<Int64>, to found: inout Set<Int64>) {
    for length in lengths {
      let first = origins.partitioningIndex { Instant($0).later(by: length).milliseconds >= start }
      for origin in origins[first...].prefix(Self.limit + 1) {
        let reached = Instant(origin).later(by: length).milliseconds
        if reached > end || reached == .max { break }
        if reached > start { found.insert(reached) }
        if reached < end { found.insert(reached + 1) }
      }
    }
  }

  private func addClocks(_ times: [Int64], _ situation: Situation, to found: inout Set<Int64>) {
    let rules = situation.program.calendar
    let calendar = rules.calendar(in: situation.log.record.zone)
    for time in times + [rules.dayStart] {
      var after = start
      while let next = calendar.nextClockInstant(time, after: after), next <= end, next > after {
        found.insert(next)
        after = next
      }
    }
    for day in 0..<8 { found.insert(calendar.dayEnd(of: calendar.day(at: start) + Int64(day))) }
  }

  private mutating func addDeadlines(_ machine: inout Machine, to found: inout Set<Int64>) {
    addCrossings(machine, to: &found)
    for _ in 0..<Self.mostDeadlines {
      guard let deadline = machine.nextDeadline(upTo: Instant(end)) else { return }
      found.insert(deadline.milliseconds)
      if deadline.milliseconds < end { found.insert(deadline.milliseconds + 1) }
      let told = machine.told.count
      machine.advance(to: deadline)
      if machine.told.count > told { addCrossings(machine, to: &found) }
    }
    isCut = true
  }

  /// The instants at which comparisons of what grows with time change, if nothing fires in between.
  private func addCrossings(_ machine: Machine, to found: inout Set<Int64>) {
    let firsts = machine.nextChanges(of: comparisons, after: Instant(start), limit: Instant(end))
    for (comparison, first) in zip(comparisons, firsts) {
      var (last, next) = (Instant(start), first)
      for _ in 0..<Self.mostChanges {
        guard let change = next, change > last else { break }
        found.insert(change.milliseconds)
        last = change
        next = machine.nextChange(of: comparison, after: last, limit: Instant(end))
      }
    }
  }

  /// The first instant at which `differs` is true: one of the points, or one between two of them.
  ///
  /// `differs` is given a copy of the machine, already advanced past every earlier point.
  func first(from machine: Machine, where differs: (inout Machine, Instant) -> Bool) -> Instant? {
    var passed = machine
    var copy = machine
    func differsAt(_ instant: Int64) -> Bool {
      copy.copy(&passed)
      copy.forgetRecords()
      return differs(&copy, Instant(instant))
    }
    var last = start
    for point in instants where point > last {
      if point - 1 > last, differsAt(point - 1) {
        return Instant(bisected(from: last, to: point - 1, differsAt))
      }
      if differsAt(point) { return Instant(point) }
      passed.advance(to: Instant(point - 1))
      last = point
    }
    return nil
  }

  /// The first instant after `start` at which `differs` is true, as it is at `end`.
  private func bisected(from start: Int64, to end: Int64, _ differs: (Int64) -> Bool) -> Int64 {
    var low = start
    var high = end
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if differs(middle) { high = middle } else { low = middle }
    }
    return high
  }
}
