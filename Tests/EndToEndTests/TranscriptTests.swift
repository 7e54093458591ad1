import Foundation
import Testing

/// What users type and what they are told, in pages that a person reads: `Tests/Transcripts`.
///
/// Each heading `##` is a test of its own: a sentence, then blocks that are taken in their order in a new folder. Blocks
/// before the first of them belong to each test. A block with a file's name is written, `sql` with a database's name
/// is executed, and the commands of `console` are run by a shell, with `rules` and `presets` as in the repository
/// unless the test writes its own. Below a command stand the lines it prints on both outputs, and `[exit N]` unless
/// it succeeds; `…` stands for any lines, or any text of a line. `sqlite3 FILE "QUERY"` prints a query's only column.
/// `PACE_RECORD=1` writes anew what differs, and `PACE_PAGE=Name` takes one page alone.
struct TranscriptTests {
  /// The pages by name.
  static let paths: [String] = {
    let folder = Pace.repository.appendingPathComponent("Tests/Transcripts").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let wanted = ProcessInfo.processInfo.environment["PACE_PAGE"].map { "\($0).md" }
    return names.filter { $0.hasSuffix(".md") && $0 == wanted ?? $0 }.sorted().map {
      "Tests/Transcripts/\($0)"
    }
  }()

  @Test(arguments: paths) func `commands print what a page shows`(path: String) throws {
    let page = try MarkdownPage(path: path)
    let headings = page.headings
    #expect(Set(headings).count == headings.count, "a heading of \(page.name) stands twice")
    var changes: [Int: (MarkdownPage.Block, [String])] = [:]
    for test in headings.dropFirst() {
      let blocks = page.blocks.filter { [test, headings[0]].contains($0.section) }
      #expect(blocks.contains { $0.section == test && $0.language == "console" }, "\(test)")
      let scratch = try Self.folder(for: blocks)
      for block in blocks {
        let lines = try Self.take(block, in: scratch, of: "\(page.name), \(test)")
        if lines != block.lines { changes[block.start] = (block, lines) }
      }
    }
    try page.record(Array(changes.values))
  }

  private static func folder(for blocks: [MarkdownPage.Block]) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.link(".bin/pace", to: Pace.binary)
    for name in ["rules", "presets"] where !blocks.contains(where: { $0.name?.hasPrefix("\(name)/") == true })
    {
      try scratch.link(name, to: Pace.repository.appendingPathComponent(name).path)
    }
    return scratch
  }

  /// Does what a block says, and returns its lines, with what was printed where that differs.
  private static func take(_ block: MarkdownPage.Block, in scratch: Scratch, of test: String) throws
    -> [String]
  {
    if block.language == "sql", let name = block.name {
      try Night.execute(block.text, in: scratch.path(name))
    } else if let name = block.fileName {
      try scratch.write(name, block.text)
    }
    guard block.language == "console" else { return block.lines }
    return try ShellExample.all(in: block).flatMap { example in
      let result = try run(example, in: scratch)
      let printed = result.lines.map { $0.replacing(scratch.folder.path, with: "/scratch") }
      let isTrue = example.matches(printed) && result.status == example.status ?? 0
      let code = result.status == 0 ? [] : ["[exit \(result.status)]"]
      let text = (printed + code).joined(separator: "\n")
      #expect(isTrue, "\(test), \(Golden.advice): `\(example.line)` prints\n\(text)")
      return isTrue ? example.lines : example.recorded(printed) + code
    }
  }

  private static func run(_ example: ShellExample, in scratch: Scratch) throws -> RunResult {
    guard let query = example.line.wholeMatch(of: /sqlite3 (\S+) "(.*)"/) else {
      return try example.run(in: scratch)
    }
    let values = try Night.texts(
      "WITH found(value) AS (\(query.2)) SELECT value FROM found", in: scratch.path("\(query.1)"))
    return RunResult(status: 0, output: values.joined(separator: "\n"), remarks: "")
  }
}
