import PaceLanguage

/// Trials that follow from one in which a changed rule fired: they are tried before anything else is drawn.
struct SearchLeads {
  /// More trials than these are not followed.
  private static let most = 24

  /// The trials of each lead, in reverse.
  private var waiting: [[Trial]] = []
  private var followed: Set<Lead> = []

  /// What tells leads apart: the rule, the world, and what was logged.
  private struct Lead: Hashable {
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

  /// Takes what a trial came to in each world: where a rule fires that one program only holds back, what brought
  /// it to has to come again.
  mutating func note(_ trial: Trial, _ observations: [Observation], _ pacing: PacingChange) {
    let streams = trial.rows.map { [$0.event.index, $0.kind?.index] }
    for rule in pacing.rules {
      for (world, observation) in observations.enumerated() where followed.count < Self.most {
        guard let firing = observation.firings.first(where: { $0.rule == rule }),
          followed.insert(Lead(rule: rule, world: world, streams: streams)).inserted
        else { continue }
        waiting.append(TrialEcho.candidates(of: trial, firing: firing.at, pacing).reversed())
      }
    }
  }
}
