import PaceLab
import PaceLanguage

/// `compare --format markdown`: a review comment with the list of differences folded away.
public enum CompareMarkdown {
  public static func text(of view: CompareView) -> String {
    view.comparisons.indices.map { section(view, $0) }.joined(separator: "\n")
  }

  private static func section(_ view: CompareView, _ index: Int) -> String {
    let comparison = view.comparisons[index]
    let names = view.names(index)
    var text = "### \(code(names.before)) → \(code(names.after))\n\n\(view.scope(comparison))\n"
    if comparison.differences.isEmpty { return text }
    text += "\n| rule | before | after | added | removed | moved | changed |\n"
    text += "|---|--:|--:|--:|--:|--:|--:|\n"
    for row in CompareView.totals(comparison) where row.differs {
      let name = row.rule.map { "`\($0)`" } ?? "**all**"
      let counts = ([row.before, row.after] + row.counts).map(String.init).joined(separator: " | ")
      text += "| \(name) | \(counts) |\n"
    }
    let causes = CompareView.causes(comparison)
    if !causes.isEmpty { text += "\n| differences | because of | where |\n|--:|---|---|\n" }
    for (cause, count) in causes {
      text += "| \(count) | \(CompareView.text(cause, marks)) | \(code(CompareView.place(cause))) |\n"
    }
    let shown = comparison.differences.prefix(view.limit)
    if shown.isEmpty { return text }
    let more = comparison.differences.count - shown.count
    let all = Noun.count(comparison.differences.count, "difference")
    let part = more > 0 ? "the first \(shown.count) of " : shown.count > 1 ? "all " : ""
    text += "\n<details><summary>\(part)\(all)</summary>\n\n"
    text += "| | subject | at | rule | | because of |\n|---|---|---|---|---|---|\n"
    for difference in shown {
      let detail = difference.from.map { "from \(TimeText.iso($0))" } ?? difference.change?.text ?? ""
      text += "| \(difference.sort.rawValue) | \(plain(difference.subject))"
      text += " | \(TimeText.iso(difference.at)) | `\(difference.rule)` | \(plain(detail))"
      text += " | \(CompareView.because(difference, comparison, marks)) |\n"
    }
    return text + "\n</details>\n"
  }

  private static var marks: CompareView.Marks { CompareView.Marks(code: code, plain: plain) }

  /// Text as it is, or as a code span if anything in it is special in Markdown, HTML or on GitHub.
  private static func plain(_ text: String) -> String {
    let characters = [Character](text)
    let isPlain = characters.indices.allSatisfy { index in
      if characters[index] != "_" { return !"\\`*[]<>|~&@#$".contains(characters[index]) }
      let neighbours = [index - 1, index + 1].filter(characters.indices.contains).map { characters[$0] }
      return neighbours.count == 2 && neighbours.allSatisfy { $0.isLetter || $0.isNumber }
    }
    return isPlain ? text.printable : code(text)
  }

  /// A code span in a table: its fence is longer than any run of backticks in it, and a bar is escaped.
  private static func code(_ text: String) -> String {
    let parts = text.printable.split(separator: "|", omittingEmptySubsequences: false)
    let shown = parts.joined(separator: "\\|")
    let runs = shown.split { $0 != "`" }
    if runs.isEmpty { return "`\(shown)`" }
    let fence = String(repeating: "`", count: runs.reduce(0) { max($0, $1.count) } + 1)
    return "\(fence) \(shown) \(fence)"
  }
}
