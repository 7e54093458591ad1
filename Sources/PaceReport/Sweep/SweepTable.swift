import PaceLab
import PaceLanguage

/// `sweep --format table`: a row with bars for every combination of values, for people.
public struct SweepTable: Sendable {
  let view: SweepView
  let style: Style

  public init(_ view: SweepView, _ style: Style) {
    self.view = view
    self.style = style
  }

  public var lines: [String] {
    var lines = view.grid.axes.map { style.bold(Words.title(of: $0, in: view.program)) }
    lines.append(view.scope)
    lines.append("")
    lines += counts
    for scale in view.scales {
      lines += [""] + fitting([40, 30, 20, 10]) { times(of: scale, barWidth: $0) }
    }
    if view.hasLabels { lines += [""] + fitting([10, 5, 3, 0], scores) }
    let notes = SweepNotes(view: view).lines.flatMap {
      style.wrapped($0, hanging: $0.hasPrefix(" ") ? 2 : 9)
    }
    return notes.isEmpty ? lines : lines + [""] + notes
  }

  /// The cells that say which values a row is about.
  func head(_ point: Int) -> [String] {
    let presets = view.stands.names(at: point)
    return view.texts(of: point).map(style.bold) + [style.dim(presets.joined(separator: " "))]
  }

  var headings: [String] { view.grid.axes.map { style.dim($0.name) } + [""] }

  /// The lines of the first table that fits, from the roomiest size on, else of the last one.
  func fitting(_ sizes: [Int], _ table: (_ size: Int) -> TextTable) -> [String] {
    var last = TextTable([])
    for size in sizes {
      last = table(size)
      if last.leastWidth <= style.width ?? .max { break }
    }
    return last.notedLines(within: style.width)
  }

  private var counts: [String] {
    counts(of: view.result.affectedRules, isFirst: true)
      + TextTable.note(hasEach ? [] : spare, within: style.width)
  }

  /// Whether the columns about each subject fit beside those of one rule.
  private var hasEach: Bool {
    let rules = Array(view.result.affectedRules.prefix(1))
    return counts(of: rules, isFirst: true, barWidth: 3, hasEach: true).leastWidth <= style.width ?? .max
  }

  /// The names of the columns about each subject.
  private var spare: [String] {
    ["\(Noun.plural(view.program.noun)) with any", "each: median, 90 %"]
  }

  /// The table of notices; if these rules make it too wide, each half of them gets a table of its own.
  private func counts(of rules: [RuleID], isFirst: Bool) -> [String] {
    let hasEach = isFirst && hasEach
    let least = counts(of: rules, isFirst: isFirst, barWidth: 3, hasEach: hasEach).leastWidth
    let isTooWide = least > style.width ?? .max
    if isTooWide, rules.count > 1 {
      let half = (rules.count + 1) / 2
      return counts(of: Array(rules.prefix(half)), isFirst: isFirst) + [""]
        + counts(of: Array(rules.dropFirst(half)), isFirst: false)
    }
    // Many rules make narrow columns.
    let usual = view.result.affectedRules.count > 4 ? 6 : 10
    return fitting([usual, 6, 3, 1, 0].filter { $0 <= usual }) { size in
      counts(of: rules, isFirst: isFirst, barWidth: size, hasEach: hasEach)
    }
  }

  /// The table of notices with bars of this width; the first table also has those of all rules together.
  private func counts(of rules: [RuleID], isFirst: Bool, barWidth: Int, hasEach: Bool) -> TextTable {
    let points = view.result.points
    let heads = headings
    let all: [TextTable.Alignment] = isFirst ? [.right, .left] : []
    let each: [TextTable.Alignment] = hasEach ? [.right, .right] : []
    var table = TextTable(heads.map { _ in .left } + all + rules.flatMap { _ in [.right, .left] } + each)
    table.append(
      heads + (isFirst ? ["", style.dim("notices")] : [])
        + rules.flatMap { ["", style.dim(view.name(of: $0))] }
        + (hasEach ? spare.map(style.dim) : []))
    let most = points.map { $0.notices }.max() ?? 0
    let mostOfRule = rules.map { rule in points.map { $0.firings[rule.index] }.max() ?? 0 }
    for (index, point) in points.enumerated() {
      var row = head(index)
      if isFirst {
        let bar = Bar.text(point.notices, of: most, width: min(16, 4 * barWidth))
        row += [String(point.notices), bar]
      }
      for (rule, most) in zip(rules, mostOfRule) {
        let count = point.firings[rule.index]
        row += [String(count), style.dim(Bar.text(count, of: most, width: barWidth))]
      }
      table.append(
        row + (hasEach ? [String(point.affected), "\(Words.decimal(point.median)), \(point.ninetieth)"] : []))
    }
    return table
  }

  private static let shades = ["░", "▒", "▓", "█"]

  private func times(of scale: Int, barWidth: Int) -> TextTable {
    let declared = view.program.scales[scale]
    let heads = headings
    let title = "time in each level of \(declared.name.text)"
    var table = TextTable(
      heads.map { _ in .left } + [.left] + declared.levels.map { _ in .right },
      spare: [(heads.count, "bars of the \(title)")])
    func painted(_ level: Int, _ count: Int) -> String {
      style.level(
        String(repeating: Self.shade(level, of: scale, view), count: count), level, of: declared)
    }
    let names = declared.levels.enumerated().map { "\(painted($0, 1)) \($1.name)" }
    table.append(heads + [style.dim(title)] + names)
    let shares = SweepLevels(view, scale: scale)
    for (index, point) in view.result.points.enumerated() {
      let columns = Bar.columns(point.levels[scale], width: barWidth)
      let bar = columns.enumerated().map { painted($0, $1) }
      table.append(head(index) + [bar.joined()] + shares.texts(at: index))
    }
    return table
  }

  /// The resting level is the lightest; if there are more levels than shades, they are numbered.
  private static func shade(_ level: Int, of scale: Int, _ view: SweepView) -> String {
    let count = view.program.scales[scale].levels.count
    let shades = count <= Self.shades.count ? Self.shades : ["·"] + Self.shades
    if count > shades.count { return String(level, radix: 36).last.map(String.init) ?? "" }
    let step = Double(shades.count - 1) / Double(max(1, count - 1))
    return shades[Int((Double(level) * step).rounded())]
  }
}
