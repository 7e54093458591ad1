import PaceLanguage

/// Trials that follow from one in which a changed rule fired: they are tried before anything else is drawn.
struct SearchLeads {
  /// More trials than these are not followed.
  private static let mostEchoed = 24
  private static let mostShifted = 40

  /// The trials of each lead, in reverse.
  private var waiting: [[Trial]] = []
  private var echoed: Set<Echoed> = []
  private var shifted: Set<Int64> = []

  /// What tells trials apart for an echo: the rule, the world, and what was logged.
  private struct Echoed: Hashable {
    var rule: RuleID
    var world: Int
    var streams: [[Int?]]
  }

  /// The next trial, of the newest lead first.
  mutating func next() -> Trial? {
    while let last = waiting.indices.last {
      if let trial = waiting[last].popLast() { return trial }
      waiting.removeLast()
    }
    return nil
  }

  /// Takes what a trial came to in each world.
  mutating func note(
    _ trial: Trial, _ observations: [Observation], _ difference: ProgramDifference, _ alphabet: TrialAlphabet
  ) {
    if let pacing = difference.pacing { echo(trial, observations, pacing) }
    if !alphabet.changedTimes.isEmpty { shift(trial, observations, difference, alphabet) }
  }

  /// Where a rule fires that one program only holds back: what brought it to, once more at each distance that
  /// matters.
  private mutating func echo(_ trial: Trial, _ observations: [Observation], _ pacing: PacingChange) {
    let streams = trial.rows.map { [$0.event.index, $0.kind?.index] }
    for rule in pacing.rules {
      for (world, observation) in observations.enumerated() where echoed.count < Self.mostEchoed {
        guard let firing = observation.firings.first(where: { $0.rule == rule }),
          echoed.insert(Echoed(rule: rule, world: world, streams: streams)).inserted
        else { continue }
        waiting.append(TrialEcho.candidates(of: trial, firing: firing.at, pacing).reversed())
      }
    }
  }

  /// Where a touched rule fires: the same at a time of day that is changed.
  private mutating func shift(
    _ trial: Trial, _ observations: [Observation], _ difference: ProgramDifference, _ alphabet: TrialAlphabet
  ) {
    for observation in observations where shifted.count < Self.mostShifted {
      guard let firing = observation.firings.first(where: { difference.rules.contains($0.rule) }),
        shifted.insert(firing.at % Trial.day + Int64(trial.rows.count) * Trial.day).inserted
      else { continue }
      waiting.append(
        alphabet.changedTimes.prefix(2).map { time in
          var other = trial
          other.startTime = ((time - firing.at) % Trial.day + Trial.day) % Trial.day
          return other
        })
    }
  }
}
