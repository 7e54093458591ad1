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

@Suite(.serialized) struct `The README` {
  let readme: ReadmeFile

  /// The demo's folder is named after the user, below the folder for temporary files.
  private static let shownDemo = "/tmp/pace-demo-501"
  private static func demo(in scratch: Scratch) -> String { scratch.path("pace-demo-\(getuid())") }

  init() throws { readme = try ReadmeFile() }

  @Test func `shows what its commands print`() throws {
    let scratch = try Scratch()
    for folder in ["rules", "presets"] {
      try FileManager.default.copyItem(
        at: Pace.repository.appendingPathComponent(folder), to: scratch.folder.appendingPathComponent(folder))
    }
    let demo = Self.demo(in: scratch)
    var count = 0
    var changes: [(ReadmeFile.Block, [String])] = []
    for block in readme.blocks {
      if let name = block.fileName { try scratch.write(name, block.text) }
      if block.language == "json" { try scratch.write("monday.jsonl", block.text) }
      if block.language == "csv" { try scratch.write("cups.csv", block.text) }
      guard block.language == "console" else { continue }
      var lines: [String] = []
      for example in ReadmeExample.all(in: block) {
        let printed = try run(example, in: scratch).map { $0.replacing(demo, with: Self.shownDemo) }
        let isTrue = example.matches(printed)
        #expect(isTrue, "\(Golden.advice): `\(example.line)` prints\n\(printed.joined(separator: "\n"))")
        lines += isTrue ? ["$ \(example.line)"] + example.shown : example.recorded(printed)
        count += 1
      }
      if lines != block.lines { changes.append((block, lines)) }
    }
    #expect(count >= 12)
    try readme.record(changes)
  }

  @Test func `lists every command as help does`() throws {
    let help = try Pace.run("--help").output
    let built = help.components(between: "Commands\n", and: "\n\n").split(separator: "\n").map { line in
      line.trimmingCharacters(in: .whitespaces).split(separator: " ", maxSplits: 1).map(String.init)
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let listed = readme.rows(in: "Commands").filter { $0[0].hasPrefix("[") }.map { [$0[0].code, $0[1]] }
    #expect(listed == built)
    let planned = help.components(between: "Not yet\n", and: "\n\n").split { $0 == "," || $0 == " " }
      .map { "`\($0)`" }
    #expect(try paragraph("Commands still to come: ") == planned.joined(separator: ", "))
  }

  @Test func `lists every command's options as its help does`() throws {
    let sections = readme.rows(in: "Commands").filter { $0[0].hasPrefix("[") }.map(\.[0].code)
    #expect(!sections.isEmpty)
    var planned: [String] = []
    var changes: [(ReadmeFile.Block, [String])] = []
    for name in sections {
      let help = try Pace.run(name, "--help").output
      let options = help.components(between: "Options\n", and: "\n\n").components(separatedBy: "\n")
        .filter { !$0.hasPrefix("  --color") && !$0.hasPrefix("  --help") }
        .map { String($0.dropFirst(2)) }.filter { !$0.isEmpty }
      let block = readme.blocks.first { $0.section == "pace \(name)" && $0.language == "text" }
      let listed = block?.lines ?? []
      #expect(listed == options, "\(Golden.advice): \(name)\n\(options.joined(separator: "\n"))")
      if let block, listed != options { changes.append((block, options)) }
      #expect(readme.prose.contains("### pace \(name)"))
      let notYet = help.components(between: "Not yet\n", and: "\n\n").trimmingCharacters(in: .whitespaces)
      planned += notYet.components(separatedBy: "  ").filter { !$0.isEmpty }.map { "`\(name) \($0)`" }
    }
    try readme.record(changes)
    let shown = planned.isEmpty ? "none" : planned.joined(separator: ", ")
    #expect(try paragraph("Options still to come: ") == shown)
  }

  @Test(arguments: [Severity.error, .warning, .note])
  func `lists the codes of every lint rule`(severity: Severity) throws {
    let codes = LintRule.all.filter { $0.severity == severity }.map { "`\($0.code)`" }
    #expect(try paragraph("- \(severity.text)s: ") == codes.joined(separator: ", "))
  }

  @Test func `lists every pack with its presets`() throws {
    let rules = Pace.repository.appendingPathComponent("rules")
    let packs = try FileManager.default.contentsOfDirectory(atPath: rules.path)
      .filter { $0.hasSuffix(".pace") && !$0.hasSuffix(".test.pace") }.sorted()
    let listed = readme.rows(in: "Packs")
    #expect(listed.map { $0[0].code + ".pace" } == packs)
    for row in listed {
      let file = Pace.repository.appendingPathComponent("presets/\(row[0].code).pace")
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      let presets = text.components(separatedBy: "\n").filter { $0.hasPrefix("preset ") }
        .compactMap { $0.split(separator: " ").dropFirst().first.map { "`\($0)`" } }
      #expect(row[2] == (presets.isEmpty ? "none" : presets.joined(separator: ", ")))
    }
  }

  @Test func `teaches a language that checks and whose scenario passes`() throws {
    let scratch = try Scratch()
    var program = ""
    for block in readme.blocks where block.language == "pace" && block.chapter == "The language" {
      if let name = block.fileName { try scratch.write(name, block.text) } else { program += block.text }
    }
    try scratch.write("reference.pace", program)
    let result = try Pace.run(["test", "reference.pace"], folder: scratch.folder)
    #expect(result.status == 0, "\(result.output)\(result.remarks)")
    #expect(result.output.contains("1 scenario, 2 runs: all passed"))
  }

  @Test func `names only files and folders that exist`() {
    let paths = readme.prose.flatMap { line in
      line.components(separatedBy: "`").filter { $0.hasPrefix("Sources/") || $0.hasPrefix("Tests/") }
    }
    #expect(paths.count >= 10)
    for path in paths {
      let file = Pace.repository.appendingPathComponent(path)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(path)")
    }
  }

  @Test func `quotes the embedding example that is compiled here`() throws {
    let file = Pace.repository.appendingPathComponent("Tests/EndToEndTests/Readme/TeaEvening.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    #expect(readme.blocks.filter { $0.language == "swift" }.map(\.text) == [source])
  }

  @Test func `embeds an engine that speaks and says when to wake`() throws {
    let rules = try #require(readme.blocks.first { $0.fileName == "tea.pace" }).text
    #expect(
      try evening(rules, from: Instant(1_795_424_400_000)) == [
        "wired: 150 mg in two hours. A herbal one next?", "buzz is wired", "fired: lately >= too_much",
        "then lively",
      ])
  }

  /// The lines that a command prints, run in a folder with the packs.
  private func run(_ example: ReadmeExample, in scratch: Scratch) throws -> [String] {
    let (arguments, input) = example.words
    let result = try Pace.run(
      arguments.map { $0.replacing(Self.shownDemo, with: Self.demo(in: scratch)) },
      input: input.map { try String(contentsOfFile: scratch.path($0), encoding: .utf8) } ?? "",
      folder: scratch.folder, environment: ["TMPDIR": scratch.folder.path])
    #expect(result.status < 2, "`\(example.line)` fails: \(result.remarks)")
    var lines = (result.output + result.remarks).components(separatedBy: "\n")
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// What follows `start` on its line, without the full stop.
  private func paragraph(_ start: String) throws -> String {
    let line = try #require(readme.prose.first { $0.contains(start) })
    return String(line[(try #require(line.range(of: start))).upperBound...].trimmingSuffix("."))
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ suffix: String) -> Substring {
    hasSuffix(suffix) ? dropLast(suffix.count) : self
  }
}
