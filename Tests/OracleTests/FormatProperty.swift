import Foundation
import PaceLanguage
import PaceOracle
import Testing

/// Formatting is idempotent and does not change the checked program.
struct `Formatting any program` {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardized

  private func compile(_ bytes: [UInt8], at path: String) -> Compilation {
    Compilation.compile(roots: [path]) { other in
      if other == path { return .bytes(bytes) }
      return FileManager.default.contents(atPath: other).map { .bytes([UInt8]($0)) }
        ?? .failure("no such file")
    }
  }

  private func formatted(_ bytes: [UInt8]) -> [UInt8]? {
    let file = SourceFile(path: "a.pace", bytes: bytes)
    var diagnostics: [Diagnostic] = []
    return format(parse(file, id: FileID(0), diagnostics: &diagnostics), of: file)
  }

  /// Checks a text, and with it one of the same meaning in another layout.
  private func check(_ text: String, ragged: String?, at path: String, _ name: String) throws {
    let program = try #require(compile(Array(text.utf8), at: path).program, "\(name) does not check")
    let meaning = shape(of: program)
    for text in [text] + (ragged.map { [$0] } ?? []) {
      let name = text == ragged ? "\(name), ragged" : name
      let once = try #require(formatted(Array(text.utf8)), "\(name) does not parse")
      #expect(formatted(once) == once, "\(name): formatting again changes it")
      let other = try #require(compile(once, at: path).program, "\(name) does not check once it is formatted")
      #expect(shape(of: other) == meaning, "\(name): formatting changes what it means")
    }
  }

  @Test func `packs mean the same when their lines are joined and pulled apart`() throws {
    let rules = Self.root.appending(path: "rules").path
    let names = try FileManager.default.contentsOfDirectory(atPath: rules).filter { $0.hasSuffix(".pace") }
    #expect(names.count >= 12)
    for name in names {
      let path = "\(rules)/\(name)"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let ragged = text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { line in line.contains("\"") ? String(line) : "\t " + line.replacing(", ", with: " ,   ") + "  "
        }
        .joined(separator: "\n")
      try check(text, ragged: ragged, at: path, name)
    }
  }

  @Test func `random programs mean the same`() throws {
    for seed: UInt64 in 1...60 {
      let source = OraclePair.random(seed: seed, .stage2).program.source
      let ragged = source.replacing(" ", with: "  ").replacing("\n", with: "  \n\n\n")
      try check(source, ragged: source.contains("\"") ? nil : ragged, at: "random.pace", "seed \(seed)")
    }
  }
}

/// A checked program in text, without the places in its files.
private func shape(of program: Program) -> String {
  var text = ""
  describe(program, into: &text)
  return text
}

private func describe(_ value: Any, into text: inout String) {
  if value is SourceSpan { return }
  let mirror = Mirror(reflecting: value)
  if mirror.children.isEmpty {
    text += "\(value);"
    return
  }
  for child in mirror.children where !["files", "syntax", "identities"].contains(child.label) {
    text += (child.label ?? "") + "("
    describe(child.value, into: &text)
    text += ")"
  }
}
