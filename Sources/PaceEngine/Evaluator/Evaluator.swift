public import PaceLanguage

/// Decides, for one subject at a time, which notices are due, which are held back, and why.
///
/// `begin` a subject, `append` its events in time order, and `finish`, or `advance` to the present in an
/// application. What there is to tell gathers in `records` until it is taken away.
public struct Evaluator: Sendable {
  public struct Options: Sendable {
    /// The preset for every subject; nil leaves the choice to each subject.
    public var preset: PresetID?
    /// Values of parameters that go before any preset's.
    public var overrides: [(param: ParamID, value: Constant)] = []
    /// The last instant that is looked at; later events are not seen.
    public var until: Instant?
    /// Whether level changes are told of.
    public var tellsLevels = false
    /// Whether firings carry their messages.
    public var fillsMessages = true
    /// Whether held notices are told of.
    public var tellsHeld = false
    public var accounts = Accounts.none

    public init() {}
  }

  /// The instants of which an account is given.
  public enum Accounts: Sendable {
    case none
    case at(Instant)
    /// Every instant with a firing.
    case firings
    /// Every instant that is evaluated.
    case all
  }

  public let plan: Plan
  public let options: Options
  /// What has been told and not yet taken away.
  public var records: [Record] = []

  public init(_ plan: Plan, options: Options = Options()) {
    self.plan = plan
    self.options = options
  }

  /// Forgets the last subject and its texts.
  public mutating func clear() {}

  /// The value that stands for `text` until the next `clear`.
  public mutating func intern(_ text: String) -> Value { .unknown }

  /// The text that a value of type `text` or `schedule` stands for.
  public func text(of value: Value) -> String { "" }

  /// Starts a subject.
  public mutating func begin(_ subject: SubjectRecord) {}

  /// Takes the next event of the subject; events come in the order of time.
  public mutating func append(_ event: EventRecord) -> Admission { .kept }

  /// Evaluates everything up to and including `instant`; later events must come after it.
  public mutating func advance(to instant: Instant) {}

  /// Evaluates what is left up to the subject's horizon.
  public mutating func finish() {}

  /// The next instant after the last evaluated one at which something changes if nothing is logged; nil
  /// where nothing will.
  public var nextDeadline: Instant? { nil }

  /// The preset in force for the subject.
  public var preset: PresetID? { nil }

  /// The level at which a scale stands.
  public func level(of scale: ScaleID) -> Int { 0 }

  /// Whether the subject's end has passed, and when it was or will be.
  public var end: Instant? { nil }

  /// A parameter's value for the subject.
  public func value(of param: ParamID) -> Value { .unknown }

  /// An expression's value at the last evaluated instant.
  public func value(of expression: ExpressionID) -> Value { .unknown }
}
