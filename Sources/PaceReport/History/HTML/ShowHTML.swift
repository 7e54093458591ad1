import PaceEngine
public import PaceLab
import PaceLanguage

/// `show --format html`: one subject on a self-contained page.
public struct ShowHTML {
  private let view: LookBack
  private let story: SubjectStory

  public init(_ view: LookBack, _ story: SubjectStory) {
    self.view = view
    self.story = story
  }

  private var program: Program { view.program }
  private var summary: SubjectSummary { story.summary }
  private var time: TimeText { TimeText(summary.zone) }

  public var text: String {
    let title = Words.subject(summary.subject, of: program)
    let zone = "Times in \(summary.zone.name) · notices \(view.plainSource) · \(view.horizon(time))"
    let heading = "<h1>\(XMLText.escaped(title))</h1>\n" + Page.soft(zone)
    let body =
      heading + tiles + Self.list("Settings", view.settings(of: story)) + levels + past + kinds + figures
      + view.footer
    return Page.text(title: title, style: LookBackStyle.text, body)
  }

  private var tiles: String {
    var tiles: [(figure: String, words: String)] = []
    if let start = summary.start { tiles.append((time.moment(start), "start")) }
    if let end = summary.end {
      tiles.append((time.moment(end), "ended \(SubjectLines.words(summary.ending))"))
    } else {
      tiles.append(
        summary.isOpen
          ? ("open", "it has not ended") : ("not started", "it starts after this page's last instant"))
    }
    if let length = summary.length { tiles.append((Words.length(length), "length")) }
    tiles.append((String(summary.tally.rows), summary.tally.rows == 1 ? "row" : "rows"))
    for (sum, value) in zip(view.layout.sums, summary.tally.sums) where value.bits != 0 {
      tiles.append((program.text(of: value, type: .number), sum.name))
    }
    for (name, count) in view.counted(summary.tally) {
      tiles.append((String(count), "notices: \(name.printable)"))
    }
    for (scale, level) in zip(program.scales, summary.highest) {
      tiles.append((scale.levels[level].name, "highest \(scale.name.text)"))
    }
    return Page.tiles(tiles)
  }

  private var figures: String {
    let items = zip(program.figures, story.figures).map { figure, value in
      let text = program.text(of: value)
      let isText = value.text != nil
      return LookBack.Setting(
        name: figure.title, value: isText ? text : Markup.typeset(text), isText: isText)
    }
    return Self.list("Figures\(story.instant)", items)
  }

  private static func list(_ title: String, _ items: [LookBack.Setting]) -> String {
    if items.isEmpty { return "" }
    let cells = items.map { item in
      let value = item.isText ? item.value : Markup.grouped(item.value)
      let label = item.label.isEmpty ? "" : " <span class=\"soft\">\(XMLText.escaped(item.label))</span>"
      return
        "<dt>\(XMLText.escaped(item.name.printable))</dt>"
        + "<dd><span>\(XMLText.escaped(value))</span>\(label)</dd>\n"
    }
    return "<h2>\(XMLText.escaped(title))</h2>\n<div class=\"card\"><dl>\n\(cells.joined())</dl></div>\n"
  }

  private var kinds: String {
    var kinds = view.layout.ranked(summary.tally).map { [$0.name, String($0.count)] }
    if summary.debounced > 0 { kinds.append([LookBack.debounced, String(summary.debounced)]) }
    if kinds.isEmpty { return "" }
    let table = Page.table("Rows by kind", ["kind", "rows"], kinds)
    return "<h2>Kinds</h2>\n<div class=\"card wide\">\n\(table)</div>\n"
  }

  private var levels: String {
    var text = ""
    for (scale, stretches) in zip(program.scales, story.levels) where !stretches.isEmpty {
      let timeline = LevelTimeline(scale: scale, stretches: stretches, time: time)
      let times = LevelStrip(scale: scale, stretches: stretches).times
      let name = scale.name.text
      text += Page.card(
        name, times, timeline.chart(height: 144) + timeline.colours.legend)
    }
    return text.isEmpty ? "" : "<h2>Levels</h2>\n\(text)"
  }

  // MARK: Rows and notices

  private var past: String {
    var text = ""
    var date: Int64?
    for entry in story.entries {
      if time.date(entry.at) != date {
        if date != nil { text += "</ol>\n" }
        date = time.date(entry.at)
        text += "<h3>\(XMLText.escaped(time.day(entry.at)))</h3>\n<ol class=\"past\">\n"
      }
      let instant = TimeText.iso(entry.at)
      text +=
        "<li><time datetime=\"\(instant)\">\(time.second(entry.at))</time>\(content(of: entry))</li>\n"
    }
    if text.isEmpty { return "" }
    return "<h2>Rows and notices</h2>\n<div class=\"card\">\n\(text)</ol></div>\n"
  }

  private func content(of entry: SubjectStory.Entry) -> String {
    switch entry {
    case .row(let row):
      let values = view.values(of: row)
      return "<span><b>\(XMLText.escaped(view.name(of: row)))</b>"
        + " <span class=\"soft\">\(XMLText.escaped(values))</span></span>"
    case .notice(let notice):
      let kind = (notice.kind ?? "").printable
      let message = (notice.message ?? "").printable
      return "<span class=\"notice\">\(XMLText.escaped(kind)) "
        + "<b>\(XMLText.escaped(view.rule(of: notice)))</b> \(XMLText.escaped(message))</span>"
    }
  }
}

extension LookBack {
  /// The foot of a page: the disclaimers.
  var footer: String {
    let lines = program.disclaimers.map { "<p>\(XMLText.escaped($0.printable))</p>\n" }
    return lines.isEmpty ? "" : "<footer>\n\(lines.joined())</footer>\n"
  }
}
