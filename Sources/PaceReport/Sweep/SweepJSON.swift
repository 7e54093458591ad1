import PaceLab
import PaceLanguage

/// `sweep --format json`: one object with the sums for every combination of values.
public enum SweepJSON {
  public static func bytes(of view: SweepView) -> [UInt8] {
    JSONWriter.line { object in
      object.objects("params", view.grid.axes) { write($0, view, to: &$1) }
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

  private static func write(_ axis: SweepAxis, _ view: SweepView, to object: inout JSONWriter) {
    object.field("name", axis.name)
    object.field("values", strings: axis.values.indices.map { axis.text($0, view.program) })
  }

  private static func write(
    _ index: Int, _ view: SweepView, isOnFront: Bool, to object: inout JSONWriter
  ) {
    let point = view.result.points[index]
    let rules = view.program.rules
    object.object("set") { write(set: index, view, to: &$0) }
    object.object("firings") { counts in
      for (rule, count) in zip(rules, point.firings) { counts.field(rule.name.text, count) }
    }
    object.object("subjects") { counts in
      for (rule, count) in zip(rules, point.subjects) { counts.field(rule.name.text, count) }
    }
    object.field("notices", point.notices)
    object.field("affected", point.affected)
    object.object("per_subject") { spread in
      spread.field("median", raw: Words.decimal(point.median))
      spread.field("p90", point.ninetieth)
    }
    if view.result.hasLevels { write(levels: point, view, to: &object) }
    if let score = point.score { write(score, isOnFront: isOnFront, to: &object) }
  }

  private static func write(set index: Int, _ view: SweepView, to set: inout JSONWriter) {
    for (axis, text) in zip(view.grid.axes, view.texts(of: index)) { set.field(axis.name, text) }
  }

  private static func write(levels point: SweepPoint, _ view: SweepView, to json: inout JSONWriter) {
    json.object("levels_ms") { scales in
      for (scale, times) in zip(view.program.scales, point.levels) {
        scales.object(scale.name.text) { levels in
          for (level, time) in zip(scale.levels, times) { levels.field(level.name, time) }
        }
      }
    }
  }

  private static func write(_ score: SweepScore, isOnFront: Bool, to json: inout JSONWriter) {
    json.object("labels") { object in
      object.field("caught", score.caught)
      object.field("missed", score.missed)
      object.field("false", score.falseAlarms)
      object.field("unlabelled", score.unlabelled)
      object.field("precision", raw: score.precision.map(Words.decimal) ?? "null")
      object.field("recall", raw: score.recall.map(Words.decimal) ?? "null")
      object.field("pareto", isOnFront)
    }
  }

  private static func write(
    _ shape: SweepShape, _ first: String, _ last: String, _ view: SweepView, to object: inout JSONWriter
  ) {
    object.field("rule", view.name(of: shape.rule))
    object.field("param", view.grid.axes[shape.axis].name)
    object.object(first) { write(set: shape.first, view, to: &$0) }
    object.object(last) { write(set: shape.last, view, to: &$0) }
    object.array("firings") { pair in
      for count in [shape.before.lowerBound, shape.after.upperBound] { pair.integer(count) }
    }
  }
}
