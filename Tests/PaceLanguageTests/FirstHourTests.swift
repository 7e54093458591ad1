import Foundation
import PaceLanguage
import Testing

/// What beginners type, with what they are told, in files that a person reads: `Tests/Fixtures/FirstHour`.
///
/// A line `> …` is the mistake, the lines after it are what is said. `PACE_RECORD=1` writes them anew.
struct FirstHourTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fixtures/FirstHour").standardizedFileURL

  @Test(arguments: ["in-a-rule.txt", "around-rules.txt"])
  func `a mistake is told where it is, with what to write instead`(name: String) throws {
    let file = Self.folder.appending(path: name)
    let known = try String(contentsOf: file, encoding: .utf8)
    let base = try String(contentsOf: Self.folder.appending(path: "base.pace"), encoding: .utf8)
    var text = ""
    for block in known.split(separator: "\n\n") {
      let lines = block.split(separator: "\n").filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
      text += (text.isEmpty ? "" : "\n") + Mistake(lines).told(base: base)
    }
    if text == known { return }
    if ProcessInfo.processInfo.environment["PACE_RECORD"] == "1" { try Data(text.utf8).write(to: file) }
    Issue.record("\(name) differs (read the difference, then record with PACE_RECORD=1):\n\(text)")
  }
}

/// Some lines with a mistake: declarations, or clauses of a rule that is added around them.
private struct Mistake {
  let lines: [String]
  private let program: String
  /// How many lines of the program come before them.
  private let offset: Int

  init(_ lines: [String]) {
    self.lines = lines
    let words = lines.map { String($0.prefix { $0.isLetter || $0 == "_" }) }
    guard Set(words).isDisjoint(with: Self.declarations) else {
      (program, offset) = (lines.joined(separator: "\n") + "\n", 0)
      return
    }
    var rule = ["rule a {"] + lines
    if Set(words).isDisjoint(with: Self.triggers) { rule.append("on cup") }
    if Set(words).isDisjoint(with: Self.notices) { rule.append("emit warning \"Slow down.\"") }
    (program, offset) = (rule.joined(separator: "\n") + "\n}\n", 1)
  }

  private static let declarations: Set = [
    "rule", "Rule", "param", "preset", "order", "subject", "event", "scale", "define", "include", "import",
    "source", "scenario",
  ]
  private static let triggers: Set = ["on", "at", "every", "when", "if"]
  private static let notices: Set = ["emit", "message"]

  /// The lines, each with what is said about it, and after them what is said about other places.
  func told(base: String) -> String {
    let files = ["a.pace": base + program, "take-care.pace": ""]
    let compilation = compile(files: files, root: "a.pace")
    let offset = offset + base.utf8.count { $0 == UInt8(ascii: "\n") }
    var after: [Int: String] = [:]
    for diagnostic in compilation.diagnostics {
      let file = compilation.files[Int(diagnostic.span.file.index)]
      let place = file.location(of: diagnostic.span.start)
      let line = place.line - offset
      let isHere = file.path == "a.pace" && (1...lines.count).contains(line)
      let mark =
        isHere ? blanks(place.column + 1) + marks(diagnostic.span) : "  at \(file.text(in: diagnostic.span))"
      after[isHere ? line : 0, default: ""] += "\(mark) \(words(of: diagnostic, compilation.files))"
    }
    if compilation.diagnostics.isEmpty { after[0] = "  nothing is wrong\n" }
    var text = ""
    for (index, line) in lines.enumerated() { text += "> \(line)\n" + (after[index + 1] ?? "") }
    return text + (after[0] ?? "")
  }

  private func words(of diagnostic: Diagnostic, _ files: [SourceFile]) -> String {
    var text = "\(diagnostic.code) \(diagnostic.message)\n"
    for note in diagnostic.notes {
      text += "  note: \(note.message): \(files[Int(note.span.file.index)].text(in: note.span))\n"
    }
    if let help = diagnostic.help { text += "  help: \(help)\n" }
    guard let first = diagnostic.fix.first else { return text }
    let file = files[Int(first.span.file.index)]
    let number = file.location(of: first.span.start).line
    let fixed = SourceFile(path: file.path, bytes: applying(diagnostic.fix, to: file.bytes))
    let added =
      fixed.location(of: Int32(fixed.bytes.count)).line - file.location(of: Int32(file.bytes.count)).line
    let label = diagnostic.isGuess ? "guess: " : "fix:  "
    for line in number...max(number, number + added) { text += "  \(label)\(fixed.text(ofLine: line))\n" }
    return text
  }

  private func marks(_ span: SourceSpan) -> String {
    String(repeating: "^", count: Int(max(span.end - span.start, 1)))
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
