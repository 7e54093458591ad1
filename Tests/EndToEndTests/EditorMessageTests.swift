import Foundation
import Testing

/// Messages to `pace lsp` that are too long, cut wrongly, or hold what is no text.
struct `Messages of an editor` {
  private typealias Object = EditorSession.Object

  private static let text = "subject person {}\nevent entry of person {}\n"

  @Test func `a message that is too long is refused as a whole, and the next one answered`() throws {
    let scratch = try Scratch()
    var session = EditorSession(in: scratch.folder)
    session.open("a.pace", Self.text)
    let length = (64 << 20) + 1
    session.send(raw: "Content-Length: \(length)\r\n\r\n" + String(repeating: "x", count: length))
    let symbols = session.ask("documentSymbol", "a.pace")
    let answers = try session.run()
    #expect(answers.status == 0)
    #expect((answers.result(symbols) as? [Object])?.count == 2)
    let errors = answers.messages.compactMap { $0["error"] as? Object }
    #expect(errors.compactMap { $0["code"] as? Int } == [-32700])
    #expect(
      errors.first?["message"] as? String == "the message has 67,108,865 bytes; at most 67,108,864 are taken")
  }

  @Test(arguments: [-3, 3])
  func `a server that has lost its place ends with an error, so that the editor starts it again`(
    lie: Int
  ) throws {
    let scratch = try Scratch()
    var session = EditorSession(in: scratch.folder)
    let body = #"{"jsonrpc":"2.0","id":77,"method":"textDocument/hover","params":{}}"#
    session.send(raw: "Content-Length: \(body.utf8.count + lie)\r\n\r\n\(body)")
    for _ in 0..<3 { _ = session.ask("documentSymbol", "a.pace") }
    session.request("shutdown", [:])
    session.notify("exit", [:])
    let result = try Pace.run(["lsp"], input: session.sent(), folder: scratch.folder)
    #expect(result.status == 3)
    #expect(result.remarks.contains("no header of a message"), "\(result.remarks)")
  }

  @Test func `a request about no text or no place is refused, and one that nobody knows is unknown`() throws {
    let scratch = try Scratch()
    var session = EditorSession(in: scratch.folder)
    session.open("a.pace", Self.text)
    let document: Object = ["textDocument": ["uri": session.uri("a.pace")]]
    let wrong = [
      session.request("textDocument/hover", [:]), session.request("textDocument/hover", document),
      session.request("textDocument/rename", ["textDocument": 3, "newName": "a"]),
      session.request(
        "textDocument/completion", document.merging(["position": EditorSession.position(-1, 0)]) { $1 }),
      session.request("textDocument/documentSymbol", ["textDocument": ["uri": 7]]),
    ]
    let unknown = session.request("textDocument/moniker", [:])
    let right = session.request("textDocument/documentSymbol", document)
    let answers = try session.run()
    for id in wrong { #expect(answers.error(id)?["code"] as? Int == -32602, "\(id)") }
    #expect(answers.error(wrong[0])?["message"] as? String == "`textDocument/hover` names no text")
    #expect(answers.error(wrong[1])?["message"] as? String == "`textDocument/hover` names no position")
    #expect(answers.error(unknown)?["code"] as? Int == -32601)
    #expect((answers.result(right) as? [Object])?.count == 2)
  }

  @Test func `a command that there isn't, or with other arguments than it takes, is refused`() throws {
    let scratch = try Scratch()
    var session = EditorSession(in: scratch.folder)
    session.open("a.pace", Self.text)
    func execute(_ command: String, _ arguments: [Any]) -> Int {
      session.request("workspace/executeCommand", ["command": command, "arguments": arguments])
    }
    let requests = [
      (execute("pace.walk", []), "there is no command `pace.walk`"),
      (execute("pace.run", ["a.pace"]), "`pace.run` takes two arguments"),
      (execute("pace.run", [1, "a.pace"]), "`pace.run` takes two arguments"),
    ]
    let answers = try session.run()
    for (id, message) in requests {
      let error = answers.error(id)
      #expect(error?["code"] as? Int == -32602)
      #expect((error?["message"] as? String)?.hasPrefix(message) ?? false, "\(error ?? [:])")
    }
  }

  @Test func `the option by which editors ask for standard input and output changes nothing`() throws {
    let scratch = try Scratch()
    var session = EditorSession(in: scratch.folder)
    session.request("shutdown", [:])
    session.notify("exit", [:])
    let input = session.sent()
    let plain = try Pace.run(["lsp"], input: input, folder: scratch.folder)
    let asked = try Pace.run(["lsp", "--stdio"], input: input, folder: scratch.folder)
    #expect(asked.status == 0 && asked.output == plain.output, "\(asked.remarks)")
  }

  @Test func `half a character is a mark in the text, and the rest of the message counts`() throws {
    let scratch = try Scratch()
    var session = EditorSession(in: scratch.folder)
    session.open("a.pace", Self.text)
    let uri = session.uri("a.pace")
    let start = #"{"line":0,"character":0}"#
    let body =
      #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"\#(uri)","#
      + #""version":2},"contentChanges":[{"range":{"start":\#(start),"end":\#(start)},"#
      + ##""text":"# \\ud83d \ud83d \ud83d\ude00 \ude00\nscale mood = calm < busy\n"}]}}"##
    session.send(raw: "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    let symbols = session.ask("documentSymbol", "a.pace")
    let highlight = session.ask("documentHighlight", "a.pace", line: 1, character: 7)
    let answers = try session.run()
    let names = (answers.result(symbols) as? [Object] ?? []).compactMap { $0["name"] as? String }
    #expect(names == ["mood", "person", "entry"])
    #expect((answers.result(highlight) as? [Object])?.count == 1)
    #expect(answers.messages.allSatisfy { $0["error"] == nil })
  }
}
