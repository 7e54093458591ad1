import Foundation
import Testing

/// `pace lsp` on a text with very many names on one line.
struct `A long line in an editor` {
  private typealias Object = EditorSession.Object

  @Test func `its names are found in a time that grows with its length, not with its square`() throws {
    let count = 8_000
    let rule =
      "rule r { on e, when count(e) >= 1, emit a \"\(String(repeating: "é {count(e)} ", count: count))\" }\n"
    let text = "subject s { zone: text }\nevent e of s { n: number = 1 }\n" + rule
    let scratch = try Scratch()
    var session = EditorSession(in: scratch.folder)
    session.open("a.pace", text)
    let tokens = session.ask("semanticTokens/full", "a.pace")
    let places = session.ask("documentHighlight", "a.pace", line: 1, character: 6)
    let before = ContinuousClock.now
    let answers = try session.run()
    let took = ContinuousClock.now - before
    #expect(took < .seconds(15), "positions counted from the start of the line take over half a minute")
    let numbers = (answers.result(tokens) as? Object)?["data"] as? [Int] ?? []
    // The last name is as far behind the one before it as the second in the message is behind the first.
    #expect(numbers.count / 5 > count && Array(numbers.suffix(5).prefix(3)) == [0, 13, 1])
    let found = answers.result(places) as? [Object] ?? []
    let last = (found.last?["range"] as? Object)?["start"] as? Object
    let length = rule.utf16.count
    #expect(
      last?["character"] as? Int == length - 8 && last?["line"] as? Int == 2, "\(last ?? [:]) of \(length)")
  }
}
