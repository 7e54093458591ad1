public import PaceEngine
public import PaceLab
import PaceLanguage

/// `show --format text`: one subject from its start to its end, for people.
public struct ShowText {
  private let view: LookBack
  private let story: SubjectStory
  private let ids: ShortIDs
  private let style: Style

  /// - Parameter rows: the ids of all rows of the subject.
  public init(_ view: LookBack, _ story: SubjectStory, rows: RowIDs, _ style: Style) {
    self.view = view
    self.story = story
    ids = ShortIDs(rows)
    self.style = style
  }

  private var program: Program { view.program }
  private var time: TimeText { TimeText(story.summary.zone) }

  public var lines: [String] {
    var lines = style.wrapped(view.heading)
    let summary = SubjectLines(view: view, style: style).table([story.summary])
    lines += summary.notedLines(within: style.width)
    let parts = [settings, kinds, timeline, strips, figures, style.disclaimers(of: program)]
    for part in parts where !part.isEmpty { lines += [""] + part }
    return lines
  }

  /// The preset, and the other attributes with their labels.
  private var settings: [String] {
    let rows = view.settings(of: story).map { [style.dim($0.name), $0.value, style.dim($0.label)] }
    return TextTable([.left, .left, .left], rows: rows).lines(within: style.width)
  }

  private var kinds: [String] {
    let kinds = view.layout.ranked(story.summary.tally).map { [String($0.count), $0.name] }
    let early = story.summary.debounced
    var table = TextTable([.right, .left], rows: kinds)
    if early > 0 { table.append([String(early), style.dim(LookBack.debounced)]) }
    return table.lines(within: style.width)
  }

  // MARK: Rows and notices

  private var timeline: [String] {
    var lines: [String] = []
    var table = Self.table
    var date: Int64?
    var last: Instant?
    for entry in story.entries {
      if time.date(entry.at) != date {
        date = time.date(entry.at)
        lines += table.lines(within: style.width) + [style.bold(time.day(entry.at))]
        table = Self.table
        last = nil
      }
      let clock = entry.at == last ? "" : time.clock(entry.at)
      last = entry.at
      table.append([clock] + cells(of: entry))
    }
    return lines + table.lines(within: style.width)
  }

  private static var table: TextTable { TextTable([.left, .left, .left], indent: "  ") }

  /// The name of an entry, indented for notices, and its details.
  private func cells(of entry: SubjectStory.Entry) -> [String] {
    switch entry {
    case .row(let row):
      [style.bold(view.name(of: row)), style.dim("\(view.values(of: row))   \(ids[row.id])")]
    case .notice(let notice):
      [
        "  " + (notice.kind ?? "").printable,
        [style.bold(view.rule(of: notice)), (notice.message ?? "").printable].filter { !$0.isEmpty }
          .joined(separator: ": "),
      ]
    }
  }

  // MARK: Levels and figures

  private var strips: [String] {
    let strips = zip(program.scales, story.levels).filter { !$1.isEmpty }
      .map { LevelStrip(scale: $0, stretches: $1) }
    let width = stripWidth(beside: strips)
    let rows = strips.map { [style.dim($0.scale.name.text), $0.text(width: width), $0.times] }
    return TextTable([.left, .left, .left], rows: rows).lines(within: style.width)
  }

  /// As much as the names and some words of the times leave, from 8 to 48 columns.
  private func stripWidth(beside strips: [LevelStrip]) -> Int {
    guard let width = style.width else { return 48 }
    let names = strips.map { $0.scale.name.text.displayWidth }.max() ?? 0
    let times = strips.map { min($0.times.displayWidth, 16) }.max() ?? 0
    return min(max(width - names - times - 4, 8), 48)
  }

  private var figures: [String] {
    if program.figures.isEmpty { return [] }
    let rows = zip(program.figures, story.figures).map { figure, value in
      [style.dim(figure.title.printable), program.text(of: value)]
    }
    return [style.dim("figures\(story.instant)")]
      + TextTable([.left, .left], rows: rows).lines(within: style.width)
  }
}

extension SubjectStory {
  /// ` at 2026-11-20 23:00`: when the figures are read.
  var instant: String { last.map { " at \(TimeText(summary.zone).moment($0))" } ?? "" }
}

extension LookBack {
  /// What is said of dropped rows.
  static let debounced = "too soon after one of their kind to count"

  /// A preset, an attribute or a figure of a subject; the label may be empty.
  struct Setting {
    var name: String
    var value: String
    var label = ""
    /// Whether the value is somebody's own text, which is shown as written.
    var isText: Bool
  }

  /// The preset of a subject, and its other attributes.
  func settings(of story: SubjectStory) -> [Setting] {
    let preset = program.presetName(story.summary.preset).map {
      [Setting(name: "preset", value: $0, isText: true)]
    }
    return (preset ?? [])
      + zip(program.subject.attributes, story.attributes).enumerated()
      .filter { AttributeID($0.offset) != program.subject.presetAttribute }.map { _, pair in
        Setting(
          name: pair.0.name.text, value: program.text(of: pair.1),
          label: (pair.0.label?.text ?? "").printable, isText: pair.1.text != nil)
      }
  }

  /// The rule of a notice with the level that it raises: `fast_pace (slow_down)`.
  func rule(of notice: ToldNotice) -> String {
    (notice.level.map { "\(notice.rule) (\($0))" } ?? notice.rule).printable
  }

  /// The known fields of a row: `size 1, warm yes`.
  func values(of row: SubjectStory.Row) -> String {
    let fields = program.events[row.event.event.index].fields
    return zip(fields, row.values).filter { !$1.value.isUnknown || $1.text != nil }
      .map { "\($0.name.text) \(program.text(of: $1))" }.joined(separator: ", ")
  }

  /// The name of a row's kind, or of its event if it has none.
  func name(of row: SubjectStory.Row) -> String {
    program.events[row.event.event.index].name(of: row.event.kind)
  }
}
