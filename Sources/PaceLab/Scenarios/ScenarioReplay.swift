import PaceEngine
import PaceLanguage

/// A scenario's log made ready to be run under one preset, as often as need be.
struct ScenarioReplay {
  let plan: Plan
  let scenario: Scenario
  let timeline: ScenarioTimeline
  /// Nil where the subject itself picks its preset.
  let named: PresetID?

  var program: Program { plan.program }

  /// Runs all of the log.
  func evaluate(accounts: Machine.Accounts) -> Machine {
    var evaluator = begun(accounts: accounts)
    for entry in timeline.entries { _ = evaluator.append(event(of: entry, in: &evaluator)) }
    finish(&evaluator)
    return evaluator
  }

  /// An evaluator that knows the subject and none of its events.
  func begun(accounts: Machine.Accounts) -> Machine {
    var options = Machine.Options()
    options.preset = named
    options.overrides = scenario.settings
    options.until = timeline.until
    options.tellsLevels = true
    options.tellsHeld = true
    options.accounts = accounts
    var evaluator = Machine(plan, options: options)
    evaluator.clear()
    let subject = subject(in: &evaluator)
    evaluator.begin(subject)
    return evaluator
  }

  func event(of entry: ScenarioTimeline.Entry, in evaluator: inout Machine) -> EventRecord {
    let values = entry.values.map { value(of: $0, in: &evaluator) }
    return EventRecord(event: entry.event, kind: entry.kind, at: entry.at, values: values)
  }

  /// Reaches the horizon. Without an end and `until`, all that the scenario names is reached; the engine by
  /// itself stops at the last event.
  func finish(_ evaluator: inout Machine) {
    if timeline.until == nil { evaluator.advance(to: timeline.latest) }
    evaluator.finish()
  }

  private func subject(in evaluator: inout Machine) -> SubjectRecord {
    var attributes = [Value](repeating: .unknown, count: program.subject.attributes.count)
    for (attribute, constant) in scenario.attributes {
      attributes[attribute.index] = value(of: constant, in: &evaluator)
    }
    return SubjectRecord(
      startedAt: Instant(timeline.clock.start), endedAt: timeline.ended, attributes: attributes,
      zone: timeline.zone, given: timeline.given)
  }

  func value(of constant: Constant?, in evaluator: inout Machine) -> Value {
    switch constant {
    case nil: .unknown
    case .value(let value): value
    case .text(let text): evaluator.intern(text)
    }
  }
}
