import PaceLab
import PaceLanguage

/// `sweep --format csv`: a row for every combination of values, a column for every figure.
package struct SweepCSV: Sendable {
  package let bytes: [UInt8]

  package init(_ view: SweepView) {
    var csv = CSVWriter()
    for name in Self.names(view) { csv.field(name) }
    csv.endRow()
    let front = Set(view.result.front)
    for (index, point) in view.result.points.enumerated() {
      for field in SweepAxisFields.texts(of: index, view.grid, view.program) { csv.field(field) }
      for count in [point.notices, point.affected] { csv.field(String(count)) }
      csv.field(Words.decimal(point.median))
      for count in [point.ninetieth] + point.firings + point.subjects { csv.field(String(count)) }
      if view.result.hasLevels { for time in point.levels.joined() { csv.field(String(time)) } }
      if let score = point.score {
        for count in [score.caught, score.missed, score.falseAlarms, score.unlabelled] {
          csv.field(String(count))
        }
        for share in [score.precision, score.recall] { csv.field(share.map(Words.decimal) ?? "") }
        csv.field(front.contains(index) ? "yes" : "no")
      }
      csv.endRow()
    }
    bytes = csv.bytes
  }

  private static func names(_ view: SweepView) -> [String] {
    let rules = view.program.rules.map { $0.name.text }
    var names = SweepAxisFields.names(view.grid)
    names += ["notices", "affected", "per_subject.median", "per_subject.p90"]
    names += rules.map { "firings.\($0)" } + rules.map { "subjects.\($0)" }
    if view.result.hasLevels {
      for scale in view.program.scales { names += scale.levels.map { "ms.\(scale.name.text).\($0.name)" } }
    }
    if view.hasLabels {
      names += ["caught", "missed", "false", "unlabelled", "precision", "recall", "pareto"]
    }
    return names
  }
}

/// The columns that say which values a row is about; a duration is there in milliseconds too, for charts.
enum SweepAxisFields {
  static func names(_ grid: SweepGrid) -> [String] {
    grid.axes.flatMap { $0.type == .duration ? [$0.name, "\($0.name).ms"] : [$0.name] }
  }

  static func texts(of point: Int, _ grid: SweepGrid, _ program: Program) -> [String] {
    zip(grid.axes, grid.indices(of: point)).flatMap { axis, index in
      let text = axis.text(index, program)
      return axis.type == .duration ? [text, String(axis.values[index])] : [text]
    }
  }
}
