import PaceLab
import PaceLanguage

/// `sweep --format json`: one object with the sums for every combination of values.
public enum SweepJSON {
  public static func bytes(of view: SweepView) -> [UInt8] {
    JSONWriter.line { object in
      object.params(of: view.grid, view.program)
      object.field("subjects", view.result.subjects)
      object.field("events", view.result.events)
      let front = Set(view.result.front)
      object.objects("values", view.result.points.indices) {
        write($0, view, isOnFront: front.contains($0), to: &$1)
      }
      object.objects("cliffs", view.result.cliffs) { write($0, "before", "after", view, to: &$1) }
      object.objects("plateaus", view.result.plateaus) { write($0, "first", "last", view, to: &$1) }
    }
  }

  private static func write(
    _ index: Int, _ view: SweepView, isOnFront: Bool, to object: inout JSONWriter
  ) {
    let point = view.result.points[index]
    let rules = view.program.rules
    object.object("set", index, of: view.grid, view.program)
    object.object("firings", each: zip(rules, point.firings)) { $1.field($0.0.name.text, $0.1) }
    object.object("subjects", each: zip(rules, point.subjects)) { $1.field($0.0.name.text, $0.1) }
    object.field("notices", point.notices)
    object.field("affected", point.affected)
    object.object("per_subject") { spread in
      spread.field("median", raw: Words.decimal(point.median))
      spread.field("p90", point.ninetieth)
    }
    if view.result.hasLevels { write(levels: point, view, to: &object) }
    if let score = point.score { write(score, isOnFront: isOnFront, to: &object) }
  }

  private static func write(levels point: SweepPoint, _ view: SweepView, to json: inout JSONWriter) {
    json.object("levels_ms", each: zip(view.program.scales, point.levels)) { pair, scales in
      scales.object(pair.0.name.text, each: zip(pair.0.levels, pair.1)) { $1.field($0.0.name, $0.1) }
    }
  }

  private static func write(_ score: SweepScore, isOnFront: Bool, to json: inout JSONWriter) {
    json.object("labels") { object in
      object.counts(of: score)
      object.field("unlabelled", Int(score.unlabelled))
      object.shares(of: score)
      object.field("pareto", isOnFront)
    }
  }

  private static func write(
    _ shape: SweepShape, _ first: String, _ last: String, _ view: SweepView, to object: inout JSONWriter
  ) {
    object.field("rule", view.name(of: shape.rule))
    object.field("param", view.grid.axes[shape.axis].name)
    object.object(first, shape.first, of: view.grid, view.program)
    object.object(last, shape.last, of: view.grid, view.program)
    object.array("firings", each: [shape.before.lowerBound, shape.after.upperBound]) { $1.integer($0) }
  }
}

extension JSONWriter {
  /// The parameters of a grid with their values.
  mutating func params(of grid: SweepGrid, _ program: Program) {
    objects("params", grid.axes) { axis, object in
      object.field("name", axis.name)
      object.field("values", strings: axis.values.indices.map { axis.text($0, program) })
    }
  }

  /// The values of a point of a grid.
  mutating func object(_ name: String, _ point: Int, of grid: SweepGrid, _ program: Program) {
    object(name, each: zip(grid.axes, grid.indices(of: point))) {
      $1.field($0.0.name, $0.0.text($0.1, program))
    }
  }

  mutating func counts(of score: SweepScore) {
    field("caught", Int(score.caught))
    field("missed", Int(score.missed))
    field("false", Int(score.falseAlarms))
  }

  mutating func shares(of score: SweepScore) {
    field("precision", raw: score.precision.map(Words.decimal) ?? "null")
    field("recall", raw: score.recall.map(Words.decimal) ?? "null")
  }
}
