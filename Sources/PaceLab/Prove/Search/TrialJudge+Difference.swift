import PaceEngine
import PaceLanguage

/// What a test can see of the difference between two programs.
extension TrialJudge {
  /// The first instant at which the second program does not do what the first one does, under any preset.
  func difference(_ observations: [Observation], _ runner: inout TrialRunner) -> Witness? {
    let count = observations.count / 2
    var best: Witness?
    for world in 0..<count {
      let (one, two) = (observations[world], observations[world + count])
      let found =
        noticeDifference(one, two, &runner) ?? levelDifference(one, two)
        ?? stateDifference(one, two, &runner) ?? endDifference(one, two, &runner)
      guard let (at, expectation) = found, best.map({ at < $0.at }) ?? true else { continue }
      best = runner.witness(of: .difference, in: one, at, expectation)
    }
    return best
  }

  private typealias Found = (at: Instant, expectation: Witness.Expectation)

  /// A notice that only one program gives, that has another text in it, or that another gate holds back.
  private func noticeDifference(
    _ one: Observation, _ two: Observation, _ runner: inout TrialRunner
  ) -> Found? {
    var found: [Found] = []
    let missing = one.firings.first { !two.fires($0.rule, at: $0.at) }
    if let missing { found.append((missing.at, .fires(missing.rule))) }
    let extra = two.firings.first { !one.fires($0.rule, at: $0.at) }
    if let extra { found.append((extra.at, .isSilent(extra.rule))) }
    for firing in one.firings {
      guard let message = firing.message,
        two.fires(firing.rule, at: firing.at),
        !two.firings.at(firing.at).contains(where: { $0.rule == firing.rule && $0.message == message })
      else { continue }
      found.append((firing.at, .says(firing.rule, message)))
      break
    }
    let missed = one.holdings.lazy.filter { holding in
      otherHasGate(holding)
        && !two.holdings.at(holding.at).contains {
          $0.rule == holding.rule && $0.gate.name == holding.gate.name
            && $0.gate.isPolicy == holding.gate.isPolicy
        }
    }
    let held = missed.prefix(Self.mostLooks).first { !isHeld($0, in: two, &runner) }
    if let held { found.append((held.at, .held(held.rule, held.gate))) }
    // Among several at one instant, the first kind listed is the plainest.
    return found.enumerated().min { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }?.element
  }

  /// Whether the gate holds the rule back at that instant too, since only the first instant of a hold is recorded.
  private func isHeld(_ holding: Holding, in observation: Observation, _ runner: inout TrialRunner) -> Bool {
    guard program[holding.rule].trigger.isNone,
      let account = runner.account(of: holding.rule, in: observation, at: holding.at)
    else { return false }
    return account.outcome == .held && account.gate?.name == holding.gate.name
      && account.gate?.isPolicy == holding.gate.isPolicy
  }

  /// Whether the other program's rule has such a gate too: without one, the test would not even check there.
  private func otherHasGate(_ holding: Holding) -> Bool {
    guard let other else { return false }
    var gates = other[holding.rule].gates
    if holding.gate.isPolicy {
      guard let emission = other[holding.rule].emission else { return false }
      gates = other.noticeKinds[emission.kind.index].policy
    }
    return gates.contains { $0.kind.name == holding.gate.name }
  }

  private func levelDifference(_ one: Observation, _ two: Observation) -> Found? {
    let found = program.scales.ids.compactMap { scale -> Found? in
      one.instant(of: scale, against: two, where: !=).map { ($0.at, .level(scale, .equal, $0.level)) }
    }
    return found.min { $0.at < $1.at }
  }

  /// A rule whose state is on in only one of the programs, even where no notice differs.
  private func stateDifference(
    _ one: Observation, _ two: Observation, _ runner: inout TrialRunner
  ) -> Found? {
    var looks = 0
    for at in Set((one.looks + two.looks).map({ $0.at })).sorted() {
      guard let states = one.states(at: at), let others = two.states(at: at) else { continue }
      for index in states.indices where states[index] != others[index] {
        let rule = RuleID(index)
        looks += 1
        if looks > Self.mostLooks { return nil }
        guard
          let outcome = runner.account(of: rule, in: one, at: at)?.outcome,
          let changed = runner.account(of: rule, in: two, at: at)?.outcome,
          changed != outcome
        else { continue }
        return (at, .outcome(rule, outcome))
      }
    }
    return nil
  }

  /// The subject is over in one of them only.
  private func endDifference(_ one: Observation, _ two: Observation, _ runner: inout TrialRunner) -> Found? {
    let trial = one.trial
    let last = Instant(trial.start + trial.duration)
    guard let end = one.end, let other = two.end, end != other, last <= min(end, other),
      let rule = program.rules.ids.first
    else { return nil }
    let at = max(end, other)
    guard at <= last.later(by: trial.tail) else { return nil }
    if end > other {
      let outcome = runner.account(of: rule, in: one, at: at)?.outcome
      return outcome.map { (at, .outcome(rule, $0)) }
    }
    let outcome = runner.account(of: rule, in: two, at: at)?.outcome
    return outcome.map { (at, .notEven(rule, $0)) }
  }
}
