import PaceLab
import PaceLanguage

/// `fit --format html`: one self-contained page, with no scripts and nothing to load.
public struct FitHTML: Sendable {
  private let view: FitView

  public init(_ view: FitView) { self.view = view }

  public var text: String {
    let names = view.grid.axes.map { $0.name }.joined(separator: " × ")
    return Page.text(
      title: "fit: \(names) · \(view.pack)", heading + tiles + scores + pictures + notes + mistakes)
  }

  private var heading: String {
    let names = view.grid.axes.map { $0.name }.joined(separator: ", ")
    var text = "<h1>Which values of \(XMLText.escaped(names)) tell the labels best?</h1>\n"
    for axis in view.grid.axes {
      let label = view.program.params[axis.param.index].label.map { " — \($0.text)" } ?? ""
      let title = XMLText.escaped(Markup.typeset(Words.title(of: axis, in: view.program)))
      text += "<p class=\"soft\"><b>\(title)</b>\(XMLText.escaped(label))</p>\n"
    }
    text += Page.soft("\(view.pack) on \(view.database) by \(view.labels): \(view.scope)")
    text += Page.soft(view.method)
    return text + (view.warning.map { "<p><b>\(XMLText.escaped($0))</b></p>\n" } ?? "") + rivals
  }

  private var rivals: String {
    guard let rivalry = view.rivalry else { return "" }
    let options = view.wideningOptions.map { "; a grid that has them: <code>\(XMLText.escaped($0))</code>" }
    let offGrid = view.offGrid.map { "<p>\(XMLText.escaped(Markup.typeset($0)))\(options ?? "")</p>\n" }
    return "<p><b>\(XMLText.escaped(Markup.typeset(rivalry)))</b></p>\n" + (offGrid ?? "")
  }

  private var tiles: String {
    let mark = view.rivals.isEmpty ? "" : ", \(view.chosen)"
    var tiles = zip(view.grid.axes, view.result.texts).map { (figure: $1, words: $0.name + mark) }
    tiles.append((view.score(view.finding.counts), "\(view.measure) on \(view.scope)"))
    let count = view.finding.ties.count
    tiles.append(
      (ValueText.count(count), count == 1 ? "\(view.point) does so well" : "\(view.point)s do equally well"))
    if view.finding.folds > 0 {
      tiles.append((view.score(view.finding.leftOut), "\(view.measure) on what was left out"))
    }
    return Page.tiles(tiles)
  }

  private var scores: String {
    let heads = ["values", view.measure] + view.grid.axes.map { $0.name } + FitView.heads
    let rows = view.rows.map { row in
      [row.isInForce ? "\(row.name) (\(view.stands.force))" : row.name, row.score] + row.values + row.cells
    }
    let others = view.result.presets.isEmpty ? "values as they are" : "presets"
    return "<h2>Beside the \(others)</h2>\n<div class=\"wide\">"
      + Page.table("How the labels are told", heads, rows, folds: true) + "</div>\n"
  }

  private var pictures: String {
    let charts = view.result.pictures.map { FitChart(view: view, picture: $0).text }
    return "<h2>About the \(view.chosen) values</h2>\n" + charts.joined()
  }

  private var notes: String {
    let ties = view.ties
    var items = [ties.sentence, view.leftOut]
    if let orders = view.orders.sentence(view.program) { items.append("order: \(orders)") }
    var text = "<h2>How sure is that?</h2>\n<div class=\"card\"><ul>\n\(Page.items(items))</ul></div>\n"
    if !ties.ranges.isEmpty {
      text += "<details><summary>All that do as well</summary>\n"
      text += "<ul>\n\(Page.items(ties.ranges))</ul></details>\n"
    }
    return text
  }

  private var mistakes: String {
    let all = Noun.count(view.result.wanted + view.result.unwanted, "label")
    let count = view.result.mistakes.count
    var text = "<h2>Told wrong: \(count) of \(XMLText.escaped(all + view.timesOfMistakes))</h2>\n"
    if count == 0 { return text }
    text += "<ul>\n"
    for (mistake, command) in zip(view.result.mistakes, view.commands) {
      let subject = Words.subject(mistake.subject, of: view.program)
      let code =
        command.map {
          "<details><summary>why</summary><code>\(XMLText.escaped($0.printable))</code></details>"
        } ?? ""
      text += "<li>\(XMLText.escaped("\(subject), \(view.sentence(mistake))"))\(code)</li>\n"
    }
    return text + "</ul>\n"
  }
}
