import Foundation
import PaceOracle
import Testing

/// What `pace lsp` says of a text as a whole, and of its clauses.
struct `The shape of a text in an editor` {
  private typealias Object = EditorSession.Object

  private static let packs: [String] = {
    let path = Pace.repository.appendingPathComponent("rules").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { $0.hasSuffix(".pace") && !$0.hasSuffix(".test.pace") }.sorted().map { String($0.dropLast(5)) }
  }()

  /// The lines of a range, from 1 on.
  private static func lines(_ range: Object) -> String {
    let ends = ["start", "end"].map { ((range[$0] as? Object)?["line"] as? Int ?? -2) + 1 }
    return ends[0] == ends[1] ? "\(ends[0])" : "\(ends[0])-\(ends[1])"
  }

  private static func text(of symbol: Object) -> String {
    let members = (symbol["children"] as? [Object] ?? []).compactMap { $0["name"] as? String }
    let inside = members.isEmpty ? "" : ": \(members.joined(separator: " "))"
    let what = "\(symbol["detail"] ?? "") \(symbol["name"] ?? "")"
    return "\(lines(symbol["range"] as? Object ?? [:])) \(what)\(inside)"
  }

  @Test(arguments: packs)
  func `a pack's symbols, folds and links are those agreed to`(pack: String) throws {
    let file = Pace.repository.appendingPathComponent("rules/\(pack).pace")
    var session = EditorSession(in: Pace.repository.appendingPathComponent("rules"))
    session.open("\(pack).pace", try String(contentsOf: file, encoding: .utf8))
    let asked = ["documentSymbol", "foldingRange", "documentLink"].map { session.ask($0, "\(pack).pace") }
    let answers = try session.run()
    let found = asked.map { answers.result($0) as? [Object] ?? [] }
    let folds = found[1].map { "\(($0["startLine"] as? Int ?? -2) + 1)-\(($0["endLine"] as? Int ?? -2) + 1)" }
    let links = found[2].map { link in
      let target = (link["target"] as? String)?.components(separatedBy: "/").suffix(2).joined(separator: "/")
      return "\(Self.lines(link["range"] as? Object ?? [:])) \(target ?? "")"
    }
    let text =
      (found[0].map(Self.text) + ["folds " + folds.joined(separator: " ")] + links.map { "link \($0)" })
      .joined(separator: "\n")
    try Golden.check(text + "\n", "editor-\(pack).txt")
  }

  private static let rules = """
    subject person {}
    event entry of person {}
    scale mood = calm < busy
    rule often {
      on entry
      when count(entry, last 1 h) > 3 for 5 min until count(entry, last 10 min) == 0
      raise mood to busy when fired
      emit note "Often."
      severity 2
      unless mood == busy
      cooldown 15 min, quiet 22:00 to 07:00
      limit 3 today
    }
    rule steady { when mood == busy, raise mood to busy, emit note "x", repeat daily }
    rule daily  { at 09:00, when mood == calm, emit note "Calm." }
    rule ticks  { every 2 h from 09:00 to 20:00, when mood == calm for 1 h, emit note "Calm." }
    policy note { limit 5 }

    """

  /// The line and column of a clause, from 1, and what hovering says of it, also if another rule has an error.
  @Test(
    arguments: cases([
      (5, 3, "The rule may speak when an event of `entry` comes."),
      (
        6, 4,
        "The rule's state goes on once `count(entry, last 1 h) > 3` has been true for `5 min` without break, "
          + "and stays on until `count(entry, last 10 min) == 0` is true."
      ),
      (7, 3, "The level `busy` of `mood` stands from a firing until the next event."),
      (8, 5, "A firing gives a notice of the kind `note`."),
      (9, 3, "Output carries the severity `2`."),
      (10, 3, "A firing is held back while `mood == busy` is true."),
      (11, 3, "A firing is held back while the last one is at most `15 min` old."),
      (11, 20, "A firing is held back from `22:00` until `07:00`, local time."),
      (12, 3, "A firing is held back once there were `3` in the window `today`."),
      (14, 15, "The rule's state is on while `mood == busy` is true."),
      (14, 34, "The level `busy` of `mood` stands while the rule's state is on."),
      (14, 69, "Within an episode the rule speaks again the next day."),
      (15, 15, "The rule may speak at `09:00`, local time, each day."),
      (16, 15, "The rule may speak each day at `09:00` and then every `2 h`, strictly before `20:00`."),
      (16, 46, "The rule's state is on once `mood == calm` has been true for `1 h` without break."),
      (17, 15, "A firing is held back once there were `5` in all."),
    ]))
  func `a clause says what it does, in broken text too`(given: Case<(Int, Int, String)>) throws {
    let (line, character, words) = given.value
    let scratch = try Scratch()
    try scratch.write("x", "")
    for text in [Self.rules, Self.rules + "rule broken {\n"] {
      var session = EditorSession(in: scratch.folder)
      session.open("a.pace", text)
      let hover = session.ask("hover", "a.pace", line: line - 1, character: character - 1)
      let answer = try session.run().result(hover) as? Object
      #expect((answer?["contents"] as? Object)?["value"] as? String == words)
      let start = ((answer?["range"] as? Object)?["start"] as? Object)?["line"] as? Int
      #expect(start == line - 1)
    }
  }
}
