/// The states and levels at every instant of an evaluation.
public struct OracleTrail: Sendable {
  /// The states and levels from the end of an instant until the next.
  public struct Look: Sendable {
    public var at: Int64
    /// One for each rule.
    public var isOn: [Bool]
    /// One for each scale; 0 is the resting level.
    public var levels: [Int]
  }

  /// A try of a rule with `on` for one row.
  public struct Try: Hashable, Sendable {
    public var row: Int
    public var rule: Int
  }

  public var looks: [Look] = []
  /// Whether the rule's state was on, for each try.
  public var tries: [Try: Bool] = [:]

  /// The states and levels at an instant; nil before the first one.
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
