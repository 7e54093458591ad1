import PaceEngine
import PaceLanguage

/// Trials that follow from one in which a changed rule fired: they are tried before anything else is drawn.
struct SearchLeads {
  /// No more leads than these are followed.
  private static let most = 24

  private var trials: [Trial] = []
  /// How many of them have been tried.
  private var tried = 0
  private var followed: Set<Lead> = []

  /// What tells leads apart: the rule, the world, and what was logged.
  private struct Lead: Hashable {
    var rule: RuleID
    var world: Int
    var streams: [[Int?]]
  }

  /// The next trial, of the oldest lead first: what came first is simplest.
  mutating func next() -> Trial? {
    guard tried < trials.count else { return nil }
    tried += 1
    return trials[tried - 1]
  }

  /// Adds leads from a trial in which a rule fired that the programs hold back differently.
  ///
  /// The rows that made it fire have to come again for its gates to matter.
  mutating func note(_ trial: Trial, _ observations: [Observation], _ pacing: PacingChange) {
    let streams = trial.rows.map { [$0.event.index, $0.kind?.index] }
    for rule in pacing.rules {
      for (world, observation) in observations.enumerated() where followed.count < Self.most {
        guard let firing = observation.firings.first(where: { $0.rule == rule }),
          followed.insert(Lead(rule: rule, world: world, streams: streams)).inserted
        else { continue }
        trials += TrialEcho.candidates(of: trial, firing: firing.at.milliseconds - trial.start, pacing)
      }
    }
  }
}
