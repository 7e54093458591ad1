import PaceLab
import PaceLanguage

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
    _ run: ScenarioResult, _ scenario: TestSuite.Entry, _ suite: TestSuite, _ object: inout JSONWriter
  ) {
    object.field("name", scenario.name)
    object.field("preset", scenario.preset(of: run))
    object.field("passed", run.passed)
    object.objects("failures", run.failures) { failure, object in
      object.field("expected", failure.expected)
      object.field("actual", failure.actual)
      object.field("because", failure.because)
      object.field("place", scenario.program.place(of: failure.span))
    }
    object.field("file", suite.path)
    object.field("line", scenario.line)
  }
}
