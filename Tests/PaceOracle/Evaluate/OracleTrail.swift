/// Every state and level that an evaluation went through.
public struct OracleTrail: Sendable {
  /// How things stood after all of an instant, until the next one.
  public struct Look: Sendable {
    public var at: Int64
    /// One for each rule.
    public var isOn: [Bool]
    /// One for each scale, the resting level being 0.
    public var levels: [Int]
  }

  /// A row by which a rule with `on` was tried.
  public struct Try: Hashable, Sendable {
    public var row: Int
    public var rule: Int
  }

  public var looks: [Look] = []
  /// Whether the rule's state was on.
  public var tries: [Try: Bool] = [:]

  /// How things stood at an instant; nil before the first one.
  public func look(at instant: Int64) -> Look? { looks.last { $0.at <= instant } }
}

extension OracleProgram {
  /// The states and levels of this program on a log; nil if that takes too many instants.
  public func trail(on log: OracleLog) -> (trail: OracleTrail, result: OracleResult)? {
    var run = OracleRun(self, log)
    run?.trail = OracleTrail()
    guard let result = run?.run(), !result.isCut, let trail = run?.trail else { return nil }
    return (trail, result)
  }
}
