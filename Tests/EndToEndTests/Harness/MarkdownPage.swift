import Foundation

/// A page in Markdown, such as README.md or one of the manual, cut at its headings and fences.
struct MarkdownPage {
  /// What stands between two fences.
  struct Block {
    /// The word behind the opening fence.
    var language: String
    /// The second word there.
    var name: String?
    var lines: [String]
    /// The heading that it stands below.
    var section: String
    /// Where its lines stand in the file.
    var start: Int

    var text: String { lines.joined(separator: "\n") + "\n" }

    /// The file that its fence names, or a first line such as `# tea.pace: …`.
    var fileName: String? {
      if let name { return name }
      guard language == "pace", let first = lines.first, first.hasPrefix("# ") else { return nil }
      let word = first.dropFirst(2).prefix { $0 != ":" && $0 != " " }
      return word.hasSuffix(".pace") ? String(word) : nil
    }
  }

  /// README.md, then the pages of the manual by name.
  static let paths: [String] = {
    let manual = "Sources/pace/Manual.docc"
    let folder = Pace.repository.appendingPathComponent(manual).path
    let pages = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ["README.md"] + pages.filter { $0.hasSuffix(".md") }.sorted().map { "\(manual)/\($0)" }
  }()

  /// From the repository's folder.
  let path: String
  var file: URL { Pace.repository.appendingPathComponent(path) }
  var name: String { file.lastPathComponent }

  private(set) var blocks: [Block] = []
  /// Lines of tables, each as its cells, with the section they stand in.
  private(set) var rows: [(section: String, cells: [String])] = []
  /// The lines outside fences.
  private(set) var prose: [String] = []
  private(set) var lineCount = 0

  init(path: String) throws {
    self.path = path
    let text = try String(contentsOf: file, encoding: .utf8)
    var section = ""
    var open: Block?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        let words = line.dropFirst(3).split(separator: " ").map(String.init)
        open =
          open == nil
          ? Block(
            language: words.first ?? "", name: words.dropFirst().first, lines: [], section: section,
            start: index + 1) : nil
      } else if open != nil {
        open?.lines.append(line)
      } else {
        if line.hasPrefix("#") { section = String(line.drop { $0 == "#" }.dropFirst()) }
        if line.hasPrefix("| ") { rows.append((section, Self.cells(of: line))) }
        prose.append(line)
      }
      lineCount = index
    }
  }

  /// Writes these lines in place of those of blocks, if this is a recording.
  func record(_ changes: [(block: Block, lines: [String])]) throws {
    guard Golden.isRecording, !changes.isEmpty else { return }
    var lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    for change in changes.sorted(by: { $0.block.start > $1.block.start }) {
      let start = change.block.start
      lines.replaceSubrange(start..<start + change.block.lines.count, with: change.lines)
    }
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
  }

  var headings: [String] {
    prose.filter { $0.hasPrefix("#") }.map { String($0.drop { $0 == "#" }.dropFirst()) }
  }

  /// The headings as a forge makes anchors of them.
  var anchors: Set<String> {
    Set(
      headings.map { heading in
        let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
        return String(kept).replacing(" ", with: "-")
      })
  }

  /// The words of its text, emphasis included, without headings, code and links.
  var words: [String] {
    prose.filter { !$0.hasPrefix("#") }.joined(separator: "\n")
      .replacing(/`[^`]*`/, with: "").replacing(/\[[^\]]*\](\([^)]*\))?/, with: "").lowercased()
      .split { !$0.isLetter && $0 != "*" && $0 != "-" }.map(String.init)
  }

  /// The addresses that its prose links to.
  var links: [String] {
    prose.flatMap { line in
      line.components(separatedBy: "](").dropFirst().map { String($0.prefix { $0 != ")" }) }
    }
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

  /// What stands between two texts, or nothing.
  func components(between start: String, and end: String) -> String {
    guard let from = range(of: start) else { return "" }
    let rest = self[from.upperBound...]
    guard let to = rest.range(of: end) else { return String(rest) }
    return String(rest[..<to.lowerBound])
  }
}
