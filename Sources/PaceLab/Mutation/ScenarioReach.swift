import PaceEngine
import PaceLanguage

/// Which runs of scenarios can notice a change of a declaration, the likeliest first.
struct ScenarioReach: Sendable {
  struct Run: Hashable, Sendable {
    var scenario: Int
    /// Nil if the subject itself picks its preset.
    var preset: PresetID?
  }

  private let program: Program
  private let runs: [Run]
  /// For each rule: itself, its policy and what it reads.
  private let declarations: [Set<DeclarationKey>]
  /// For each scenario, the rules that its expectations are about.
  private let spokenOf: [Set<Int>]

  init(_ runner: ScenarioRunner, _ scenarios: [Int]) {
    let program = runner.plan.program
    self.program = program
    // Short ones first: they cost least, and mostly decide.
    let lengths = scenarios.map { (index: $0, length: Self.length(of: $0, runner)) }
    runs = lengths.sorted { ($0.length, $0.index) < ($1.length, $1.index) }.flatMap { scenario in
      program.scenarios[scenario.index].runs.map { Run(scenario: scenario.index, preset: $0) }
    }
    declarations = program.rules.ids.map { rule in
      References.of(rule, in: program).declarations.union(program.declarations(of: rule))
    }
    spokenOf = program.scenarios.map { Set(program.rules(namedBy: $0.expectations).map { $0.index }) }
  }

  /// From the start to the last instant that is named, in milliseconds.
  private static func length(of index: Int, _ runner: ScenarioRunner) -> Int64 {
    guard let named = runner.plan.program.scenarios[index].runs.first,
      let replay = try? runner.replay(index, named: named)
    else { return 0 }
    return replay.timeline.last.milliseconds - replay.timeline.clock.start
  }

  func runs(for mutant: Mutant) -> [Run] {
    let able = runs.filter { canNotice(mutant, $0) }
    let rules = Set(program.rules.indices.filter { isTouched($0, by: mutant.owner) })
    let near = able.filter { !spokenOf[$0.scenario].isDisjoint(with: rules) }
    let rest = able.filter { spokenOf[$0.scenario].isDisjoint(with: rules) }
    return near + rest
  }

  /// Whether the changed declaration is in force in a run.
  private func canNotice(_ mutant: Mutant, _ run: Run) -> Bool {
    let scenario = program.scenarios[run.scenario]
    let replaced =
      scenario.settings.map { DeclarationKey(.param, program.params[$0.param.index].name.text) }
      + scenario.attributes.map {
        DeclarationKey(.attribute, program.subject.attributes[$0.attribute.index].name.text)
      }
    if replaced.contains(mutant.owner) { return false }
    let lineage = program.lineage(of: run.preset ?? program.ownPreset(of: scenario)).map(program.presetName)
    return mutant.presets.isEmpty || mutant.presets.contains { lineage.contains($0) }
  }

  private func isTouched(_ index: Int, by owner: DeclarationKey) -> Bool {
    [.event, .subject, .calendar].contains(owner.sort) || declarations[index].contains(owner)
  }
}
