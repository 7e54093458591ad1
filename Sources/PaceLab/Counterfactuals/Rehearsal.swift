import PaceEngine
import PaceLanguage

/// Evaluates altered copies of a situation for one rule's verdict only, sharing what an alteration leaves alone.
///
/// Only what has a say in the verdict is evaluated, and a log without one row only from that row on, until it
/// makes no difference any more. What is found is always evaluated again in full before it is told.
struct Rehearsal {
  /// How many events lie between two kept evaluators.
  private static let stride = 16

  private let situation: Situation
  private let rule: RuleID
  /// How many events are known at the instant asked about.
  private let known: Int
  private let plan: Plan
  /// The evaluator after all known events, the last instant not being over.
  private let present: Evaluator
  /// Evaluators after some of the known events, the earliest of them first.
  private var checkpoints: [(count: Int, evaluator: Evaluator)] = []
  /// The verdict as it is.
  private let stands: Bool

  /// `mostRows` is how many of the newest rows will be taken away, one at a time.
  init(_ situation: Situation, rule: RuleID, _ influences: Influences, stands: Bool, mostRows: Int) {
    self.situation = situation
    self.rule = rule
    self.stands = stands
    known = situation.log.count(upTo: situation.at)
    plan = Plan(influences.reducedProgram)
    var evaluator = Evaluator(plan, options: Self.options(situation, rule))
    situation.log.begin(in: &evaluator)
    for index in 0..<known {
      if index >= known - mostRows, (index - max(0, known - mostRows)) % Self.stride == 0 {
        checkpoints.append((index, evaluator))
      }
      _ = evaluator.append(situation.log.events[index])
    }
    present = evaluator
  }

  /// Firings are told anyway; only for a rule that never speaks its state has to be followed.
  private static func options(_ situation: Situation, _ rule: RuleID) -> Evaluator.Options {
    var options = situation.quietOptions
    if situation.program[rule].emission == nil { options.accounts = .at(situation.at) }
    return options
  }

  func value(of param: ParamID) -> Value { present.value(of: param) }

  /// Whether the rule's verdict stands after an alteration.
  func stands(after alteration: Alteration) -> Bool {
    switch alteration {
    case .setting(let param, let value):
      var options = Self.options(situation, rule)
      options.overrides.append((param, .value(value)))
      var evaluator = Evaluator(plan, options: options)
      situation.log.begin(in: &evaluator)
      for index in 0..<known { _ = evaluator.append(situation.log.events[index]) }
      return verdict(&evaluator, at: situation.at)
    case .removal(let event):
      guard var evaluator = lacking(event, upToLikeness: true) else { return stands }
      return verdict(&evaluator, at: situation.at)
    case .addition(let event, let kind):
      var evaluator = present
      _ = evaluator.append(situation.record(of: event, kind))
      return verdict(&evaluator, at: situation.at)
    // These are looked for in the order of time, from one evaluator that goes on.
    case .delay, .waiting: return situation.applying(alteration).verdict(of: rule).stands
    }
  }

  /// The evaluator without one of the known events.
  func lacking(_ event: EventOrdinal) -> Evaluator { lacking(event, upToLikeness: false) ?? present }

  /// Nil where the event makes no difference any more before the instant asked about.
  private func lacking(_ event: EventOrdinal, upToLikeness: Bool) -> Evaluator? {
    var next = checkpoints.firstIndex { $0.count > event.index } ?? checkpoints.count
    guard next > 0 else { return lackingFromStart(event) }
    var evaluator = checkpoints[next - 1].evaluator
    for index in checkpoints[next - 1].count..<known where index != event.index {
      if upToLikeness, next < checkpoints.count, checkpoints[next].count == index {
        // What fired earlier in the very instant asked about would not be seen.
        let isBefore = index > 0 && situation.log.events[index - 1].at < situation.at
        if isBefore, evaluator.continues(like: checkpoints[next].evaluator) { return nil }
        next += 1
      }
      _ = evaluator.append(situation.log.events[index])
    }
    return evaluator
  }

  private func lackingFromStart(_ event: EventOrdinal) -> Evaluator {
    var evaluator = Evaluator(plan, options: Self.options(situation, rule))
    situation.log.begin(in: &evaluator)
    for index in 0..<known where index != event.index { _ = evaluator.append(situation.log.events[index]) }
    return evaluator
  }

  /// Whether the verdict stands at an instant, all that was appended being known.
  func verdict(_ evaluator: inout Evaluator, at instant: Instant) -> Bool {
    evaluator.advance(to: instant)
    if situation.program[rule].emission == nil { return evaluator.isOn(rule, at: instant) }
    return evaluator.records.contains { record in
      if case .fired(let firing) = record { firing.rule == rule && firing.at == instant } else { false }
    }
  }
}
