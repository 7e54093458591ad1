import Foundation
import Testing

/// What `pace lsp` makes of what a client can and can't do.
struct `An editor's capabilities` {
  private typealias Object = EditorSession.Object

  private static let text = """
    subject person {}
    event entry of person { size: number = 1 }
    rule often { on entry, when count(entry) >= 2, emit note "Often." }

    """

  private struct Answers {
    var provider: Any?
    var symbols: [Object]
    var edit: Object
    var action: Object
    let uri: String
  }

  /// What a server says of the text to a client with some capabilities; its one finding is an unused field.
  private static func answers(workspace: Object, texts: Object) throws -> Answers {
    let scratch = try Scratch()
    var session = EditorSession(in: scratch.folder, workspace: workspace, texts: texts)
    session.open("a.pace", text)
    session.change("a.pace", version: 7, [["text": text + "param spare: number = 5 in 1 .. 10\n"]])
    let symbols = session.ask("documentSymbol", "a.pace")
    let rename = session.rename("a.pace", line: 1, character: 6, to: "cup")
    let actions = session.ask("codeAction", "a.pace")
    let answers = try session.run()
    let first = (answers.result(1) as? Object)?["capabilities"] as? Object
    let allowed = (answers.result(actions) as? [Object] ?? [])
      .first { ($0["title"] as? String ?? "").hasPrefix("Allow") }
    return Answers(
      provider: first?["renameProvider"], symbols: answers.result(symbols) as? [Object] ?? [],
      edit: answers.result(rename) as? Object ?? [:], action: allowed?["edit"] as? Object ?? [:],
      uri: session.uri("a.pace"))
  }

  @Test func `a client that says nothing of itself gets what every client reads`() throws {
    let found = try Self.answers(workspace: [:], texts: [:])
    #expect(found.provider as? Bool == true)
    let names = found.symbols.map { "\($0["name"] ?? "") in \($0["containerName"] ?? "")" }
    #expect(names == ["person in ", "entry in ", "size in entry", "often in ", "spare in "])
    for symbol in found.symbols {
      let location = symbol["location"] as? Object
      #expect(location?["uri"] as? String == found.uri && location?["range"] != nil)
    }
    for edit in [found.edit, found.action] {
      #expect((edit["changes"] as? Object)?.keys.map { $0 } == [found.uri] && edit["documentChanges"] == nil)
    }
  }

  @Test
  func `a client that can gets names before other names, symbols within symbols, and edits of a version`()
    throws
  {
    let found = try Self.answers(
      workspace: ["workspaceEdit": ["documentChanges": true]],
      texts: [
        "rename": ["prepareSupport": true], "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
      ])
    #expect((found.provider as? Object)?["prepareProvider"] as? Bool == true)
    #expect(found.symbols.compactMap { $0["name"] as? String } == ["person", "entry", "often", "spare"])
    for edit in [found.edit, found.action] {
      let changes = edit["documentChanges"] as? [Object] ?? []
      let texts = changes.compactMap { $0["textDocument"] as? Object }
      #expect(texts.compactMap { $0["uri"] as? String } == [found.uri] && edit["changes"] == nil)
      #expect(texts.first?["version"] as? Int == 7)
      #expect((changes.first?["edits"] as? [Object])?.isEmpty == false)
    }
  }

  @Test func `a folder that is named by its path alone is read`() throws {
    let scratch = try Scratch()
    try scratch.write("broken.pace", "subject person {}\nrul\n")
    var session = EditorSession(in: scratch.folder, isNamedByPath: true)
    session.notify("initialized", [:])
    session.open("a.pace", Self.text)
    _ = session.ask("codeAction", "a.pace")
    let found = try session.run().findings(session.uri("broken.pace")) ?? []
    #expect(!found.isEmpty)
  }
}
