public import PaceEngine
public import PaceLanguage

/// Finds out how much of a program its scenarios reach.
public struct CoverageMeter: Sendable {
  private let runner: ScenarioRunner

  public init(_ program: Program, zone: @escaping @Sendable (String) -> Zone?) {
    runner = ScenarioRunner(program, zone: zone)
  }

  /// What the scenarios with these indices reach, all of them together.
  public func measure(_ scenarios: [Int]) -> CoverageReport {
    let program = runner.plan.program
    let conditions = HiddenConditions(program)
    var sightings = CoverageSightings(program)
    for index in scenarios {
      for preset in program.scenarios[index].runs {
        guard case .success(let replay) = runner.replay(index, named: preset) else { continue }
        CoverageRun(replay: replay, conditions: conditions).note(in: &sightings)
      }
    }
    var report = CoverageReport(goals: GoalCollector.goals(of: program))
    for index in report.goals.indices {
      report.goals[index].isMet = sightings.aims.contains(report.goals[index].aim)
    }
    return report
  }
}
