import PaceEngine
import PaceLab

/// `compare --format json`: an object with the totals and a list for each sort of difference.
///
/// With more than two sides, `comparisons` holds such an object for each side but the first.
public enum CompareJSON {
  public static func bytes(of view: CompareView) -> [UInt8] {
    JSONWriter.line { object in
      if view.comparisons.count == 1 { return write(0, view, to: &object) }
      object.objects("comparisons", view.comparisons.indices) { write($0, view, to: &$1) }
    }
  }

  private static func write(_ index: Int, _ view: CompareView, to json: inout JSONWriter) {
    let comparison = view.comparisons[index]
    json.field("a", view.names(index).before)
    json.field("b", view.names(index).after)
    json.field("subjects", comparison.subjects)
    json.field("differing_subjects", comparison.differing)
    json.objects("totals", CompareView.totals(comparison)) { write($0, to: &$1) }
    for sort in FiringDifference.Sort.allCases {
      let differences = comparison.differences.lazy.filter { $0.sort == sort }
      json.objects(sort.rawValue, differences) { write($0, comparison, to: &$1) }
    }
  }

  private static func write(_ row: CompareView.Totals, to object: inout JSONWriter) {
    // The sum comes last, so that a rule called `all` can be told from it.
    object.field("rule", row.rule ?? "all")
    object.field("a", row.before)
    object.field("b", row.after)
    for (sort, count) in zip(FiringDifference.Sort.allCases, row.counts) {
      object.field(sort.rawValue, count)
    }
  }

  private static func write(
    _ difference: FiringDifference, _ comparison: Comparison, to object: inout JSONWriter
  ) {
    object.field("subject", difference.subject)
    object.field("at_ms", difference.at.milliseconds)
    if let from = difference.from { object.field("from_ms", from.milliseconds) }
    object.field("rule", difference.rule)
    if let change = difference.change {
      object.field("what", change.aspect.name)
      object.field("before", change.before)
      object.field("after", change.after)
    }
    object.field("because", CompareView.because(difference, comparison))
    if difference.causes.count > 1 { object.field("causes_act", difference.bearing.rawValue) }
    object.objects("causes", difference.causes) { write(comparison.causes[$0], to: &$1) }
  }

  private static func write(_ cause: ComparedCause, to object: inout JSONWriter) {
    object.field("name", cause.key.text)
    object.field("file", cause.place?.path)
    object.field("line", cause.place?.line)
    object.field("before", cause.before)
    object.field("after", cause.after)
  }
}
