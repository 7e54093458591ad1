import PaceLab
import PaceLanguage

/// The scores about the recommended values: a map over two parameters, or a line over one.
struct FitChart: Sendable {
  let view: FitView
  let picture: FitPicture

  /// The points that do as well as the recommended one.
  private var ties: Set<Int> {
    let ties = view.finding.ties
    let points = picture.counts.indices.map { picture.point(at: $0, in: view.grid) }
    return Set(points.filter { ties.contains(view.grid.indices(of: $0)) })
  }

  var text: String {
    let names = picture.axes.map { view.grid.axes[$0].name }.joined(separator: " × ")
    let isCut = zip(picture.axes, picture.values).contains { view.grid.axes[$0].values.count > $1.count }
    let others = zip(view.grid.axes, view.result.texts).enumerated()
      .filter { !picture.axes.contains($0.offset) }.map { "\($0.element.0.name) = \($0.element.1)" }
    var note = others.isEmpty ? [] : ["where \(others.joined(separator: ", "))"]
    if isCut { note.append("not every value is drawn") }
    return Page.card(
      "\(view.measure) over \(names)", note.joined(separator: "; "), picture.axes.count == 2 ? map : line)
  }

  private func texts(_ place: Int) -> [String] {
    let axis = view.grid.axes[picture.axes[place]]
    return picture.values[place].map { Markup.typeset(axis.text($0, view.program)) }
  }

  /// The presets that give every parameter its value at a point.
  private var presets: [Int: [String]] {
    var names: [Int: [String]] = [:]
    for preset in view.program.presets {
      let indices = view.grid.axes.map { axis -> Int? in
        let own = preset.values[axis.param.index] ?? view.program.params[axis.param.index].initial
        guard case .value(let value)? = own else { return nil }
        return axis.values.firstIndex(of: value.bits)
      }
      let known = indices.compactMap { $0 }
      guard known.count == indices.count else { continue }
      names[view.grid.point(of: known), default: []].append(preset.name.text)
    }
    return names
  }

  /// What stands at a point: what it is called, presets, `as good`.
  private func marks(_ point: Int, _ presets: [Int: [String]], _ ties: Set<Int>) -> [String] {
    let own = point == view.finding.recommended ? [view.chosen] : ties.contains(point) ? ["as good"] : []
    return own + (presets[point] ?? [])
  }

  /// The same in a cell.
  private func sign(_ point: Int, _ presets: [Int: [String]], _ ties: Set<Int>) -> String {
    let own = point == view.finding.recommended ? "◆" : ties.contains(point) ? "=" : ""
    return own + (presets[point] == nil ? "" : "○")
  }

  private var map: String {
    let (down, across) = (texts(0), texts(1))
    let (presets, ties) = (presets, ties)
    let scores = picture.counts.map { (Double(view.result.objective.score($0)) / 1000).rounded() / 1000 }
    let scale = HeatScale(scores, of: view.result.objective == .f1 ? 1 : nil)
    let rows = down.indices.reversed()
    let height = min(34, max(6, 420 / Double(down.count)))
    let cells = rows.map { row in
      across.indices.map { column -> HeatCell? in
        let position = row * across.count + column
        let point = picture.point(at: position, in: view.grid)
        let marks = marks(point, presets, ties)
        let sign = sign(point, presets, ties)
        let names = marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
        return HeatCell(
          share: scale.share(scores[position]),
          text: view.score(picture.counts[position]) + (sign.isEmpty ? "" : " \(sign)"),
          isMarked: !marks.isEmpty, isInForce: point == view.finding.recommended,
          isFaint: !marks.isEmpty && presets[point] == nil, name: "\(down[row]), \(across[column])" + names)
      }
    }
    let names = picture.axes.map { view.grid.axes[$0].name }
    let grid = HeatGrid(rows: rows.map { down[$0] }, columns: across, row: height, cells: cells, scale: scale)
    return legend(presets) + grid.chart(across: names[1], down: names[0], says: view.measure)
  }

  /// Which cells are outlined and how, since a cell may have no room for signs.
  private func legend(_ presets: [Int: [String]]) -> String {
    func mark(_ outline: String, _ words: String) -> String {
      "<span><i class=\"mark\(outline)\"></i>\(XMLText.escaped(Markup.typeset(words)))</span>"
    }
    var marks = [mark(" in-force", "◆ \(view.chosen) at \(view.result.texts.joined(separator: ", "))")]
    for (point, names) in presets.sorted(by: { $0.key < $1.key }) {
      let values = view.result.texts(of: point).joined(separator: ", ")
      marks.append(mark("", "○ \(names.joined(separator: ", ")) at \(values)"))
    }
    if view.finding.ties.count > 1 { marks.append(mark(" faint", "= as good")) }
    let marked = Set(presets.values.joined())
    let others = view.program.presets.map { $0.name.text }.filter { !marked.contains($0) }
    return "<p class=\"legend\">\(marks.joined(separator: " "))</p>\n"
      + (others.isEmpty ? "" : Page.soft("Not on the grid: \(others.joined(separator: ", "))"))
  }

  private var line: String {
    let texts = texts(0)
    let (presets, ties) = (presets, ties)
    let unit = 1_000_000.0
    let values = picture.counts.map { Double(view.result.objective.score($0)) / unit }
    let labels = texts.indices.map { position in
      let marks = marks(picture.point(at: position, in: view.grid), presets, ties)
      return texts[position] + (marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))")
    }
    var frame = ChartFrame(
      texts, height: 220, most: view.result.objective == .f1 ? 1 : max(values.max() ?? 1, 1 / unit), lines: 1,
      isWhole: false)
    let points = values.indices.map { (x: frame.x($0), y: frame.y(values[$0])) }
    let curve = "<polyline points=\"\(Markup.points(points))\" stroke=\"var(--c0)\" class=\"curve\"/>"
    var svg = Markup.stretched(curve, height: frame.height)
    for position in values.indices {
      let point = picture.point(at: position, in: view.grid)
      if point == view.finding.recommended {
        svg += Markup.line(frame.x(position), frame.top, frame.x(position), frame.y(0), class: "preset")
        frame.add(
          ChartLabel(text: view.chosen, place: frame.x(position), y: 12, style: "preset-name"))
      }
      if !marks(point, presets, ties).isEmpty {
        svg += Markup.dot(points[position].x, points[position].y, radius: 5, "class=\"best\"")
      }
      svg += frame.touch(position, tip: "\(labels[position]): \(view.score(picture.counts[position]))")
    }
    return frame.chart(
      svg, across: view.grid.axes[picture.axes[0]].name, up: view.measure, says: view.measure)
  }
}
