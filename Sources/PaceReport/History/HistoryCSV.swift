import PaceEngine
public import PaceLab
import PaceLanguage

/// `history --format csv`: a row for each subject, newest first.
public enum HistoryCSV {
  /// - Parameter isShown: whether it is written to a terminal, so that control characters are escaped.
  public static func bytes(of list: SubjectList, _ view: LookBack, isShown: Bool) -> [UInt8] {
    let columns = TallyColumns(view: view)
    let scales = view.program.scales
    var csv = CSVWriter(isShown: isShown)
    csv.row(
      ["subject", "started_at_ms", "ended_at_ms", "ended_by", "open", "preset"] + columns.names
        + scales.map { "highest:\($0.name.text)" })
    for summary in list.subjects {
      csv.row(
        [
          summary.subject, text(summary.start?.milliseconds), text(summary.end?.milliseconds),
          summary.ending?.rawValue ?? "", ValueText.bool(summary.isOpen),
          view.program.presetName(summary.preset) ?? "",
        ] + columns.cells(summary.tally)
          + zip(scales, summary.highest).map { $0.levels[$1].name })
    }
    return csv.bytes
  }

  static func text(_ milliseconds: Int64?) -> String { milliseconds.map { String($0) } ?? "" }
}
