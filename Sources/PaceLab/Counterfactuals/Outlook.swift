public import PaceEngine
public import PaceLanguage

/// Looks ahead from a situation, as if nothing more were logged.
public final class Outlook: Sendable {
  /// How many instants are evaluated before the search gives up.
  private static let limit = 4_000
  /// How many events of a kind are tried to raise a level.
  private static let mostEvents = 50

  public let situation: Situation
  private let open: OpenInstant
  /// The machine after the whole instant.
  private let present: Machine
  /// The account of the instant and the machine that gave it, which knows parameters and texts; nil if
  /// the subject has not begun by then.
  public let answer: (account: Account, machine: Machine)?
  /// Why the subject's evaluation ended before the instant; nil if it didn't.
  public var runaway: Runaway? { present.runaway }

  public convenience init(_ situation: Situation) {
    var shared = SharedWork()
    self.init(situation, sharing: &shared)
  }

  /// - Parameter shared: work on the same log for an earlier question, which this one goes on with.
  public init(_ situation: Situation, sharing shared: inout SharedWork) {
    self.situation = situation
    var open = OpenInstant(situation, after: shared.past(of: situation))
    answer = situation.answer(from: open.whole)
    open.ceaseAccounts()
    self.open = open
    var machine = open.whole
    machine.advance(to: situation.at)
    machine.forgetRecords()
    // Next steps name no rows.
    machine.forgetUnreachable()
    present = machine
  }

  /// Looks ahead from the earliest of an instant, the last one seen and the subject's end.
  ///
  /// Nil if the subject begins only later.
  public static func standing(
    of log: SubjectLog, at instant: Instant, _ plan: Plan, options: Machine.Options
  ) -> Outlook? {
    guard let start = log.start, instant >= start else { return nil }
    var shared = SharedWork()
    let outlook = Outlook(Situation(plan, log, at: instant, options: options), sharing: &shared)
    guard outlook.runaway == nil, let account = outlook.answer?.account,
      account.at != outlook.situation.at
    else {
      return outlook
    }
    return Outlook(Situation(plan, log, at: account.at, options: options), sharing: &shared)
  }

  private var program: Program { situation.program }

  /// All next steps of these rules: those with an instant first, the nearest first.
  public func steps(of rules: Set<RuleID>) -> [NextStep] {
    let rules = rules.sorted { $0.index < $1.index }
    var steps: [NextStep] = []
    for rule in rules {
      if let at = clearing(of: rule) { steps.append(.clears(rule, at: at)) }
      steps += openings(of: rule)
    }
    steps += levels()
    if let free = free() { steps.append(free) }
    return steps.sorted(on: { $0.at ?? Instant(.max) }) + raises()
  }

  // MARK: What changes of itself

  /// What a look ahead has found.
  struct Sight {
    var instant: Instant?
    /// Whether the search was given up before its end.
    var isCut = false
  }

  /// Goes from deadline to deadline until `isReached` says so, or `last` or the subject's end is past.
  ///
  /// `hint` gives another instant to stop at, after the one passed to it. It is asked again once that has
  /// come, and when something has fired.
  private func firstInstant(
    upTo last: Instant, hint: (Machine, Instant) -> Instant?, _ isReached: (Machine, Instant) -> Bool
  ) -> Sight {
    var machine = present
    var now = situation.at
    var hinted = hint(machine, now)
    let hasGiven = !situation.log.record.given.isEmpty
    for _ in 0..<Self.limit {
      // Longer searches go week by week: to look farther at once would cost more than it finds.
      let week = now.later(by: TurningPoints.reach)
      let stops = [machine.nextDeadline(upTo: min(week, last)), hinted].compactMap { $0 }
      let next = stops.filter { $0 > now }.min() ?? week
      if next > min(machine.end ?? last, last) { return Sight() }
      machine.forgetRecords()
      machine.advance(to: next)
      if isReached(machine, next) { return Sight(instant: next) }
      now = next
      let isStale = hinted.map { $0 <= now } ?? false
      if isStale || hasGiven || !Self.fired(machine, at: now).isEmpty {
        hinted = hint(machine, now)
      }
    }
    return Sight(isCut: true)
  }

  private var farthest: Instant { situation.at.later(by: Machine.foresight) }

  private func clearing(of rule: RuleID) -> Instant? {
    guard present.isOn(rule, at: situation.at) else { return nil }
    return firstChange(ofStateOf: rule, upTo: farthest).instant
  }

  /// The first instant at which a rule's state differs from its present one.
  private func firstChange(ofStateOf rule: RuleID, upTo last: Instant) -> Sight {
    let isOn = present.isOn(rule, at: situation.at)
    return firstInstant(
      upTo: last,
      hint: { machine, now in
        guard let condition = program[rule].condition else { return nil }
        return machine.nextChange(of: condition, after: now, limit: last)
      },
      { machine, now in machine.isOn(rule, at: now) != isOn })
  }

  /// The first instant, within the days searched, at which a verdict is reversed.
  ///
  /// A silent rule speaks then, or the state of a rule that never speaks changes.
  func firstReversal(of rule: RuleID) -> Sight {
    let last = situation.at.later(by: TurningPoints.reach)
    if program[rule].emission == nil { return firstChange(ofStateOf: rule, upTo: last) }
    return firstInstant(upTo: last, hint: { _, _ in nil }) { machine, now in
      Self.fired(machine, at: now).contains(rule)
    }
  }

  private func openings(of rule: RuleID) -> [NextStep] {
    present.standing(of: rule, at: situation.at).gates.compactMap { gate in
      guard let at = gate.opensAt, at <= present.end ?? at else { return nil }
      return .opens(rule, gate.gate, at: at)
    }
  }

  /// The next change of each scale within a week.
  private func levels() -> [NextStep] {
    var machine = present.tellingLevels(after: situation.at)
    var steps: [NextStep] = []
    var scales = Set(program.scales.indices)
    let week = situation.at.later(by: TurningPoints.reach)
    for _ in 0..<Self.limit {
      guard !scales.isEmpty, let deadline = machine.nextDeadline(upTo: week) else { break }
      machine.forgetRecords()
      machine.advance(to: deadline)
      for case .level(let change) in machine.records where scales.remove(change.scale.index) != nil {
        steps.append(.level(change.scale, change.level, at: change.at))
      }
    }
    return steps
  }

  // MARK: What more events do

  /// For each scale the fewest events of one kind, logged now, that raise it above where it stands.
  private func raises() -> [NextStep] {
    let scales = program.scales.ids.filter { scale in
      present.level(of: scale) < program.scales[scale.index].levels.count - 1
    }
    var best: [(count: Int, level: Int, events: [LoggedKind])?] = scales.map { _ in nil }
    for logged in program.loggedKinds {
      let found = rises(of: scales, with: logged, most: best.map { $0?.count ?? Self.mostEvents })
      for (place, rise) in found.enumerated() {
        guard let rise else { continue }
        if let known = best[place], known.count == rise.count, known.level == rise.level {
          best[place]?.events.append(logged)
        } else if best[place].map({ rise.count < $0.count }) ?? true {
          best[place] = (rise.count, rise.level, [logged])
        }
      }
    }
    return zip(scales, best).compactMap { scale, best in
      best.map { .raises(scale, $0.level, count: $0.count, events: $0.events) }
    }
  }

  /// For each scale, how many more events of a kind raise it, and to which level; nil if `most` don't.
  private func rises(
    of scales: [ScaleID], with logged: LoggedKind, most: [Int]
  ) -> [(count: Int, level: Int)?] {
    var (machine, rest) = open.place(of: logged.event)
    machine.forgetRecords()
    var closed = machine
    var found: [(count: Int, level: Int)?] = scales.map { _ in nil }
    var count = 0
    while scales.indices.contains(where: { found[$0] == nil && count < most[$0] }) {
      count += 1
      // An event that comes too soon after another is dropped, as every further one would be.
      guard machine.append(situation.record(of: logged.event, logged.kind)) == .kept else { break }
      closed.copy(&machine)
      situation.log.append(rest, to: &closed)
      closed.advance(to: situation.at)
      for (place, scale) in scales.enumerated() where found[place] == nil && count <= most[place] {
        let reached = closed.level(of: scale)
        if reached > present.level(of: scale) { found[place] = (count, reached) }
      }
    }
    return found
  }

  /// The first instant at which one more event like the newest one counts and brings no notice.
  private func free() -> NextStep? {
    guard let newest = situation.log.events.prefix(situation.known).last else { return nil }
    let logged = LoggedKind(event: newest.event, kind: newest.kind)
    var search = FreedomSearch(situation, logged, open: open)
    return search.first(from: present).map { instant in
      .free(logged, at: instant, past: present.end.flatMap { $0 < instant ? $0 : nil })
    }
  }

  /// The rules that fired at an instant.
  private static func fired(_ machine: Machine, at instant: Instant) -> [RuleID] {
    machine.records.compactMap { $0.firing }.filter { $0.at == instant }.map { $0.rule }
  }
}

extension Instant {
  /// The instant so many milliseconds later, or the last there is.
  func later(by length: Int64) -> Instant {
    let (sum, overflow) = milliseconds.addingReportingOverflow(length)
    return Instant(overflow ? (length < 0 ? .min : .max) : sum)
  }
}
