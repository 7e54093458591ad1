import PaceLab
import PaceLanguage

/// `test --format text`: a line for each scenario with a column for each preset, then what failed.
///
/// Several files get a line for each file instead.
public struct TestText: Sendable {
  private let style: Style
  private let isVerbose: Bool

  /// - Parameter isVerbose: whether the scenarios of several files have their lines too.
  public init(_ style: Style, isVerbose: Bool) {
    self.style = style
    self.isVerbose = isVerbose
  }

  public func text(of report: TestReport) -> String {
    let suites = report.suites
    var lines: [String] = []
    if suites.count > 1, !isVerbose {
      lines = overview(of: suites)
    } else {
      for suite in suites {
        if !lines.isEmpty { lines.append("") }
        lines += matrix(of: suite)
      }
    }
    for suite in suites {
      for scenario in suite.scenarios { lines += failures(of: scenario, in: suite.path) }
    }
    if !lines.isEmpty { lines.append("") }
    lines.append(summary(of: report))
    lines += CoverageText(style: style).lines(of: report)
    lines += MutationText(style: style).lines(of: report)
    // Last, because people look there, and every scenario that ran may have passed.
    if !report.untested.isEmpty {
      let files = Noun.count(report.untested.count, "file")
      let names = report.untested.joined(separator: ", ").printable
      lines.append(style.red("\(files) could not be tested") + ": \(names)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func overview(of suites: [TestSuite]) -> [String] {
    let rows = suites.map { suite in
      [
        style.bold(suite.path.printable), Noun.count(suite.scenarios.count, "scenario"),
        Noun.count(suite.runs, "run"),
        suite.failures == 0 ? style.green("ok") : style.red("\(suite.failures) failed"),
      ]
    }
    return TextTable([.left, .right, .right, .left], rows: rows).lines(within: style.width)
  }

  private func matrix(of suite: TestSuite) -> [String] {
    let presets = suite.presets
    var table = TextTable([.left] + presets.map { _ in .left })
    table.append([style.bold(suite.path.printable)] + presets)
    for scenario in suite.scenarios {
      let cells = presets.map { preset in
        guard let run = scenario.results.first(where: { scenario.preset(of: $0) ?? "" == preset }) else {
          return style.dim("·")
        }
        return run.passed ? style.green("ok") : style.red("FAIL")
      }
      table.append(["  " + scenario.name.printable] + cells)
    }
    return table.lines(within: style.width)
  }

  private func failures(of scenario: TestSuite.Entry, in path: String) -> [String] {
    var lines: [String] = []
    for run in scenario.results where !run.passed {
      let preset = scenario.preset(of: run)
      let under = preset.map { " under \($0)" } ?? ""
      lines += ["", "\(style.red("FAIL")) \(style.bold(scenario.name.printable))\(under)"]
      for failure in run.failures {
        let place = scenario.program.place(of: failure.span).printable
        lines.append("  expected  \(failure.expected.printable)   \(style.dim(place))")
        lines.append("  actual    \(failure.actual.printable)")
        if !failure.because.isEmpty { lines.append("  because   \(failure.because.printable)") }
        if let question = failure.question {
          lines.append("  look      \(style.dim(command(question, of: scenario.name, preset, in: path)))")
        }
      }
    }
    return lines
  }

  /// The command that explains the scenario at the point where an expectation failed.
  private func command(
    _ question: ScenarioFailure.Question, of name: String, _ preset: String?, in path: String
  ) -> String {
    var words = ["pace", "explain", path, "--scenario", name, "--at", question.at]
    if let rule = question.rule { words += ["--rule", rule] }
    if let preset { words += ["--preset", preset] }
    return words.map(ShellWord.quoted).joined(separator: " ").printable
  }

  private func summary(of report: TestReport) -> String {
    let suites = report.suites
    let runs = suites.reduce(0) { $0 + $1.runs }
    let failed = suites.reduce(0) { $0 + $1.failures }
    if runs == 0 { return "no scenarios" }
    let scenarios = Noun.count(suites.reduce(0) { $0 + $1.scenarios.count }, "scenario")
    let all = "\(scenarios), \(Noun.count(runs, "run"))"
    if failed > 0 { return "\(all): \(style.red("\(failed) failed"))" }
    return report.untested.isEmpty ? "\(all): \(style.green("all passed"))" : "\(all): 0 failed"
  }
}
