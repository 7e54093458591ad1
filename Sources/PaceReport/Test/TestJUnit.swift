import PaceLab

/// `test --format junit`: the XML that build servers read.
public enum TestJUnit {
  public static func text(of report: TestReport) -> String {
    let suites = report.suites
    let extra = StrengthJUnit.suites(of: report)
    let runs =
      suites.reduce(report.untested.count) { $0 + $1.runs } + extra.reduce(0) { $0 + $1.cases.count }
    let failures = suites.reduce(0) { $0 + $1.failures } + extra.reduce(0) { $0 + $1.failures }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let errors = report.untested.isEmpty ? "" : " errors=\"\(report.untested.count)\""
    text += "<testsuites name=\"pace\" tests=\"\(runs)\" failures=\"\(failures)\"\(errors)>\n"
    for suite in suites { text += suiteText(suite) }
    for suite in extra { text += suite.text }
    for path in report.untested { text += untestedText(path) }
    return text + "</testsuites>\n"
  }

  /// A file that makes no program, as an error, which is how build servers show what broke before it ran.
  private static func untestedText(_ path: String) -> String {
    let name = XMLText.escaped(path)
    return """
        <testsuite name="\(name)" tests="1" failures="0" errors="1">
          <testcase name="\(name)" classname="\(name)" file="\(name)">
            <error message="could not be tested: it has errors (see `pace lint`)"/>
          </testcase>
        </testsuite>

      """
  }

  private static func suiteText(_ suite: TestSuite) -> String {
    let counts = "tests=\"\(suite.runs)\" failures=\"\(suite.failures)\""
    let path = XMLText.escaped(suite.path)
    var text = "  <testsuite name=\"\(path)\" \(counts)>\n"
    for scenario in suite.scenarios {
      for run in scenario.results {
        let preset = run.preset.map { " [\($0)]" } ?? ""
        let name = XMLText.escaped(scenario.name + preset)
        let place =
          "classname=\"\(path)\" file=\"\(path)\" line=\"\(scenario.line)\""
        text += "    <testcase name=\"\(name)\" \(place)"
        text += run.failures.isEmpty ? "/>\n" : ">\n" + failures(of: run) + "    </testcase>\n"
      }
    }
    return text + "  </testsuite>\n"
  }

  private static func failures(of run: TestSuite.Run) -> String {
    var text = ""
    for failed in run.failures {
      let failure = failed.failure
      let message = XMLText.escaped("expected \(failure.expected), but \(failure.actual)")
      text += "      <failure message=\"\(message)\">\(XMLText.escaped(failed.place))\n"
      text += "\(XMLText.escaped(failure.because))</failure>\n"
    }
    return text
  }
}
