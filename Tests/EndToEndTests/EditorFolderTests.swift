import Foundation
import Testing

/// What `pace lsp` says of the files of a folder, open or not.
struct `The folder of an editor` {
  private typealias Object = EditorSession.Object

  private static let rules = """
    subject person {}
    event entry of person { size: number = 1 }
    rule often { on entry, emit note "Often." }

    """

  /// What lint finds in a folder, as `file code line`.
  private static func lint(_ folder: URL) throws -> [String] {
    let result = try Pace.run(["lint", ".", "--format", "json"], folder: folder)
    let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? Object
    return (report?["findings"] as? [Object] ?? []).compactMap { finding in
      guard let file = finding["file"] as? String, let code = finding["code"] as? String,
        let line = finding["line"] as? Int
      else { return nil }
      return "\(file.split(separator: "/").last ?? "") \(code) \(line)"
    }
    .sorted()
  }

  /// What was told last of some files, in the same form.
  private static func told(
    _ answers: EditorSession.Answers, _ session: EditorSession, _ files: [String]
  ) -> [String] {
    files.flatMap { file in
      (answers.findings(session.uri(file)) ?? []).compactMap { finding in
        guard let start = (finding["range"] as? Object)?["start"] as? Object,
          let line = start["line"] as? Int,
          let code = finding["code"] as? String
        else { return nil }
        return "\(file) \(code) \(line + 1)"
      }
    }
    .sorted()
  }

  @Test func `files that include each other have the findings of lint`() throws {
    let scratch = try Scratch()
    let files = [
      "a.pace": "include \"b.pace\"\n" + Self.rules.replacing("on entry", with: "on enter"),
      "b.pace": "include \"a.pace\"\nparam most: number = 1\n",
    ]
    for (name, text) in files { try scratch.write(name, text) }
    var session = EditorSession(in: scratch.folder)
    for (name, text) in files { session.open(name, text) }
    _ = session.ask("codeAction", "a.pace")
    let hover = session.ask("hover", "a.pace", line: 3, character: 6)
    let answers = try session.run()
    let found = try Self.lint(scratch.folder)
    #expect(found.contains("b.pace E0003 1"))
    #expect(Self.told(answers, session, ["a.pace", "b.pace"]) == found)
    #expect(answers.result(hover) is Object)
  }

  @Test func `findings of a file that is not open have no version`() throws {
    let scratch = try Scratch()
    let text = "include \"b.pace\"\n" + Self.rules
    try scratch.write("a.pace", text)
    try scratch.write("b.pace", "param most: number = 1\nparam most: number = 2\n")
    var session = EditorSession(in: scratch.folder)
    session.open("a.pace", text)
    _ = session.ask("codeAction", "a.pace")
    let answers = try session.run()
    for (file, isOpen) in [("a.pace", true), ("b.pace", false)] {
      let told = answers.messages.compactMap { $0["params"] as? Object }.filter {
        $0["uri"] as? String == session.uri(file) && $0["diagnostics"] != nil
      }
      #expect(!told.isEmpty)
      #expect(told.allSatisfy { ($0["version"] is Int) == isOpen && ($0["version"] == nil) != isOpen })
    }
  }

  @Test(arguments: [true, false])
  func `a pack that is not open has its findings too, until it is mended`(watches: Bool) throws {
    let scratch = try Scratch()
    let (right, wrong) = (Self.rules, Self.rules.replacing("on entry", with: "on enter"))
    try scratch.write("a.pace", right)
    try scratch.write("b.pace", wrong)
    var editor = try LiveEditor(
      in: scratch.folder, workspace: ["didChangeWatchedFiles": ["dynamicRegistration": watches]])
    let session = editor.session
    func comes(_ found: [String]) throws -> Bool {
      try editor.waits { Self.told($0, session, ["a.pace", "b.pace", "c.pace"]) == found }
    }
    editor.session.notify("initialized", [:])
    if watches { editor.session.answer("watch", ["result": NSNull()]) }
    editor.session.open("a.pace", right)
    let found = try Self.lint(scratch.folder)
    #expect(!found.isEmpty)
    #expect(try comes(found))
    try scratch.write("b.pace", right)
    try scratch.write("c.pace", wrong)
    // Without watching, a change is seen when a text is saved.
    if watches {
      let changes: [Object] = [("b.pace", 2), ("c.pace", 1)].map { ["uri": session.uri($0), "type": $1] }
      editor.session.notify("workspace/didChangeWatchedFiles", ["changes": changes])
    } else {
      editor.session.notify("textDocument/didSave", ["textDocument": ["uri": session.uri("a.pace")]])
    }
    let left = try Self.lint(scratch.folder)
    #expect(left != found && !left.isEmpty)
    #expect(try comes(left), "\(left)")
  }

  @Test func `a step that names no event is told what can happen`() throws {
    let scratch = try Scratch()
    let text = Self.rules + "scenario \"s\" { start 2026-01-01 09:00, at 10:00 entri, expect often }\n"
    try scratch.write("a.pace", text)
    var session = EditorSession(in: scratch.folder)
    session.open("a.pace", text)
    _ = session.ask("codeAction", "a.pace")
    let uri = session.uri("a.pace")
    let messages = try session.run().findings(uri)?.compactMap { $0["message"] as? String }
    #expect(
      messages?.first
        == "no stream is called `entri`; expected an event or a kind\ndid you mean `entry`?")
  }

  @Test func `a name is found in all packs of the folder, as it stands in open texts`() throws {
    let scratch = try Scratch()
    let other = "include \"more/few.pace\"\n" + Self.rules.replacing("often", with: "seldom")
    try scratch.write("a.pace", Self.rules)
    try scratch.write("b.pace", other)
    try scratch.write(
      "more/few.pace", "param of_ten: number = 3\nscenario \"Often\" { start 2026-01-01 09:00 }\n")
    var session = EditorSession(in: scratch.folder)
    session.open("a.pace", Self.rules.replacing("often", with: "very_often"))
    let queries = ["OFTEN", "sldm", "size", "", "nothing"]
    let requests = queries.map { session.request("workspace/symbol", ["query": $0]) }
    let answers = try session.run()
    let found = requests.map { answers.result($0) as? [Object] ?? [] }
    let names = found.map { $0.compactMap { $0["name"] as? String } }
    #expect(names[0] == ["Often", "very_often", "of_ten"])
    #expect(names[1] == ["seldom"])
    #expect(names[2] == ["size", "size"])
    #expect(names[3].count == 10 && Set(names[3]).contains("person"))
    #expect(names[4].isEmpty)
    #expect(found[2].allSatisfy { $0["containerName"] as? String == "entry" && $0["kind"] as? Int == 8 })
    let location = found[1].first?["location"] as? Object
    #expect(location?["uri"] as? String == session.uri("b.pace"))
    #expect(((location?["range"] as? Object)?["start"] as? Object)?["line"] as? Int == 3)
    let start = answers.messages.compactMap { ($0["result"] as? Object)?["capabilities"] as? Object }
    #expect(start.first?["workspaceSymbolProvider"] as? Bool == true)
  }
}
