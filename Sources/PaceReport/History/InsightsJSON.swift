import PaceEngine
import PaceLab
import PaceLanguage

/// `insights --format json`: one object with all that is counted.
public struct InsightsJSON {
  private let view: InsightsView

  public init(_ view: InsightsView) { self.view = view }

  private var insights: Insights { view.insights }
  private var program: Program { view.program }

  public var bytes: [UInt8] {
    JSONWriter.line { object in
      view.look.write(to: &object)
      object.field("by", view.unit.rawValue)
      object.field("subjects", insights.subjects)
      object.write(insights.total, view.look)
      object.field("earlier_notices", insights.earlierNotices)
      object.field("later_notices", insights.laterNotices)
      object.field("rows_mean", view.meanRows.map { .value(Value($0)) }, .number, program)
      object.field("length_ms_mean", insights.meanLength)
      object.field("commonest_kind", view.commonestKind?.name)
      object.field("commonest_hour", insights.commonestHour)
      object.array("hours", each: insights.rowsByHour) { $1.integer($0) }
      if view.unit == .hour { clockChanges(&object) }
      grid(&object)
      object.objects("buckets", insights.tallies.indices) { bucket($0, &$1) }
      extreme("best", insights.fewest.first, &object)
      extreme("worst", insights.most.first, &object)
      changes(&object)
      figures(&object)
      if insights.rollUp != nil { rollUp(&object) }
    }
  }

  private func clockChanges(_ object: inout JSONWriter) {
    object.objects("clock_changes", view.clockChanges) { change, object in
      object.field("at_ms", change.instant)
      object.field("offset_ms_before", change.before)
      object.field("offset_ms_after", change.after)
    }
  }

  /// Rows by weekday and hour, and by day.
  private func grid(_ object: inout JSONWriter) {
    object.object("weekdays", each: 0..<7) { place, object in
      let first = view.weekday(place) * 24
      object.array(view.weekdays[place], each: insights.hours[first..<first + 24]) { $1.integer($0) }
    }
    object.objects("recent", view.recent) { recent, object in
      object.field("day", ValueText.date(recent.day))
      object.field("rows", recent.rows)
    }
  }

  private func bounds(_ place: Int, _ object: inout JSONWriter) {
    let bounds = view.bounds(place)
    object.field("label", view.label(place))
    object.field("from_ms", bounds?.from)
    object.field("to_ms", bounds?.to)
  }

  private func bucket(_ place: Int, _ object: inout JSONWriter) {
    bounds(place, &object)
    object.write(insights.tallies[place], view.look)
    object.object("figures") { object in
      guard insights.range.buckets.indices.contains(place) else { return }
      for (index, figure) in insights.request.figures.enumerated() {
        view.value(index, bucket: place).write(figure.name.text, to: &object, program)
      }
    }
  }

  private func extreme(_ name: String, _ place: Int?, _ object: inout JSONWriter) {
    object.object(name, of: place) { place, object in
      bounds(place, &object)
      object.field("rows", insights.tallies[place].rows)
    }
  }

  private func changes(_ object: inout JSONWriter) {
    let changes = view.changes
    object.object("change") { object in
      object.field("buckets", insights.range.comparedCount)
      object.field("rows", percent: changes.rows)
      object.object("sums", each: zip(view.look.layout.sums, changes.sums)) {
        $1.field($0.0.name, percent: $0.1)
      }
      object.object("notices", each: zip(view.look.layout.noticeKinds, changes.notices)) {
        $1.field($0.0, percent: $0.1)
      }
    }
  }

  private func figures(_ object: inout JSONWriter) {
    object.objects("figures", zip(insights.request.figures, insights.figureTotals)) { pair, object in
      let type = program[pair.0.value].type
      object.field("name", pair.0.name.text)
      object.field("label", pair.0.label?.text)
      let (least, mean, greatest) = InsightsView.shown(pair.1, type)
      least.write("least", to: &object, program)
      greatest.write("greatest", to: &object, program)
      mean.write("mean", to: &object, program)
    }
  }

  private func rollUp(_ object: inout JSONWriter) {
    guard let rollUp = insights.rollUp, let figure = insights.request.figures.first else { return }
    let names = program.subject.attributes.map { $0.name.text }
    object.object("roll_up") { object in
      object.field("attribute", names[rollUp.request.attribute.index])
      object.field("figure", figure.name.text)
      object.field("weight", rollUp.request.weight.map { names[$0.index] })
      object.objects("groups", rollUp.sorted) { group, object in
        object.field("value", group.value)
        object.field("subjects", group.subjects)
        view.rollUp(rollUp.mean(group)).write("mean", to: &object, program)
        object.array("buckets", each: insights.range.buckets.indices) { place, list in
          let mean = view.rollUp(rollUp.mean(group, bucket: place))
          if mean.value.isUnknown { list.null() } else { list.raw(mean.cell(program)) }
        }
      }
    }
  }
}

extension JSONWriter {
  /// A change in percent, kept in tenths.
  fileprivate mutating func field(_ name: String, percent tenths: Int64?) {
    let millionths = tenths.map { $0.multipliedReportingOverflow(by: 100_000) }
    guard let millionths, !millionths.overflow else { return field(name, raw: "null") }
    field(name, raw: ValueText.number(millionths.partialValue))
  }
}
