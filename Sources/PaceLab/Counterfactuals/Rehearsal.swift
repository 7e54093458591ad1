import PaceEngine
import PaceLanguage

/// Evaluates altered copies of a situation for one rule's verdict only, sharing what an alteration leaves
/// alone.
///
/// Only what has a say in the verdict is evaluated. A log without one row, or with one more, is evaluated
/// from the place on at which it differs, by a copy of the evaluator that had come so far.
struct Rehearsal {
  /// What a rule comes to.
  struct Verdict: Equatable {
    var stands: Bool
    var outcome: Outcome
    var gate: GateReference?

    /// Of a subject that has not begun, or is over: it triggers nothing.
    static let none = Verdict(stands: false, outcome: .notTriggered, gate: nil)
  }

  let situation: Situation
  let rule: RuleID
  let influences: Influences
  /// How many events are known at the instant asked about.
  let known: Int
  /// How many events lie between two kept evaluators.
  private let stride: Int
  let plan: Plan
  /// The evaluator after all known events, the last instant not being over.
  private(set) var present: Machine
  /// Evaluators after some of the known events, the earliest of them first.
  private(set) var checkpoints: [Machine] = []
  /// After how many events each of them is.
  private(set) var counts: [Int] = []

  /// `mostRows` is how many of the newest rows will be taken away, one at a time.
  init(_ situation: Situation, rule: RuleID, _ influences: Influences, mostRows: Int) {
    self.situation = situation
    self.rule = rule
    self.influences = influences
    known = situation.log.count(upTo: situation.at)
    plan = Plan(influences.reducedProgram)
    var options = situation.quietOptions
    options.accounts = .at(situation.at)
    present = Machine(plan, options: options)
    situation.log.begin(in: &present)
    stride = known < 128 ? 2 : 16
    let first = max(0, known - mostRows)
    for index in 0..<known {
      if index >= first, (index - first) % stride == 0 {
        if (index - first) % (4 * stride) == 0 { present.forgetUnreachable() }
        present.forgetRecords()
        checkpoints.append(present)
        counts.append(index)
      }
      _ = present.append(situation.log.events[index])
    }
  }

  func value(of param: ParamID) -> Value { present.value(of: param) }

  // MARK: One row more or less

  func verdict(withOneMore event: EventID, _ kind: KindID?) -> Verdict {
    let place = situation.place(of: event)
    var evaluator = place < known ? evaluator(before: place) : present
    _ = evaluator.append(situation.record(of: event, kind))
    append(place..<known, to: &evaluator)
    return verdict(of: evaluator)
  }

  /// The evaluator without one of the known events, the last instant not being over.
  func lacking(_ event: EventOrdinal) -> Machine {
    var evaluator = evaluator(before: event.index)
    append((event.index + 1)..<known, to: &evaluator)
    return evaluator
  }

  /// The evaluator that has not come to one of the known events.
  private func evaluator(before event: Int) -> Machine {
    guard let start = checkpoint(before: event) else {
      var evaluator = Machine(plan, options: present.options)
      situation.log.begin(in: &evaluator)
      append(0..<event, to: &evaluator)
      return evaluator
    }
    var evaluator = checkpoints[start]
    append(counts[start]..<event, to: &evaluator)
    return evaluator
  }

  /// The place of the last kept evaluator that an event has not passed through.
  func checkpoint(before event: Int) -> Int? {
    guard let first = counts.first, event >= first else { return nil }
    return min((event - first) / stride, checkpoints.count - 1)
  }

  func append(_ events: Range<Int>, to evaluator: inout Machine) {
    for index in events { _ = evaluator.append(situation.log.events[index]) }
  }

  // MARK: Verdicts

  /// The verdict where a parameter stands at a value, from an evaluation of the whole log.
  func verdict(_ param: ParamID, at value: Value) -> Verdict {
    var options = present.options
    options.overrides.append((param, .value(value)))
    var evaluator = Machine(plan, options: options)
    situation.log.begin(in: &evaluator)
    append(0..<known, to: &evaluator)
    return verdict(of: evaluator)
  }

  /// The rule's verdict at the instant asked about, or at a later one, all that was appended being known.
  func verdict(of evaluator: Machine, at later: Instant? = nil) -> Verdict {
    var evaluator = evaluator
    if let later { evaluator.giveAccount(at: later) }
    let instant = later ?? situation.at
    evaluator.advance(to: instant)
    guard evaluator.hasBegun else { return .none }
    for case .account(let account) in evaluator.records where account.at == instant {
      return verdict(account.rules[rule.index])
    }
    // Nothing happens at that instant.
    let at = min(instant, evaluator.end ?? instant)
    let verdict = verdict(evaluator.standing(of: rule, at: at))
    return verdict.outcome == .fired ? .none : verdict
  }

  private func verdict(_ account: RuleAccount) -> Verdict {
    Verdict(stands: account.stands(in: situation.program), outcome: account.outcome, gate: account.gate)
  }

  /// Whether the verdict stands at a later instant, all that was appended being known.
  func stands(_ evaluator: inout Machine, at instant: Instant) -> Bool {
    evaluator.advance(to: instant)
    if situation.program[rule].emission == nil { return evaluator.isOn(rule, at: instant) }
    return evaluator.records.contains { record in
      if case .fired(let firing) = record { firing.rule == rule && firing.at == instant } else { false }
    }
  }
}
