public import PaceEngine
public import PaceLanguage

/// What a node of a graph shows at an instant of one subject.
public struct GraphLight: Sendable {
  public enum Reading: Sendable {
    case value(ShownValue)
    /// Nothing: only the condition of a stream reads it, and no event of the instant was asked about.
    case unasked
    /// The instant of a stream's newest row that counts; nil if there is none.
    case newest(Instant?)
    /// How many rows a window holds; nil if its length is unknown.
    case rows(Int?)
    case outcome(Outcome)
    /// For a kind of notice, the strongest outcome of the rules that give it.
    case notice(Outcome)
  }

  /// What holds a rule back.
  public struct Holding: Sendable {
    public var gate: GateReference
    /// The gate as it is written.
    public var text: String
    /// When the gate opens if nothing more is logged; nil if it never does.
    public var opensAt: Instant?
  }

  public var reading: Reading
  /// Whether the node is a rule that fires, is held or raises a level, or is something that such a verdict rests on
  /// or leads to.
  public var isDecisive = false
  /// Whether the value counts firings of the instant itself, because no rule read it before they came.
  public var countsGiven = false
  public var held: Holding?
}

/// An instant of one subject, for lighting a graph.
public struct GraphMoment: Sendable {
  public var log: SubjectLog
  public var account: Account
  /// The machine that gave the account, which knows the subject's values.
  public var machine: Machine

  public init(_ log: SubjectLog, _ account: Account, _ machine: Machine) {
    self.log = log
    self.account = account
    self.machine = machine
  }
}
