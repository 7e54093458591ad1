public import PaceLanguage

/// The time and memory that an evaluation took, part by part. Times are nanoseconds, sizes bytes.
public struct Profile: Sendable {
  /// One rule's part.
  public struct OfRule: Sendable {
    public var rule: RuleID
    public var time: Int64
    /// How many times it was tried, or its memory carried on.
    public var evaluations: Int
    public var firings: Int
    /// At how many rowless instants it was the first rule due.
    public var instants: Int
    /// The memory of the streams that it reads.
    public var state: Int
  }

  /// One node's part.
  public struct OfNode: Sendable {
    /// The first expression that the node stands for.
    public var expression: ExpressionID
    /// The time spent on the node itself, without the nodes below it.
    public var time: Int64
    public var evaluations: Int
    /// The memory of the stream that the node looks at directly; 0 if it looks at none.
    public var state: Int
  }

  /// One stream's part.
  public struct OfStream: Sendable {
    public var stream: StreamID
    public var state: Int
  }

  /// In the order of the program.
  public var rules: [OfRule] = []
  public var nodes: [OfNode] = []
  /// The streams whose rows are kept because something looks back at them.
  public var streams: [OfStream] = []
  /// The time that the engine spent on no rule: entering rows, and going from instant to instant.
  public var rows: Int64
  /// The time spent outside the engine: reading the log.
  public var outside: Int64
  /// The time charged to no node, inside or outside the engine.
  public var nodeless: Int64
  /// The time that the measuring itself took.
  public var measuring: Int64
  /// How many instants were evaluated.
  public var instants: Int
  /// How many of these had a row, or the start of a subject.
  public var instantsOfRows: Int
  /// The memory of a subject apart from the rows of streams.
  public var fixedState: Int

  /// The total memory.
  public var state: Int { streams.reduce(fixedState) { $0 + $1.state } }
}
