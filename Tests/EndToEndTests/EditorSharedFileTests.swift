import Foundation
import PaceOracle
import Testing

/// `pace lsp` on names in files that several packs share.
struct `A shared file in an editor` {
  private typealias Object = EditorSession.Object

  private static func pack(_ rule: String, _ attribute: String = "zone: text") -> String {
    """
    include "shared.pace"
    subject person { \(attribute), mode: preset = one }
    event cup of person {}
    param many: number in 1 .. 5
    rule \(rule) { on cup, when count(cup) >= many, emit warning "{many}" }

    """
  }

  private static let files = [
    "shared.pace": "preset one { many = 2 }\npreset two { many = 3 }\nstream all = cup\n",
    "x.pace": pack("first"), "y.pace": pack("second"),
    "y.test.pace":
      "scenario \"one\" {\n  start 2026-01-01 09:00\n  set many = 1\n  at 09:00 cup\n  expect second\n}\n",
    "other.pace": "subject person {}\nevent cup of person {}\nparam many: number = 3\n",
  ]

  private static func scratch(_ more: [String: String] = [:]) throws -> Scratch {
    let scratch = try Scratch()
    for (name, text) in files.merging(more, uniquingKeysWith: { $1 }) { try scratch.write(name, text) }
    return scratch
  }

  /// Where a word first stands in a file, and how many places of it each file has.
  @Test(
    arguments: cases([
      (file: "x.pace", word: "many", places: ["shared": 2, "x": 3, "y": 3, "y.test": 1]),
      ("y.pace", "many", ["shared": 2, "x": 3, "y": 3, "y.test": 1]),
      ("y.test.pace", "many", ["shared": 2, "x": 3, "y": 3, "y.test": 1]),
      ("shared.pace", "many", ["shared": 2, "x": 3, "y": 3, "y.test": 1]),
      ("x.pace", "one", ["shared": 1, "x": 1, "y": 1]),
      ("x.pace", "cup", ["shared": 1, "x": 3, "y": 3, "y.test": 1]),
      ("x.pace", "first", ["x": 1]), ("y.test.pace", "second", ["y": 1, "y.test": 1]),
    ]), ["x", "x y"])
  func `a name is found and changed in every pack that shares the file, from wherever that starts`(
    given: Case<(file: String, word: String, places: [String: Int])>, open: String
  ) throws {
    let given = given.value
    let scratch = try Self.scratch()
    var session = EditorSession(in: scratch.folder)
    let opened = Set(open.split(separator: " ").map { "\($0).pace" } + [given.file])
    for file in opened.sorted() { session.open(file, Self.files[file] ?? "") }
    let lines = (Self.files[given.file] ?? "").components(separatedBy: "\n")
    let line = try #require(lines.firstIndex { " \($0)".contains(" \(given.word)") })
    let start = try #require(lines[line].range(of: " \(given.word)")).lowerBound
    let character = lines[line][...start].utf16.count
    let rename = session.rename(given.file, line: line, character: character, to: "renamed")
    let references = session.ask("references", given.file, line: line, character: character)
    let answers = try session.run()
    let changes = (answers.result(rename) as? Object)?["changes"] as? [String: [Object]] ?? [:]
    #expect(Self.counted(changes.mapValues { $0.count }) == given.places, "\(answers.error(rename) ?? [:])")
    let found = (answers.result(references) as? [Object] ?? []).compactMap { $0["uri"] as? String }
    #expect(Self.counted(Dictionary(found.map { ($0, 1) }, uniquingKeysWith: +)) == given.places)
    for (file, text) in Self.files {
      guard let edits = changes[session.uri(file)] else { continue }
      try scratch.write(file, EditorSession.applied(edits, to: text))
    }
    let test = try Pace.run(["test", "y.pace"], folder: scratch.folder)
    let lint = try Pace.run(["lint", "."], folder: scratch.folder)
    #expect(test.status == 0 && !lint.output.contains("error"), "\(test.output)\(lint.output)")
  }

  private static func counted(_ places: [String: Int]) -> [String: Int] {
    Dictionary(
      places.map { uri, count in
        (uri.split(separator: "/").last.map { String($0.dropLast(".pace".count)) } ?? "", count)
      }, uniquingKeysWith: +)
  }

  @Test func `a declaration is looked for in the packs of the file alone`() throws {
    let scratch = try Self.scratch()
    var session = EditorSession(in: scratch.folder)
    session.open("x.pace", Self.files["x.pace"] ?? "")
    let request = session.ask("definition", "x.pace", line: 4, character: 17)
    let found = try session.run().result(request) as? [Object] ?? []
    #expect(found.map { $0["uri"] as? String } == [session.uri("x.pace")])
  }

  /// An attribute and a declaration of the other pack, and why a name of the first one may not change.
  @Test(
    arguments: cases([
      ("most: text", "", 3, 6, "most", "y.pace:2: the name `most` is taken by an attribute"),
      (
        "zone: text", "rule most { on cup, when count(cup) > 4, emit praise \"{many}\" }", 2, 6, "most",
        "y.pace:6: the name `most` is taken by a rule"
      ),
      ("zone: text", "", 4, 5, "warning", "x.pace:5: the name `warning` is taken by a notice kind"),
      (
        "zone: text", "define most = count(cup)", 3, 6, "most",
        "y.pace:6: the name `most` is taken by a define"
      ),
      ("zone: text", "", 3, 6, "mode", "x.pace:2: the name `mode` is taken by an attribute"),
    ]))
  func `a name that is taken in any of the packs is refused with what has it`(
    given: Case<(String, String, Int, Int, String, String)>
  ) throws {
    let (attribute, more, line, character, name, reason) = given.value
    let scratch = try Self.scratch(["y.pace": Self.pack("second", attribute) + more])
    var session = EditorSession(in: scratch.folder)
    session.open("x.pace", Self.files["x.pace"] ?? "")
    let request = session.rename("x.pace", line: line, character: character, to: name)
    let message = try session.run().error(request)?["message"] as? String ?? "none"
    #expect(message.hasSuffix("\(reason); take another name"), "\(message)")
  }

  @Test func `while another pack that shares the file has errors, no name of it changes`() throws {
    let broken = Self.pack("second").replacing(">= many", with: ">= manyy")
    let scratch = try Self.scratch(["y.pace": broken])
    var session = EditorSession(in: scratch.folder)
    session.open("x.pace", Self.files["x.pace"] ?? "")
    let shared = session.rename("x.pace", line: 3, character: 6, to: "renamed")
    let own = session.rename("x.pace", line: 4, character: 5, to: "renamed")
    let answers = try session.run()
    let message = answers.error(shared)?["message"] as? String ?? "none"
    #expect(message.contains("y.pace:5: ") && message.contains("; mend that first"), "\(message)")
    #expect(answers.error(own) == nil)
  }
}
