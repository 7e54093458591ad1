import PaceEngine
import PaceLanguage

/// Evaluates altered copies of a situation for one rule's verdict, each from a kept machine.
///
/// Only what can affect the verdict is evaluated. A log with one row more or less starts from a copy of the
/// last machine kept before the alteration.
final class Checkpoints {
  /// A rule's outcome, and whether its verdict stands.
  struct Verdict: Equatable {
    var stands: Bool
    var outcome: Outcome
    var gate: GateReference?

    /// For a subject that has not begun, or has ended: nothing triggers the rule.
    static let none = Verdict(stands: false, outcome: .notTriggered, gate: nil)
  }

  /// The verdict of an evaluation with a parameter at some value, and the values with which it is the same one.
  typealias Run = (values: ClosedRange<Int64>, verdict: Verdict)

  let situation: Situation
  /// What the questions about the rule share.
  private(set) var trail: Trail
  /// The machine with all events before the instant asked about.
  let past: Follower
  /// The first of the events that are taken away, one at a time.
  let firstTaken: Int
  /// The machine after all known events, with the last instant still open.
  let present: Machine

  var rule: RuleID { trail.rule }
  var influences: Influences { trail.influences }
  var plan: Plan { trail.plan }
  /// How many events are known at the instant asked about.
  var known: Int { situation.known }
  /// How many events come before each checkpoint; the last ones come just before the instant asked about.
  var counts: [Int] { trail.counts }

  init(_ situation: Situation, along trail: consuming Trail) {
    self.situation = situation
    past = trail.follow(to: situation)
    present = past.opened(in: situation)
    firstTaken = trail.firstTaken(in: situation, present)
    self.trail = trail
  }

  // MARK: One row more or less

  func verdict(withOneMore event: EventID, _ kind: KindID?) -> Verdict {
    let place = situation.place(of: event)
    var machine = place < known ? machine(before: place) : present
    _ = machine.append(situation.record(of: event, kind))
    append(place..<known, to: &machine)
    return verdict(of: machine)
  }

  /// The machine without an event of the instant asked about, which is still open.
  func lacking(_ event: EventOrdinal) -> Machine {
    var machine = machine(before: event.index)
    append((event.index + 1)..<known, to: &machine)
    return machine
  }

  /// The machine just before an event of the instant asked about.
  private func machine(before event: Int) -> Machine {
    var machine = past.machine
    append(past.count..<event, to: &machine)
    return machine
  }

  /// The machine at a checkpoint, which gives an account of the instant asked about.
  func machine(at place: Int) -> Machine {
    var machine = trail.machines[place]
    machine.giveAccount(at: situation.at, passing: situation.passedFirings)
    return machine
  }

  /// Whether a machine continues like that of a checkpoint.
  func goesOn(_ machine: inout Machine, likeCheckpoint place: Int) -> Bool {
    trail.continues(&machine, likeMachine: place)
  }

  /// The index of the last checkpoint before an event.
  func place(before event: Int) -> Int? { trail.place(before: event) }

  /// The instant of the event after the first `count`, but no later than the instant asked about.
  func instant(after count: Int) -> Instant {
    count < known ? situation.log.events.instant(of: count) : situation.at
  }

  func append(_ events: Range<Int>, to machine: inout Machine) {
    situation.log.append(events, to: &machine)
  }

  // MARK: Verdicts

  /// Evaluates the whole log with a parameter at another value.
  func run(_ param: ParamID, at value: Value) -> Run {
    var machine = trail.run(param, at: value, in: situation).opened(in: situation)
    return run(ending: &machine, of: param)
  }

  /// Moves a machine on to the instant asked about; gives the verdict there, and the range of the parameter it tracks.
  func run(ending machine: inout Machine, of param: ParamID?) -> Run {
    let verdict = verdict(ending: &machine, at: situation.at)
    guard let param else { return (.min ... .max, verdict) }
    let value = machine.value(of: param).bits
    // When the subject ends is not among the decisions that narrow the range.
    let isEnd = situation.program.subject.ends?.delay == .param(param)
    return ((isEnd ? nil : machine.trackedRange(of: param)) ?? value...value, verdict)
  }

  /// The rule's verdict at the instant asked about, or at a later one.
  func verdict(of machine: Machine, at later: Instant? = nil) -> Verdict {
    var machine = machine
    if let later { machine.giveAccount(at: later) }
    return verdict(ending: &machine, at: later ?? situation.at)
  }

  func verdict(ending machine: inout Machine, at instant: Instant) -> Verdict {
    machine.advance(to: instant)
    guard machine.hasBegun else { return .none }
    if let account = machine.account(at: instant) { return verdict(account.rules[rule.index]) }
    // Nothing happens at that instant.
    let verdict = verdict(machine.standing(of: rule, waitingUntil: min(instant, machine.end ?? instant)))
    return verdict.outcome == .fired ? .none : verdict
  }

  private func verdict(_ account: RuleAccount) -> Verdict {
    Verdict(stands: account.stands(in: situation.program), outcome: account.outcome, gate: account.gate)
  }

  /// Whether the verdict stands at a later instant.
  func stands(_ machine: inout Machine, at instant: Instant) -> Bool {
    machine.advance(to: instant)
    if situation.program[rule].emission == nil { return machine.isOn(rule, at: instant) }
    return machine.records.contains { $0.firing?.rule == rule && $0.at == instant }
  }
}
