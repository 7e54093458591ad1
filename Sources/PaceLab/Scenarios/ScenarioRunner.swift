public import PaceEngine
public import PaceLanguage

/// Runs scenarios through the engine, each under each of its presets.
public struct ScenarioRunner: Sendable {
  let plan: Plan
  private let zone: @Sendable (String) -> Zone?
  /// Asked now and then whether to end a run early; its results then mean nothing.
  public var shouldStop: (@Sendable () -> Bool)?
  /// The most rowless instants that a run may have; notices and other records count as further instants.
  ///
  /// A run with more is cut off, and expectations fail unless they are about an instant up to then.
  public var mostInstants = 5_000_000

  /// `zone` finds a time zone by its name.
  public init(_ program: Program, zone: @escaping @Sendable (String) -> Zone?) {
    plan = Plan(program)
    self.zone = zone
  }

  /// Runs the scenarios that lie in one of `files` and whose name `isWanted`, in the order of the program.
  public func run(
    inFiles files: [FileID], where isWanted: (String) -> Bool = { _ in true }
  ) -> [ScenarioResult] {
    var results: [ScenarioResult] = []
    for (index, scenario) in plan.program.scenarios.enumerated()
    where files.contains(scenario.span.file) && isWanted(scenario.name) {
      results += run(index)
    }
    return results
  }

  /// Runs one scenario, by its index in the program, under each of its presets.
  public func run(_ index: Int) -> [ScenarioResult] {
    plan.program.scenarios[index].runs.map { run(index, named: $0) }
  }

  /// `named` is nil if the subject itself picks its preset.
  private func run(_ index: Int, named: PresetID?) -> ScenarioResult {
    let scenario = plan.program.scenarios[index]
    let preset = named ?? plan.program.ownPreset(of: scenario)
    var result = ScenarioResult(scenario: index, preset: preset, failures: [])
    do throws(ScenarioObstacle) {
      var run = ScenarioRun(try replay(index, named: named))
      result.runaway = run.runaway
      result.failures = run.failures(of: scenario.expectations(under: preset))
    } catch {
      result.failures = [error.failure]
    }
    return result
  }

  /// Whether every expectation holds.
  func passes(_ index: Int, named: PresetID?) -> Bool {
    guard let replay = try? replay(index, named: named) else { return false }
    let preset = named ?? plan.program.ownPreset(of: replay.scenario)
    var run = ScenarioRun(replay)
    return run.passes(replay.scenario.expectations(under: preset))
  }

  /// The log of a scenario under a preset; throws if it cannot be run.
  func replay(_ index: Int, named: PresetID?) throws(ScenarioObstacle) -> ScenarioReplay {
    let scenario = plan.program.scenarios[index]
    if let failure = missingValue(scenario, named ?? plan.program.ownPreset(of: scenario)) {
      throw ScenarioObstacle(failure: failure)
    }
    let timeline = try ScenarioTimeline(scenario, in: plan.program, zone: zone)
    return ScenarioReplay(runner: self, timeline: timeline, named: named)
  }

  /// The failure for a parameter without a value under the preset, so that nothing can be evaluated; nil for none.
  private func missingValue(_ scenario: Scenario, _ preset: PresetID?) -> ScenarioFailure? {
    let program = plan.program
    guard let param = program.paramWithoutValue(under: preset, settings: scenario.settings) else {
      return nil
    }
    let name = preset.map { program.presets[$0.index].name.text }
    return ScenarioFailure(
      expected: "a value for `\(program.params[param.index].name.text)`",
      actual: name.map { "preset `\($0)` gives it none" } ?? "no preset is in force",
      because: "it has no default", span: scenario.span)
  }
}

extension Scenario {
  /// The expectations that apply under a preset.
  func expectations(under preset: PresetID?) -> [Expectation] {
    expectations.filter { $0.presets.isEmpty || $0.presets.contains { $0 == preset } }
  }

  /// The presets it runs under; nil if its subject itself picks one.
  var runs: [PresetID?] { presets.isEmpty ? [nil] : presets.map { $0 } }
}

extension Program {
  /// The preset that the scenario's subject picks: by its attribute, else by what holds for any subject.
  func ownPreset(of scenario: Scenario) -> PresetID? {
    let own = scenario.attributes.last { $0.attribute == subject.presetAttribute }?.value
    return preset(own) ?? defaultPreset
  }
}
