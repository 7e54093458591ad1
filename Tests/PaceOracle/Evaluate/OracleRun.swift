/// One run over one subject, which computes everything anew at each instant from the rows up to then.
///
/// Between instants it keeps only what the language remembers: firings, and for each rule whether its state is on,
/// since when its condition is true, and when it last fired.
struct OracleRun {
  struct Row {
    var at: Int64
    var event: String
    var kind: String?
    var fields: [String: OracleValue]
  }

  struct Firing {
    var rule: Int
    var at: Int64
    /// How many rows had come by then.
    var rows: Int
    var message: String
  }

  struct Memory: Equatable {
    var isOn = false
    var trueSince: Int64?
    /// When the rule last fired in this episode.
    var spokenAt: Int64?
  }

  let program: OracleProgram
  let log: OracleLog
  let given: [OracleGiven]
  let zone: OracleZone
  let usesCalendar: Bool
  /// Values of parameters and attributes by name, without the unknown ones.
  let constants: [String: OracleValue]
  let durations: [Int64]
  let moving: [OracleExpression]
  let order: [Int]
  let kept: [OracleRow]
  let start: Int64
  /// The last millisecond of a subject that is a day; nil for others.
  let lastOfDay: Int64?
  var days: [CalendarDay] = []

  var rows: [Row] = []
  var rowsOfStream: [String: [Int]] = [:]
  var firings: [Firing] = []
  var firingsOfStream: [String: [Int64]] = [:]
  var memory: [Memory]
  var noted: [Int]
  var revivedAt: Int64?
  var recordedEnd: Int64?
  /// The given notices that have not been counted yet.
  var givenLeft: [OracleGiven] = []
  var candidates: [Int64] = []
  var result = OracleResult()
  /// Nil if no trail is asked for.
  var trail: OracleTrail?

  /// The state of the instant being evaluated.
  var spokenNow: [Int: Int64] = [:]
  var outcomes: [Int: OracleOutcome] = [:]
  var atRest = false

  init?(_ program: OracleProgram, _ log: OracleLog) {
    self.program = program
    self.log = log
    given = log.givenByNow
    zone = log.zone
    constants = OracleRun.constants(of: program, log)
    durations = OracleRun.durations(of: program, constants)
    moving = OracleRun.movingComparisons(of: program)
    order = OracleRun.evaluationOrder(of: program)
    kept = OracleRun.debounced(program, log)
    usesCalendar = OracleRun.usesCalendar(program)
    let first = kept.first?.at
    guard let start = [log.startedAt, first].compactMap({ $0 }).min(), start <= log.until ?? .max
    else { return nil }
    self.start = start
    lastOfDay =
      program.subject.isPerDay
      ? zone.lastOfDay(startingAt: program.calendar?.dayStart ?? 0, of: start) : nil
    memory = program.rules.map { _ in Memory() }
    noted = program.scales.map { _ in 0 }
    recordedEnd = log.endedAt
    givenLeft = given
  }

  static let instantLimit = 6000
  /// The last millisecond of the year 9999.
  static let lastInstant: Int64 = 253_402_300_799_999

  mutating func run(mostRowless: Int = .max) -> OracleResult {
    var rowless: [Int64] = []
    prepareCandidates()
    var now = start
    var next = 0
    while true {
      result.instants += 1
      guard result.instants <= Self.instantLimit else {
        result.isCut = true
        break
      }
      var coming: [OracleRow] = []
      while next < kept.count, kept[next].at == now {
        coming.append(kept[next])
        next += 1
      }
      evaluate(now, coming, isLooked: log.lookedAt == now)
      guard let following = instant(after: now, event: next < kept.count ? kept[next].at : nil)
      else { break }
      let hasRow = next < kept.count && kept[next].at == following
      if !hasRow, !given.contains(where: { $0.at == following }) {
        rowless = rowless.filter { $0 > following - 86_400_000 }
        guard rowless.count < mostRowless else {
          result.ranAwayAt = now
          break
        }
        rowless.append(following)
      }
      now = following
    }
    result.end = end
    return result
  }

  /// When the subject ends, going by the rows up to now; a subject that is a day ends with its day at the latest.
  var end: Int64? { [ownEnd, lastOfDay].compactMap { $0 }.min() }

  private var ownEnd: Int64? {
    if let recordedEnd { return recordedEnd }
    guard let operand = program.subject.endsAfter, case .duration(let delay)? = value(operand)
    else { return nil }
    let newest = times(of: program.subject.endsWithout).last
    return [start, newest, revivedAt].compactMap { $0 }.max().map { $0 + delay }
  }

  /// The next instant to evaluate; `event` is the time of the next row.
  func instant(after now: Int64, event: Int64?) -> Int64? {
    let cap = min(log.until ?? .max, Self.lastInstant)
    let end = end
    var limit = min(end ?? log.until ?? max(kept.last?.at ?? start, start), cap)
    if let event, event <= limit { limit = event }
    if limit > now {
      // Such a rule fires at the next instant, which is the next millisecond.
      if now > log.silentThrough ?? .min, program.rules.indices.contains(where: { mayStillSpeak($0, now) }) {
        return now + 1
      }
      var next = candidates[candidates.firstIndex(after: now)...].first ?? .max
      for (index, rule) in program.rules.enumerated() {
        guard let hold = rule.hold, let since = memory[index].trueSince,
          case .duration(let length)? = value(hold), since + length > now
        else { continue }
        next = min(next, since + length)
      }
      return crossing(after: now, before: min(next, limit)) ?? min(next, limit)
    }
    return event
  }

  /// The first instant strictly between the two at which a comparison of `moving` changes.
  func crossing(after now: Int64, before limit: Int64) -> Int64? {
    guard limit - now > 1 else { return nil }
    var found: Int64?
    for comparison in moving {
      let before = evaluate(comparison, at: now)
      var high = (found ?? limit) - 1
      guard high > now, evaluate(comparison, at: high) != before else { continue }
      var low = now
      while high - low > 1 {
        let middle = low + (high - low) / 2
        if evaluate(comparison, at: middle) == before { low = middle } else { high = middle }
      }
      found = high
    }
    return found
  }

  /// Evaluates one instant: its rows one by one, then all other rules, then memory and levels.
  mutating func evaluate(_ now: Int64, _ coming: [OracleRow], isLooked: Bool) {
    spokenNow = [:]
    outcomes = [:]
    let silentThrough = log.silentThrough ?? .min
    // A notice given before the subject's start or after its end counts from its own time on.
    while let given = givenLeft.first, given.at < now {
      givenLeft.removeFirst()
      guard let index = program.rules.firstIndex(where: { $0.name == given.rule }) else { continue }
      fire(index, given.at, message: "")
      if !memory[index].isOn { spokenNow[index] = nil }
    }
    let firstFiring = firings.count
    let firstHeld = result.held.count
    if !coming.isEmpty, let end, end < now {
      recordedEnd = nil
      revivedAt = now
    }
    atRest = false
    for row in coming {
      admit(row)
      guard now > silentThrough else { continue }
      let seen = firings.count
      for index in order {
        guard case .on(let stream) = program.rules[index].trigger,
          rowsOfStream[stream]?.last == rows.count - 1
        else { continue }
        attempt(index, now, OracleContext(firingsBefore: seen))
      }
    }
    if let end, end <= now { atRest = true }
    while let given = givenLeft.first, given.at == now {
      givenLeft.removeFirst()
      guard let index = program.rules.firstIndex(where: { $0.name == given.rule }) else { continue }
      fire(index, now, message: "")
    }
    if now > silentThrough {
      for index in order where isTriggered(index, now) { attempt(index, now, OracleContext()) }
    }
    close(now)
    sortRecords(firstHeld: firstHeld)
    tell(firings[firstFiring...].filter { _ in now > silentThrough })
    if isLooked { look(now) }
  }

  /// Advances memory and notes level changes.
  mutating func close(_ now: Int64) {
    let old = memory
    var new = program.rules.indices.map { state(of: $0, at: now, OracleContext()).memory }
    for index in new.indices where new[index].isOn {
      new[index].spokenAt = spokenNow[index] ?? (old[index].isOn ? old[index].spokenAt : nil)
    }
    let levels = program.scales.indices.map { level(of: program.scales[$0], at: now) }
    for (index, level) in levels.enumerated() where level != noted[index] {
      let scale = program.scales[index]
      result.levels.append(
        OracleLevelChange(at: now, scale: scale.name, level: scale.levels[level]))
      noted[index] = level
    }
    memory = new
    trail?.looks.append(OracleTrail.Look(at: now, isOn: new.map(\.isOn), levels: levels))
  }

  mutating func tell(_ fired: [Firing]) {
    for index in program.rules.indices {
      for firing in fired where firing.rule == index {
        result.firings.append(
          OracleFiring(at: firing.at, rule: program.rules[index].name, message: firing.message))
      }
    }
  }

  /// Sorts the held notices of the instant by the declaration of their rules.
  mutating func sortRecords(firstHeld: Int) {
    let told = result.held[firstHeld...]
    result.held.removeSubrange(firstHeld...)
    for rule in program.rules { result.held += told.filter { $0.rule == rule.name } }
  }
}

extension OracleRun {
  mutating func look(_ now: Int64) {
    var view = OracleView(at: now, outcomes: [:], levels: [:])
    for (index, rule) in program.rules.enumerated() {
      view.outcomes[rule.name] = outcomes[index] ?? .notTriggered
    }
    for (index, scale) in program.scales.enumerated() {
      view.levels[scale.name] = scale.levels[noted[index]]
    }
    result.views.append(view)
  }
}

extension OracleProgram {
  /// The result of this program on a log, with a view at `lookedAt`.
  ///
  /// - Parameter mostRowless: how many rowless instants there may be in 24 hours.
  public func evaluate(_ log: OracleLog, mostRowless: Int = 1_000_000) -> OracleResult {
    var run = OracleRun(self, log)
    return run?.run(mostRowless: mostRowless) ?? OracleResult()
  }

  /// The rows that debouncing keeps, up to `until`.
  public func keptRows(of log: OracleLog) -> [OracleRow] { OracleRun.debounced(self, log) }
}
