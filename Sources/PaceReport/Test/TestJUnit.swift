import PaceLab
import PaceLanguage

/// `test --format junit`: the XML that build servers read, a suite for each file with scenarios.
///
/// For coverage, each pack gets a suite with a case for the threshold and a skipped case for each thing that no
/// scenario reached; for mutants, one with a case for each mutant. Cases fail for weakness only if all packs together
/// are below the threshold, and only those of packs that are below it themselves.
public enum TestJUnit {
  public static func text(of report: TestReport) -> String {
    var suites = report.suites.map { suite(of: $0) }
    for strength in report.strengths {
      if let coverage = strength.coverage { suites.append(suite(of: coverage, strength, report)) }
      if let mutation = strength.mutation { suites.append(suite(of: mutation, strength, report)) }
    }
    let runs = suites.reduce(report.untested.count) { $0 + $1.cases.count }
    let failures = suites.reduce(0) { $0 + $1.failures }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let errors = report.untested.isEmpty ? "" : " errors=\"\(report.untested.count)\""
    text += "<testsuites name=\"pace\" tests=\"\(runs)\" failures=\"\(failures)\"\(errors)>\n"
    for suite in suites { text += suite.text }
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

  private static func suite(of suite: TestSuite) -> JUnitSuite {
    let cases = suite.scenarios.flatMap { entry in
      entry.results.map { result in
        let preset = entry.preset(of: result).map { " [\($0)]" } ?? ""
        return JUnitSuite.Case(
          name: entry.name + preset, line: entry.line,
          result: result.passed ? .passed : .unmet(result.failures, entry.program))
      }
    }
    return JUnitSuite(name: suite.path, path: suite.path, cases: cases)
  }

  private static func suite(
    of coverage: CoverageReport, _ strength: PackStrength, _ report: TestReport
  ) -> JUnitSuite {
    let share = Percent.text(coverage.share)
    let isBelow = report.isUncovered && coverage.share < report.threshold ?? 0
    let problem = "\(share) is below \(Percent.text(report.threshold ?? 0))"
    let whole = JUnitSuite.Case(name: "coverage \(share)", result: isBelow ? .failed(problem) : .passed)
    let missed = coverage.missed.map { goal in
      JUnitSuite.Case(
        name: "\(goal.owner): \(goal.text): \(goal.lack)",
        result: .skipped("\(goal.lack) (\(strength.program.place(of: goal.span)))"))
    }
    return JUnitSuite(
      name: "coverage of \(strength.path)", path: strength.path, mayHaveSkipped: true, cases: [whole] + missed
    )
  }

  private static func suite(
    of mutation: MutationReport, _ strength: PackStrength, _ report: TestReport
  ) -> JUnitSuite {
    let isTolerated =
      !report.isUnguarded || MutationReport.share(of: [mutation]) >= report.threshold ?? 10_000
    let cases = mutation.results.map { mutant, fate in
      JUnitSuite.Case(
        name: "\(strength.program.place(of: mutant.span)): \(mutant.change)",
        result: result(of: fate, isTolerated: isTolerated))
    }
    return JUnitSuite(
      name: "mutants of \(strength.path)", path: strength.path, mayHaveSkipped: true, cases: cases)
  }

  private static func result(of fate: MutantFate, isTolerated: Bool) -> JUnitSuite.Result {
    switch fate {
    case .killed: return .passed
    case .equivalent(let proof): return .skipped("equivalent: \(proof)")
    case .survived(let killer):
      let why = killer.map { "survived; this would kill it:\n\($0.text)" } ?? "survived; open"
      return isTolerated ? .skipped(why) : .failed(why)
    }
  }
}

/// What stands together in a build server's report.
private struct JUnitSuite {
  enum Result {
    case passed
    case skipped(String)
    case failed(String)
    /// Expectations of a scenario that did not hold.
    case unmet([ScenarioFailure], Program)
  }

  struct Case {
    var name: String
    /// Where it stands in the suite's file; nil for what is about a whole pack.
    var line: Int?
    var result: Result
  }

  let name: String
  let path: String
  var mayHaveSkipped = false
  let cases: [Case]

  var failures: Int {
    cases.count { entry in
      switch entry.result {
      case .failed, .unmet: true
      case .passed, .skipped: false
      }
    }
  }

  private var skipped: Int { cases.count { if case .skipped = $0.result { true } else { false } } }

  var text: String {
    let skipped = mayHaveSkipped ? " skipped=\"\(skipped)\"" : ""
    let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\"\(skipped)"
    return "  <testsuite name=\"\(XMLText.escaped(name))\" \(counts)>\n"
      + cases.map { text(of: $0) }.joined() + "  </testsuite>\n"
  }

  private func text(of entry: Case) -> String {
    let path = XMLText.escaped(path)
    let place = entry.line.map { " file=\"\(path)\" line=\"\($0)\"" } ?? ""
    let head = "    <testcase name=\"\(XMLText.escaped(entry.name))\" classname=\"\(path)\"\(place)"
    switch entry.result {
    case .passed: return head + "/>\n"
    case .skipped(let why):
      return head + "><skipped message=\"\(XMLText.escaped(why))\"/></testcase>\n"
    case .failed(let why):
      return head + "><failure message=\"\(XMLText.escaped(why))\"/></testcase>\n"
    case .unmet(let failures, let program):
      let parts = failures.map { failure in
        let message = XMLText.escaped("expected \(failure.expected), but \(failure.actual)")
        let place = XMLText.escaped(program.place(of: failure.span))
        return
          "      <failure message=\"\(message)\">\(place)\n\(XMLText.escaped(failure.because))</failure>\n"
      }
      return "\(head)>\n\(parts.joined())    </testcase>\n"
    }
  }
}
