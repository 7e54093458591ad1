import Foundation
import Testing

/// What stands over scenarios and rules in an editor.
struct `Lenses in an editor` {
  private typealias Object = EditorSession.Object

  private static let rules = """
    subject person {}
    event entry of person { size: number = 1 }
    rule often {
      on entry
      when count(entry, last 1 h) >= 2
      emit note "Often."
      cooldown 2 h
    }
    rule large {
      on entry
      when sum(entry.size, today) > 1000
      emit note "Large."
    }

    """
  private static let scenarios = """
    include "a.pace"

    scenario "twice" {
      start 2026-11-20 21:00
      at +0 min entry
      at +10 min entry
      expect often at +10 min
    }

    scenario "once" {
      start 2026-11-20 21:00
      at +0 min entry
      expect often at +0 min
    }

    """

  private static func folder(_ scratch: Scratch, _ scenarios: String = scenarios) throws -> URL {
    _ = try scratch.write("a.pace", rules)
    _ = try scratch.write("a.test.pace", scenarios)
    return URL(fileURLWithPath: scratch.path("x")).deletingLastPathComponent()
  }

  private static func lens(
    _ session: EditorSession, _ file: String, _ sort: String, _ name: String, _ index: Int
  )
    -> Object
  {
    let data: Object = ["uri": session.uri(file), "sort": sort, "name": name, "index": index]
    let place = EditorSession.position(0, 0)
    return ["range": ["start": place, "end": place], "data": data]
  }

  private static func title(_ answer: Any?) -> String? {
    ((answer as? Object)?["command"] as? Object)?["title"] as? String
  }

  @Test(arguments: [scenarios, scenarios.replacing("include \"a.pace\"", with: "# beside its pack")])
  func `a scenario says whether it passes, and its failure is a finding until the text changes`(
    text: String
  ) throws {
    let scratch = try Scratch()
    var session = EditorSession(in: try Self.folder(scratch, text))
    session.open("a.test.pace", text)
    let lenses = session.ask("codeLens", "a.test.pace")
    let requests = [("twice", 0), ("once", 1)].map { name, index in
      session.request("codeLens/resolve", Self.lens(session, "a.test.pace", "scenario", name, index))
    }
    let uri = session.uri("a.test.pace")
    let answers = try session.run()
    let placed = answers.result(lenses) as? [Object] ?? []
    let lines = placed.compactMap { (($0["range"] as? Object)?["start"] as? Object)?["line"] as? Int }
    #expect(lines == [2, 9])
    #expect(placed.allSatisfy { $0["command"] == nil }, "found out only when it is shown")
    #expect(placed.compactMap { ($0["data"] as? Object)?["index"] as? Int } == [0, 1])
    #expect(Self.title(answers.result(requests[0])) == "✓ run")
    #expect(Self.title(answers.result(requests[1])) == "✗ run")
    let found = try #require(answers.findings(uri)).filter { $0["code"] as? String == "scenario" }
    let message = try #require(found.first?["message"] as? String)
    #expect(found.count == 1 && message.hasPrefix("expected often at +0 min, but"), "\(message)")
    let start = (found.first?["range"] as? Object)?["start"] as? Object
    #expect(start?["line"] as? Int == 12)
    // It is the same as `pace test` says.
    let told = try Pace.run(["test", "."], folder: Self.folder(scratch, text))
    #expect(told.status == 1 && told.output.contains("expected  often at +0 min"), "\(told.output)")

    var mended = EditorSession(in: try Self.folder(scratch, text))
    mended.open("a.test.pace", text)
    _ = mended.request("codeLens/resolve", Self.lens(mended, "a.test.pace", "scenario", "once", 1))
    mended.change(
      "a.test.pace", version: 2,
      [["text": text.replacing("expect often at +0", with: "expect no often at +0")]])
    _ = mended.ask("codeAction", "a.test.pace")
    let again = mended.request(
      "workspace/executeCommand", ["command": "pace.run", "arguments": [mended.uri("a.test.pace"), 1]])
    let after = try mended.run()
    #expect(after.result(again) as? String == "✓ run")
    #expect(after.findings(uri)?.contains { $0["code"] as? String == "scenario" } == false)
  }

  @Test(.enabled(if: Pace.isRelease)) func `a scenario whose evaluation is cut short does not pass`() throws {
    let scratch = try Scratch()
    let text = """
      subject person {}
      event entry of person {}
      rule ticking { when since(entry) >= 1 ms, emit note "Tick.", repeat 1 ms }
      scenario "heavy" {
        start 2026-11-20 09:00
        at 09:00 entry
        until 2026-11-21 09:00
        expect ticking
      }

      """
    try scratch.write("a.pace", text)
    var editor = try LiveEditor(in: scratch.folder)
    editor.session.open("a.pace", text)
    let heavy = Self.lens(editor.session, "a.pace", "scenario", "heavy", 3)
    let lens = editor.session.request("codeLens/resolve", heavy)
    _ = try editor.waits { $0.result(lens) != nil }
    let answers = try editor.answers
    #expect(Self.title(answers.result(lens)) == "✗ run")
    let found = (answers.findings(editor.session.uri("a.pace")) ?? []).filter {
      $0["code"] as? String == "scenario"
    }
    // What is expected after the end fails, and the scenario has the reason at its name.
    let messages = found.compactMap { $0["message"] as? String }
    #expect(messages.count == 2)
    #expect(messages.first?.contains("nothing is evaluated after 09:16:40") == true, "\(messages)")
    let message = try #require(messages.last)
    let told = try Pace.run(["test", "a.pace"], folder: scratch.folder)
    #expect(told.status == 3 && told.remarks.contains(message), "\(message): \(told.remarks)")
    let start = (found.last?["range"] as? Object)?["start"] as? Object
    #expect(start?["line"] as? Int == 3)
  }

  @Test func `a failure names the preset once`() throws {
    let scratch = try Scratch()
    let text =
      Self.rules + """
        param most: number = 3
        preset few { most = 1 }
        preset many { most = 9 }
        scenario "one" {
          presets few, many
          start 2026-11-20 21:00
          at +0 min entry
          at +10 min entry
          expect no often
          expect no often under few
          expect no often under few, many
        }

        """
    try scratch.write("a.pace", text)
    var session = EditorSession(in: scratch.folder)
    session.open("a.pace", text)
    _ = session.request("codeLens/resolve", Self.lens(session, "a.pace", "scenario", "one", 7))
    let uri = session.uri("a.pace")
    let found = try session.run().findings(uri) ?? []
    let messages = found.filter { $0["code"] as? String == "scenario" }
      .compactMap { ($0["message"] as? String)?.split(separator: "\n").first }
      .map { $0.replacing(/often at 21.*/, with: "it fired") }
    #expect(
      messages == [
        "expected no often under few, but it fired", "expected no often under few, but it fired",
        "expected no often under few, many, but under few: it fired",
        "expected no often under many, but it fired",
        "expected no often under few, many, but under many: it fired",
      ])
  }

  @Test func `a rule says what it does in the log that is named`() throws {
    let scratch = try Scratch()
    let folder = try Self.folder(scratch)
    // Twice within an hour at 10:10 fires; 10:20 and 11:00 come within two hours of that.
    #expect(try Pace.run(["init", "a.pace", "--db", "log.db", "--zone", "UTC"], folder: folder).status == 0)
    for time in ["10:00", "10:10", "10:20", "11:00", "14:00"] {
      let instant = "2026-11-20T\(time)Z"
      let kept = try Pace.run(["log", "a.pace", "entry", "--db", "log.db", "--at", instant], folder: folder)
      #expect(kept.status == 0, "\(kept.remarks)")
    }
    var session = EditorSession(in: folder, options: ["log": "log.db"])
    session.open("a.pace", Self.rules)
    let lenses = session.ask("codeLens", "a.pace")
    let often = session.request("codeLens/resolve", Self.lens(session, "a.pace", "rule", "often", 2))
    let large = session.request("codeLens/resolve", Self.lens(session, "a.pace", "rule", "large", 3))
    let answers = try session.run()
    #expect((answers.result(lenses) as? [Object])?.count == 2)
    #expect(Self.title(answers.result(often)) == "fires 1 time, held 2")
    #expect(Self.title(answers.result(large)) == "fires 0 times, held 0")

    var other = EditorSession(in: folder, options: ["log": "none.db"])
    other.open("a.pace", Self.rules)
    let missing = other.request("codeLens/resolve", Self.lens(other, "a.pace", "rule", "often", 2))
    let title = try #require(Self.title(try other.run().result(missing)))
    #expect(title.contains("none.db"), "\(title)")
  }

  @Test func `a rule counts what has been logged since`() throws {
    let scratch = try Scratch()
    let folder = try Self.folder(scratch)
    func log(_ time: String) throws {
      let words = ["log", "a.pace", "entry", "--db", "log.db", "--at", "2026-11-20T\(time)Z"]
      #expect(try Pace.run(words, folder: folder).status == 0)
    }
    #expect(try Pace.run(["init", "a.pace", "--db", "log.db", "--zone", "UTC"], folder: folder).status == 0)
    for time in ["10:00", "10:10"] { try log(time) }
    var editor = try LiveEditor(in: folder, options: ["log": "log.db"])
    editor.session.open("a.pace", Self.rules)
    for (title, next) in [
      ("fires 1 time, held 0", "10:20"), ("fires 1 time, held 1", "14:00"), ("fires 1 time, held 1", "14:01"),
      ("fires 2 times, held 1", "14:02"),
    ] {
      let lens = Self.lens(editor.session, "a.pace", "rule", "often", 2)
      let often = editor.session.request("codeLens/resolve", lens)
      _ = try editor.waits { $0.result(often) != nil }
      #expect(Self.title(try editor.answers.result(often)) == title)
      try log(next)
    }
  }

  // MARK: The pace of work

  @Test func `a request that is taken back before its turn is not answered`() throws {
    let scratch = try Scratch()
    var session = EditorSession(in: try Self.folder(scratch))
    session.open("a.pace", Self.rules)
    let first = session.ask("hover", "a.pace", line: 2, character: 6)
    let second = session.ask("hover", "a.pace", line: 2, character: 6)
    session.notify("$/cancelRequest", ["id": second])
    session.notify("$/cancelRequest", ["id": 4_000])
    session.notify("$/cancelRequest", [:])
    let answers = try session.run()
    #expect(answers.result(first) as? Object != nil)
    #expect(answers.result(second) as? Object == nil)
    #expect(answers.error(second)?["code"] as? Int == -32800)
  }

  @Test func `many changes that come together are looked at once`() throws {
    let scratch = try Scratch()
    var session = EditorSession(in: try Self.folder(scratch))
    session.open("a.pace", Self.rules)
    var text = Self.rules
    for version in 2...201 {
      text = Self.rules.replacing("2 h", with: "\(version)")
      session.change("a.pace", version: version, [["text": text]])
    }
    let uri = session.uri("a.pace")
    _ = session.ask("codeAction", "a.pace")
    let answers = try session.run()
    let told = answers.messages.compactMap { $0["params"] as? Object }
      .filter { $0["uri"] as? String == uri }.compactMap { $0["version"] as? Int }
    // Lint tells a version each time that it runs.
    #expect(told.last == 201 && told.count <= 3, "\(told)")
    #expect(told == told.sorted())
  }
}
