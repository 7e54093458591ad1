import PaceLab
import PaceLanguage

/// `fit --format table`: what is recommended, beside the presets, and how sure that is.
public struct FitTable: Sendable {
  private let view: FitView
  private let style: Style
  /// The most ranges that are listed; more are left to JSON.
  private static let mostRanges = 12
  private static let mostMistakes = 20

  public init(_ view: FitView, _ style: Style) {
    self.view = view
    self.style = style
  }

  public var lines: [String] {
    var lines = view.grid.axes.map { style.bold(Words.title(of: $0, in: view.program)) }
    lines += style.wrapped(view.scope) + style.wrapped(view.method)
    if let warning = view.warning { lines += style.wrapped(style.yellow(warning)) }
    return lines + rivals + [""] + scores + [""] + notes + mistakes
  }

  private var rivals: [String] {
    guard let rivalry = view.rivalry else { return [] }
    var lines = style.wrapped(style.yellow(rivalry))
    if let offGrid = view.offGrid { lines += style.wrapped(offGrid) }
    // Not wrapped, so that it can be pasted.
    if let options = view.wideningOptions { lines += ["a grid that has them: \(options)"] }
    return lines
  }

  /// One table, or where the terminal is too narrow for it, a table of the scores and further ones of the values.
  private var scores: [String] {
    let axes = Array(view.grid.axes.indices)
    let whole = table(axes, hasScores: true)
    guard let width = style.width, whole.leastWidth > width else { return whole.lines(within: style.width) }
    var parts: [[Int]] = []
    for axis in axes {
      if let last = parts.last, table(last + [axis], hasScores: false).leastWidth <= width {
        parts[parts.count - 1].append(axis)
      } else {
        parts.append([axis])
      }
    }
    return parts.reduce(table([], hasScores: true).notedLines(within: width)) {
      $0 + [""] + table($1, hasScores: false).lines(within: width)
    }
  }

  private func table(_ axes: [Int], hasScores: Bool) -> TextTable {
    let measures = [view.measure] + FitView.heads
    var alignments: [TextTable.Alignment] = [.left] + axes.map { _ in .left }
    if hasScores { alignments += measures.map { _ in .right } + [.left] }
    let heads = [""] + axes.map { view.grid.axes[$0].name } + (hasScores ? measures + [""] : [])
    let rows = view.rows.enumerated().map { index, row in
      let isFirst = index == 0
      let cells = [row.name] + axes.map { row.values[$0] }
      return cells.map { isFirst ? style.bold($0) : $0 }
        + (hasScores
          ? [isFirst ? style.green(row.score) : row.score] + row.cells
            + [row.isInForce ? style.dim("in force") : ""] : [])
    }
    return TextTable(
      alignments,
      spare: axes.isEmpty ? [(6, "precision"), (5, "recall"), (7, "the preset in force")] : [],
      rows: [heads.map(style.dim)] + rows)
  }

  private var notes: [String] {
    let ties = view.ties
    var lines = note("as good", ties.sentence)
    for range in ties.ranges.prefix(Self.mostRanges) { lines += note("", range) }
    if ties.ranges.count > Self.mostRanges {
      lines += note("", "… and \(ties.ranges.count - Self.mostRanges) ranges more; `--format json` has all")
    }
    lines += note("left out", view.leftOut)
    if let orders = view.orders.sentence(view.program) {
      lines += note("order", view.orders.isBroken ? style.red(orders) : orders)
    }
    return lines
  }

  private var mistakes: [String] {
    let mistakes = view.result.mistakes
    if mistakes.isEmpty { return note("wrong", "no label is told wrong") }
    let all = Noun.count(view.result.wanted + view.result.unwanted, "label")
    var lines = note("wrong", "\(mistakes.count) of \(all) still told wrong\(view.timesOfMistakes)")
    for (mistake, command) in zip(mistakes, view.commands).prefix(Self.mostMistakes) {
      let subject = Words.subject(mistake.subject, of: view.program)
      lines += note("", "\(subject), \(view.sentence(mistake))")
      // Not wrapped, so that it can be pasted.
      if let command {
        lines.append(String(repeating: " ", count: Self.margin + 2) + style.dim(command.printable))
      }
    }
    if mistakes.count > Self.mostMistakes {
      lines += note("", "… and \(mistakes.count - Self.mostMistakes) more; `--format json` has all")
    }
    return lines
  }

  private static let margin = 10

  private func note(_ heading: String, _ text: String) -> [String] {
    let room = style.width.map { max($0 - Self.margin, 1) } ?? .max
    let lines = Wrapping.lines(text, width: room, hanging: heading.isEmpty ? 2 : 0)
    return lines.enumerated().map { index, line in
      style.bold((index == 0 ? heading : "").padded(to: Self.margin)) + line
    }
  }
}
