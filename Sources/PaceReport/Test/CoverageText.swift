import PaceLab
import PaceLanguage

/// `test --coverage`: a line for each pack, then what no scenario reached.
struct CoverageText: Sendable {
  let style: Style

  func lines(of report: TestReport) -> [String] {
    let measured = report.strengths.filter { $0.coverage != nil }
    guard !measured.isEmpty, let total = report.coverage else { return [] }
    let spare = CoverageGoal.Sort.allCases.enumerated().map { (column: $0 + 1, name: $1.rawValue) }
    var table = TextTable([.left] + spare.map { _ in .right } + [.right], spare: spare)
    table.append([style.bold("coverage")] + CoverageGoal.Sort.allCases.map { $0.rawValue } + ["all"])
    for strength in measured {
      guard let coverage = strength.coverage else { continue }
      let counts = CoverageGoal.Sort.allCases.map { sort in
        let count = coverage.count(sort)
        return "\(count.met)/\(count.all)"
      }
      table.append([strength.path.printable] + counts + [Percent.text(style, coverage.share)])
    }
    var lines = [""] + table.notedLines(within: style.width)
    for strength in measured { lines += missed(of: strength) }
    return lines + ["", "coverage \(Percent.text(style, total, asked: report.threshold))"]
  }

  private func missed(of strength: PackStrength) -> [String] {
    let missed = strength.coverage?.missed ?? []
    if missed.isEmpty { return [] }
    let rows = missed.map { goal in
      [style.dim(strength.program.place(of: goal.span).printable), goal.lack, goal.text]
    }
    let table = TextTable([.left, .left, .left], indent: "  ", rows: rows)
    return ["", style.bold("not reached in \(strength.path.printable)")] + table.lines(within: style.width)
  }
}
