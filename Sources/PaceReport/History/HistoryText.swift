import PaceEngine
public import PaceLab
import PaceLanguage

/// `history --format text`: a line for each subject, newest first.
public enum HistoryText {
  public static func lines(of list: SubjectList, _ view: LookBack, _ style: Style) -> [String] {
    let subjects = list.subjects
    let name = view.program.noun
    let disclaimers = style.disclaimers(of: view.program)
    if subjects.isEmpty {
      let none = list.count == 0 ? "no \(Noun.plural(name))" : Noun.count(list.count, name)
      return style.wrapped(view.heading) + [none] + disclaimers
    }
    let table = SubjectLines(view: view, style: style).table(subjects)
    let lines = style.wrapped(view.heading) + table.notedLines(within: style.width)
    let more = list.count - subjects.count
    let rest = more > 0 ? style.wrapped("… and \(more) earlier; `--limit N` shows them") : []
    return lines + rest + disclaimers
  }
}

/// Subjects as lines of a table; columns that say nothing are left out.
struct SubjectLines {
  let view: LookBack
  let style: Style

  func table(_ subjects: [SubjectSummary]) -> TextTable {
    let heads = [
      view.program.noun, "start", "end", "", "length", "rows", "kinds", "sums", "notices",
      "highest",
    ]
    let ids = ShortIDs(subjects.map { $0.subject })
    let rows = subjects.map { cells($0, ids[$0.subject]) }
    let shown = heads.enumerated().map { column, head in
      rows.allSatisfy { $0[column].isEmpty } ? "" : style.dim(head)
    }
    // Times are aligned to the right, so that none is broken if there is little room.
    return TextTable(
      [.left, .right, .right, .left, .right, .right, .left, .left, .left, .left],
      spare: [
        (7, "sums"), (6, "kinds"), (9, "highest"), (8, "notices"), (3, "how it ended"), (4, "length"),
        (2, "end"),
      ], rows: [shown] + rows)
  }

  private func cells(_ summary: SubjectSummary, _ id: String) -> [String] {
    let time = TimeText(summary.zone)
    var end = summary.isOpen ? "open" : "not started"
    if let instant = summary.end {
      end = summary.start.map { time.moment(instant, after: $0) } ?? time.moment(instant)
    }
    // The subject's zone is named if it isn't the heading's.
    let zone = summary.zone == view.zone ? "" : " \(summary.zone.name)"
    let tally = summary.tally
    return [
      style.bold(id), (summary.start.map { time.moment($0) } ?? "") + zone,
      summary.isOpen ? style.green(end) : end, Self.words(summary.ending),
      summary.length.map { Words.length($0) } ?? "", String(tally.rows), view.kinds(tally), view.sums(tally),
      view.notices(tally), view.highest(summary),
    ]
  }

  static func words(_ ending: SubjectSummary.Ending?) -> String {
    switch ending {
    case .hand: "by hand"
    case .itself: "by itself"
    case nil: ""
    }
  }
}
