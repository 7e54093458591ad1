import Foundation
import PaceEngine
import PaceLab
import PaceLanguage
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct `The README and the manual` {
  let pages: [MarkdownPage]

  /// The demo's folder is named after the user, below the folder for temporary files.
  private static let shownDemo = "/tmp/pace-demo-501"

  private static func read() throws -> [MarkdownPage] {
    try MarkdownPage.paths.map { try MarkdownPage(path: $0) }
  }

  /// What was read once for all tests that look at it.
  private static let pages = Result { try read() }

  /// The words of each page that explains its terms.
  private static let words = Result {
    try pages.get().filter { !["Terms.md", "Manual.md"].contains($0.name) }.map { ($0.name, $0.words) }
  }

  init() throws { pages = try Self.pages.get() }

  @Test(arguments: MarkdownPage.paths) func `show what their commands print`(path: String) throws {
    let page = try MarkdownPage(path: path)
    let scratch = try Scratch()
    for folder in ["rules", "presets"] {
      try FileManager.default.copyItem(
        at: Pace.repository.appendingPathComponent(folder), to: scratch.folder.appendingPathComponent(folder))
    }
    try scratch.link(".bin/pace", to: Pace.binary)
    var changes: [(MarkdownPage.Block, [String])] = []
    for block in page.blocks {
      if let name = block.fileName { try scratch.write(name, block.text) }
      guard block.language == "console" else { continue }
      var lines: [String] = []
      for example in ShellExample.all(in: block) {
        let printed = try run(example, in: scratch)
        let isTrue = example.matches(printed)
        let text = printed.joined(separator: "\n")
        #expect(isTrue, "\(page.name), \(Golden.advice): `\(example.line)` prints\n\(text)")
        lines += isTrue ? example.lines : example.recorded(printed)
      }
      if lines != block.lines { changes.append((block, lines)) }
    }
    try page.record(changes)
  }

  @Test func `have examples that are run`() {
    let examples = pages.flatMap(\.blocks).filter { $0.language == "console" }
      .flatMap { ShellExample.all(in: $0) }
    #expect(examples.count >= 36)
  }

  @Test func `fit their reader`() throws {
    #expect(try page("README.md").lineCount <= 450)
    #expect(pages.count >= 15)
    let landing = Set(try page("Manual.md").links)
    for page in pages where page.name != "README.md" && page.name != "Manual.md" {
      #expect(landing.contains(page.name))
      #expect(page.name == "Terms.md" || page.links.contains("Terms.md"), "\(page.name)")
    }
  }

  @Test(arguments: MarkdownPage.paths) func `link to pages and headings that exist`(path: String) throws {
    let page = try MarkdownPage(path: path)
    for link in page.links where !link.hasPrefix("http") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let target =
        parts[0].isEmpty ? page.file : page.file.deletingLastPathComponent().appendingPathComponent(parts[0])
      let linked = pages.first { $0.file.standardized == target.standardized }
      let isFile = linked != nil || FileManager.default.fileExists(atPath: target.path)
      #expect(isFile, "\(page.name): \(link)")
      if parts.count == 2 { #expect(linked?.anchors.contains(parts[1]) == true, "\(page.name): \(link)") }
    }
  }

  /// Words that the manual uses in a sense of its own.
  private static let terms = [
    "deadline", "episode", "figure", "flip", "gate", "horizon", "instant", "level", "mutant", "notice",
    "outcome", "parameter", "preset", "scale", "scenario", "source", "subject", "trigger", "verdict",
    "window",
  ]

  @Test(arguments: terms) func `explain a word where it first stands`(word: String) throws {
    let list = try page("Terms.md").prose.joined(separator: "\n").lowercased()
    #expect(list.contains("**\(word)**"), "\(word) isn't in Terms.md")
    for (name, words) in try Self.words.get() {
      let first = words.firstIndex { [word, word + "s"].contains($0.trimmingCharacters(in: ["*"])) }
      let isExplained = first.map { words[$0].hasPrefix("**") } ?? true
      #expect(isExplained, "\(name) doesn't explain `\(word)` where it first stands")
    }
  }

  @Test func `list every command as help does`() throws {
    let help = try Pace.run("--help").output
    let built = help.components(between: "Commands\n", and: "\n\n").split(separator: "\n").map { line in
      line.trimmingCharacters(in: .whitespaces).split(separator: " ", maxSplits: 1).map(String.init)
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(try commands().map { [$0[0].code, $0[1]] } == built)
  }

  @Test func `list every command's options as its help does`() throws {
    // Read anew, as the examples may just have been recorded.
    let pages = try Self.read()
    let sections = try commands()
    #expect(!sections.isEmpty)
    var changes: [String: [(MarkdownPage.Block, [String])]] = [:]
    for name in sections.map(\.[0].code) {
      let help = try Pace.run(name, "--help").output
      let options = help.components(between: "Options\n", and: "\n\n").components(separatedBy: "\n")
        .filter { !$0.hasPrefix("  --color") && !$0.hasPrefix("  --help") }
        .map { String($0.dropFirst(2)) }.filter { !$0.isEmpty }
      let page = try #require(pages.first { $0.prose.contains("## pace \(name)") }, "\(name)")
      let block = page.blocks.first { $0.section == "pace \(name)" && $0.language == "text" }
      let listed = block?.lines ?? []
      #expect(listed == options, "\(Golden.advice): \(name)\n\(options.joined(separator: "\n"))")
      if let block, listed != options { changes[page.path, default: []].append((block, options)) }
    }
    for page in pages { try page.record(changes[page.path] ?? []) }
  }

  @Test(arguments: [Severity.error, .warning, .note])
  func `list the codes of every lint rule`(severity: Severity) throws {
    let codes = LintRule.all.filter { $0.page.severity == severity }.map { "`\($0.code)`" }
    #expect(try paragraph("- \(severity.text)s: ") == codes.joined(separator: ", "))
  }

  @Test func `list every function as an editor offers it`() throws {
    let listed = try page("Language.md").prose.filter { $0.hasPrefix("| `") }.joined()
    for function in Function.all {
      let isShared = function.form.hasPrefix("\(function.text)(S.f [") && function.text != "sum"
      let form = isShared ? function.text : function.form
      #expect(listed.contains("`\(form)`"), "\(form)")
    }
  }

  @Test func `list every pack with its presets`() throws {
    let rules = Pace.repository.appendingPathComponent("rules")
    let packs = try FileManager.default.contentsOfDirectory(atPath: rules.path)
      .filter { $0.hasSuffix(".pace") && !$0.hasSuffix(".test.pace") }.sorted()
    let listed = try page("Packs.md").rows(in: "Packs")
    #expect(listed.map { $0[0].code + ".pace" } == packs)
    for row in listed {
      let file = Pace.repository.appendingPathComponent("presets/\(row[0].code).pace")
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      let presets = text.components(separatedBy: "\n").filter { $0.hasPrefix("preset ") }
        .compactMap { $0.split(separator: " ").dropFirst().first.map { "`\($0)`" } }
      #expect(row[2] == (presets.isEmpty ? "none" : presets.joined(separator: ", ")))
    }
  }

  @Test func `teach a language that checks and whose scenario passes`() throws {
    let scratch = try Scratch()
    var program = ""
    for name in ["Language.md", "Sources.md", "Scenarios.md"] {
      for block in try page(name).blocks where block.language == "pace" && block.name == nil {
        if let name = block.fileName { try scratch.write(name, block.text) } else { program += block.text }
      }
    }
    try scratch.write("reference.pace", program)
    let result = try Pace.run(["test", "reference.pace"], folder: scratch.folder)
    #expect(result.status == 0, "\(result.output)\(result.remarks)")
    #expect(result.output.contains("1 scenario, 2 runs: all passed"))
  }

  @Test func `name only files and folders that exist`() {
    let paths = pages.flatMap(\.prose).flatMap { line in
      line.components(separatedBy: "`").filter { $0.hasPrefix("Sources/") || $0.hasPrefix("Tests/") }
    }
    #expect(paths.count >= 10)
    for path in paths {
      let file = Pace.repository.appendingPathComponent(path)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(path)")
    }
  }

  @Test func `quote the embedding examples that are compiled here`() throws {
    let sources = try ["Tests/Embedding/TeaEvening.swift", "Tests/EndToEndTests/Readme/TeaLog.swift"].map {
      try String(contentsOf: Pace.repository.appendingPathComponent($0), encoding: .utf8)
    }
    let quoted = pages.flatMap(\.blocks).filter { $0.language == "swift" }.map(\.text)
    #expect(Set(quoted) == Set(sources))
  }

  @Test func `show the whole file that runs pace on Spark`() throws {
    let file = Pace.repository.appendingPathComponent("Tests/Fleet/fleet.py")
    let source = try String(contentsOf: file, encoding: .utf8)
    #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    #expect(try page("Fleets.md").blocks.filter { $0.language == "python" }.map(\.text) == [source])
  }

  @Test func `embed an engine that speaks and says when to wake`() throws {
    let rules = try #require(pages.flatMap(\.blocks).first { $0.fileName == "tea.pace" }).text
    let result = try Pace.run([], input: rules, executable: Pace.beside("TeaEvening"))
    #expect(
      result.output.split(separator: "\n") == [
        "wired: 150 mg in two hours. A herbal one next?", "buzz is wired", "fired: lately >= too_much",
        "then lively",
      ])
  }

  @Test func `keep a log in an app`() throws {
    let rules = try #require(pages.flatMap(\.blocks).first { $0.fileName == "tea.pace" }).text
    let scratch = try Scratch()
    let nine = Instant(1_795_424_400_000)
    func later(_ minutes: Int64) -> Instant { Instant(nine.milliseconds + minutes * 60_000) }
    var log = try TeaLog(scratch.path("tea.db"), rules: rules, now: nine)
    #expect(try log.log("black", id: "a", now: nine) == [])
    #expect(try log.log("black", id: "b", now: later(30)) == [])
    let warning = "150 mg in two hours. A herbal one next?"
    #expect(try log.log("black", id: "c", now: later(60)) == [warning])
    #expect(try log.status(now: later(60)).buzz == "wired")
    #expect(try log.correct("c", mg: 999, now: later(61)) == ["no cup is that strong"])
    #expect(try log.correct("c", mg: .max, now: later(61)) == ["no cup is that strong"])
    #expect(try log.correct("d", mg: 10, now: later(61)) == ["there is no such cup"])
    #expect(try log.correct("c", mg: 10, now: later(61)) == [warning])
    let lines = """
      {"subject":"me","at_ms":\(later(70).milliseconds),"event":"cup","kind":"green","mg":30,"id":"d"}
      {"subject":"me","at_ms":\(later(80).milliseconds),"event":"cup","kind":"green","mg":999,"id":"e"}
      """
    let taken = try log.take(lines, now: later(90))
    #expect(taken == ["line 2: `mg` `999` is outside 0 .. 300", "1 cup more"])
    let (buzz, next) = try log.status(now: later(90))
    #expect(buzz == "lively")
    let printed = try Pace.run(
      ["status", scratch.write("tea.pace", rules).path, "--db", scratch.path("tea.db"), "--zone", "UTC"]
        + ["--now", "\(later(90).milliseconds)"])
    #expect(try log.screen(now: later(90)) == printed.output.split(separator: "\n").map(String.init))
    // The cup of minute 30 leaves the two hours.
    #expect(next == Instant(later(150).milliseconds + 1))
    #expect(try log.coming(by: later(120)) == [])
    // Opened again, it goes on.
    var again = try TeaLog(scratch.path("tea.db"), rules: rules, now: later(95))
    #expect(try again.log("black", id: "f", now: later(95)) == ["190 mg in two hours. A herbal one next?"])
  }

  /// The lines that a command prints, run in a folder with the packs.
  private func run(_ example: ShellExample, in scratch: Scratch) throws -> [String] {
    let result = try example.run(in: scratch)
    #expect(result.status < 2 || example.showsError, "`\(example.line)` fails: \(result.remarks)")
    return result.lines.map { $0.replacing(scratch.path("pace-demo-\(getuid())"), with: Self.shownDemo) }
  }

  private func page(_ name: String) throws -> MarkdownPage {
    try #require(pages.first { $0.name == name }, "\(name)")
  }

  /// The rows of the list of commands.
  private func commands() throws -> [[String]] {
    try page("Commands.md").rows(in: "All commands").filter { $0[0].hasPrefix("[") }
  }

  /// What follows `start` on its line, without the full stop.
  private func paragraph(_ start: String) throws -> String {
    let line = try #require(pages.flatMap(\.prose).first { $0.contains(start) })
    return String(line[(try #require(line.range(of: start))).upperBound...].trimmingSuffix("."))
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ suffix: String) -> Substring {
    hasSuffix(suffix) ? dropLast(suffix.count) : self
  }
}
