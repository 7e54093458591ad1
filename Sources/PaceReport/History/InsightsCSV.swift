import PaceEngine
import PaceLab
import PaceLanguage

/// `insights --format csv`: a row for each bucket.
public enum InsightsCSV {
  /// - Parameter isShown: whether it is written to a terminal, so that control characters are escaped.
  public static func bytes(of view: InsightsView, isShown: Bool) -> [UInt8] {
    let insights = view.insights
    let columns = TallyColumns(view: view.look)
    let figures = insights.request.figures
    let groups = insights.rollUp?.sorted ?? []
    var csv = CSVWriter(isShown: isShown)
    csv.row(
      [view.unit.rawValue, "from_ms", "to_ms"] + columns.names + figures.map { "figure:\($0.name.text)" }
        + groups.map { view.column(of: $0) })
    for (place, tally) in insights.tallies.enumerated() {
      let bounds = view.bounds(place)
      let values = figures.indices.map { view.value($0, bucket: place).cell(view.program) }
      let means = groups.map { group in
        insights.rollUp.map { view.rollUp($0.mean(group, bucket: place)).cell(view.program) } ?? ""
      }
      csv.row(
        [view.label(place), HistoryCSV.text(bounds?.from), HistoryCSV.text(bounds?.to)]
          + columns.cells(tally) + values + means)
    }
    return csv.bytes
  }
}
