import PaceEngine
import PaceLanguage

extension ScenarioRunner {
  /// What the scenarios with these indices reach, all of them together.
  public func coverage(of scenarios: [Int]) -> CoverageReport {
    let program = plan.program
    let conditions = HiddenConditions(program)
    var sightings = CoverageSightings(program)
    for index in scenarios {
      for preset in program.scenarios[index].runs {
        guard let replay = try? replay(index, named: preset) else { continue }
        replay.note(conditions, in: &sightings)
      }
    }
    var report = CoverageReport(goals: GoalCollector.goals(of: program))
    for index in report.goals.indices {
      report.goals[index].isMet = sightings.aims.contains(report.goals[index].aim)
    }
    return report
  }
}
