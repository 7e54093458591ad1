import PaceLab

/// `test --format junit`: the XML that build servers read.
enum TestJUnit {
  static func text(of report: TestReport) -> String {
    let suites = report.suites
    let extra = StrengthJUnit.suites(of: report)
    let runs = suites.reduce(0) { $0 + $1.runs } + extra.reduce(0) { $0 + $1.cases.count }
    let failures = suites.reduce(0) { $0 + $1.failures } + extra.reduce(0) { $0 + $1.failures }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"pace\" tests=\"\(runs)\" failures=\"\(failures)\">\n"
    for suite in suites { text += suiteText(suite) }
    for suite in extra { text += suite.text }
    return text + "</testsuites>\n"
  }

  private static func suiteText(_ suite: TestSuite) -> String {
    let counts = "tests=\"\(suite.runs)\" failures=\"\(suite.failures)\""
    var text = "  <testsuite name=\"\(escaped(suite.path))\" \(counts)>\n"
    for scenario in suite.scenarios {
      for run in scenario.results {
        let preset = run.preset.map { " [\($0)]" } ?? ""
        let name = escaped(scenario.name + preset)
        let place =
          "classname=\"\(escaped(suite.path))\" file=\"\(escaped(suite.path))\" line=\"\(scenario.line)\""
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
      let message = escaped("expected \(failure.expected), but \(failure.actual)")
      text += "      <failure message=\"\(message)\">\(escaped(failed.place))\n"
      text += "\(escaped(failure.because))</failure>\n"
    }
    return text
  }

  /// Without what XML reads as its own, and without what it cannot hold at all.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
