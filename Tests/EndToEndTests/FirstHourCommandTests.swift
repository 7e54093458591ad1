import Foundation
import Testing

/// What beginners type after `pace`, with what they are told: `Tests/Fixtures/FirstHour/commands.txt`.
///
/// A line `$ pace …` is run, with what follows `<` as its input, `|` for a line's end. The lines after it are
/// what is said, and the exit status. `PACE_RECORD=1` writes them anew.
struct FirstHourCommandTests {
  private static let pack = """
    subject night { mode: preset = normal }
    event cup of night { mg: number = 0 in 0 .. 300 }
    param most: number = 2 in 1 .. 9 step 1
    param gap: duration = 20 min in 1 min .. 60 min step 1 min
    preset normal { most = 2 }
    preset strict { most = 1 }
    rule many { on cup, when count(cup, last 1 h) >= most, emit warning "Many." }
    rule calm { when since(cup) >= gap, emit praise "Calm." }
    """
  private static let scenarios = """
    include "tea.pace"
    scenario "one cup" { start 2026-11-20 21:00, at 21:00 cup, expect calm at 21:20 }
    """
  private static let night = """
    {"subject":"s1","at_ms":1795208400000,"event":"cup","id":"a"}
    {"subject":"s1","at_ms":1795208460000,"event":"cup","id":"b"}
    {"subject":"s2","at_ms":1795208400000,"event":"cup","id":"c"}
    """

  private func folder() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("rules/tea.pace", Self.pack + "\n")
    try scratch.write("rules/tea.test.pace", Self.scenarios + "\n")
    try scratch.write("rules/walk.pace", "subject day { }\nevent step of day { }\n")
    try scratch.write("broken.pace", "rule a {\n  on\n")
    try scratch.write("notes/readme.txt", "nothing\n")
    let plain = "subject person { }\nevent cup of person { }\nrule a { on cup, emit note \"x\" }\n"
    let odd: [(String, [UInt8])] = [
      ("mark", [0xEF, 0xBB, 0xBF] + plain.utf8),
      ("returns", Array(plain.replacing("\n", with: "\r\n").utf8)),
      ("tabs", Array(plain.replacing("on cup", with: "\ton\tcup").utf8)),
      ("blanks", Array(plain.replacing("on cup", with: "on\u{A0}cup").utf8)),
      ("quotes", Array(plain.replacing("\"x\"", with: "\u{201C}x\u{201D}").utf8)),
      ("marked", [0xFF, 0xFE] + plain.utf8.flatMap { [$0, 0] }),
      ("wide", plain.utf8.flatMap { [0, $0] }),
      ("latin", plain.utf8.map { $0 == UInt8(ascii: "x") ? 0xE9 : $0 }),
      ("nothing", []),
    ]
    for (name, bytes) in odd { try scratch.write("odd/\(name).pace", bytes: bytes) }
    try scratch.write("empty.db", "")
    try scratch.write("text.db", "This is text, and no database.\n")
    let header = "subject,from,to,wanted\n"
    try scratch.write("columns.csv", "a,b\n1,2\n")
    try scratch.write("header.csv", "subject,start,end,label\ns1,2026-01-01T00:00Z,2026-01-02T00:00Z,yes\n")
    try scratch.write("times.csv", header + "s1,21:00,22:00,yes\n")
    let night = try scratch.write("night.jsonl", Self.night + "\n").path
    for words in [
      ["init", "tea", "--db", "nights.db", "--zone", "UTC"], ["import", "tea", "--db", "nights.db", night],
      ["init", "walk", "--db", "other.db", "--zone", "UTC"],
    ] {
      let result = try Pace.run(words, folder: scratch.folder)
      try #require(result.status == 0, "\(result.remarks)")
    }
    return scratch
  }

  @Test func `a mistake on the command line is told with what to type instead`() throws {
    let file = Pace.repository.appendingPathComponent("Tests/Fixtures/FirstHour/commands.txt")
    let known = try String(contentsOf: file, encoding: .utf8)
    let scratch = try folder()
    var text = ""
    for line in known.split(separator: "\n") where line.hasPrefix("$ pace ") {
      let parts = line.dropFirst("$ pace ".count).split(separator: " < ", maxSplits: 1)
      let words = parts[0].split(separator: " ").map(String.init)
      let input = parts.count > 1 ? parts[1].replacing("|", with: "\n") + "\n" : ""
      let result = try Pace.run(words, input: input, folder: scratch.folder)
      let said = result.remarks.split(separator: "\n").filter { !$0.hasPrefix("try `pace ") }
      text += (text.isEmpty ? "" : "\n") + "\(line)\n"
      text += said.map { $0 + "\n" }.joined().replacing(scratch.folder.path, with: "…")
      text += "  exit \(result.status)\n"
    }
    if text == known { return }
    if Golden.isRecording { try Data(text.utf8).write(to: file) }
    Issue.record("commands.txt differs (\(Golden.advice)):\n\(text)")
  }

  @Test func `a pattern that is nested too deep is refused`() throws {
    let scratch = try folder()
    for depth in [51, 20_000] {
      let pattern = String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
      let result = try Pace.run(["test", "tea", "--run", pattern], folder: scratch.folder)
      #expect(result.status == 2)
      #expect(result.remarks.contains("nested at most 50 deep"), "\(result.remarks)")
    }
    let fine = String(repeating: "(", count: 50) + "one" + String(repeating: ")", count: 50)
    #expect(try Pace.run(["test", "tea", "--run", fine], folder: scratch.folder).status == 0)
  }

  @Test func `of several packs each file has a line, and with --verbose each scenario`() throws {
    let scratch = try folder()
    try scratch.write(
      "rules/walk.test.pace",
      "include \"walk.pace\"\nscenario \"no step\" { start 2026-11-20 21:00, expect nothing }\n"
        + "scenario \"some step\" { start 2026-11-20 21:00, at 21:00 step, expect nothing }\n"
    )
    let short = try Pace.run(["test", "rules"], folder: scratch.folder)
    #expect(!short.output.contains("one cup"))
    #expect(short.output.contains("rules/tea.test.pace"))
    let long = try Pace.run(["test", "rules", "--verbose"], folder: scratch.folder)
    #expect(long.output.contains("  one cup"))
    #expect(long.status == short.status)
  }

  @Test func `commands that a message proposes can be pasted`() throws {
    let scratch = try folder()
    try scratch.write(
      "rules/shy.pace",
      "subject night { }\nevent cup of night { mg: number = 0 in 0 .. 300 }\n"
        + "param most: number = 9 in 1 .. 9 step 1\n"
        + "rule many { on cup, when count(cup, last 1 h) >= most, emit warning \"Many.\" }\n")
    let result = try Pace.run(["lint", "shy", "--db", "nights.db"], folder: scratch.folder)
    #expect(result.output.contains("`pace sweep shy --db nights.db --param most`"), "\(result.output)")
  }
}
