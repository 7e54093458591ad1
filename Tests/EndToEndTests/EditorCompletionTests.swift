import Foundation
import Testing

/// What `pace lsp` offers while one types; that every token of the packs is offered is shown in `CompletionTests`.
@Suite struct `Completion in an editor` {
  private typealias Object = EditorSession.Object

  private static let text = """
    subject person { goal: number = 3 in 1 .. 9 "a day" }
    event entry of person { size: number = 1 }
    param most: number = 3 in 1 .. 9 step 1 "entries"
    param most_of_all: duration = 1 h in 1 min .. 9 h
    preset few { most = 2 }
    rule often {
      on entry
      when count(entry, last 1 h) > 3
      emit note "😀 Often: {most}."
    }

    """

  /// What is offered where `|` stands in a line that takes the place of one of the text.
  private static func offered(
    _ line: String, for old: String, encodings: [String] = []
  ) throws -> (items: [Object], text: String, session: EditorSession.Answers) {
    let scratch = try Scratch()
    _ = try scratch.write("x", "")
    var session = EditorSession(
      in: URL(fileURLWithPath: scratch.path("x")).deletingLastPathComponent(), encodings: encodings)
    let text = Self.text.replacing(old, with: line.replacing("|", with: ""))
    session.open("a.pace", text)
    let number = Self.text.components(separatedBy: "\n").firstIndex(of: old) ?? 0
    let before = line[..<(line.firstIndex(of: "|") ?? line.endIndex)]
    let character = encodings.contains("utf-8") ? before.utf8.count : before.utf16.count
    let request = session.ask("completion", "a.pace", line: number, character: character)
    let answers = try session.run()
    return ((answers.result(request) as? Object)?["items"] as? [Object] ?? [], text, answers)
  }

  private static func labels(_ line: String, for old: String) throws -> [String] {
    try offered(line, for: old).items.compactMap { $0["label"] as? String }
  }

  private static let when = "  when count(entry, last 1 h) > 3"
  private static let emit = "  emit note \"😀 Often: {most}.\""

  @Test func `names of the type that fits come first`() throws {
    let compared = try Self.labels("  when count(entry, last 1 h) > |", for: Self.when)
    #expect(compared.prefix(2) == ["goal", "most"])
    #expect(compared.contains("most_of_all"))
    let length = try Self.labels("  when count(entry, last |) > 3", for: Self.when)
    #expect(length.first == "most_of_all")
    #expect(try Self.labels("preset few { most_of_all = | }", for: "preset few { most = 2 }").first == "1 h")
    #expect(try Self.labels("preset few { most = | }", for: "preset few { most = 2 }") == ["3", "1", "9"])
  }

  @Test(arguments: [[], ["utf-8"]])
  func `what is chosen stands in place of the whole word`(encodings: [String]) throws {
    let (items, text, _) = try Self.offered(
      "  emit note \"😀 Often: {mo|st}.\"", for: Self.emit, encodings: encodings)
    let item = try #require(items.first { $0["label"] as? String == "most_of_all" })
    var edit = try #require(item["textEdit"] as? Object)
    if encodings.contains("utf-8") {
      // The helper counts in UTF-16, in which the emoji has two units fewer.
      let range = try #require(edit["range"] as? [String: [String: Int]])
      edit["range"] = range.mapValues { ["line": $0["line"] ?? 0, "character": ($0["character"] ?? 0) - 2] }
    }
    #expect(EditorSession.applied([edit], to: text) == text.replacing("{most}", with: "{most_of_all}"))
  }

  @Test func `nothing is offered in comments and texts`() throws {
    #expect(try Self.labels("  emit note \"😀 mo|st\"", for: Self.emit) == [])
    #expect(try Self.labels("  # mo|", for: Self.emit) == [])
    #expect(try Self.labels("  emit note \"{{mo|\"", for: Self.emit) == [])
    #expect(try Self.labels("  emit note \"{mo|\"", for: Self.emit) == ["most", "most_of_all"])
  }

  @Test func `a name offered says what hovering over it says`() throws {
    let scratch = try Scratch()
    _ = try scratch.write("x", "")
    let folder = URL(fileURLWithPath: scratch.path("x")).deletingLastPathComponent()
    let (items, _, _) = try Self.offered("  when count(entry, last 1 h) > mo|", for: Self.when)
    var item = try #require(items.first { $0["label"] as? String == "most" })
    #expect(item["detail"] as? String == "number = 3 in 1 .. 9 step 1 \"entries\"")
    var session = EditorSession(in: folder)
    session.open("a.pace", Self.text)
    item["data"] = ["uri": session.uri("a.pace"), "sort": "parameter"]
    let request = session.request("completionItem/resolve", item)
    let hover = session.ask("hover", "a.pace", line: 2, character: 7)
    let answers = try session.run()
    let shown = ((answers.result(hover) as? Object)?["contents"] as? Object)?["value"] as? String
    // This client has not said that it reads Markdown.
    let told = (answers.result(request) as? Object)?["documentation"] as? String
    #expect(told == shown && told?.contains("- few: 2") ?? false, "\(told ?? "nothing")")
  }
}
