import Foundation

/// README.md, cut at its headings and fences.
struct ReadmeFile {
  /// What stands between two fences.
  struct Block {
    var language: String
    var lines: [String]
    /// The `##` and the `###` heading that it stands below.
    var chapter: String
    var section: String
    /// Where its lines stand in the file.
    var start: Int

    var text: String { lines.joined(separator: "\n") + "\n" }

    /// The file that a first line such as `# tea.pace: …` names.
    var fileName: String? {
      guard language == "pace", let first = lines.first, first.hasPrefix("# ") else { return nil }
      let word = first.dropFirst(2).prefix { $0 != ":" && $0 != " " }
      return word.hasSuffix(".pace") ? String(word) : nil
    }
  }

  private static let file = Pace.repository.appendingPathComponent("README.md")

  private(set) var blocks: [Block] = []
  /// Lines of tables, each as its cells, with the section they stand in.
  private(set) var rows: [(section: String, cells: [String])] = []
  /// The lines outside fences.
  private(set) var prose: [String] = []

  init() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    var chapter = ""
    var section = ""
    var open: Block?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        let language = String(line.dropFirst(3))
        open =
          open == nil
          ? Block(language: language, lines: [], chapter: chapter, section: section, start: index + 1) : nil
      } else if open != nil {
        open?.lines.append(line)
      } else {
        if line.hasPrefix("## ") {
          (chapter, section) = (String(line.dropFirst(3)), String(line.dropFirst(3)))
        }
        if line.hasPrefix("### ") { section = String(line.dropFirst(4)) }
        if line.hasPrefix("| ") { rows.append((section, Self.cells(of: line))) }
        prose.append(line)
      }
    }
  }

  /// Writes these lines in place of those of blocks, if this is a recording.
  func record(_ changes: [(block: Block, lines: [String])]) throws {
    guard Golden.isRecording, !changes.isEmpty else { return }
    var lines = try String(contentsOf: Self.file, encoding: .utf8).components(separatedBy: "\n")
    for change in changes.sorted(by: { $0.block.start > $1.block.start }) {
      let start = change.block.start
      lines.replaceSubrange(start..<start + change.block.lines.count, with: change.lines)
    }
    try lines.joined(separator: "\n").write(to: Self.file, atomically: true, encoding: .utf8)
  }

  private static func cells(of line: String) -> [String] {
    line.replacing("\\|", with: "¦").split(separator: "|", omittingEmptySubsequences: false)
      .dropFirst().dropLast()
      .map { $0.trimmingCharacters(in: .whitespaces).replacing("¦", with: "|") }
  }

  /// The rows below a heading whose first cell is code, without the heading of the table.
  func rows(in section: String) -> [[String]] {
    rows.filter { $0.section == section && $0.cells[0].contains("`") }.map(\.cells)
  }
}

extension String {
  /// What stands between the first two backticks.
  var code: String { components(between: "`", and: "`") }
}
