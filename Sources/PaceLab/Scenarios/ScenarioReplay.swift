import PaceEngine
import PaceLanguage

/// A scenario's log made ready to be run under one preset, as often as need be.
struct ScenarioReplay {
  let plan: Plan
  let scenario: Scenario
  let timeline: ScenarioTimeline
  /// Nil if the subject itself picks its preset.
  let named: PresetID?
  /// Asked now and then whether to end an evaluation early.
  let isToEnd: (@Sendable () -> Bool)?
  /// After so many rowless instants, and notices and changes at them, an evaluation ends: all are held.
  let mostInstants: Int

  var program: Program { plan.program }

  /// Evaluates it, handing over records as they come, and gives the machine at the end.
  ///
  /// - Parameter rules: the rules that accounts tell of; nil for all.
  func evaluate(
    accounts: Machine.Accounts, of rules: Set<RuleID>? = nil, tell: (Record) -> Void
  ) -> Machine {
    var machine = begun(accounts: accounts, of: rules)
    for entry in timeline.entries {
      pass(before: entry.at, in: &machine, tell)
      _ = machine.append(event(of: entry, in: &machine))
    }
    finish(&machine, tell)
    return machine
  }

  /// Finds the verdicts asked for.
  func answer(_ asked: inout AskedVerdicts) {
    let rules = asked.rules
    if rules.isEmpty { return }
    var machine = begun(accounts: .at(Instant(timeline.clock.start)), of: rules)
    var rest = timeline.entries[...]
    asked.answer(in: &machine) { instant, machine in
      while let entry = rest.first, entry.at <= instant {
        _ = machine.append(event(of: entry, in: &machine))
        machine.forgetRecords()
        rest.removeFirst()
      }
      machine.advance(to: instant)
      // Unlike a standing, an account says when gates open.
      machine.tellReachedAccount()
      return rest.isEmpty ? machine.end ?? timeline.last : nil
    }
  }

  /// A machine that knows the subject and none of its events.
  func begun(
    accounts: Machine.Accounts, of rules: Set<RuleID>? = nil, detail: Machine.AccountDetail = .withoutRows
  ) -> Machine {
    var options = Machine.Options()
    options.preset = named
    options.overrides = scenario.settings
    options.until = timeline.until
    options.tellsLevels = true
    options.tellsHeld = true
    options.accounts = accounts
    options.accountDetail = detail
    options.accounted = rules
    options.isToEnd = isToEnd
    var machine = Machine(plan, options: options)
    machine.clear()
    machine.begin(timeline.subject(of: scenario, in: program) { machine.intern($0) })
    machine.lookAhead(atMost: mostInstants)
    return machine
  }

  func event(of entry: ScenarioTimeline.Entry, in machine: inout Machine) -> EventRecord {
    entry.record { machine.intern($0) }
  }

  /// Evaluates everything before the next event, and takes the records away as they come.
  func pass(before next: Instant, in machine: inout Machine, _ tell: (Record) -> Void) {
    for record in machine.takeRecords() { tell(record) }
    var held = 0
    while machine.advanceOnce(before: next) {
      for record in machine.takeRecords() {
        if !record.isAccount { held += 1 }
        tell(record)
      }
      // By whole thousands: at each of those instants left, the machine asks whether to end.
      machine.lookAhead(atMost: machine.instantsLeft - held / 1024 * 1024)
      held %= 1024
    }
  }

  /// Evaluates up to the horizon.
  ///
  /// Without an end and `until` that is the latest instant named, while the engine by itself stops at the last
  /// event.
  func finish(_ machine: inout Machine, _ tell: (Record) -> Void) {
    pass(before: min(machine.end ?? timeline.last, .last), in: &machine, tell)
    if timeline.until == nil { machine.advance(to: timeline.latest) }
    machine.finish()
    for record in machine.takeRecords() { tell(record) }
  }
}

extension Record {
  fileprivate var isAccount: Bool { if case .account = self { true } else { false } }
}
