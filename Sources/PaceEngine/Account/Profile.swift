public import PaceLanguage

/// What an evaluation took, part by part. Times are nanoseconds, sizes bytes.
public struct Profile: Sendable {
  public struct OfRule: Sendable {
    public var rule: RuleID
    public var time: Int64
    /// How often it was tried, or its state carried on.
    public var evaluations: Int
    public var firings: Int
    /// At how many instants without a row it was the first that was due.
    public var instants: Int
    /// The memory of the streams that it reads.
    public var state: Int
  }

  public struct OfNode: Sendable {
    /// The first expression that it stands for.
    public var expression: ExpressionID
    /// The time spent on the node itself, without the nodes below it.
    public var time: Int64
    public var evaluations: Int
    /// The memory of the stream that the node looks at directly; 0 if it looks at none.
    public var state: Int
  }

  public struct OfStream: Sendable {
    public var stream: StreamID
    public var state: Int
  }

  /// In the order of the program.
  public var rules: [OfRule] = []
  public var nodes: [OfNode] = []
  /// The streams that something looks back at, so that their rows are kept.
  public var streams: [OfStream] = []
  /// What the engine did for no rule: entering rows, and going from instant to instant.
  public var rows: Int64
  /// What was spent outside of the engine: reading the log.
  public var outside: Int64
  /// The part of all the time that was spent on no expression.
  public var nodeless: Int64
  /// What the measuring itself took.
  public var measuring: Int64
  public var instants: Int
  /// At how many of these a row stood, or a subject started.
  public var instantsOfRows: Int
  /// The memory of a subject besides the rows of streams.
  public var fixedState: Int

  /// All of the time.
  public var time: Int64 { rules.reduce(rows + outside + measuring) { $0 + $1.time } }
  /// All of the memory.
  public var state: Int { streams.reduce(fixedState) { $0 + $1.state } }
}
