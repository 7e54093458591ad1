import PaceLab

/// `compare --format text`: totals, then their causes, then the differences subject by subject.
public struct CompareText: Sendable {
  private let view: CompareView
  private let style: Style

  public init(_ view: CompareView, _ style: Style) {
    self.view = view
    self.style = style
  }

  public var lines: [String] {
    view.comparisons.indices.flatMap { index in (index == 0 ? [] : [""]) + lines(of: index) }
  }

  private func lines(of index: Int) -> [String] {
    let comparison = view.comparisons[index]
    let names = view.names(index)
    var lines = [style.bold("\(names.before) → \(names.after)".printable), view.scope(comparison)]
    if comparison.differences.isEmpty { return lines }
    let causes = causes(comparison)
    lines += [""] + totals(comparison)
    if !causes.isEmpty { lines += ["", style.dim("because of")] + causes }
    return lines + shown(comparison)
  }

  private func totals(_ comparison: Comparison) -> [String] {
    let heads = ["rule", "before", "after"] + FiringDifference.Sort.allCases.map { $0.rawValue }
    let rows = CompareView.totals(comparison).filter { $0.differs }.map { row in
      let name = row.rule.map(style.bold) ?? style.dim("all rules")
      return [name, String(row.before), String(row.after)] + row.counts.map { $0 == 0 ? "·" : String($0) }
    }
    return TextTable(
      [.left, .right, .right, .right, .right, .right, .right], spare: [(1, "before"), (2, "after")],
      rows: [heads.map(style.dim)] + rows
    ).notedLines(within: style.width)
  }

  private func causes(_ comparison: Comparison) -> [String] {
    let rows = CompareView.causes(comparison).map { cause, count in
      [String(count), CompareView.text(cause), style.dim(CompareView.place(cause).printable)]
    }
    return TextTable([.right, .left, .left], indent: "  ", rows: rows).lines(within: style.width)
  }

  private func shown(_ comparison: Comparison) -> [String] {
    let program = comparison.after.program
    let rows = comparison.differences.prefix(view.limit).map { difference in
      (
        heading: Words.heading(difference.subject, difference.at, in: difference.zone, of: program, style),
        cells: cells(difference, comparison, TimeText(difference.zone))
      )
    }
    let count = comparison.differences.count
    return TextTable.lines(columns: 5, indent: "  ", rows, of: count, within: style.width)
  }

  private func cells(
    _ difference: FiringDifference, _ comparison: Comparison, _ time: TimeText
  ) -> [String] {
    let at = time.clock(difference.at)
    let names = difference.causes.map { CompareView.name(comparison.causes[$0]) }
    let because = style.dim(CompareView.joined(names, difference))
    switch difference.sort {
    case .added: return [style.green("+"), at, style.bold(difference.rule), "", because]
    case .removed: return [style.red("-"), at, style.bold(difference.rule), "", because]
    case .moved:
      let from = difference.from.map { "from \(time.clock($0, besides: difference.at))" } ?? ""
      return [style.yellow("~"), at, style.bold(difference.rule), from, because]
    case .changed:
      return [style.yellow("≠"), at, style.bold(difference.rule), difference.change?.text ?? "", because]
    }
  }
}
