import Foundation
import Testing

/// What `pace lsp` works on beside its answers.
@Suite(.waitsAside) struct `Work beside an editor` {
  private typealias Object = EditorSession.Object

  private static let changing = "when count(often, last 500 ms) >= 1, raise load to some"

  /// The first scenario takes longer than any test waits: each second of it turns very many rules on and off, without a
  /// change of the level that a run of a scenario would be ended for.
  private static let text = """
    subject person {}
    event entry of person {}
    rule often {
      when since(entry) >= 1 s
      emit note "Often."
      repeat 1 s
    }
    scenario "long" {
      start 2020-01-01 00:00
      at 00:00 entry
      until 2026-01-01 00:00
      expect often
    }
    scenario "short" {
      start 2026-01-01 00:00
      at 00:00 entry
      expect no often
    }
    scale load = none < some < most
    rule stands {
      when since(entry) >= 0 s
      raise load to most
    }
    \((1...500).map { "rule r\($0) { \(changing) }" }.joined(separator: "\n"))

    """

  private static func ask(_ editor: inout LiveEditor, index: Int) -> Int {
    let place: Object = ["line": 0, "character": 0]
    let data: Object = [
      "uri": editor.session.uri("a.pace"), "sort": "scenario", "name": "it", "index": index,
    ]
    return editor.session.request(
      "codeLens/resolve", ["range": ["start": place, "end": place], "data": data])
  }

  private static func passes(_ answer: Any?) -> Bool {
    ((answer as? Object)?["command"] as? Object)?["title"] as? String == "✓ run"
  }

  private static func code(_ error: Object?) -> Int? { error?["code"] as? Int }

  @Test func `a long scenario holds up nothing, and ends when it is taken back or a text changes`() throws {
    let scratch = try Scratch()
    try scratch.write("a.pace", Self.text)
    var editor = try LiveEditor(in: scratch.folder)
    editor.session.open("a.pace", Self.text)
    let long = Self.ask(&editor, index: 3)
    let hover = editor.session.ask("hover", "a.pace", line: 3, character: 14)
    #expect(try editor.waits { $0.result(hover) is Object })
    let before = try editor.answers
    #expect(before.result(long) == nil && before.error(long) == nil)

    // The one thread is free again.
    editor.session.notify("$/cancelRequest", ["id": long])
    let short = Self.ask(&editor, index: 4)
    #expect(try editor.waits { Self.passes($0.result(short)) })
    #expect(try Self.code(editor.answers.error(long)) == -32800)

    let again = [Self.ask(&editor, index: 3), Self.ask(&editor, index: 3)]
    editor.session.notify("$/cancelRequest", ["id": again[0]])
    editor.session.change("a.pace", version: 2, [["text": Self.text + "# more\n"]])
    let after = Self.ask(&editor, index: 4)
    #expect(try editor.waits { Self.passes($0.result(after)) })
    let codes = try editor.answers
    #expect(again.map { Self.code(codes.error($0)) } == [-32800, -32801])

    let last = Self.ask(&editor, index: 3)
    let end = editor.session.request("shutdown", [:])
    #expect(try editor.waits { $0.result(end) != nil })
    #expect(try Self.code(editor.answers.error(last)) == -32800)
    editor.session.notify("exit", [:])
    #expect(try editor.ends() == 0)
  }

  @Test func `what several ask for goes on until none of them does`() throws {
    let scratch = try Scratch()
    try scratch.write("a.pace", Self.text)
    var editor = try LiveEditor(in: scratch.folder)
    editor.session.open("a.pace", Self.text)
    // The short one waits for the long one, as there is one thread.
    let long = Self.ask(&editor, index: 3)
    let (one, other) = (Self.ask(&editor, index: 4), Self.ask(&editor, index: 4))
    let hover = editor.session.ask("hover", "a.pace", line: 3, character: 14)
    #expect(try editor.waits { $0.result(hover) is Object })
    for id in [one, long] { editor.session.notify("$/cancelRequest", ["id": id]) }
    #expect(try editor.waits { Self.passes($0.result(other)) })
    #expect(try [one, long].map { Self.code(try editor.answers.error($0)) } == [-32800, -32800])
  }
}
