public import PaceLanguage

extension Machine {
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
    /// Whether firings and level changes are only counted, and not told of one by one.
    public var countsOnly = false
    /// Whether held notices are told of.
    public var tellsHeld = false
    public var accounts = Accounts.none
    /// Whether accounts give only outcomes and values: no texts, no counted rows, no times at which gates open.
    public var briefAccounts = false
    /// The most instants without a row in 24 hours of a subject.
    public var mostRowless = Runaway.mostInstants
    /// The parameter that `trackedRange` is about.
    public var tracked: ParamID?

    public init() {}
  }

  /// The instants that get an account.
  public enum Accounts: Sendable {
    case none
    case at(Instant)
    /// Every instant with a firing.
    case firings
    /// Every instant that is evaluated.
    case all
  }
}
