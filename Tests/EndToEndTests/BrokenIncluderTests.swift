import Foundation
import Testing

/// Rules that check by themselves, while a file that includes them doesn't.
struct `A pack beside a file that doesn't check` {
  private typealias Object = EditorSession.Object

  private static let pack = """
    subject person { place: text }
    event entry of person { size: number = 1 }
    param most: number = 2 in 1 .. 9
    param spare: number = 5 in 1 .. 9
    rule often { on entry, when count(entry) >= most, emit note "Often." }

    """
  private static let broken =
    "include \"a.pace\"\nscenario \"one\" {\n  start 2026-11-20 09:00\n  expect\n}\n"

  private static func codes(_ scratch: Scratch) throws -> [String] {
    let report = try Pace.run(["lint", ".", "--format", "json"], folder: scratch.folder)
    let object = try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? Object
    return (object?["findings"] as? [Object] ?? []).map { found in
      let name = (found["file"] as? String ?? "").split(separator: "/").last ?? ""
      return "\(name) \(found["code"] as? String ?? "")"
    }.sorted()
  }

  @Test func `an editor shows its values, counts and findings as before`() throws {
    let scratch = try Scratch()
    try scratch.write("a.pace", Self.pack)
    try scratch.write("x.test.pace", Self.broken)
    for words in [
      ["init", "a.pace", "--db", "log.db", "--zone", "UTC"],
      ["log", "a.pace", "entry", "--db", "log.db", "--at", "2026-11-20T10:00Z"],
      ["log", "a.pace", "entry", "--db", "log.db", "--at", "2026-11-20T10:10Z"],
    ] {
      #expect(try Pace.run(words, folder: scratch.folder).status == 0)
    }
    var session = EditorSession(in: scratch.folder, options: ["log": "log.db"])
    session.notify("initialized", [:])
    session.open("a.pace", Self.pack)
    let hints = session.ask("inlayHint", "a.pace")
    let data: Object = ["uri": session.uri("a.pace"), "sort": "rule", "name": "often", "index": 4]
    let lens = session.request("codeLens/resolve", ["range": [:], "data": data])
    _ = session.ask("codeAction", "a.pace")
    let answers = try session.run()
    #expect((answers.result(hints) as? [Object] ?? []).compactMap { $0["label"] as? String } == ["= 2"])
    let command = (answers.result(lens) as? Object)?["command"] as? Object
    #expect(command?["title"] as? String == "fires 1 time, held 0")
    let found = answers.findings(session.uri("a.pace")) ?? []
    #expect(found.compactMap { $0["code"] as? String }.sorted() == ["unused-attribute", "unused-param"])
  }

  @Test func `a fragment that only its own test file includes is found where lint finds it`() throws {
    let scratch = try Scratch()
    try scratch.write("base.pace", "# nothing yet\n")
    let test = "include \"base.pace\"\nscenario \"one\" {\n  start 2026-11-20 09:00\n  expect nothing\n}\n"
    try scratch.write("base.test.pace", test)
    var session = EditorSession(in: scratch.folder)
    session.notify("initialized", [:])
    session.open("base.test.pace", test)
    _ = session.ask("codeAction", "base.test.pace")
    let answers = try session.run()
    let found = ["base.pace", "base.test.pace"].flatMap { name in
      (answers.findings(session.uri(name)) ?? []).map { "\(name) \($0["code"] as? String ?? "")" }
    }
    #expect(try Self.codes(scratch) == found)
    #expect(found == ["base.pace unchecked-fragment"])
  }
}
