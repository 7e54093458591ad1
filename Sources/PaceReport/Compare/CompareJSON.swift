import PaceEngine
import PaceLab
import PaceLanguage

/// `compare --format json`: an object with the totals and a list of each sort of difference.
///
/// More than two sides give a list of such objects, one for each side but the first.
package struct CompareJSON: Sendable {
  package let bytes: [UInt8]

  package init(_ view: CompareView) {
    var json = JSONWriter()
    if view.comparisons.count == 1 {
      json.object { object in Self.write(0, view, to: &object) }
    } else {
      json.object { object in
        object.key("comparisons")
        object.array { list in
          for index in view.comparisons.indices {
            list.object { object in Self.write(index, view, to: &object) }
          }
        }
      }
    }
    json.endLine()
    bytes = json.bytes
  }

  private static func write(_ index: Int, _ view: CompareView, to json: inout JSONWriter) {
    let comparison = view.comparisons[index]
    json.field("a", view.names(index).before)
    json.field("b", view.names(index).after)
    json.field("subjects", comparison.subjects)
    json.field("differing_subjects", comparison.differing)
    json.key("totals")
    json.array { list in
      for row in CompareView.totals(comparison) { write(row, to: &list) }
    }
    for sort in FiringDifference.Sort.allCases {
      json.key(CompareView.code(sort))
      json.array { list in
        for difference in comparison.differences where difference.sort == sort {
          write(difference, comparison, to: &list)
        }
      }
    }
  }

  private static func write(_ row: CompareView.Totals, to json: inout JSONWriter) {
    json.object { object in
      object.field("rule", row.rule)
      object.field("a", row.before)
      object.field("b", row.after)
      for (sort, count) in zip(FiringDifference.Sort.allCases, row.counts) {
        object.field(CompareView.code(sort), count)
      }
    }
  }

  private static func write(
    _ difference: FiringDifference, _ comparison: Comparison, to json: inout JSONWriter
  ) {
    json.object { object in
      object.field("subject", difference.subject)
      object.field("at_ms", difference.at.milliseconds)
      if let from = difference.from { object.field("from_ms", from.milliseconds) }
      object.field("rule", difference.rule)
      if let what = difference.what {
        object.field("what", what)
        object.field("before", difference.before)
        object.field("after", difference.after)
      }
      object.field("because", CompareView.because(difference, comparison))
      object.key("causes")
      object.array { list in
        for cause in difference.causes { write(comparison.causes[cause], to: &list) }
      }
    }
  }

  private static func write(_ cause: ComparedCause, to json: inout JSONWriter) {
    json.object { object in
      object.field("name", cause.key)
      object.field("file", cause.place?.path)
      object.field("line", cause.place?.line)
      object.field("before", cause.before)
      object.field("after", cause.after)
    }
  }
}
