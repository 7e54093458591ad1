import PaceEngine
import PaceLanguage

/// Evaluates changed copies of a situation for one rule's verdict only, sharing what a change leaves alone.
struct Rehearsal {
  private let situation: Situation
  private let rule: RuleID
  /// How many events are known at the instant asked about.
  private let known: Int
  /// The evaluator after all known events, none of the last instant being over.
  private var present: Evaluator
  /// The same without one event, for changes that move it.
  private var lacking: (event: EventOrdinal, evaluator: Evaluator)?

  init(_ situation: Situation, rule: RuleID) {
    self.situation = situation
    self.rule = rule
    known = situation.log.count(upTo: situation.at)
    present = Evaluator(situation.plan, options: Self.options(situation, rule))
    situation.log.begin(in: &present)
    for event in situation.log.events.prefix(known) { _ = present.append(event) }
  }

  /// Firings are told anyway; only for a rule that never speaks its state has to be looked at.
  private static func options(_ situation: Situation, _ rule: RuleID) -> Evaluator.Options {
    var options = situation.quietOptions
    if situation.program[rule].emission == nil { options.accounts = .at(situation.at) }
    return options
  }

  func value(of param: ParamID) -> Value { present.value(of: param) }

  /// Whether the rule's verdict stands after a change.
  mutating func stands(after change: Alteration) -> Bool {
    switch change {
    case .setting(let param, let value):
      var options = Self.options(situation, rule)
      options.overrides.append((param, .value(value)))
      var evaluator = Evaluator(situation.plan, options: options)
      situation.log.begin(in: &evaluator)
      for event in situation.log.events.prefix(known) { _ = evaluator.append(event) }
      return verdict(&evaluator, at: situation.at)
    case .removal(let event):
      var evaluator = self.lacking(event)
      return verdict(&evaluator, at: situation.at)
    case .addition(let event, let kind):
      var evaluator = present
      _ = evaluator.append(situation.record(of: event, kind))
      return verdict(&evaluator, at: situation.at)
    // These are looked for in the order of time, from one evaluator that goes on.
    case .delay, .waiting: return situation.applying(change).verdict(of: rule).stands
    }
  }

  /// The evaluator without one of the known events.
  mutating func lacking(_ event: EventOrdinal) -> Evaluator {
    if let lacking, lacking.event == event { return lacking.evaluator }
    var evaluator = Evaluator(situation.plan, options: Self.options(situation, rule))
    situation.log.begin(in: &evaluator)
    for (index, record) in situation.log.events.prefix(known).enumerated() where index != event.index {
      _ = evaluator.append(record)
    }
    lacking = (event, evaluator)
    return evaluator
  }

  /// Whether the verdict stands at an instant, all that was appended being known.
  func verdict(_ evaluator: inout Evaluator, at instant: Instant) -> Bool {
    evaluator.advance(to: instant)
    if situation.program[rule].emission == nil {
      return evaluator.isOn(rule, at: instant)
    }
    return evaluator.records.contains { record in
      if case .fired(let firing) = record { firing.rule == rule && firing.at == instant } else { false }
    }
  }
}
