public import PaceLab
public import PaceLanguage

/// `sweep --format csv --by-subject`: a row for each subject, combination of values, and rule that fired.
public struct SweepSubjectCSV: Sendable {
  private let program: Program
  private let grid: SweepGrid
  private let isShown: Bool

  /// - Parameter isShown: whether it is written to a terminal, so that control characters are escaped.
  public init(_ program: Program, _ grid: SweepGrid, isShown: Bool) {
    self.isShown = isShown
    self.program = program
    self.grid = grid
  }

  public var header: [UInt8] {
    var csv = CSVWriter(isShown: isShown)
    let names = SweepAxisFields.names(grid, besides: ["subject", "rule", "firings"])
    csv.row(["subject"] + names + ["rule", "firings"])
    return csv.bytes
  }

  /// - Parameter points: which combinations of the grid the outcome is of.
  public func rows(of subject: String, _ points: Range<Int>, _ outcome: SweepOutcome) -> [UInt8] {
    var csv = CSVWriter(isShown: isShown)
    for point in points {
      let values = SweepAxisFields.texts(of: point, grid, program)
      for (rule, count) in zip(program.rules, outcome.firings) where count > 0 {
        csv.row([subject] + values + [rule.name.text, String(count)])
      }
    }
    return csv.bytes
  }
}
