import Foundation
import Testing

/// What `pace lsp` offers while one types; that every token of the packs is offered is shown in `CompletionTests`.
struct `Completion in an editor` {
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
    _ line: String, for old: String, in whole: String = text, encodings: [String] = []
  ) throws -> (items: [Object], text: String, session: EditorSession.Answers) {
    let scratch = try Scratch()
    _ = try scratch.write("x", "")
    var session = EditorSession(
      in: URL(fileURLWithPath: scratch.path("x")).deletingLastPathComponent(), encodings: encodings)
    let text = whole.replacing(old, with: line.replacing("|", with: ""))
    session.open("a.pace", text)
    let number = whole.components(separatedBy: "\n").firstIndex(of: old) ?? 0
    let before = line[..<(line.firstIndex(of: "|") ?? line.endIndex)]
    let character = encodings.contains("utf-8") ? before.utf8.count : before.utf16.count
    let request = session.ask("completion", "a.pace", line: number, character: character)
    let answers = try session.run()
    return ((answers.result(request) as? Object)?["items"] as? [Object] ?? [], text, answers)
  }

  private static func labels(_ line: String, for old: String, in whole: String = text) throws -> [String] {
    try offered(line, for: old, in: whole).items.compactMap { $0["label"] as? String }
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

  @Test func `an editor that sorts the words keeps their order`() throws {
    let items = try Self.offered("  when |", for: Self.when).items
    let keys = items.compactMap { $0["sortText"] as? String }
    #expect(keys.count == items.count && keys.count > 10 && keys == keys.sorted(), "\(keys)")
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

  @Test(arguments: [false, true])
  func `names are those of the text as it is, or said not to be all`(isLong: Bool) throws {
    let scratch = try Scratch()
    var session = EditorSession(in: scratch.folder)
    let rest = isLong ? String(repeating: "# one more\n", count: 12_000) : ""
    let before = Self.text + rest
    let text = before.replacing(Self.when, with: "  when ne").replacing("param most:", with: "param newest:")
    let line = try #require(text.components(separatedBy: "\n").firstIndex { $0 == "  when ne" })
    session.open("a.pace", before)
    _ = session.ask("codeAction", "a.pace")
    session.change("a.pace", version: 2, [["text": text]])
    let early = session.ask("completion", "a.pace", line: line, character: 9)
    _ = session.ask("codeAction", "a.pace")
    let late = session.ask("completion", "a.pace", line: line, character: 9)
    let answers = try session.run()
    func offered(_ id: Int) -> (isIncomplete: Bool?, hasName: Bool) {
      let answer = answers.result(id) as? Object
      let labels = (answer?["items"] as? [Object] ?? []).compactMap { $0["label"] as? String }
      return (answer?["isIncomplete"] as? Bool, labels.contains("newest"))
    }
    #expect(offered(early) == (isLong, !isLong))
    #expect(offered(late) == (false, true))
  }

  // MARK: Texts that name files and zones

  /// What is offered at `|` in a text of its own, and the text with the first item of a name chosen.
  private static func chosen(
    _ marked: String, in folder: URL, name: String = "rules/a.pace", choosing wanted: String = "",
    context: Object = [:], unsaved: String? = nil
  ) throws -> (labels: [String], text: String?) {
    let text = marked.replacing("|", with: "")
    var session = EditorSession(in: folder)
    if let unsaved { session.open(unsaved, "") }
    session.open(name, text)
    let lines = marked.components(separatedBy: "\n")
    let line = try #require(lines.firstIndex { $0.contains("|") })
    let before = lines[line].prefix { $0 != "|" }
    let request = session.request(
      "textDocument/completion",
      [
        "textDocument": ["uri": session.uri(name)], "context": context,
        "position": EditorSession.position(line, before.utf16.count),
      ])
    let answer = try session.run().result(request) as? Object
    let items = answer?["items"] as? [Object] ?? []
    #expect(items.count <= 60)
    let edit = items.first { $0["label"] as? String == wanted }?["textEdit"] as? Object
    return (
      items.compactMap { $0["label"] as? String }, edit.map { EditorSession.applied([$0], to: text) }
    )
  }

  @Test func `an include is offered the rule files in its folder and in those for rules and presets`() throws
  {
    let scratch = try Scratch()
    let files = [
      "rules/a.pace", "rules/a.test.pace", "rules/b.pace", "rules/notes.txt", "rules/.hidden.pace",
      "rules/more/d.pace", "presets/few.pace", "presets/old/e.pace", "other/c.pace",
    ]
    for file in files { try scratch.write(file, "") }
    let folder = scratch.folder
    let all = try Self.chosen("include \"|\"\n", in: folder, unsaved: "rules/new.pace").labels
    #expect(all == ["b.pace", "more/", "new.pace", "../presets/few.pace"])
    #expect(try Self.chosen("include \"more/|\"", in: folder).labels == ["more/d.pace"])
    let above = try Self.chosen("include \"../|\"", in: folder).labels
    #expect(above == ["../other/", "../presets/", "../rules/", "../presets/few.pace"])
    #expect(try Self.chosen("include \"../other/|\"", in: folder).labels == ["../other/c.pace"])
    let old = try Self.chosen("include \"../presets/|\"", in: folder).labels
    #expect(old == ["../presets/few.pace", "../presets/old/"])
    let top = try Self.chosen("include \"|\"", in: folder, name: "main.pace").labels
    #expect(
      top == ["other/", "presets/", "rules/", "presets/few.pace", "rules/a.pace", "rules/b.pace"])
    let none = try Self.chosen("include \"/nowhere/|\"", in: folder).labels
    #expect(none == [])
    #expect(try Self.chosen("include \"|\"", in: folder, name: "presets/few.pace").labels.first == "old/")
  }

  /// The text before, with the cursor, and after a choice.
  @Test(arguments: [
    ("include \"|\" # \"x\"\n", "include \"../presets/few.pace\" # \"x\"\n"),
    ("include \"few|\"\n", "include \"../presets/few.pace\"\n"),
    ("include \"../pre|sets/old.pace\"\n", "include \"../presets/few.pace\"\n"),
    ("# 😀\ninclude \"../presets/f|ew.pace\"\n", "# 😀\ninclude \"../presets/few.pace\"\n"),
    ("include \"../f|\nsubject person {}\n", "include \"../presets/few.pace\nsubject person {}\n"),
  ])
  func `a path that is chosen stands in place of the whole text`(marked: String, after: String) throws {
    let scratch = try Scratch()
    for file in ["rules/a.pace", "presets/few.pace"] { try scratch.write(file, "") }
    let (labels, text) = try Self.chosen(marked, in: scratch.folder, choosing: "../presets/few.pace")
    #expect(text == after, "\(labels)")
  }

  @Test(arguments: [
    "calendar { zone \"|\" }", "calendar {\n  zone \"Europe/Lon|\"\n}", "calendar { zone \"lond|\" }",
    "calendar { zone \"Eur| }", "calendar { zone \"Amer|ica/New_York\" }",
    "subject person { zone: text = \"Lond|\" }",
    "scenario \"x\" {\n  start 2026-01-01 09:00\n  zone \"europe/l|\"\n}",
    "scenario \"x\" {\n  subject { zone = \"London|\" }\n}",
  ])
  func `a zone is offered the names that the system knows`(marked: String) throws {
    let scratch = try Scratch()
    try scratch.write("x", "")
    let (labels, text) = try Self.chosen(
      marked, in: scratch.folder, name: "a.pace", choosing: "Europe/London")
    #expect(Set(labels).count == labels.count && !labels.isEmpty)
    guard !marked.contains("\"|"), !marked.contains("Amer|") else {
      #expect(labels.count == 60)
      return
    }
    let start = try #require(
      marked.range(of: "\"", options: .backwards, range: marked.startIndex..<Self.cursor(marked)))
    let rest = marked[Self.cursor(marked)...].dropFirst().drop { $0.isLetter || $0 == "/" || $0 == "_" }
    #expect(text == marked[..<start.upperBound] + "Europe/London" + rest, "\(labels)")
  }

  private static func cursor(_ marked: String) -> String.Index {
    marked.firstIndex(of: "|") ?? marked.endIndex
  }

  @Test(arguments: [
    ("source s { settings from json where type == \"x\" { | } }", "goal", "id size rule"),
    ("source s { person from json { | } }", "id started_at goal", "rule at size"),
    ("source s { entry from json { id = a, | } }", "at kind person size", "goal energy"),
    ("source s { notice from \"notices\" { | } }", "at rule person", "goal size device"),
    ("event pause of person { minutes: number = 5, kind walk { | } }", "minutes", "size"),
  ])
  func `a block offers the names that it can fill`(line: String, has: String, lacks: String) throws {
    let text = Self.text + "event meal of person { energy: number = 5 }\n"
    let labels = Set(try Self.labels(line, for: "preset few { most = 2 }", in: text))
    #expect(labels.isSuperset(of: has.split(separator: " ").map { String($0) }), "\(labels)")
    #expect(labels.isDisjoint(with: lacks.split(separator: " ").map { String($0) }), "\(labels)")
  }

  @Test(arguments: [
    ("  limit 1 |", false), ("  severity 1 |", false), ("  when count(entry) > 3 |", false),
    ("  when since(entry) > 3 |", true), ("  cooldown 1 |", true),
    ("  when count(entry, last 1 |) > 3", true),
  ])
  func `units are offered where a duration may stand`(line: String, hasUnits: Bool) throws {
    let units = Set(["ms", "s", "min", "h", "d"]).intersection(try Self.labels(line, for: Self.when))
    #expect(units.isEmpty != hasUnits, "\(units)")
  }

  @Test(arguments: [
    ("at = T as |", ["unix_ms", "iso8601"], ["minutes", "ms"]),
    ("length = L as |", ["minutes", "ms"], ["unix_ms", "iso8601"]),
    ("size = Z as |", [], ["unix_ms", "minutes"]), ("kind = K as |", [], ["unix_ms", "minutes"]),
    ("other = O as |", ["unix_ms", "minutes"], []),
  ])
  func `encodings are offered that fit what is filled`(item: String, has: [String], lacks: [String]) throws {
    let whole = """
      subject person { }
      event entry of person { size: number = 1, length: duration = 1 min }
      source app {
        entry from T {
          X
        }
      }

      """
    let labels = Set(try Self.labels("    " + item, for: "    X", in: whole))
    #expect(labels.isSuperset(of: has) && labels.isDisjoint(with: lacks), "\(labels)")
  }

  @Test(arguments: [
    ("nap = n as |", ["minutes", "ms"], ["unix_ms", "iso8601"]),
    ("since = s as |", ["unix_ms", "iso8601"], ["minutes", "ms"]),
    ("length = l as |", ["unix_ms", "iso8601"], ["minutes", "ms"]),
  ])
  func `a setting that no attribute has is offered instants alone`(
    item: String, has: [String], lacks: [String]
  ) throws {
    let whole = """
      subject person { nap: duration = 1 h }
      event entry of person { length: duration = 1 min }
      source app {
        settings from json {
          X
        }
      }

      """
    let labels = Set(try Self.labels("    " + item, for: "    X", in: whole))
    #expect(labels.isSuperset(of: has) && labels.isDisjoint(with: lacks), "\(labels)")
  }

  /// The line with the cursor, and after `1 h` or `h` is chosen; nil where it isn't offered.
  @Test(arguments: [
    ("|15 min", "1 h", "1 h"), ("|1 h 30 min", "1 h", "1 h"), ("|1.5 h", "1 h", "1 h"), ("|9", "1 h", "1 h"),
    ("15| min", "h", "15h"), ("15 |min", "h", "15 h"), ("15 m|in", "min", "15 min"),
    ("1| h 30 min", "h", "1h 30 min"),
    ("15| min", "1 h", nil), ("15| min", "sec", nil), ("1|5 min", "h", nil), ("1|.5 h", "h", nil),
  ])
  func `a duration that is chosen stands in place of the whole value`(
    value: String, wanted: String, after: String?
  ) throws {
    let old = "preset few { most_of_all = 2 h }"
    let whole = Self.text.replacing("preset few { most = 2 }", with: old)
    let line = "preset few { most_of_all = \(value) }"
    let (items, text, _) = try Self.offered(line, for: old, in: whole)
    let item = items.first { $0["label"] as? String == wanted }
    let edit = (item?["textEdit"] as? Object).map { EditorSession.applied([$0], to: text) }
    let expected = after.map { whole.replacing(old, with: "preset few { most_of_all = \($0) }") }
    #expect(edit == expected, "\(items.compactMap { $0["label"] })")
  }

  @Test func `kinds of notices are those of rules and policies, without the one that is being typed`() throws
  {
    let whole =
      Self.text + "rule seldom { on entry, emit note \"Seldom.\" }\npolicy nudge { cooldown 1 h }\n"
    let offered = [("|", ["note", "nudge"]), ("n|", ["note", "nudge"]), ("nu|", ["nudge"]), ("re|", [])]
    for (typed, kinds) in offered {
      let labels = try Self.labels("  emit \(typed)", for: Self.emit, in: whole)
      #expect(labels == kinds, "after `\(typed)`")
    }
    // Nothing counts a kind that no rule emits.
    let counted = try Self.labels("  when count(n|", for: Self.when, in: whole)
    #expect(counted.contains("note") && !counted.contains("nudge"), "\(counted)")
  }

  @Test func `a rule is on what is logged, and on no rule`() throws {
    #expect(try Self.labels("  on |", for: "  on entry") == ["entry"])
    #expect(try Self.labels("  when count(|", for: Self.when).contains("often"))
  }

  @Test func `a limit is not offered a day that is over`() throws {
    let limit = try Self.labels("  limit 1 |", for: Self.when)
    #expect(limit.contains("today") && !limit.contains("yesterday"), "\(limit)")
    #expect(try Self.labels("  when count(entry, |", for: Self.when).contains("yesterday"))
  }

  @Test func `a quote or a slash asks for what a text may say, and for nothing elsewhere`() throws {
    let scratch = try Scratch()
    try scratch.write("b.pace", "")
    func labels(_ marked: String, after character: String) throws -> [String] {
      let context: Object = ["triggerKind": 2, "triggerCharacter": character]
      return try Self.chosen(marked, in: scratch.folder, name: "a.pace", context: context).labels
    }
    #expect(try labels("include \"|", after: "\"") == ["b.pace"])
    #expect(try labels("include \"./|", after: "/") == ["./b.pace"])
    #expect(try labels("include \"b.pace\"|", after: "\"") == [])
    #expect(try labels("rule often {\n  emit note \"|", after: "\"") == [])
    #expect(try labels("define x = 3 /|", after: "/") == [])
  }
}
