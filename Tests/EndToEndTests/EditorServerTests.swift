import Foundation
import PaceOracle
import Testing

/// `pace lsp`, spoken to as an editor does.
struct `The editor server` {
  private typealias Object = EditorSession.Object

  private static let text = """
    subject person {}
    event entry of person { size: number = 1 }
    param most: number = 3 in 1 .. 9 step 1 "entries"
    preset few { most = 2 }
    rule often {
      on entry
      when count(entry, last 1 h) > most
      emit note "Often."
    }

    """

  private static func folder(_ scratch: Scratch, _ files: [String: String]) throws -> URL {
    for (name, text) in files { _ = try scratch.write(name, text) }
    return URL(fileURLWithPath: scratch.path("x")).deletingLastPathComponent()
  }

  // MARK: Findings

  /// What is told of a text, as `code line:column`, from 1 on.
  private static func places(_ findings: [Object]) -> [String] {
    findings.compactMap { finding in
      guard let start = (finding["range"] as? Object)?["start"] as? Object, let line = start["line"] as? Int,
        let character = start["character"] as? Int, let code = finding["code"] as? String
      else { return nil }
      return "\(code) \(line + 1):\(character + 1)"
    }
    .sorted()
  }

  private static func lint(_ folder: URL, _ name: String) throws -> [String] {
    let result = try Pace.run(["lint", ".", "--format", "json"], folder: folder)
    let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? Object
    let findings = report?["findings"] as? [Object] ?? []
    return findings.filter { ($0["file"] as? String)?.hasSuffix(name) ?? false }
      .map { "\($0["code"] ?? "") \($0["line"] ?? ""):\($0["column"] ?? "")" }.sorted()
  }

  @Test(arguments: ["take-care", "nail-guard", "hydration", "activities"])
  func `what is found is what lint finds, with errors and without`(pack: String) throws {
    let source = { (path: String) in
      try String(contentsOf: Pace.repository.appendingPathComponent(path), encoding: .utf8)
    }
    let whole = try source("rules/\(pack).pace").replacing("../presets/", with: "")
    let preset = FileManager.default.fileExists(
      atPath: Pace.repository.appendingPathComponent("presets/\(pack).pace").path)
    // Leaving out one line, for some of the lines in turn, gives errors and warnings of many kinds.
    let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
    let code = lines.indices.filter { !lines[$0].hasPrefix("#") && !lines[$0].isEmpty }
    var found = 0
    for index in stride(from: 3, to: code.count, by: max(1, code.count / 6)) {
      let text = lines.indices.filter { $0 != code[index] }.map { lines[$0] }.joined(separator: "\n")
      let scratch = try Scratch()
      var files = ["pack.pace": text]
      if preset { files["\(pack).pace"] = try source("presets/\(pack).pace") }
      let folder = try Self.folder(scratch, files)
      var session = EditorSession(in: folder)
      session.open("pack.pace", text)
      _ = session.ask("codeAction", "pack.pace")
      let uri = session.uri("pack.pace")
      let told = Self.places(try #require(try session.run().findings(uri)))
      #expect(told == (try Self.lint(folder, "pack.pace")), "without \(lines[code[index]])")
      found += told.count
    }
    #expect(found > 3)
  }

  @Test func `a change in a file is seen in the programs that include it`() throws {
    let scratch = try Scratch()
    let rules = Self.text.replacing("preset few { most = 2 }", with: "include \"few.pace\"")
    let folder = try Self.folder(scratch, ["a.pace": rules, "few.pace": "preset few { most = 2 }\n"])
    var session = EditorSession(in: folder)
    session.open("a.pace", rules)
    session.open("few.pace", "preset few { most = 2 }\n")
    session.change("few.pace", version: 2, [["text": "preset few { mst = 2 }\n"]])
    _ = session.ask("codeAction", "few.pace")
    let (uri, answers) = (session.uri("few.pace"), try session.run())
    let codes = answers.findings(uri)?.compactMap { $0["code"] as? String }
    #expect(codes?.contains("E0304") ?? false || codes?.contains("E0305") ?? false, "\(answers.messages)")
    let versions = answers.messages.compactMap { $0["params"] as? Object }
      .filter { $0["uri"] as? String == uri }.compactMap { $0["version"] as? Int }
    #expect(versions == versions.sorted() && versions.last == 2)
  }

  // MARK: Mending

  @Test func `all safe edits are those of fix`() throws {
    let text = Self.text.replacing("rule often {", with: "rule often \"😀\" {")
      .replacing("\"Often.\"", with: "\"😀\" severity 2")
    let scratch = try Scratch()
    let folder = try Self.folder(scratch, ["a.pace": text])
    var session = EditorSession(in: folder)
    session.open("a.pace", text)
    let request = session.ask("codeAction", "a.pace")
    let uri = session.uri("a.pace")
    let actions = try #require(try session.run().result(request) as? [Object])
    let all = try #require(actions.first { $0["kind"] as? String == "source.fixAll" })
    let edits = ((all["edit"] as? Object)?["changes"] as? Object)?[uri] as? [Object] ?? []
    let mended = EditorSession.applied(edits, to: text)
    #expect(mended == text.replacing(" severity", with: ", severity"))
    _ = try Pace.run(["lint", ".", "--fix"], folder: folder)
    #expect(try String(contentsOfFile: scratch.path("a.pace"), encoding: .utf8) == mended)
  }

  @Test func `a guess is offered and no safe edit, and a warning can be allowed`() throws {
    let guess = Self.text.replacing("on entry", with: "on entri")
    let doubtful = Self.text.replacing("> most", with: "> 3")
    let scratch = try Scratch()
    var session = EditorSession(in: try Self.folder(scratch, [:]))
    session.open("a.pace", guess)
    session.open("b.pace", doubtful)
    let requests = ["a.pace", "b.pace"].map { session.ask("codeAction", $0) }
    let uri = session.uri("b.pace")
    let answers = try session.run()
    let guesses = answers.result(requests[0]) as? [Object] ?? []
    #expect(guesses.map { $0["title"] as? String } == ["did you mean `entry`?"])
    #expect(guesses.first?["isPreferred"] as? Bool == false)
    let actions = answers.result(requests[1]) as? [Object] ?? []
    let allowing = actions.filter { ($0["title"] as? String)?.hasPrefix("Allow ") ?? false }
    let found = try #require(answers.findings(uri))
    #expect(!found.isEmpty && allowing.count == found.count)
    // With each comment added, nothing is left to say.
    var text = doubtful
    for action in allowing.reversed() {
      text = EditorSession.applied(
        ((action["edit"] as? Object)?["changes"] as? Object)?[uri] as? [Object] ?? [], to: text)
    }
    let folder = try Self.folder(scratch, ["b.pace": text])
    #expect(try Self.lint(folder, "b.pace") == [], "\(text)")
  }

  @Test(arguments: ["take-care", "activities", "dose-window"])
  func `formats as fmt does`(pack: String) throws {
    let path = Pace.repository.appendingPathComponent("rules/\(pack).pace")
    let neat = try String(contentsOf: path, encoding: .utf8)
    let untidy = neat.replacing("  when ", with: "      when   ").replacing(" = ", with: "=")
    #expect(untidy != neat)
    let scratch = try Scratch()
    var session = EditorSession(in: try Self.folder(scratch, ["a.pace": untidy]))
    session.open("a.pace", untidy)
    let request = session.ask("formatting", "a.pace")
    let edits = try #require(try session.run().result(request) as? [Object])
    _ = try Pace.run("fmt", scratch.path("a.pace"))
    let tidied = try String(contentsOfFile: scratch.path("a.pace"), encoding: .utf8)
    #expect(EditorSession.applied(edits, to: untidy) == tidied)
  }

  // MARK: Names

  @Test func `a name says what it is, and where it is declared, in another file too`() throws {
    let scratch = try Scratch()
    let rules = Self.text.replacing("param most", with: "include \"b.pace\" # ").replacing(
      "preset few", with: "#")
    let other = "# 😀\nparam most: number = 3 in 1 .. 9 step 1 \"entries\"\npreset few { most = 2 }\n"
    let folder = try Self.folder(scratch, ["a.pace": rules, "b.pace": other])
    for encodings in [[], ["utf-8"]] {
      var session = EditorSession(in: folder, encodings: encodings)
      session.open("a.pace", rules)
      let line = rules.split(separator: "\n").firstIndex { $0.contains("> most") } ?? 0
      let hover = session.ask("hover", "a.pace", line: line, character: 34)
      let definition = session.ask("definition", "a.pace", line: line, character: 34)
      let uri = session.uri("b.pace")
      let answers = try session.run()
      let shown = ((answers.result(hover) as? Object)?["contents"] as? Object)?["value"] as? String
      #expect(shown?.contains("param most: number = 3 in 1 .. 9") ?? false, "\(answers.messages)")
      #expect(shown?.contains("- few: 2") ?? false)
      let place = try #require((answers.result(definition) as? [Object])?.first)
      #expect(place["uri"] as? String == uri)
      let start = (place["range"] as? Object)?["start"] as? Object
      #expect(start?["line"] as? Int == 1 && start?["character"] as? Int == 6)
    }
  }

  @Test func `a text has its symbols, what folds, and what it includes`() throws {
    let scratch = try Scratch()
    let text = "# one\n# two\ninclude \"b.pace\"\n" + Self.text
    let folder = try Self.folder(scratch, ["a.pace": text, "b.pace": "stream all = entry\n"])
    var session = EditorSession(in: folder)
    session.open("a.pace", text)
    let requests = ["documentSymbol", "foldingRange", "documentLink"].map { session.ask($0, "a.pace") }
    let target = session.uri("b.pace")
    let answers = try session.run()
    let symbols = answers.result(requests[0]) as? [Object] ?? []
    #expect(symbols.compactMap { $0["name"] as? String } == ["person", "entry", "most", "few", "often"])
    let entry = symbols.first { $0["name"] as? String == "entry" }
    #expect((entry?["children"] as? [Object])?.compactMap { $0["name"] as? String } == ["size"])
    let folds = (answers.result(requests[1]) as? [Object] ?? []).compactMap { $0["startLine"] as? Int }
    #expect(folds.sorted() == [0, 7])
    #expect((answers.result(requests[2]) as? [Object])?.first?["target"] as? String == target)
  }

  // MARK: Texts

  /// Edits within comments of a rule, so that the text stays a rule; hovering over its name shows all of it.
  @Test(arguments: [["utf-16"], ["utf-8", "utf-16"]])
  func `random edits leave the server with the text of the client`(encodings: [String]) throws {
    var random = SplitMix64(11)
    let isUTF8 = encodings.contains("utf-8")
    var lines = ["# a", "# 😀b", "# ü"]
    let head = "subject person {}\r\nevent entry of person {}\r\nrule often {\r\n  on entry\r\n"
    func text() -> String { head + lines.map { "  \($0)\r\n" }.joined() + "  emit note \"x\"\r\n}\r\n" }
    func width(_ part: some StringProtocol) -> Int { isUTF8 ? part.utf8.count : part.utf16.count }
    let scratch = try Scratch()
    var session = EditorSession(in: try Self.folder(scratch, [:]), encodings: encodings)
    session.open("a.pace", text())
    var shown: [(request: Int, text: String)] = []
    for version in 2..<(Pace.isRelease ? 4_002 : 2_002) {
      let pieces = ["x", "😀", "é", "", "漢字 ", "👩‍👩‍👧", "\r\n  # "]
      let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
      let first = Int.random(in: 0..<lines.count, using: &random)
      let last = min(lines.count - 1, first + (Int.random(in: 0..<6, using: &random) == 0 ? 1 : 0))
      let (a, b) = (Array(lines[first]), Array(lines[last]))
      let start = Int.random(in: 1...a.count, using: &random)
      let end =
        first == last
        ? Int.random(in: start...min(a.count, start + 3), using: &random)
        : Int.random(in: 1...b.count, using: &random)
      let range: Object = [
        "start": EditorSession.position(4 + first, 2 + width(String(a[..<start]))),
        "end": EditorSession.position(4 + last, 2 + width(String(b[..<end]))),
      ]
      session.change("a.pace", version: version, [["range": range, "text": piece]])
      let joined = String(a[..<start]) + piece + String(b[end...])
      lines.replaceSubrange(
        first...last,
        with: joined.components(separatedBy: "\r\n").map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0 }
      )
      // The comments would grow without end.
      if lines.count > 12 {
        lines = Array(lines.prefix(3)).map { String($0.prefix(9)) }
        session.change("a.pace", version: version, [["text": text()]])
      }
      if version % 250 == 0 {
        // Hovering doesn't wait for the last changes to be understood; edits that are asked for do.
        _ = session.ask("codeAction", "a.pace")
        shown.append((session.ask("hover", "a.pace", line: 2, character: 6), text()))
      }
    }
    let answers = try session.run()
    for (request, text) in shown {
      let value = ((answers.result(request) as? Object)?["contents"] as? Object)?["value"] as? String
      let rule = try #require(text.range(of: "rule often")).lowerBound
      let all = String(text[rule...].dropLast())
      #expect(value?.contains(String(all.prefix(1900))) ?? false, "\(value ?? "none") for \(all)")
    }
  }

  /// Any bytes in place of any others, line ends of all sorts among them: what the server formats in the end, and what
  /// it finds wrong, is what the command line does with the same text.
  @Test(arguments: [5, 6, 7, 8])
  func `random edits of any part leave both with the same text`(seed: UInt64) throws {
    var random = SplitMix64(seed)
    var text = Array(Self.text.replacing("\n", with: seed % 2 == 0 ? "\r\n" : "\n").utf16)
    let scratch = try Scratch()
    var session = EditorSession(in: try Self.folder(scratch, [:]))
    session.open("a.pace", String(decoding: text, as: UTF16.self))
    let pieces = [
      "x", "😀", "\r\n", "\n", "\r", " ", "{", "}", "\"", "漢", "# é\n", "most", "rule a {\n}\n", "",
    ]
    for version in 2..<(Pace.isRelease ? 1_002 : 502) {
      var changes: [Object] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        var start = Int.random(in: 0...text.count, using: &random)
        var end = min(text.count, start + (text.count > 900 ? 9 : Int.random(in: 0...4, using: &random)))
        // No editor cuts a character, or the two bytes of a line's end, in half.
        func isInside(_ place: Int) -> Bool {
          guard place > 0, place < text.count else { return false }
          return UTF16.isTrailSurrogate(text[place]) || text[place] == 10 && text[place - 1] == 13
        }
        while isInside(start) { start -= 1 }
        while isInside(end) { end += 1 }
        let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
        changes.append([
          "range": ["start": Self.position(start, in: text), "end": Self.position(end, in: text)],
          "text": piece,
        ])
        text.replaceSubrange(start..<end, with: Array(piece.utf16))
      }
      session.change("a.pace", version: version, changes)
    }
    let symbols = session.ask("documentSymbol", "a.pace")
    _ = session.ask("codeAction", "a.pace")
    let uri = session.uri("a.pace")
    let answers = try session.run()
    #expect(answers.result(symbols) as? [Object] != nil)
    let told = Self.places(try #require(answers.findings(uri)))
    let folder = try Self.folder(scratch, ["a.pace": String(decoding: text, as: UTF16.self)])
    let report = try Pace.run(["lint", "a.pace", "--format", "json"], folder: folder)
    let object = try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? Object
    let codes = (object?["findings"] as? [Object] ?? []).compactMap { $0["code"] as? String }.sorted()
    #expect(told.compactMap { $0.split(separator: " ").first.map(String.init) }.sorted() == codes)
    #expect(!codes.isEmpty)
  }

  /// A place as the protocol counts it: a line ends at a line feed, a carriage return, or both.
  private static func position(_ offset: Int, in text: [UInt16]) -> Object {
    var (line, start) = (0, 0)
    for index in 0..<offset where text[index] == 10 || text[index] == 13 {
      if text[index] == 13, index + 1 < text.count, text[index + 1] == 10 { continue }
      (line, start) = (line + 1, index + 1)
    }
    return EditorSession.position(line, offset - start)
  }

  // MARK: What is no message

  @Test func `what is no message gets an error, and the next one its answer`() throws {
    var random = SplitMix64(3)
    let scratch = try Scratch()
    var session = EditorSession(in: try Self.folder(scratch, ["a.pace": Self.text]))
    let whole =
      #"{"jsonrpc":"2.0","id":900,"method":"textDocument/hover","params":{"textDocument":{"uri":"x"}}}"#
    for index in 0..<1000 {
      var text = whole
      switch index % 4 {
      case 0: text = String(whole.prefix(index % whole.count))
      case 1: text = String(repeating: "[", count: 1 + index * 3)
      case 2: text = whole.replacing("\"params\":{", with: "\"params\":[{").replacing("}}}", with: "}}]}")
      default:
        var characters = Array(text.utf8)
        characters[Int.random(in: 0..<characters.count, using: &random)] = UInt8.random(
          in: 32..<127, using: &random)
        text = String(decoding: characters, as: UTF8.self)
      }
      session.send(raw: "Content-Length: \(text.utf8.count)\r\n\r\n\(text)")
    }
    session.send(raw: "Content-Length: none\r\n\r\n")
    session.open("a.pace", Self.text)
    let request = session.ask("documentSymbol", "a.pace")
    let answers = try session.run()
    #expect(answers.status == 0)
    #expect((answers.result(request) as? [Object])?.count == 5)
    let errors = answers.messages.compactMap { ($0["error"] as? Object)?["code"] as? Int }
    #expect(errors.filter { $0 == -32700 }.count > 400, "\(errors.count)")
  }

  /// Messages of every sort that a client sends, cut at every byte, with the length of what is left and of the whole.
  @Test(arguments: [
    "initialize", "textDocument/didOpen", "textDocument/didChange", "textDocument/completion",
    "textDocument/rename", "codeLens/resolve", "workspace/executeCommand", "$/cancelRequest",
    "workspace/didChangeWatchedFiles",
  ])
  func `a message that is cut anywhere is answered or refused`(method: String) throws {
    let scratch = try Scratch()
    let folder = try Self.folder(scratch, ["a.pace": Self.text])
    let place = #"{"line":6,"character":40}"#
    let uri = folder.appendingPathComponent("a.pace").absoluteString
    let parameters =
      #"{"textDocument":{"uri":"\#(uri)","version":2,"languageId":"pace","text":"rule 😀"},"#
      + #""contentChanges":[{"range":{"start":\#(place),"end":\#(place)},"text":"é"}],"position":\#(place),"#
      + #""newName":"other","id":901,"command":"pace.run","arguments":["\#(uri)",0],"#
      + #""changes":[{"uri":"\#(uri)","type":2}],"data":{"uri":"\#(uri)","sort":"rule","name":"a","index":4}}"#
    let whole = Array(#"{"jsonrpc":"2.0","id":900,"method":"\#(method)","params":\#(parameters)}"#.utf8)
    var session = EditorSession(in: folder)
    session.open("a.pace", Self.text)
    // A character that is cut is no JSON; the helper writes texts, so that a mark stands for what is left of it.
    for end in 0...whole.count {
      let part = String(decoding: whole[..<end], as: UTF8.self)
      session.send(raw: "Content-Length: \(part.utf8.count)\r\n\r\n\(part)")
    }
    session.open("a.pace", Self.text)
    let request = session.ask("documentSymbol", "a.pace")
    let answers = try session.run()
    #expect(answers.status == 0)
    #expect((answers.result(request) as? [Object])?.count == 5)
    let refused = answers.messages.compactMap { ($0["error"] as? Object)?["code"] as? Int }
    #expect(refused.filter { $0 == -32700 }.count == whole.count, "\(refused.count) of \(whole.count)")

    // Cut without a word: the stream ends in the middle of a message.
    for end in stride(from: 0, to: whole.count, by: 200) {
      var cut = EditorSession(in: folder)
      let part = String(decoding: whole[..<end], as: UTF8.self)
      cut.send(raw: "Content-Length: \(whole.count)\r\n\r\n\(part)")
      #expect(try cut.ended().status == 1)
    }
  }

  @Test func `a client that goes without a word ends the server, and people are told who starts it`() throws {
    let scratch = try Scratch()
    let folder = try Self.folder(scratch, [:])
    #expect(try EditorSession(in: folder).ended().status == 1)
    var session = EditorSession(in: folder)
    let unknown = session.request("textDocument/moniker", [:])
    #expect(try session.run().error(unknown)?["code"] as? Int == -32601)
  }
}
