import Foundation
import PaceOracle
import Testing

/// `pace lsp` on names: their places, and other names for them.
struct `Names in an editor` {
  private typealias Object = EditorSession.Object

  private static let text = """
    subject person { strict: bool = no }
    event entry of person { size: number = 1, kind small {} }
    stream large = entry where size > 2
    param most: number = 3 in 1 .. 9 step 1
    scale mood = calm < busy
    rule often {
      on entry
      when count(entry, last 1 h) > most and not strict
      emit note "Often, {sum(entry.size)}."
      raise mood to busy
    }
    source app {
      person from people { id = id, strict = strict }
      entry from entries {
        id = id, person = who, at = at as unix_ms
        kind = code as { 1 = small, 2 = "small" }
      }
    }

    """
  private static let tests = """
    include "a.pace"
    scenario "one" {
      start 2026-01-01 09:00
      set most = 1
      at 09:00 entry { size = 3 }
      at 09:01 small
      expect often at 09:01
      expect mood >= busy at 09:01
    }

    """

  /// `line:character` of each place in a file, from 1 on.
  private static func places(_ answer: Any?, in uri: String? = nil) -> [String] {
    (answer as? [Object] ?? []).filter { uri == nil || $0["uri"] as? String == uri }.compactMap { place in
      let start = (place["range"] as? Object)?["start"] as? Object
      guard let line = start?["line"] as? Int, let character = start?["character"] as? Int else { return nil }
      return "\(line + 1):\(character + 1)"
    }
  }

  /// What hovering shows.
  private static func shown(_ answer: Any?) -> String? {
    ((answer as? Object)?["contents"] as? Object)?["value"] as? String
  }

  private static func folder(_ scratch: Scratch) throws -> URL {
    _ = try scratch.write("a.pace", text)
    return try scratch.write("a.test.pace", tests).deletingLastPathComponent()
  }

  /// Places from 1 on, and where each name stands in the rules and in their scenarios.
  @Test(
    arguments: cases([
      ((line: 2, character: 7), ["2:7", "3:16", "7:6", "8:14", "9:26", "14:3"], ["5:12"]),
      ((line: 9, character: 33), ["2:25", "3:28", "9:32"], ["5:20"]),
      ((line: 8, character: 33), ["4:7", "8:33"], ["4:7"]),
      ((line: 1, character: 18), ["1:18", "8:46", "13:33"], []),
      ((line: 10, character: 17), ["5:21", "10:17"], ["8:18"]),
      ((line: 6, character: 10), ["6:6"], ["7:10"]),
      ((line: 1, character: 9), ["1:9", "2:16", "13:3", "15:14"], []),
      ((line: 2, character: 51), ["2:48", "16:26", "16:38"], ["6:12"]),
      ((line: 9, character: 8), ["9:8"], []),
    ]))
  func `a name's places are told, in the scenarios too`(
    given: Case<((line: Int, character: Int), [String], [String])>
  ) throws {
    let (at, rules, tests) = given.value
    let scratch = try Scratch()
    var session = EditorSession(in: try Self.folder(scratch))
    session.open("a.pace", Self.text)
    let ask = ["references", "documentHighlight", "definition"].map {
      session.ask($0, "a.pace", line: at.line - 1, character: at.character - 1)
    }
    let uris = ["a.pace", "a.test.pace"].map { session.uri($0) }
    let answers = try session.run()
    #expect(Self.places(answers.result(ask[0]), in: uris[0]) == rules)
    #expect(Self.places(answers.result(ask[0]), in: uris[1]) == tests)
    #expect(Self.places(answers.result(ask[1])) == rules)
    #expect(Self.places(answers.result(ask[2])) == [rules[0]])
  }

  @Test(arguments: [
    ("size", ".pace:2: the field `size` has the name of a param; take another name"), ("strict", "`strict`"),
    ("mood", "`mood`"),
    ("date", "a word of the language"), ("clock", "the name `clock` is reserved"),
    ("9a", "`9a` is no name"), ("", "`` is no name"), ("a b", "`a b` is no name"),
    ("Most", "`Most` is no name"),
    ("most\n", "is no name"),
  ])
  func `a name that is taken, or none, is refused`(name: String, reason: String) throws {
    let scratch = try Scratch()
    var session = EditorSession(in: try Self.folder(scratch))
    session.open("a.pace", Self.text)
    let request = session.rename("a.pace", line: 3, character: 6, to: name)
    let error = try session.run().error(request)
    #expect(error?["code"] as? Int == -32803, "\(name)")
    #expect((error?["message"] as? String)?.contains(reason) ?? false, "\(error ?? [:])")
  }

  @Test func `a name that has a meaning is neither given nor taken away`() throws {
    let scratch = try Scratch()
    let text = """
      subject person { zone: text, tz: text }
      event skip of person { schedule: number = 1 }
      rule often { on skip, when sum(skip.schedule) > 1, emit refusal "Often." }

      """
    var session = EditorSession(in: try Self.folder(scratch))
    session.open("b.pace", text)
    let refused = [
      session.rename("b.pace", line: 0, character: 17, to: "tz"),
      session.rename("b.pace", line: 0, character: 17, to: "place"),
      session.rename("b.pace", line: 2, character: 57, to: "warning"),
    ]
    let prepared = [(0, 17), (2, 57)].map {
      session.ask("prepareRename", "b.pace", line: $0.0, character: $0.1)
    }
    let allowed = [
      session.rename("b.pace", line: 1, character: 6, to: "leap"),
      session.rename("b.pace", line: 1, character: 23, to: "size"),
    ]
    let renamed = text.replacing("skip", with: "leap").replacing("schedule", with: "size")
    session.change("b.pace", version: 2, [["text": renamed.replacing("zone: text, ", with: "")]])
    let back = [
      session.rename("b.pace", line: 1, character: 6, to: "skip"),
      session.rename("b.pace", line: 1, character: 23, to: "schedule"),
    ]
    let zone = session.rename("b.pace", line: 0, character: 17, to: "zone")
    let answers = try session.run()
    let reasons = refused.map { answers.error($0)?["message"] as? String ?? "" }
    let fixed = "so no rename gives that name or takes it away"
    #expect(reasons[1] == "`zone` means a subject's time zone, \(fixed)")
    #expect(reasons[2] == "`refusal` means a row not to be logged, \(fixed)")
    #expect(reasons[0].contains("`tz`"))
    #expect(prepared.map { answers.error($0)?["message"] as? String } == [reasons[1], reasons[2]])
    for id in allowed + back { #expect(answers.error(id) == nil, "\(answers.error(id) ?? [:])") }
    let reason = answers.error(zone)?["message"] as? String
    #expect(reason == "`zone` is a word of the language; take another name")
  }

  @Test func `a function says how it is called and what it gives, where it is called`() throws {
    let scratch = try Scratch()
    var session = EditorSession(in: try Self.folder(scratch))
    session.open("a.pace", Self.text.replacing("when count(", with: "when count ("))
    let asked = [7, 10, 13].map { session.ask("hover", "a.pace", line: 7, character: $0) }
    let answers = try session.run()
    let shown = asked.map { Self.shown(answers.result($0)) }
    #expect(shown == ["count(S [, W])\nHow many events of S are in the window W.", shown[0], nil])
  }

  @Test func `a name is known where a change has moved it, and anew where it was changed`() throws {
    let scratch = try Scratch()
    let text = """
      subject person {}
      event entry of person {}
      param most: number = 3 in 1 .. 9

      """
    var session = EditorSession(in: try Self.folder(scratch))
    session.open("b.pace", text)
    let before = session.ask("hover", "b.pace", line: 2, character: 8)
    session.change("b.pace", version: 2, [["range": Self.range(0, 0, 0), "text": "# 😀\n# b\n"]])
    let moved = session.ask("hover", "b.pace", line: 4, character: 8)
    let none = session.ask("hover", "b.pace", line: 2, character: 2)
    session.change("b.pace", version: 3, [["range": Self.range(4, 10, 10), "text": "ly"]])
    let changed = session.ask("hover", "b.pace", line: 4, character: 9)
    session.change("b.pace", version: 4, [["range": Self.range(4, 6, 10), "text": "near"]])
    let again = session.ask("hover", "b.pace", line: 4, character: 11)
    session.change("b.pace", version: 5, [["range": Self.range(4, 12, 12), "text": "_by"]])
    let longer = session.ask("hover", "b.pace", line: 4, character: 7)
    let answers = try session.run()
    func line(_ id: Int) -> Int? {
      let range = (answers.result(id) as? Object)?["range"] as? Object
      return (range?["start"] as? Object)?["line"] as? Int
    }
    func shown(_ id: Int) -> String? { Self.shown(answers.result(id)) }
    #expect([before, moved, changed].map(line) == [2, 4, 4])
    #expect(shown(moved) == shown(before) && shown(moved)?.contains("param most: number") ?? false)
    #expect(shown(changed)?.contains("parameter `mostly`") ?? false, "\(shown(changed) ?? "")")
    #expect(shown(again)?.contains("parameter `nearly`") ?? false, "\(shown(again) ?? "")")
    #expect(shown(longer)?.contains("parameter `nearly_by`") ?? false, "\(shown(longer) ?? "")")
    #expect(shown(none)?.contains("subject `person`") ?? true)
  }

  @Test func `a name with a finding says what it is, then the finding's page`() throws {
    let scratch = try Scratch()
    var session = EditorSession(in: try Self.folder(scratch))
    session.open("a.pace", Self.text.replacing("> most", with: "> most and most > 9"))
    _ = session.ask("codeAction", "a.pace")
    let request = session.ask("hover", "a.pace", line: 7, character: 43)
    let answer = try session.run().result(request) as? Object
    let shown = Self.shown(answer) ?? ""
    #expect(shown.hasPrefix("parameter `most`") && shown.contains("impossible-condition"), "\(shown)")
    let range = answer?["range"] as? [String: [String: Int]]
    #expect(range?["start"]?["character"] == 41)
  }

  @Test func `a choice and a kind of notice are names`() throws {
    let scratch = try Scratch()
    let text = """
      subject person { mood: calm | tense = calm }
      event entry of person { was: calm | tense }
      rule often { on entry, when mood == tense and latest(entry.was) != calm, emit page "Often." }
      policy page { limit 1 today }
      scenario "s" { start 2026-01-01 09:00, subject { mood = tense }, at 09:00 entry, expect no page }

      """
    var session = EditorSession(in: try Self.folder(scratch))
    session.open("b.pace", text)
    let places = session.ask("references", "b.pace", line: 4, character: 56)
    let hovers = [(4, 56), (3, 8)].map { session.ask("hover", "b.pace", line: $0.0, character: $0.1) }
    let rename = session.rename("b.pace", line: 0, character: 31, to: "worried")
    let answers = try session.run()
    #expect(Self.places(answers.result(places)) == ["1:31", "2:37", "3:37", "5:57"])
    let shown = hovers.map { Self.shown(answers.result($0)) }
    #expect(shown[0]?.hasPrefix("attribute `mood`") ?? false, "\(shown)")
    #expect(shown[1]?.hasPrefix("rule `often`") ?? false, "\(shown)")
    let renamed = Self.renamed(["b.pace": text], answers.result(rename), session)
    #expect(renamed["b.pace"] == text.replacing("tense", with: "worried"), "\(answers.error(rename) ?? [:])")
  }

  private static func range(_ line: Int, _ start: Int, _ end: Int) -> Object {
    ["start": EditorSession.position(line, start), "end": EditorSession.position(line, end)]
  }

  @Test func `where a text has errors, or nothing is named, no name is changed`() throws {
    let scratch = try Scratch()
    let broken = Self.text.replacing("> most and", with: "> most andd")
    var session = EditorSession(in: try Self.folder(scratch))
    session.open("a.pace", Self.text)
    let keyword = session.rename("a.pace", line: 5, character: 1, to: "x")
    let prepared = session.ask("prepareRename", "a.pace", line: 3, character: 7)
    let nothing = session.ask("prepareRename", "a.pace", line: 5, character: 1)
    session.change("a.pace", version: 2, [["text": broken]])
    let wrong = session.rename("a.pace", line: 3, character: 6, to: "x")
    let early = session.ask("prepareRename", "a.pace", line: 3, character: 6)
    let answers = try session.run()
    #expect(answers.error(keyword)?["message"] as? String == "there is no name to change here")
    #expect((answers.result(prepared) as? Object)?["placeholder"] as? String == "most")
    #expect(answers.result(nothing) is NSNull)
    #expect((answers.error(wrong)?["message"] as? String)?.contains("a.pace:8: ") ?? false)
    #expect((answers.error(wrong)?["message"] as? String)?.contains("; mend that first") ?? false)
    #expect(answers.error(early)?["message"] as? String == answers.error(wrong)?["message"] as? String)
  }

  // MARK: Marks

  /// Each token as `line:character length type`, a `*` behind those that declare.
  private static func tokens(_ answer: Any?, legend: [String]) -> [String] {
    let data = (answer as? Object)?["data"] as? [Int] ?? []
    var (line, character) = (1, 1)
    return stride(from: 0, to: data.count - data.count % 5, by: 5).map { index in
      if data[index] > 0 { (line, character) = (line + data[index], 1) }
      character += data[index + 1]
      let type = legend.indices.contains(data[index + 3]) ? legend[data[index + 3]] : "none"
      return "\(line):\(character) \(data[index + 2]) \(type)\(data[index + 4] == 1 ? "*" : "")"
    }
  }

  @Test(arguments: [["utf-16"], ["utf-8"]])
  func `every name has its sort`(encodings: [String]) throws {
    let scratch = try Scratch()
    var session = EditorSession(in: try Self.folder(scratch), encodings: encodings)
    session.open("a.pace", Self.text)
    let request = session.ask("semanticTokens/full", "a.pace")
    let answers = try session.run()
    let capabilities = (answers.result(1) as? Object)?["capabilities"] as? Object
    let provider = capabilities?["semanticTokensProvider"] as? Object
    let legend = (provider?["legend"] as? Object)?["tokenTypes"] as? [String] ?? []
    let tokens = Self.tokens(answers.result(request), legend: legend)
    #expect(
      tokens.prefix(11) == [
        "1:9 6 class*", "1:18 6 property*", "2:7 5 event*", "2:16 6 class", "2:25 4 property*",
        "2:48 5 event*", "3:8 5 event*", "3:16 5 event", "3:28 4 property", "4:7 4 parameter*",
        "5:7 4 enum*",
      ])
    #expect(tokens.contains("5:14 4 enumMember*") && tokens.contains("6:6 5 function*"))
  }

  @Test(arguments: [["utf-16"], ["utf-8"]])
  func `a name in which something invisible stands is as long as the editor counts`(
    encodings: [String]
  ) throws {
    let scratch = try Scratch()
    let line = "stream all = en\u{FEFF}try"
    var session = EditorSession(in: try Self.folder(scratch), encodings: encodings)
    session.open("b.pace", "subject person {}\nevent entry of person {}\n\(line)\n")
    let request = session.ask("semanticTokens/full", "b.pace")
    let data = (try session.run().result(request) as? Object)?["data"] as? [Int] ?? []
    // The last two tokens stand on one line, at whose end the second one ends.
    let last = Array(data.suffix(10))
    #expect(last.count == 10 && last[0] == 1 && last[5] == 0)
    let length = encodings == ["utf-8"] ? line.utf8.count : line.utf16.count
    #expect(last.count == 10 && last[1] + last[6] + last[7] == length, "\(data)")
  }

  @Test func `a parameter that is read shows its value in each preset`() throws {
    let scratch = try Scratch()
    let text = Self.text + "preset few { most = 2 }\npreset many extends few { most = 7 }\n"
    let folder = try Self.folder(scratch)
    for (text, labels) in [(Self.text, ["8:37 = 3"]), (text, ["8:37 = 2 | 7"]), (text + "rule {", [])] {
      var session = EditorSession(in: folder)
      session.open("a.pace", text)
      let request = session.ask("inlayHint", "a.pace")
      let hints = try session.run().result(request) as? [Object] ?? []
      let found = hints.map { hint in
        let place = hint["position"] as? Object
        let (line, character) = (place?["line"] as? Int ?? -2, place?["character"] as? Int ?? -2)
        return "\(line + 1):\(character + 1) \(hint["label"] ?? "")"
      }
      #expect(found == labels)
    }
  }

  // MARK: Renaming packs

  private typealias Named = (name: String, line: Int, character: Int)

  private static func names(_ symbols: Any?) -> [Named] {
    (symbols as? [Object] ?? []).flatMap { symbol -> [Named] in
      let start = (symbol["selectionRange"] as? Object)?["start"] as? Object
      guard let name = symbol["name"] as? String, let line = start?["line"] as? Int,
        let character = start?["character"] as? Int, symbol["kind"] as? Int != 2
      else { return [] }
      return [(name, line, character)] + names(symbol["children"])
    }
  }

  /// Makes the edits of an answer in a pack's files.
  private static func renamed(_ files: [String: String], _ answer: Any?, _ session: EditorSession) -> [String:
    String]
  {
    let changes = (answer as? Object)?["changes"] as? Object ?? [:]
    var result = files
    for (file, text) in files {
      guard let edits = changes[session.uri(file)] as? [Object] else { continue }
      result[file] = EditorSession.applied(edits, to: text)
    }
    return result
  }

  @Test(arguments: ["take-care", "activities", "nail-guard"])
  func `a name changed there and back leaves the same bytes, and scenarios pass in between`(pack: String)
    throws
  {
    let main = "rules/\(pack).pace"
    var files: [String: String] = [:]
    for file in [main, "rules/\(pack).test.pace", "presets/\(pack).pace"] {
      files[file] = try? String(contentsOf: Pace.repository.appendingPathComponent(file), encoding: .utf8)
    }
    /// What the server answers to one question about the files as they are.
    func answer(_ ask: (inout EditorSession) -> Int) throws -> (
      answers: EditorSession.Answers, id: Int, session: EditorSession
    ) {
      let scratch = try Scratch()
      for (file, text) in files { try scratch.write(file, text) }
      var session = EditorSession(in: scratch.folder)
      session.open(main, files[main] ?? "")
      let id = ask(&session)
      let answers = try session.run()
      return (answers, id, session)
    }
    let original = files
    let shape = try answer { $0.ask("documentSymbol", main) }
    let names = Self.names(shape.answers.result(shape.id))
    #expect(names.count > 15)
    for name in names.indices.filter({ $0 % (Pace.isRelease ? 7 : 24) == 2 }).map({ names[$0] }) {
      files = original
      let there = try answer {
        $0.rename(main, line: name.line, character: name.character, to: "\(name.name)_x")
      }
      files = Self.renamed(files, there.answers.result(there.id), there.session)
      #expect(files != original, "\(name): \(there.answers.error(there.id) ?? [:])")
      let scratch = try Scratch()
      for (file, text) in files { try scratch.write(file, text) }
      let test = try Pace.run(["test", main], folder: scratch.folder)
      #expect(test.status == 0, "\(name): \(test.output.suffix(500))\(test.remarks.suffix(500))")
      let back = try answer {
        $0.rename(main, line: name.line, character: name.character + 1, to: name.name)
      }
      #expect(Self.renamed(files, back.answers.result(back.id), back.session) == original, "\(name)")
    }
  }
}
