import PaceEngine
import PaceLanguage

/// Evaluates altered copies of a situation for one rule's verdict, each from a kept machine.
///
/// Only what can affect the verdict is evaluated. A log with one row more or less starts from a copy of the
/// last machine kept before the alteration.
final class Checkpoints {
  /// How many of the newest rows are taken away, one at a time.
  private static let mostRows = 1_000
  /// How many rows the looks of all these trials may read together: a second's work.
  private static let mostRead = 100_000_000
  /// How many bytes are copied in the time of a row's evaluation.
  private static let bytesOfARow = 2_048

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
  let rule: RuleID
  let influences: Influences
  /// How many events are known at the instant asked about.
  let known: Int
  /// The first of the events that are taken away, one at a time.
  let firstTaken: Int
  /// How many events lie between two checkpoints.
  private let stride: Int
  let plan: Plan
  /// The machine after all known events, with the last instant still open.
  private(set) var present: Machine
  /// The checkpoints: machines after some of the known events, the earliest first.
  private(set) var machines: [Machine] = []
  /// How many events come before each checkpoint.
  private(set) var counts: [Int] = []

  init(_ situation: Situation, rule: RuleID) {
    self.situation = situation
    self.rule = rule
    influences = Influences(on: rule, in: situation.program)
    known = situation.log.count(upTo: situation.at)
    plan = Plan(situation.program, part: influences.part, textsOf: situation.plan)
    var options = situation.quietOptions
    options.accounts = .at(situation.at)
    options.accountDetail = .brief
    options.accounted = [rule]
    options.keepsRows = true
    present = Machine(plan, options: options)
    situation.log.begin(in: &present)
    let farthest = max(0, known - Self.mostRows)
    situation.log.appendOld(0..<farthest, to: &present)
    var first = farthest
    while (known - first) * (known - first) * present.mostRowsOfALook > Self.mostRead { first += 1 }
    firstTaken = first
    situation.log.appendOld(farthest..<first, to: &present)
    // Copying a checkpoint costs no more than evaluating the rows since the one before.
    stride = known < 128 ? 2 : max(16, present.rowBytes / Self.bytesOfARow)
    for index in first..<known {
      if (index - first) % stride == 0 {
        if (index - first) % (4 * stride) == 0 { present.forgetUnreachable() }
        present.forgetRecords()
        machines.append(present)
        counts.append(index)
      }
      append(index..<index + 1, to: &present)
    }
  }

  // MARK: One row more or less

  func verdict(withOneMore event: EventID, _ kind: KindID?) -> Verdict {
    let place = situation.place(of: event)
    var machine = place < known ? machine(before: place) : present
    _ = machine.append(situation.record(of: event, kind))
    append(place..<known, to: &machine)
    return verdict(of: machine)
  }

  /// The machine without one of the known events, with the last instant still open.
  func lacking(_ event: EventOrdinal) -> Machine {
    var machine = machine(before: event.index)
    append((event.index + 1)..<known, to: &machine)
    return machine
  }

  /// The machine just before one of the known events.
  private func machine(before event: Int) -> Machine {
    guard let start = place(before: event) else {
      var machine = Machine(plan, options: present.options)
      situation.log.begin(in: &machine)
      append(0..<event, to: &machine)
      return machine
    }
    var machine = machines[start]
    append(counts[start]..<event, to: &machine)
    return machine
  }

  /// Whether a machine continues like that of a checkpoint.
  func goesOn(_ machine: inout Machine, likeCheckpoint place: Int) -> Bool {
    machine.continues(like: &machines[place])
  }

  /// The index of the last checkpoint before an event.
  func place(before event: Int) -> Int? {
    guard let first = counts.first, event >= first else { return nil }
    return min((event - first) / stride, machines.count - 1)
  }

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
    var options = present.options
    options.overrides.append((param, .value(value)))
    if plan.tracks(param) { options.tracked = [param] }
    options.keepsRows = false
    var machine = Machine(plan, options: options)
    situation.log.begin(in: &machine)
    situation.log.appendUntold(0..<known, to: &machine)
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

  private func verdict(ending machine: inout Machine, at instant: Instant) -> Verdict {
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

extension SubjectLog {
  /// Appends events without holding more rows than any value of a parameter needs.
  fileprivate func appendOld(_ range: Range<Int>, to machine: inout Machine) {
    for first in stride(from: range.lowerBound, to: range.upperBound, by: 4_096) {
      appendUntold(first..<min(first + 4_096, range.upperBound), to: &machine)
      machine.forgetUnreachable()
    }
  }
}
