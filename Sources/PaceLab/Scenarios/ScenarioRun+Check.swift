import PaceEngine
import PaceLanguage

extension ScenarioRun {
  /// What is wrong with an expectation; nil if it holds. Its verdicts must have been asked for and found.
  mutating func check(_ expectation: Scenario.Expectation) -> ScenarioFailure? {
    let at = expectation.point.flatMap { clock.instant(of: $0) }
    if let at, let until = timeline.until, at > until {
      return failure(expectation, "the scenario stops before, at \(clock.text(of: until))", "")
    }
    if let end = cutOff ?? runaway?.at, at.map({ $0 > end }) ?? true {
      let (most, what) =
        runaway == nil
        ? (replay.runner.mostInstants, "instants and notices with nothing logged")
        : (Runaway.mostInstants, "instants in 24 hours with nothing logged")
      return failure(
        expectation,
        "nothing is evaluated after \(clock.text(of: end)): more than \(ValueText.count(most)) \(what)",
        runaway.map { "`\(program[$0.rule].name.text)` comes due too often: \($0.help(program))" }
          ?? "the scenario goes on to \(clock.text(of: horizon)); an earlier `until` ends it sooner")
    }
    switch expectation.claim {
    case .nothing:
      return checkAbsence(of: nil, at: at, expectation)
    case .none(let stream):
      return checkAbsence(of: stream, at: at, expectation)
    case .fires(let stream):
      return checkFirings(of: stream, at: at, expectation)
    case .level(let scale, let relation, let level):
      return checkLevel(of: scale, relation, level, at: at, expectation)
    case .held(let rule, let gate, let isPolicy):
      return checkHolding(of: rule, by: gate, isPolicy: isPolicy, at: at, expectation)
    case .outcome(let rule, let outcome):
      return checkOutcome(of: rule, outcome, at: at, expectation)
    }
  }

  /// - Parameters:
  ///   - at: the instant at which `pace explain` shows more; nil if there is none.
  ///   - rule: the rule that it turns on.
  func failure(
    _ expectation: Scenario.Expectation, _ actual: String, _ because: String, at: Instant? = nil,
    rule: RuleID? = nil
  ) -> ScenarioFailure {
    ScenarioFailure(
      expected: writtenText(of: expectation.span), actual: actual, because: because,
      span: expectation.span,
      question: at.map { .init(at: clock.argument(for: $0), rule: rule.map { program[$0].name.text }) })
  }

  /// The failure, with the nearest verdict as its reason.
  func failure(
    _ expectation: Scenario.Expectation, _ actual: String, nearest: VerdictTally.Nearest?, asked: Instant?
  ) -> ScenarioFailure {
    failure(
      expectation, actual, reason(of: nearest, isAsked: asked != nil), at: nearest?.at,
      rule: nearest?.verdict.rule)
  }

  /// The text without the keyword, on one line.
  private func writtenText(of span: SourceSpan) -> String {
    let line = program.line(of: span)
    return line.hasPrefix("expect ") ? String(line.dropFirst("expect ".count)) : line
  }

  private mutating func checkLevel(
    of scale: ScaleID, _ relation: Relation, _ level: Int, at: Instant?,
    _ expectation: Scenario.Expectation
  ) -> ScenarioFailure? {
    let actual = self.level(of: scale, at: at)
    guard !relation.holds(actual, level) else { return nil }
    let name = program.scales[scale.index].levels[actual].name
    let because = reasonForLevel(actual, of: scale, wanted: level, at: at ?? horizon)
    let told = "\(program.scales[scale.index].name.text) was \(name)"
    return failure(expectation, told, because, at: at ?? horizon)
  }

  private mutating func checkHolding(
    of rule: RuleID, by gate: GateName, isPolicy: Bool, at: Instant?,
    _ expectation: Scenario.Expectation
  ) -> ScenarioFailure? {
    let isMeant = { (found: GateReference) in found.name == gate && found.isPolicy == isPolicy }
    var instants = holdings.filter { $0.rule == rule && isMeant($0.gate) && (at == nil || $0.at == at) }
      .map { $0.at }
    // A rule without a trigger may be held for some time; only the first instant is recorded.
    if instants.isEmpty, let at, let verdict = verdict(of: rule, at: at), verdict.outcome == .held,
      verdict.gate.map(isMeant) ?? false
    {
      instants = [at]
    }
    return checkCount(instants.count, instants, of: rule, at: at, expectation) { sort in
      sort.outcome == .held && sort.gate.map(isMeant) ?? false
    }
  }

  private mutating func checkOutcome(
    of rule: RuleID, _ outcome: Outcome, at: Instant?, _ expectation: Scenario.Expectation
  ) -> ScenarioFailure? {
    let tally = verdicts(of: rule, at: at)
    let instants = tally.instants(outcome, upTo: Self.mostTold)
    return checkCount(tally.count(outcome), instants, of: rule, at: at, expectation) { $0.outcome == outcome }
  }

  /// - Parameters:
  ///   - instants: the first of those that count.
  ///   - isMeant: whether verdicts are of the sort that counts.
  private mutating func checkCount(
    _ count: Int, _ instants: [Instant], of rule: RuleID, at: Instant?, _ expectation: Scenario.Expectation,
    isMeant: (VerdictTally.Sort) -> Bool
  ) -> ScenarioFailure? {
    if let times = expectation.times {
      if count == times { return nil }
      // If there were too many, one of those is told, else what came instead.
      let isOver = count > times
      let telling = nearestVerdict(of: [rule], at: at) { isMeant($0) == isOver }
      let when = at != nil || count == 0 ? "" : ", at \(self.times(instants, of: count))"
      return failure(
        expectation, Noun.count(count, "time") + when,
        nearest: telling ?? nearestVerdict(of: [rule], at: at), asked: at)
    }
    guard count == 0 else { return checkHeldMessage(of: rule, at: at, expectation) }
    guard let nearest = nearestVerdict(of: [rule], at: at) else {
      return failure(expectation, "not looked at", "the subject is closed at that instant")
    }
    let time = at == nil ? " at \(clock.text(of: nearest.at))" : ""
    let actual = nearest.verdict.outcome.text(heldBy: nearest.verdict.gate) + time
    return failure(expectation, actual, words.reason(of: nearest.verdict), at: nearest.at, rule: rule)
  }

  /// Checks the message of a rule that is expected to be held or to have some other outcome.
  private mutating func checkHeldMessage(
    of rule: RuleID, at: Instant?, _ expectation: Scenario.Expectation
  ) -> ScenarioFailure? {
    guard let message = expectation.message else { return nil }
    let said = verdicts(of: rule, at: at).messages
    if said.contains(message) { return nil }
    return failure(expectation, said.last.map { "\"\($0)\"" } ?? "no message", "")
  }
}
