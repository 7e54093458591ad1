import PaceLab
import PaceLanguage

/// `compare --format markdown`: a review comment with the list of differences folded away.
package struct CompareMarkdown: Sendable {
  package let text: String

  package init(_ view: CompareView) {
    text = view.comparisons.indices.map { Self.section(view, $0) }.joined(separator: "\n")
  }

  private static func section(_ view: CompareView, _ index: Int) -> String {
    let comparison = view.comparisons[index]
    let names = view.names(index)
    var text = "### `\(names.before)` → `\(names.after)`\n\n\(view.scope(comparison))\n"
    if comparison.differences.isEmpty { return text }
    text += "\n| rule | before | after | added | removed | moved | changed |\n"
    text += "|---|--:|--:|--:|--:|--:|--:|\n"
    for row in CompareView.totals(comparison) where row.differs {
      let name = row.rule == "all" ? "**all**" : "`\(row.rule)`"
      let counts = ([row.before, row.after] + row.counts).map(String.init).joined(separator: " | ")
      text += "| \(name) | \(counts) |\n"
    }
    text += "\n| differences | because of | where |\n|--:|---|---|\n"
    for (cause, count) in CompareView.causes(comparison) {
      text += "| \(count) | \(cell(CompareView.text(cause))) | `\(cell(CompareView.place(cause)))` |\n"
    }
    let shown = comparison.differences.prefix(view.limit)
    if shown.isEmpty { return text }
    let more = comparison.differences.count - shown.count
    let all = Noun.count(comparison.differences.count, "difference")
    let part = more > 0 ? "the first \(shown.count) of " : shown.count > 1 ? "all " : ""
    text += "\n<details><summary>\(part)\(all)</summary>\n\n"
    text += "| | subject | at | rule | | because of |\n|---|---|---|---|---|---|\n"
    for difference in shown {
      let detail = difference.from.map { "from \(TimeText.iso($0))" } ?? CompareView.change(difference)
      text += "| \(CompareView.code(difference.sort)) | \(cell(difference.subject))"
      text += " | \(TimeText.iso(difference.at)) | `\(difference.rule)` | \(cell(detail))"
      text += " | \(cell(CompareView.because(difference, comparison))) |\n"
    }
    return text + "\n</details>\n"
  }

  /// A bar or a line break would end the cell.
  private static func cell(_ text: String) -> String {
    text.printable.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
