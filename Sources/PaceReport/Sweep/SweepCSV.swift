import PaceLab
import PaceLanguage

/// `sweep --format csv`: a row for every combination of values, a column for every figure.
public enum SweepCSV {
  public static func bytes(of view: SweepView) -> [UInt8] {
    var csv = CSVWriter()
    csv.row(names(view))
    let front = Set(view.result.front)
    for (index, point) in view.result.points.enumerated() {
      var cells = SweepAxisFields.texts(of: index, view.grid, view.program)
      cells += [String(point.notices), String(point.affected), Words.decimal(point.median)]
      cells += ([point.ninetieth] + point.firings + point.subjects).map { String($0) }
      if view.result.hasLevels { cells += point.levels.joined().map { String($0) } }
      if let score = point.score {
        cells += score.cells
        cells += [score.precision, score.recall].map { $0.map(Words.decimal) ?? "" }
        cells.append(front.contains(index) ? "yes" : "no")
      }
      csv.row(cells)
    }
    return csv.bytes
  }

  private static func names(_ view: SweepView) -> [String] {
    let rules = view.program.rules.map { $0.name.text }
    var names = ["notices", "affected", "per_subject.median", "per_subject.p90"]
    names += rules.map { "firings.\($0)" } + rules.map { "subjects.\($0)" }
    if view.result.hasLevels {
      for scale in view.program.scales { names += scale.levels.map { "ms.\(scale.name.text).\($0.name)" } }
    }
    if view.hasLabels {
      names += SweepScore.heads + ["precision", "recall", "pareto"]
    }
    return SweepAxisFields.names(view.grid, besides: names) + names
  }
}

/// The columns that say which values a row is about; a duration is there in milliseconds too, for charts.
enum SweepAxisFields {
  /// The names of the columns; a parameter called like one of the `others` has `param.` before its name.
  static func names(_ grid: SweepGrid, besides others: [String]) -> [String] {
    grid.axes.flatMap { axis in
      let name = others.contains(axis.name) ? "param.\(axis.name)" : axis.name
      return axis.type == .duration ? [name, "\(name).ms"] : [name]
    }
  }

  static func texts(of point: Int, _ grid: SweepGrid, _ program: Program) -> [String] {
    zip(grid.axes, grid.indices(of: point)).flatMap { axis, index in
      let text = axis.text(index, program)
      return axis.type == .duration ? [text, String(axis.values[index])] : [text]
    }
  }
}
