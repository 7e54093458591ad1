import PaceLab

/// `test --format json`: one object with an entry for each scenario and preset.
public enum TestJSON {
  public static func bytes(of report: TestReport) -> [UInt8] {
    JSONWriter.line { object in
      object.array("scenarios") { list in
        for suite in report.suites {
          for scenario in suite.scenarios {
            for run in scenario.results { list.object { write(run, scenario, suite, &$0) } }
          }
        }
      }
      object.field("untested", strings: report.untested)
      if report.coverage != nil { StrengthJSON.writeCoverage(report, &object) }
      if report.caught != nil || report.strengths.contains(where: { $0.failing > 0 }) {
        StrengthJSON.writeMutants(report, &object)
      }
    }
  }

  private static func write(
    _ run: TestSuite.Run, _ scenario: TestSuite.ScenarioRuns, _ suite: TestSuite, _ object: inout JSONWriter
  ) {
    object.field("name", scenario.name)
    object.field("preset", run.preset)
    object.field("passed", run.failures.isEmpty)
    object.objects("failures", run.failures) { failed, failure in
      failure.field("expected", failed.failure.expected)
      failure.field("actual", failed.failure.actual)
      failure.field("because", failed.failure.because)
      failure.field("place", failed.place)
    }
    object.field("file", suite.path)
    object.field("line", scenario.line)
  }
}
