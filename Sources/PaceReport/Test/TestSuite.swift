import PaceLab
import PaceLanguage

/// The scenarios of one file and their results.
public struct TestSuite: Sendable {
  /// One scenario, with a result for each preset that it was run under.
  struct Entry: Sendable {
    let program: Program
    let scenario: Scenario
    let results: [ScenarioResult]

    var name: String { scenario.name }
    var file: SourceFile { program.files[Int(scenario.span.file.index)] }
    var line: Int { file.location(of: scenario.span.start).line }

    /// Nil if no preset was in force.
    func preset(of result: ScenarioResult) -> String? { program.presetName(result.preset) }
  }

  let path: String
  var scenarios: [Entry]

  var results: [ScenarioResult] { scenarios.flatMap { $0.results } }
  var runs: Int { results.count }
  var failures: Int { results.count { !$0.passed } }

  /// The presets that any scenario ran under, each where it first comes.
  var presets: [String] {
    scenarios.flatMap { entry in entry.results.map { entry.preset(of: $0) ?? "" } }.unique
  }
}
