import PaceLab

/// The scores around the recommended values: a map over two parameters, or a line over one.
struct FitChart: Sendable {
  let view: FitView
  let picture: FitPicture

  /// The points that do as well as the recommended one.
  private var ties: Set<Int> {
    let ties = view.finding.ties
    let points = picture.counts.indices.map { picture.point(at: $0, in: view.grid) }
    return Set(points.filter { ties.contains(view.grid.indices(of: $0)) })
  }

  /// What the picture says to those who can't see it.
  private var says: String {
    let names = picture.axes.map { view.grid.axes[$0].name }.joined(separator: " and ")
    let values = zip(view.grid.axes, view.result.texts).map { "\($0.name) = \($1)" }
    return "\(view.measure) over \(names); \(view.chosen): \(view.score(view.finding.counts)) at "
      + values.joined(separator: ", ")
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

  /// What is at a point, in words: the chosen values or `as good`, then presets.
  private func words(at point: Int, _ ties: Set<Int>) -> [String] {
    let own = point == view.finding.recommended ? [view.chosen] : ties.contains(point) ? ["as good"] : []
    return own + view.stands.names(at: point)
  }

  /// What is at a point, as outlines.
  private func outlines(at point: Int, _ ties: Set<Int>) -> [PlaceMark] {
    let own: [PlaceMark] = point == view.finding.recommended ? [.chosen] : []
    if !view.stands.names(at: point).isEmpty {
      return own + [view.stands.isInForce(at: point) ? .inForce : .preset]
    }
    return own.isEmpty && ties.contains(point) ? [.tie] : own
  }

  /// Where a preset stands in the picture, in steps from its first value; nil if it isn't there.
  private func place(of group: GridStands.Group) -> Double? {
    if let point = group.point {
      return picture.counts.indices.first { picture.point(at: $0, in: view.grid) == point }.map { Double($0) }
    }
    return picture.values[0].count == view.grid.axes[picture.axes[0]].values.count ? group.place : nil
  }

  private var map: String {
    let (down, across) = (texts(0), texts(1))
    let ties = ties
    let scores = picture.counts.map { (Double(view.result.objective.score($0)) / 1000).rounded() / 1000 }
    let scale = HeatScale(scores, of: view.result.objective == .f1 ? 1 : nil, isAligned: true)
    let written = ShownNumber.aligned(picture.counts.map(view.score))
    let rows = down.indices.reversed()
    let height = min(34, max(6, 420 / Double(down.count)))
    let cells = rows.map { row in
      across.indices.map { column -> HeatCell? in
        let position = row * across.count + column
        let point = picture.point(at: position, in: view.grid)
        let names = words(at: point, ties)
        return HeatCell(
          share: scale.share(scores[position]), text: written[position], marks: outlines(at: point, ties),
          name: "\(down[row]), \(across[column])\(names.inParentheses)")
      }
    }
    let names = picture.axes.map { view.grid.axes[$0].name }
    let grid = HeatGrid(rows: rows.map { down[$0] }, columns: across, row: height, cells: cells, scale: scale)
    return key(isLine: false) + grid.chart(across: names[1], down: names[0], says: says)
  }

  /// Which places stand out and how.
  private func key(isLine: Bool) -> String {
    let marked = view.stands.marked.filter { place(of: $0) != nil }
    var items = [
      (mark: PlaceMark.chosen, words: "\(view.chosen) at \(view.result.texts.joined(separator: ", "))")
    ]
    items += marked.map { ($0.isInForce ? .inForce : .preset, $0.words) }
    if !isLine, view.finding.ties.count > 1 { items.append((.tie, "as good")) }
    return PlaceMark.key(items, isLine: isLine, notTried: view.stands.unmarked)
  }

  /// The places of a line that stand out; several marks at one place are joined.
  private var marks: [ChartMark] {
    let chosen = picture.counts.indices.first {
      picture.point(at: $0, in: view.grid) == view.finding.recommended
    }
    var marks = chosen.map { [ChartMark(place: Double($0), name: view.chosen, marks: [.chosen])] } ?? []
    for group in view.stands.marked {
      guard let place = place(of: group) else { continue }
      let own = marks.first.flatMap { $0.place == place ? $0 : nil }
      if own != nil { marks.removeFirst() }
      marks.append(
        ChartMark(
          place: place, name: ((own.map { [$0.name] } ?? []) + group.names).joined(separator: ", "),
          marks: (own?.marks ?? []) + [group.isInForce ? .inForce : .preset]))
    }
    return marks
  }

  private var line: String {
    let texts = texts(0)
    let ties = ties
    let unit = 1_000_000.0
    let values = picture.counts.map { Double(view.result.objective.score($0)) / unit }
    let labels = texts.indices.map { position in
      texts[position] + words(at: picture.point(at: position, in: view.grid), ties).inParentheses
    }
    let marks = marks
    var frame = ChartFrame(
      texts, height: 220 + ChartLabel.height * Double(min(marks.count, ChartMark.rows)),
      most: view.result.objective == .f1 ? 1 : max(values.max() ?? 1, 1 / unit),
      lines: min(marks.count, ChartMark.rows), isWhole: false)
    let points = values.indices.map { (x: frame.x($0), y: frame.y(values[$0])) }
    var svg = frame.add(marks) + Markup.stretched(Markup.curve(points, "var(--c0)"), height: frame.height)
    for position in values.indices {
      if ties.contains(picture.point(at: position, in: view.grid)) {
        svg += Markup.dot(points[position].x, points[position].y, radius: 5, "class=\"best\"")
      }
      svg += frame.touch(position, tip: "\(labels[position]): \(view.score(picture.counts[position]))")
    }
    return key(isLine: true)
      + frame.chart(
        svg, across: view.grid.axes[picture.axes[0]].name, up: view.measure, says: says)
      + (view.finding.ties.count > 1 ? Page.legend(colours: [("var(--c0)", "as good")]) : "")
  }
}
