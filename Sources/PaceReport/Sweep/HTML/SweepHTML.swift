import PaceLab
import PaceLanguage

/// `sweep --format html`: one self-contained page of charts, with no scripts and nothing to load.
public struct SweepHTML: Sendable {
  private let view: SweepView

  public init(_ view: SweepView) { self.view = view }

  public var text: String {
    let names = view.grid.axes.map { $0.name }.joined(separator: " × ")
    let charts = view.grid.axes.count == 1 ? SweepCurves(view: view).text : SweepMaps(view: view).text
    return Page.text(title: "\(names) · \(view.pack)", heading + tiles + charts + notes + table)
  }

  private var heading: String {
    let names = view.grid.axes.map { $0.name }.joined(separator: " and ")
    var text = "<h1>What if \(XMLText.escaped(names)) were different?</h1>\n"
    for axis in view.grid.axes {
      let label = view.program.params[axis.param.index].label.map { " — \($0.text)" } ?? ""
      text += "<p class=\"soft\"><b>\(XMLText.escaped(axis.name))</b>\(XMLText.escaped(label))</p>\n"
    }
    return text + Page.soft("\(view.pack) on \(view.database): \(view.scope)") + stands
  }

  /// Which lines or cells are marked, since a picture may have no room for names.
  private var stands: String {
    let isLine = view.grid.axes.count == 1
    return PlaceMark.key(
      view.stands.marked.map { ($0.isInForce ? .inForce : .preset, $0.words) },
      heading: isLine ? "Lines: " : "Outlined: ", isLine: isLine, notTried: view.stands.unmarked)
  }

  private var tiles: String {
    let points = view.result.points
    let subject = Noun.words(view.program.noun)
    var tiles: [(figure: String, words: String)] = view.grid.axes.map { axis in
      (
        "\(axis.text(0, view.program)) … \(axis.text(axis.values.count - 1, view.program))",
        "\(axis.name), \(Noun.count(axis.values.count, "value"))"
      )
    }
    let notices = points.map { Double($0.notices) }
    tiles.append((Self.range(notices), Self.notices(notices)))
    tiles.append(
      (
        Self.range(points.map { Double($0.affected) }),
        "of \(Noun.count(view.result.subjects, subject)) with any notice"
      ))
    let medians = points.map { $0.median }
    tiles.append(
      (
        Self.range(medians),
        "\(Self.notices(medians)) \(Noun.one(view.program.noun)), the median"
      ))
    return Page.tiles(tiles)
  }

  private static func notices(_ counts: [Double]) -> String { Set(counts) == [1] ? "notice" : "notices" }

  private static func range(_ counts: [Double]) -> String {
    let (low, high) = (counts.min() ?? 0, counts.max() ?? 0)
    return low == high ? Words.decimal(low) : "\(Words.decimal(low)) … \(Words.decimal(high))"
  }

  private var notes: String {
    let notes = SweepNotes(view: view)
    let shapes =
      notes.cliffs.prefix(12).map { "Jump: \($0)" } + notes.plateaus.prefix(12).map { "Flat: \($0)" }
    let items =
      shapes + notes.indifferent.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    if items.isEmpty { return "" }
    let heading = shapes.isEmpty ? "What makes no difference" : "Jumps and flat stretches"
    return "<h2>\(heading)</h2>\n<div class=\"card\"><ul>\n\(Page.items(items))</ul></div>\n"
  }

  private var table: String {
    let rules = view.result.affectedRules
    let heads =
      view.grid.axes.map { $0.name } + [
        "notices", "\(Noun.plural(view.program.noun)) with any", "median", "90 %",
      ]
      + rules.map { view.name(of: $0) } + (view.hasLabels ? SweepScore.heads : [])
    var text = "<details><summary>All figures</summary>\n<div class=\"wide\"><table>\n<tr>"
    text += heads.map { "<th>\(XMLText.escaped($0))</th>" }.joined() + "</tr>\n"
    for (index, point) in view.result.points.enumerated() {
      var cells = view.texts(of: index)
      cells += [String(point.notices), String(point.affected), Words.decimal(point.median)]
      cells.append(String(point.ninetieth))
      cells += rules.map { String(point.firings[$0.index]) }
      cells += point.score?.cells ?? []
      text += "<tr>" + cells.map { "<td>\(XMLText.escaped(Markup.grouped($0)))</td>" }.joined() + "</tr>\n"
    }
    return text + "</table></div></details>\n"
  }
}
