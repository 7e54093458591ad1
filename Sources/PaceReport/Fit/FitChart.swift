import PaceLab
import PaceLanguage

/// The scores about the recommended values: a map over two parameters, or a line over one.
struct FitChart: Sendable {
  let view: FitView
  let picture: FitPicture

  /// The points that do as well as the recommended one.
  private var ties: Set<Int> { Set(view.finding.ties) }

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
    return picture.values[place].map { axis.text($0, view.program) }
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
    if point == view.finding.recommended { return "◆" }
    if presets[point] != nil { return "○" }
    return ties.contains(point) ? "·" : ""
  }

  private var map: String {
    let (down, across) = (texts(0), texts(1))
    let (presets, ties) = (presets, ties)
    let scores = picture.counts.map { Double(view.result.objective.score($0)) }
    let (low, high) = (scores.min() ?? 0, scores.max() ?? 0)
    let isBetterHigh = view.result.objective == .f1
    let rows = down.indices.reversed()
    let height = min(34, max(6, 420 / Double(down.count)))
    let cells = rows.map { row in
      across.indices.map { column -> HeatCell? in
        let position = row * across.count + column
        let point = picture.point(at: position, in: view.grid)
        let marks = marks(point, presets, ties)
        let share = high > low ? (scores[position] - low) / (high - low) : 0.5
        let sign = sign(point, presets, ties)
        let names = marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
        return HeatCell(
          share: isBetterHigh ? share : 1 - share,
          text: view.score(picture.counts[position]) + (sign.isEmpty ? "" : " \(sign)"),
          isMarked: !marks.isEmpty, name: "\(down[row]), \(across[column])" + names)
      }
    }
    let names = picture.axes.map { view.grid.axes[$0].name }
    let grid = HeatGrid(rows: rows.map { down[$0] }, columns: across, row: height, cells: cells)
    return legend(presets) + grid.chart(across: names[1], down: names[0], says: view.measure)
  }

  /// Which cells are outlined, since a cell may have no room for signs.
  private func legend(_ presets: [Int: [String]]) -> String {
    var marks = ["◆ \(view.chosen) at \(view.result.texts.joined(separator: ", "))"]
    if view.finding.ties.count > 1 { marks.append("· as good") }
    for (point, names) in presets.sorted(by: { $0.key < $1.key }) {
      let values = view.result.texts(of: point).joined(separator: ", ")
      marks.append("○ \(names.joined(separator: ", ")) at \(values)")
    }
    return Page.soft("Outlined: " + marks.joined(separator: "   "))
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
      texts, height: 220, most: max(values.max() ?? 1, 1 / unit), isShare: view.result.objective == .f1,
      lines: 1)
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
