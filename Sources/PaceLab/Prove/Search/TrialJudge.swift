import PaceEngine
import PaceLanguage

/// Decides whether a trial's observations reach a goal in a way that a scenario can show.
struct TrialJudge {
  let program: Program
  let claims: [OrderClaim]
  /// The second program, if a difference is looked for.
  var other: Program?
  /// How many instants of a trial are looked at for one that a scenario can show: each takes an evaluation.
  static let mostLooks = 8

  /// `observations` has one for each world of the runner.
  func witness(of goal: Goal, _ observations: [Observation], _ runner: inout TrialRunner) -> Witness? {
    switch goal {
    case .violation(let index):
      return violation(of: claims[index], goal, observations, &runner)
    case .reach(.rule(let rule)):
      for observation in observations {
        guard let (at, expectation) = sign(of: rule, observation, &runner) else { continue }
        return runner.witness(of: goal, in: observation, at, expectation)
      }
      return nil
    case .reach(.level(let scale, let level)):
      for observation in observations {
        let changes = observation.changes(of: scale)
        let start = Instant(observation.trial.start)
        let startsThere = level == 0 && changes.first?.at != start
        guard let at = startsThere ? start : changes.first(where: { $0.level == level })?.at else { continue }
        return runner.witness(of: goal, in: observation, at, .level(scale, .equal, level))
      }
      return nil
    case .difference:
      return difference(observations, &runner)
    }
  }

  // MARK: Rules that fire or turn on

  private func sign(
    of rule: RuleID, _ observation: Observation, _ runner: inout TrialRunner
  ) -> (Instant, Witness.Expectation)? {
    if program[rule].emission != nil {
      return observation.firings.first { $0.rule == rule }.map { ($0.at, .fires(rule)) }
    }
    let looks = observation.looks.filter { $0.isOn[rule.index] }.map { $0.at }
    let raise = program[rule].raise
    let raises = raise.map { observation.changes(of: $0.scale) } ?? []
    let raised = raises.filter { $0.level == raise?.level }.map { $0.at }
    for at in (looks + raised).sorted().prefix(Self.mostLooks) {
      if let expectation = stand(of: rule, observation, at: at, &runner) { return (at, expectation) }
    }
    guard let own = ownLevel(of: rule), let at = raised.first else { return nil }
    return (at, .level(own.scale, .equal, own.level))
  }

  /// The level that shows a rule's state because no other rule raises it; nil if there is none.
  private func ownLevel(of rule: RuleID) -> Rule.Raise? {
    guard let raise = program[rule].raise, !raise.whenFired else { return nil }
    let raisers = program.scales[raise.scale.index].rules.filter { program[$0].raise?.level == raise.level }
    return raisers == [rule] ? raise : nil
  }

  /// What a scenario can expect of a rule whose state is on; nil if it isn't, or can't be seen to be.
  private func stand(
    of rule: RuleID, _ observation: Observation, at instant: Instant, _ runner: inout TrialRunner
  ) -> Witness.Expectation? {
    guard let account = runner.account(of: rule, in: observation, at: instant), account.isOn else {
      return nil
    }
    switch account.outcome {
    case .fired: return .fires(rule)
    case .held: return account.gate.map { .held(rule, $0) }
    case .alreadyFired: return .outcome(rule, .alreadyFired)
    case .notTriggered, .unknown, .idle, .waiting: return nil
    }
  }

  // MARK: Claims that break

  private func violation(
    of claim: OrderClaim, _ goal: Goal, _ observations: [Observation], _ runner: inout TrialRunner
  ) -> Witness? {
    let lower = observations[claim.lower.index]
    let higher = observations[claim.higher.index]
    let found: (at: Instant, expectation: Witness.Expectation)?
    switch claim.about {
    case .scale(let scale):
      // The first instant at which the scale stands lower under the higher preset.
      found = lower.instant(of: scale, against: higher, where: >).map {
        ($0.at, .level(scale, .greaterOrEqual, $0.level))
      }
    case .rule(let rule):
      found = loss(of: rule, lower, higher, &runner)
    }
    return found.map {
      Witness(
        goal: goal, trial: lower.trial, at: $0.at, presets: [claim.lower, claim.higher],
        expectation: $0.expectation)
    }
  }

  /// The first instant at which a rule's state is on under the lower preset only.
  private func loss(
    of rule: RuleID, _ lower: Observation, _ higher: Observation, _ runner: inout TrialRunner
  ) -> (Instant, Witness.Expectation)? {
    let seen = lower.looks.filter { $0.isOn[rule.index] && higher.isOn(rule, at: $0.at) == false }.map {
      $0.at
    }
    let fired = lower.firings.filter { $0.rule == rule && !higher.fires(rule, at: $0.at) }.map { $0.at }
    for at in Set(seen + fired).sorted().prefix(Self.mostLooks) {
      guard let expectation = stand(of: rule, lower, at: at, &runner),
        let other = runner.account(of: rule, in: higher, at: at), !other.isOn
      else { continue }
      return (at, expectation)
    }
    // No look sees the rule if the other preset has none at that instant; its level shows it.
    guard let own = ownLevel(of: rule),
      let first = lower.instant(of: own.scale, against: higher, where: >), first.level == own.level
    else { return nil }
    return (first.at, .level(own.scale, .greaterOrEqual, own.level))
  }
}
