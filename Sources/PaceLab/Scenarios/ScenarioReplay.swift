import PaceEngine
import PaceLanguage

/// A scenario's log made ready to be run under one preset, as often as need be.
struct ScenarioReplay {
  let runner: ScenarioRunner
  let timeline: ScenarioTimeline
  /// Nil if the subject itself picks its preset.
  let named: PresetID?

  var program: Program { runner.plan.program }
  var scenario: Scenario { timeline.scenario }

  /// Evaluates it, handing over records as they come, and gives the machine at the end.
  ///
  /// - Parameter rules: the rules that accounts tell of; nil for all.
  func evaluate(
    accounts: Machine.Accounts, of rules: Set<RuleID>? = nil, tell: (Record) -> Void
  ) -> Machine {
    var (machine, log) = begun(accounts: accounts, of: rules)
    for index in log.events.indices {
      pass(before: log.events.instant(of: index), in: &machine, tell)
      log.append(index..<index + 1, to: &machine)
    }
    finish(&machine, tell)
    return machine
  }

  /// Finds the verdicts asked for.
  func answer(_ asked: inout AskedVerdicts) {
    let rules = asked.rules
    if rules.isEmpty { return }
    var (machine, log) = begun(accounts: .at(Instant(timeline.clock.start)), of: rules)
    asked.answer(log, in: &machine, tellsReached: true)
  }

  /// A machine that knows the subject and none of its events, and its log.
  func begun(
    accounts: Machine.Accounts, of rules: Set<RuleID>? = nil, detail: Machine.AccountDetail = .withoutRows
  ) -> (machine: Machine, log: SubjectLog) {
    var options = Machine.Options()
    options.preset = named
    options.overrides = scenario.settings
    options.until = timeline.horizon
    options.tellsLevels = true
    options.tellsHeld = true
    options.accounts = accounts
    options.accountDetail = detail
    options.accounted = rules
    options.shouldStop = runner.shouldStop
    var machine = Machine(runner.plan, options: options)
    machine.clear()
    let log = timeline.log { machine.intern($0) }
    machine.begin(log.record)
    machine.lookAhead(atMost: runner.mostInstants)
    return (machine, log)
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
      // In multiples of 1,024: at each such number of instants left, the machine asks whether to end.
      machine.lookAhead(atMost: machine.instantsLeft - held / 1024 * 1024)
      held %= 1024
    }
  }

  /// Evaluates up to the horizon.
  func finish(_ machine: inout Machine, _ tell: (Record) -> Void) {
    pass(before: min(machine.end ?? timeline.last, .last), in: &machine, tell)
    machine.finish()
    for record in machine.takeRecords() { tell(record) }
  }
}

extension Record {
  fileprivate var isAccount: Bool { if case .account = self { true } else { false } }
}
