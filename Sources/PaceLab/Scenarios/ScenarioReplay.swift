import PaceEngine
import PaceLanguage

/// A scenario's log made ready to be run under one preset, as often as need be.
struct ScenarioReplay {
  let plan: Plan
  let scenario: Scenario
  let timeline: ScenarioTimeline
  /// Nil if the subject itself picks its preset.
  let named: PresetID?

  var program: Program { plan.program }

  func evaluate(accounts: Machine.Accounts) -> Machine {
    var machine = begun(accounts: accounts)
    for entry in timeline.entries { _ = machine.append(event(of: entry, in: &machine)) }
    finish(&machine)
    return machine
  }

  /// A machine that knows the subject and none of its events.
  func begun(accounts: Machine.Accounts) -> Machine {
    var options = Machine.Options()
    options.preset = named
    options.overrides = scenario.settings
    options.until = timeline.until
    options.tellsLevels = true
    options.tellsHeld = true
    options.accounts = accounts
    var machine = Machine(plan, options: options)
    machine.clear()
    machine.begin(timeline.subject(of: scenario, in: program) { machine.intern($0) })
    return machine
  }

  func event(of entry: ScenarioTimeline.Entry, in machine: inout Machine) -> EventRecord {
    entry.record { machine.intern($0) }
  }

  /// Evaluates up to the horizon.
  ///
  /// Without an end and `until` that is the latest instant named, while the engine by itself stops at the last
  /// event.
  func finish(_ machine: inout Machine) {
    if timeline.until == nil { machine.advance(to: timeline.latest) }
    machine.finish()
  }
}
