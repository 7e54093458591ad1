public import PaceEngine
public import PaceLanguage

/// The result of one scenario under one preset.
public struct ScenarioResult: Sendable {
  /// The index of the scenario in `Program.scenarios`.
  public var scenario: Int
  /// Nil if no preset is in force.
  public var preset: PresetID?
  public var failures: [ScenarioFailure]
  /// Why its evaluation ended early; nil if it didn't.
  public var runaway: Runaway?

  public var passed: Bool { failures.isEmpty }
}

/// One expectation that did not hold.
public struct ScenarioFailure: Equatable, Sendable {
  /// The expectation as it is written.
  public var expected: String
  /// What happened instead.
  public var actual: String
  /// Why, from the account of that instant; empty if there is nothing to tell.
  public var because: String
  public var span: SourceSpan
  /// What to ask `explain` about it; nil if nothing is visible.
  public var question: Question?

  /// An instant, as `--at` reads it for the scenario's log, and the rule in question.
  public struct Question: Equatable, Sendable {
    public var at: String
    public var rule: String?
  }
}

/// Why a scenario cannot be run.
public struct ScenarioObstacle: Error {
  public var failure: ScenarioFailure
}

extension ScenarioObstacle {
  init(_ expected: String, _ actual: String, _ span: SourceSpan) {
    failure = ScenarioFailure(expected: expected, actual: actual, because: "", span: span)
  }
}
