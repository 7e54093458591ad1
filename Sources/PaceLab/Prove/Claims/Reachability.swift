public import PaceLanguage

/// Whether something in a program can ever come about, under some preset.
public enum Reach: String, Sendable {
  /// A scenario shows it.
  case reachable
  /// Proved: no log leads there.
  case unreachable
  /// Neither shown nor ruled out.
  case open
}

/// Whether a rule ever fires, or a scale ever stands at a level.
public struct ReachClaim: Sendable {
  public enum About: Hashable, Sendable {
    /// A rule without `emit` is reached where its state is on.
    case rule(RuleID)
    case level(ScaleID, Int)
  }

  public var about: About
  public var reach: Reach
  /// Why it is unreachable.
  public var reason: String?
  /// A scenario that passes and shows it.
  public var scenario: String?
}

extension Program {
  /// `fast_pace`, or `pace == slow_down`
  public func name(of about: ReachClaim.About) -> String {
    switch about {
    case .rule(let rule): self[rule].name.text
    case .level(let scale, let level):
      "\(scales[scale.index].name.text) == \(scales[scale.index].levels[level].name)"
    }
  }
}
