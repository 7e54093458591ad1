public import PaceLanguage

/// What questions about one subject's log share, so that each goes on where the one before it ended.
///
/// A question about an earlier instant begins anew.
public struct SharedWork: Sendable {
  private var past: Follower?
  private var trails: [RuleID: Trail] = [:]

  public init() {}

  /// Makes ready for another subject of the same program.
  public mutating func beginSubject() {
    past = nil
    for rule in trails.keys { trails[rule]?.forgetSubject() }
  }

  /// The machine just before the instant asked about, which may give an account of it.
  mutating func past(of situation: Situation) -> Follower {
    var follower = past.flatMap { $0.leads(to: situation) ? $0 : nil } ?? situation.follower()
    past = nil
    follower.follow(to: situation)
    past = follower
    return follower
  }

  /// Takes out what questions about a rule share, to be `put` back after the next one; nil before the first.
  public mutating func takeTrail(of rule: RuleID) -> Trail? { trails.removeValue(forKey: rule) }

  public mutating func put(_ trail: Trail) { trails[trail.rule] = trail }
}
