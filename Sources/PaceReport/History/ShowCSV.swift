import PaceEngine
public import PaceLab
import PaceLanguage

/// `show --format csv`: the timeline, a line for each row and each notice.
public enum ShowCSV {
  /// - Parameter isShown: whether it is written to a terminal, so that control characters are escaped.
  public static func bytes(of story: SubjectStory, _ view: LookBack, isShown: Bool) -> [UInt8] {
    let program = view.program
    let fields = program.events.flatMap { $0.fields }.map { $0.name.text }.unique
    var csv = CSVWriter(isShown: isShown)
    csv.row(
      ["at", "at_ms", "id", "event", "kind"] + fields.map { "field:\($0)" }
        + ["rule", "level", "severity", "message"])
    for entry in story.entries {
      let when = [TimeText.iso(entry.at), String(entry.at.milliseconds)]
      switch entry {
      case .row(let row):
        let event = program.events[row.event.event.index]
        let kind = row.event.kind == nil ? "" : view.name(of: row)
        let values = fields.map { name in
          event.fields.firstIndex { $0.name.text == name }.map { row.values[$0].cell(program) } ?? ""
        }
        csv.row(when + [row.id, event.name.text, kind] + values + ["", "", "", ""])
      case .notice(let notice):
        let blanks = fields.map { _ in "" }
        csv.row(
          when + ["", "", notice.kind ?? ""] + blanks
            + [
              notice.rule, notice.level ?? "",
              notice.severity.map { String($0) } ?? "", notice.message ?? "",
            ])
      }
    }
    return csv.bytes
  }
}
