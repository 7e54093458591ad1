import Foundation
import Testing

/// What `pace lsp` sees of files that other programs write.
@Suite(.waitsAside) struct `Files watched for an editor` {
  private typealias Object = EditorSession.Object

  private static let rules = """
    subject person {}
    event entry of person {}
    param most: number = 3 in 1 .. 9
    include "../presets/few.pace"
    rule often {
      on entry
      when count(entry, last 1 h) > most
      emit note "Often."
    }

    """
  private static let preset = "preset few { most = 2 }\n"
  private static var watching: Object { ["didChangeWatchedFiles": ["dynamicRegistration": true]] }

  private static func folder(_ scratch: Scratch) throws -> URL {
    for name in ["rules/a.pace", "rules/b.pace"] { try scratch.write(name, rules) }
    try scratch.write("presets/few.pace", preset)
    return scratch.folder
  }

  @Test(arguments: [true, false])
  func `a client that can is asked to watch rule files, once`(can: Bool) throws {
    let scratch = try Scratch()
    var session = EditorSession(
      in: try Self.folder(scratch), workspace: can ? Self.watching : ["didChangeWatchedFiles": [:]])
    session.notify("initialized", [:])
    session.answer("watch", ["result": NSNull()])
    session.open("rules/a.pace", Self.rules)
    let symbols = session.ask("documentSymbol", "rules/a.pace")
    let answers = try session.run()
    #expect((answers.result(symbols) as? [Object])?.count == 4)
    let asked = answers.messages.filter { $0["method"] as? String == "client/registerCapability" }
    #expect(asked.count == (can ? 1 : 0))
    #expect(answers.messages.allSatisfy { $0["error"] == nil })
    guard let request = asked.first else { return }
    #expect(request["id"] as? String == "watch")
    let registrations = (request["params"] as? Object)?["registrations"] as? [Object]
    let registration = try #require(registrations?.first)
    #expect(registration["method"] as? String == "workspace/didChangeWatchedFiles")
    let watchers = (registration["registerOptions"] as? Object)?["watchers"] as? [Object]
    #expect(watchers?.map { $0["globPattern"] as? String } == ["**/*.pace"])
  }

  @Test func `a client that refuses to watch is told what that means`() throws {
    let scratch = try Scratch()
    var session = EditorSession(in: try Self.folder(scratch), workspace: Self.watching)
    session.notify("initialized", [:])
    session.answer("watch", ["error": ["code": -32603, "message": "too many files"] as Object])
    session.answer("other", ["error": ["code": -32603, "message": "none of ours"] as Object])
    let answers = try session.run()
    let told = answers.messages.filter { $0["method"] as? String == "window/logMessage" }
      .compactMap { ($0["params"] as? Object)?["message"] as? String }
    #expect(
      told == [
        "pace: the editor doesn't watch `**/*.pace`: too many files; "
          + "what other programs change is seen when a text is saved"
      ])
  }

  @Test func `a preset file that is written, removed or made is seen in every pack that includes it`() throws
  {
    let scratch = try Scratch()
    var session = EditorSession(in: try Self.folder(scratch), workspace: Self.watching)
    let running = try RunningPace(["lsp"])
    let uris = ["rules/a.pace", "rules/b.pace", "presets/few.pace"].map { session.uri($0) }
    /// Whether the findings told last of the three files come to have these codes.
    func comes(_ codes: [[String]]) throws -> Bool {
      try running.write(session.sent())
      return try running.waits {
        let answers = try EditorSession.Answers(status: 0, output: running.output)
        return answers.findings(uris[0]) != nil
          && uris.map { uri in
            (answers.findings(uri) ?? []).filter { $0["severity"] as? Int == 1 }
              .compactMap { $0["code"] as? String }
          } == codes
      }
    }
    func change(_ type: Int, _ body: () throws -> Void) throws {
      try body()
      session.notify("workspace/didChangeWatchedFiles", ["changes": [["uri": uris[2], "type": type]]])
    }
    session.notify("initialized", [:])
    session.open("rules/a.pace", Self.rules)
    #expect(try comes([[], [], []]))
    try change(2) { try scratch.write("presets/few.pace", "preset few { mst = 2 }\n") }
    #expect(try comes([[], [], ["E0304"]]), "\(running.output)")
    try change(3) { try FileManager.default.removeItem(atPath: scratch.path("presets/few.pace")) }
    #expect(try comes([["E0002"], ["E0002"], []]), "\(running.output)")
    try change(1) { try scratch.write("presets/few.pace", Self.preset) }
    #expect(try comes([[], [], []]), "\(running.output)")
  }

  /// A folder of many thousand files takes long to look through.
  @Test func `the folder is looked through again only when the editor tells of a file`() throws {
    let scratch = try Scratch()
    let folder = try Self.folder(scratch)
    for watches in [true, false] {
      try scratch.write("rules/b.pace", Self.rules)
      try scratch.write("presets/few.pace", Self.preset)
      var session = EditorSession(in: folder, workspace: watches ? Self.watching : [:])
      let running = try RunningPace(["lsp"])
      func uses(_ name: String) throws -> Int {
        let id = session.ask("references", name, line: 0, character: 14)
        try running.write(session.sent())
        func answers() throws -> EditorSession.Answers {
          try EditorSession.Answers(status: 0, output: running.output)
        }
        #expect(try running.waits { try answers().result(id) != nil })
        return (try answers().result(id) as? [Object])?.count ?? 0
      }
      session.notify("initialized", [:])
      if watches { session.answer("watch", ["result": NSNull()]) }
      session.open("presets/few.pace", Self.preset)
      #expect(try uses("presets/few.pace") == 5)
      try scratch.write("rules/c.pace", Self.rules)
      session.open("presets/more.pace", "preset more { most = 3 }\n")
      #expect(try uses("presets/few.pace") == (watches ? 5 : 7))
      // A client that doesn't watch may tell it too.
      session.notify(
        "workspace/didChangeWatchedFiles", ["changes": [["uri": session.uri("rules/c.pace"), "type": 1]]])
      #expect(try uses("presets/few.pace") == 7)
      try FileManager.default.removeItem(atPath: scratch.path("rules/c.pace"))
      session.notify(
        "workspace/didChangeWatchedFiles", ["changes": [["uri": session.uri("rules/c.pace"), "type": 3]]])
      #expect(try uses("presets/few.pace") == 5)
    }
  }

  @Test func `what comes before the beginning or after the end is refused`() throws {
    let scratch = try Scratch()
    var session = EditorSession(in: scratch.folder)
    let early = session.sent()
    let first = session.request("textDocument/hover", [:])
    let before = session.sent()
    session.send(raw: before + early)
    let again = session.request("initialize", [:])
    let kept = session.request("shutdown", [:])
    let late = session.request("textDocument/hover", [:])
    let answers = try session.run()
    #expect(answers.error(first)?["code"] as? Int == -32002)
    for id in [again, late] { #expect(answers.error(id)?["code"] as? Int == -32600, "\(id)") }
    #expect(answers.error(1) == nil && answers.error(kept) == nil)
    #expect(answers.status == 0)
  }
}
