import Foundation
import Testing

/// The edits that `pace lsp` offers, and how long answers take in long texts.
struct `Edits in an editor` {
  private typealias Object = EditorSession.Object

  private static let text = """
    subject person {}
    event entry of person {}
    param spare: number = 3 in 1 .. 9
    rule often {
      on entry
      # allow empty-quiet: once it was
      when count(entry, last 1 h) > 3
      emit note "Often."
      cooldown 2 h
    }
    rule seldom { on entry, when count(entry) > 3, emit note "Seldom." severity 2 }

    """

  private static var whole: Object {
    ["start": EditorSession.position(0, 0), "end": EditorSession.position(1_000_000, 0)]
  }

  private static func actions(_ text: String, only: [String]? = nil) throws -> [Object] {
    let scratch = try Scratch()
    var session = EditorSession(in: scratch.folder)
    session.open("a.pace", text)
    var context: Object = ["diagnostics": [Object]()]
    if let only { context["only"] = only }
    let request = session.request(
      "textDocument/codeAction",
      ["textDocument": ["uri": session.uri("a.pace")], "range": whole, "context": context])
    return try session.run().result(request) as? [Object] ?? []
  }

  @Test(arguments: [
    (["source.fixAll"], ["source.fixAll"]), (["source"], ["source.fixAll"]), (["quickfix"], ["quickfix"]),
    ([""], ["quickfix", "source.fixAll"]), ([], ["quickfix", "source.fixAll"]),
    (["quickfix", "refactor"], ["quickfix"]), (["quickfi", "source.fixAll.pace"], []),
  ])
  func `only the edits of the kinds asked for are offered`(only: [String], kinds: [String]) throws {
    // A missing comma is the one error; its edit is safe.
    let found = try Self.actions(Self.text, only: only).compactMap { $0["kind"] as? String }
    #expect(Set(found).sorted() == kinds)
  }

  @Test func `no comment allows what is found about comments that allow`() throws {
    let text = Self.text.replacing(" severity 2", with: ", severity 2")
    let titles = try Self.actions(text).compactMap { $0["title"] as? String }
    #expect(titles.contains("Allow unused-param here"), "\(titles)")
    #expect(titles.contains { $0.contains("nothing to allow") }, "\(titles)")
    #expect(!titles.contains("Allow unused-allow here"), "\(titles)")
    for code in ["unused-allow", "expired-allow", "unused-param"] {
      let page = try Pace.run("lint", "--explain", code).output
      #expect(page.contains("To allow one place:") == (code == "unused-param"), "\(page)")
    }
  }

  @Test(arguments: [["utf-16"], ["utf-8"]])
  func `edits begin and end within lines, whatever ends these`(encodings: [String]) throws {
    for text in [
      "preset a { x = 1 }\r\npreset  b { x = 2 }\r\n", "preset  a { x = 1 }\r\n\r\n\r\npreset b { x = 2 }",
      "preset a { x = 1 }  \r\npreset b { x = 2 }\r\n",
    ] {
      let scratch = try Scratch()
      var session = EditorSession(in: scratch.folder, encodings: encodings)
      session.open("a.pace", text)
      let request = session.ask("formatting", "a.pace")
      let edits = try #require(try session.run().result(request) as? [Object])
      let lines = text.components(separatedBy: "\r\n").map { $0.utf8.count }
      #expect(!edits.isEmpty)
      for edit in edits {
        for end in ["start", "end"] {
          let place = (edit["range"] as? Object)?[end] as? Object
          let line = try #require(place?["line"] as? Int)
          let character = try #require(place?["character"] as? Int)
          #expect(character <= lines[line], "\(edit)")
        }
      }
      let path = try scratch.write("a.pace", text).path
      _ = try Pace.run("fmt", path)
      #expect(EditorSession.applied(edits, to: text) == (try scratch.read("a.pace")))
    }
  }

  @Test(arguments: ["\n", "\r\n"])
  func `a comment that allows a finding ends its line as the text does`(end: String) throws {
    let text = Self.text.replacing(" severity 2", with: ", severity 2").replacing("\n", with: end)
    let action = try #require(
      try Self.actions(text).first { $0["title"] as? String == "Allow unused-param here" })
    let changes = (action["edit"] as? Object)?["changes"] as? [String: [Object]] ?? [:]
    let texts = changes.values.flatMap { $0 }.compactMap { $0["newText"] as? String }
    #expect(texts == ["# allow unused-param: \(end)"])
  }

  // MARK: Long texts

  /// Measured against the tokens of the same text, which take one walk over it: a walk for each place is far more.
  @Test func `many places and edits take about as long as one walk over the text`() throws {
    let head = "subject person {}\nevent entry of person {}\nparam most: number = 3 in 1 .. 9 step 1\n"
    let rules = (1...1500).map { index in
      "rule r\(index) {\n  on entry\n  when count(entry, last \(index) s) > most\n  emit note \"\(index)\"\n}\n"
    }
    let text = head + rules.joined() + (1...300).map { "param p\($0): number = 3\n" }.joined()
    let scratch = try Scratch()
    var session = EditorSession(in: scratch.folder)
    let running = try RunningPace(["lsp"])
    func seconds(_ ask: (inout EditorSession) -> Int) throws -> Double {
      let before = running.processorSeconds
      let id = ask(&session)
      try running.write(session.sent())
      #expect(running.waits { running.output.contains("\"id\":\(id),") })
      return running.processorSeconds - before
    }
    session.open("a.pace", text)
    _ = try seconds { $0.ask("codeAction", "a.pace") }
    let walk = try seconds { $0.ask("semanticTokens/full", "a.pace") }
    let places = try seconds { $0.ask("references", "a.pace", line: 2, character: 7) }
    let edits = try seconds { $0.ask("codeAction", "a.pace") }
    #expect(places < 3 * walk + 0.1, "\(places) s, against \(walk) s")
    #expect(edits < 3 * walk + 0.1, "\(edits) s, against \(walk) s")
  }
}
