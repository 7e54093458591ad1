import PaceLab
import PaceLanguage

/// The scenarios of one file and their results.
public struct TestSuite: Sendable {
  /// One scenario, run under each of its presets.
  struct ScenarioRuns: Sendable {
    var name: String
    var line: Int
    var results: [Run]
  }

  /// One scenario under one preset.
  struct Run: Sendable {
    /// Nil if no preset is in force.
    var preset: String?
    var failures: [Failed]

    init(_ result: ScenarioResult, _ program: Program) {
      preset = program.presetName(result.preset)
      failures = result.failures.map { failure in
        Failed(failure: failure, place: program.place(of: failure.span))
      }
    }
  }

  /// An expectation that did not hold, and where it is written.
  struct Failed: Sendable {
    var failure: ScenarioFailure
    var place: String
  }

  var path: String
  var scenarios: [ScenarioRuns]

  var runs: Int { scenarios.reduce(0) { $0 + $1.results.count } }
  var failures: Int { scenarios.reduce(0) { $0 + $1.results.filter { !$0.failures.isEmpty }.count } }

  /// The presets that any scenario ran under, each where it first comes.
  var presets: [String] { scenarios.flatMap { $0.results }.map { $0.preset ?? "" }.unique }
}
