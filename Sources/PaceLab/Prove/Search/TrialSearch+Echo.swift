import PaceLanguage

/// Bringing rules that are held back in one program only to be due a second time.
extension TrialSearch {
  /// More trials than these are not built on.
  private static let mostEchoes = 24

  /// A trial in which such a rule fires.
  struct Due {
    var trial: Trial
    /// Counted from the trial's start.
    var at: Int64
  }

  /// What tells enough of such trials apart: the rule, the world, and what was logged.
  struct DueKey: Hashable {
    var rule: RuleID
    var world: Int
    var streams: [[Int?]]
  }

  /// Trials of one plain row up to four times, at once, a minute apart, or as far apart as only one of the
  /// programs waits: most rules fire at one of them.
  mutating func tryRepeated() {
    let alphabet = mutator.alphabet
    if change == nil, alphabet.changedGaps.isEmpty { return }
    let limit = spent + budget / 8
    for count in 1...4 {
      for row in alphabet.plainRows {
        for gap in count == 1 ? [0] : [0, 60_000] + alphabet.changedGaps where spent < limit {
          var trial = alphabet.empty
          var next = row
          next.gap = gap
          trial.rows = [row] + Array(repeating: next, count: count - 1)
          attempt(trial)
        }
      }
      tryEchoes(limit: budget / 4)
    }
  }

  /// What brought a rule to fire, once more at each distance that matters.
  mutating func tryEchoes(limit: Int) {
    guard let change else { return }
    while spent < limit, let due = toEcho.popLast() {
      isEchoing = true
      for trial in TrialEcho.candidates(of: due.trial, firing: due.at, change) where spent < limit {
        attempt(trial)
      }
      isEchoing = false
    }
  }

  /// Keeps a trial for `tryEchoes` if something new in it made such a rule fire.
  mutating func noteDue(_ trial: Trial, _ observations: [Observation]) {
    guard let change, !isEchoing, due.count < Self.mostEchoes else { return }
    let streams = trial.rows.map { [$0.event.index, $0.kind?.index] }
    for rule in change.rules {
      for (world, observation) in observations.enumerated() {
        guard let firing = observation.firings.first(where: { $0.rule == rule }),
          due.insert(DueKey(rule: rule, world: world, streams: streams)).inserted
        else { continue }
        // One trial may serve many worlds.
        if toEcho.last?.trial != trial { toEcho.append(Due(trial: trial, at: firing.at)) }
      }
    }
  }
}
