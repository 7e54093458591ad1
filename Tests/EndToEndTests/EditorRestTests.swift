import Foundation
import Testing

/// What `pace lsp` tells without being asked, once changes pause.
@Suite(.waitsAside) struct `An editor at rest` {
  private typealias Object = EditorSession.Object

  /// A rule file that includes another, which gives `most` its value.
  private static func rules(_ included: String) -> String {
    """
    include "\(included)"
    subject person {}
    event entry of person {}
    param most: number in 1 .. 9 step 1
    rule often {
      on entry
      when count(entry, last 1 h) > most
      emit note "Often."
      cooldown 2 h
    }

    """
  }
  private static let wrong = "preset few { mst = 2 }\n"
  private static let right = "preset few { most = 2 }\n"

  private static func folder(_ scratch: Scratch, rules text: String) throws -> URL {
    try scratch.write("a.pace", text)
    try scratch.write("p.pace", wrong)
    try scratch.write("q.pace", right)
    return scratch.folder
  }

  private static func codes(_ findings: [Object]?) -> [String] {
    (findings ?? []).compactMap { $0["code"] as? String }.sorted()
  }

  private static func lint(_ name: String, in folder: URL) throws -> [String] {
    let result = try Pace.run(["lint", ".", "--format", "json"], folder: folder)
    let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? Object
    return codes((report?["findings"] as? [Object] ?? []).filter { $0["file"] as? String == "./\(name)" })
  }

  @Test func `errors, warnings and notes are told apart`() throws {
    let scratch = try Scratch()
    func severities(_ text: String) throws -> [Int] {
      var session = EditorSession(in: scratch.folder)
      session.open("s.pace", text)
      _ = session.ask("codeAction", "s.pace")
      return (try session.run().findings(session.uri("s.pace")) ?? []).compactMap { $0["severity"] as? Int }
    }
    let event = "subject s {}\nevent e of s {}\n"
    #expect(try severities(event) == [3])
    #expect(try severities(event + "rule r { on e, emit note \"x\" }\nparam n: number = 1\n") == [2])
    #expect(try severities(event + "rule r { on f, emit note \"x\" }\n") == [1])
  }

  // MARK: Files that nothing includes any more

  @Test(arguments: [false, true])
  func `a file that is no longer included loses what was found in it there`(isOpen: Bool) throws {
    let scratch = try Scratch()
    let folder = try Self.folder(scratch, rules: Self.rules("p.pace"))
    var session = EditorSession(in: folder)
    if isOpen { session.open("p.pace", Self.wrong) }
    session.open("a.pace", Self.rules("p.pace"))
    _ = session.ask("codeAction", "a.pace")
    let uri = session.uri("p.pace")
    var before = session
    #expect(Self.codes(try before.run().findings(uri)).contains("E0304"))
    session.change("a.pace", version: 2, [["text": Self.rules("q.pace")]])
    try scratch.write("a.pace", Self.rules("q.pace"))
    session.notify("textDocument/didSave", ["textDocument": ["uri": session.uri("a.pace")]])
    _ = session.ask("codeAction", "a.pace")
    #expect(Self.codes(try session.run().findings(uri)) == (try Self.lint("p.pace", in: folder)))
  }

  @Test func `a text that is closed unsaved takes along what it included`() throws {
    let scratch = try Scratch()
    let folder = try Self.folder(scratch, rules: Self.rules("q.pace"))
    var session = EditorSession(in: folder)
    session.open("p.pace", Self.wrong)
    session.open("a.pace", Self.rules("p.pace"))
    _ = session.ask("codeAction", "a.pace")
    session.notify("textDocument/didClose", ["textDocument": ["uri": session.uri("a.pace")]])
    _ = session.ask("codeAction", "p.pace")
    let uri = session.uri("p.pace")
    #expect(Self.codes(try session.run().findings(uri)) == (try Self.lint("p.pace", in: folder)))
  }

  @Test(arguments: ["removed", "rewritten", "removed with its folder"])
  func `a file that is changed on the disk takes along what it included`(how: String) throws {
    let scratch = try Scratch()
    let folder = scratch.folder
    try scratch.write("p.pace", Self.wrong)
    try scratch.write("q.pace", Self.right)
    try scratch.write("b/a.pace", Self.rules("../p.pace"))
    var session = EditorSession(in: folder)
    let running = try RunningPace(["lsp"])
    let uri = session.uri("p.pace")
    func comes(_ code: String) throws -> Bool {
      try running.write(session.sent())
      return try running.waits {
        Self.codes(try EditorSession.Answers(status: 0, output: running.output).findings(uri)).first == code
      }
    }
    session.open("p.pace", Self.wrong)
    // The edits asked for come once lint has looked at the first state.
    let id = session.ask("codeAction", "p.pace")
    #expect(try comes("E0304"), "\(running.output)")
    #expect(
      try running.waits { try EditorSession.Answers(status: 0, output: running.output).result(id) != nil })
    switch how {
    case "removed": try FileManager.default.removeItem(atPath: scratch.path("b/a.pace"))
    case "rewritten": try scratch.write("b/a.pace", Self.rules("../q.pace"))
    default: try FileManager.default.removeItem(atPath: scratch.path("b"))
    }
    let (name, type) = how == "rewritten" ? ("b/a.pace", 2) : (how == "removed" ? "b/a.pace" : "b", 3)
    session.notify(
      "workspace/didChangeWatchedFiles", ["changes": [["uri": session.uri(name), "type": type]]])
    #expect(try comes("unchecked-fragment"), "\(running.output)")
    #expect(try Self.lint("p.pace", in: folder) == ["unchecked-fragment"])
  }

  // MARK: Errors that are mended

  @Test func `a mended error goes at once, and before lint's findings come`() throws {
    let scratch = try Scratch()
    var session = EditorSession(in: try Self.folder(scratch, rules: Self.rules("q.pace")))
    let running = try RunningPace(["lsp"])
    let text = Self.rules("q.pace").replacing("> most", with: "> 3")
    let uri = session.uri("a.pace")
    /// What was told of each version, in turn.
    func told() throws -> [String] {
      try EditorSession.Answers(status: 0, output: running.output).messages.compactMap { message in
        guard let params = message["params"] as? Object, params["uri"] as? String == uri,
          let version = params["version"] as? Int, let found = params["diagnostics"] as? [Object]
        else { return nil }
        return "\(version): \(Self.codes(found).joined(separator: " "))"
      }
    }
    session.open("a.pace", text.replacing("emit", with: "emitt"))
    try running.write(session.sent())
    let isWrong = try running.waits { try told().last?.contains("E0") ?? false }
    #expect(isWrong, "\(running.output)")
    session.change("a.pace", version: 2, [["text": text]])
    try running.write(session.sent())
    let isLinted = try running.waits { try told().last?.contains("unused-param") ?? false }
    #expect(isLinted, "\(running.output)")
    let second = try told().filter { $0.hasPrefix("2: ") }
    #expect(second.first == "2: " && second.count == 2, "\(second)")
  }

  @Test func `requests that keep coming put off neither errors nor lint`() throws {
    let scratch = try Scratch()
    var session = EditorSession(in: try Self.folder(scratch, rules: Self.rules("q.pace")))
    let long = String(repeating: "# A line that is laid out already.\n", count: Pace.isRelease ? 400 : 40)
    session.open("a.pace", long + Self.rules("q.pace").replacing("> most", with: "> 3"))
    // All wait from the start, and take longer than a rest.
    for _ in 0..<2_000 { _ = session.ask("formatting", "a.pace") }
    let uri = session.uri("a.pace")
    #expect(Self.codes(try session.run().findings(uri)) == ["unused-param"])
  }

  // MARK: Marks and lenses to be asked for again

  @Test func `an editor is told to ask for marks and lenses again once another file has changed`() throws {
    let scratch = try Scratch()
    let support: Object = ["refreshSupport": true]
    for isOffered in [true, false] {
      var session = EditorSession(
        in: try Self.folder(scratch, rules: Self.rules("q.pace")),
        workspace: isOffered ? ["inlayHint": support, "codeLens": support] : [:])
      let running = try RunningPace(["lsp"])
      func asked() throws -> [String] {
        try EditorSession.Answers(status: 0, output: running.output).messages
          .filter { $0["id"] != nil }.compactMap { $0["method"] as? String }.sorted()
      }
      func versions() throws -> [Int] {
        try EditorSession.Answers(status: 0, output: running.output).messages
          .compactMap { ($0["params"] as? Object)?["version"] as? Int }
      }
      session.open("a.pace", Self.rules("q.pace").replacing("> most", with: "> 3"))
      try running.write(session.sent())
      #expect(try running.waits { try versions().contains(1) })
      session.change("a.pace", version: 2, [["text": Self.rules("q.pace").replacing("> most", with: "> 4")]])
      try running.write(session.sent())
      #expect(try running.waits { try versions().contains(2) })
      // What only this text says of itself is asked for by the editor anyway.
      #expect(try asked() == [])
      try scratch.write("q.pace", "preset few { most = 3 }\n")
      session.notify(
        "workspace/didChangeWatchedFiles", ["changes": [["uri": session.uri("q.pace"), "type": 2]]])
      try running.write(session.sent())
      let wanted = isOffered ? ["workspace/codeLens/refresh", "workspace/inlayHint/refresh"] : []
      let isAsked = try running.waits { try asked() == wanted && (try versions().count { $0 == 2 } > 1) }
      #expect(isAsked, "\(running.output)")
      // No id is used twice.
      let ids = try EditorSession.Answers(status: 0, output: running.output).messages
        .filter { $0["method"] != nil }.compactMap { $0["id"] as? String }
      #expect(Set(ids).count == ids.count)
    }
  }
}
