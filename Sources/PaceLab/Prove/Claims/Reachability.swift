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

/// Whether a rule ever fires; without `emit`, whether its state is ever on.
public struct RuleReach: Sendable {
  public var rule: RuleID
  public var reach: Reach
  /// Why it is unreachable.
  public var reason: String?
  /// A scenario that passes and shows it.
  public var scenario: String?
}

/// Whether a scale ever stands at a level.
public struct LevelReach: Sendable {
  public var scale: ScaleID
  public var level: Int
  public var reach: Reach
  public var reason: String?
  public var scenario: String?
}
