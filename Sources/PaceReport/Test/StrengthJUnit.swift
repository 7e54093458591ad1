import PaceLab
import PaceLanguage

/// What `test --format junit` adds with `--coverage` and `--mutate`.
///
/// For coverage, each pack gets a suite with a case for the threshold and a skipped case for each thing that no
/// scenario reached; for mutants, one with a case for each mutant.
struct StrengthJUnit: Sendable {
  struct Case: Sendable {
    enum Result: Sendable {
      case passed
      case skipped(String)
      case failed(String)
    }
    var name: String
    var result: Result
  }

  let name: String
  let path: String
  var cases: [Case] = []

  var failures: Int { count { if case .failed = $0 { true } else { false } } }
  private var skipped: Int { count { if case .skipped = $0 { true } else { false } } }

  static func suites(of report: TestReport) -> [StrengthJUnit] {
    report.strengths.flatMap { strength in
      [
        strength.coverage.map { suite(of: $0, strength, report) },
        strength.mutation.map { suite(of: $0, strength, report) },
      ].compactMap { $0 }
    }
  }

  private static func suite(
    of coverage: CoverageReport, _ strength: PackStrength, _ report: TestReport
  ) -> StrengthJUnit {
    var suite = StrengthJUnit(name: "coverage of \(strength.path)", path: strength.path)
    let share = Percent.text(coverage.share)
    let isBelow = coverage.share < report.threshold ?? 0
    let problem = "\(share) is below \(Percent.text(report.threshold ?? 0))"
    suite.cases.append(Case(name: "coverage \(share)", result: isBelow ? .failed(problem) : .passed))
    for goal in coverage.missed {
      let place = strength.program.place(of: goal.span)
      suite.cases.append(
        Case(name: "\(goal.owner): \(goal.text): \(goal.lack)", result: .skipped("\(goal.lack) (\(place))")))
    }
    return suite
  }

  private static func suite(
    of mutation: MutationReport, _ strength: PackStrength, _ report: TestReport
  ) -> StrengthJUnit {
    var suite = StrengthJUnit(name: "mutants of \(strength.path)", path: strength.path)
    let isTolerated = MutationReport.share(of: [mutation]) >= report.threshold ?? 10_000
    for (mutant, fate) in mutation.results {
      var entry = Case(
        name: "\(strength.program.place(of: mutant.span)): \(mutant.change)", result: .passed)
      switch fate {
      case .killed: break
      case .equivalent(let proof): entry.result = .skipped("equivalent: \(proof)")
      case .survived(let killer):
        let why = killer.map { "survived; this would kill it:\n\($0.text)" } ?? "survived; open"
        entry.result = isTolerated ? .skipped(why) : .failed(why)
      }
      suite.cases.append(entry)
    }
    return suite
  }

  var text: String {
    let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" skipped=\"\(skipped)\""
    var text = "  <testsuite name=\"\(XMLText.escaped(name))\" \(counts)>\n"
    for entry in cases {
      text += "    <testcase name=\"\(XMLText.escaped(entry.name))\""
      text += " classname=\"\(XMLText.escaped(path))\""
      switch entry.result {
      case .passed: text += "/>\n"
      case .skipped(let why): text += "><skipped message=\"\(XMLText.escaped(why))\"/></testcase>\n"
      case .failed(let why): text += "><failure message=\"\(XMLText.escaped(why))\"/></testcase>\n"
      }
    }
    return text + "  </testsuite>\n"
  }

  private func count(_ isWanted: (Case.Result) -> Bool) -> Int {
    cases.count { isWanted($0.result) }
  }
}
