import Foundation
import PaceStore
import Testing

/// A log may hold anything; in text for people it neither commands the terminal nor breaks a line.
struct ControlCharacterTests {
  private static let rules = """
    subject visitor { }
    event tick of visitor { label: text, units: number = 1 }
    param few: number = 0 in 0 .. 5
    rule each {
      on tick
      when latest(tick.units) > few
      emit note "{latest(tick.label)} seen"
    }
    rule never { on tick, when latest(tick.units) > few * 100 + 90, emit note "never" }
    """
  private static let subject = "s\u{1B}]0;pwn\u{07}Z\nX\u{9B}\u{202E}\u{2069}"

  private struct Night {
    let scratch: Scratch
    let pack: String
    let database: String
  }

  private func night() throws -> Night {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.rules)
    let path = scratch.path("log.db")
    let connection = try Connection.writing(path)
    try connection.execute("CREATE TABLE tick(id, visitor, at, label, units)")
    let insertion = try connection.prepare("INSERT INTO tick VALUES (?, ?, ?, ?, ?)")
    for (index, id) in ["i\u{1B}[31mX\nY", "a\r\u{08}", "bad\u{1B}[2J"].enumerated() {
      insertion.bind(id, at: 1)
      insertion.bind(Self.subject, at: 2)
      insertion.bind(1_795_208_400_000 + Int64(index) * 60_000, at: 3)
      insertion.bind("l\u{1B}[5m\nm", at: 4)
      if index == 2 { insertion.bind("x\u{1B}", at: 5) } else { insertion.bind(Int64(index + 1), at: 5) }
      try insertion.run()
    }
    return Night(scratch: scratch, pack: pack, database: path)
  }

  @Test(arguments: [
    ["eval"], ["explain"], ["explain", "--notice", "1"],
    ["explain", "--rule", "each", "--all"], ["explain", "--closest", "3"],
    ["explain", "--at", "2026-11-20 21:01", "--against", "2026-11-20 21:00"],
    ["compare", "--set", "few=1"], ["compare", "--set", "few=1", "--format", "markdown"], ["lint"],
    ["sweep", "--param", "few=0..2"], ["eval", "--subject", "none"], ["eval", "--strict"],
    ["history"], ["insights"], ["show", "--subject", "s"],
  ])
  func `text for people holds no character that is a command`(words: [String]) throws {
    let night = try night()
    let result = try Pace.run([words[0], night.pack, "--db", night.database] + words.dropFirst())
    let text = result.output + result.remarks
    #expect(text.contains("\\u{1b}"), "\(text)")
    for scalar in text.unicodeScalars where scalar != "\n" {
      #expect(
        ![.control, .lineSeparator].contains(scalar.properties.generalCategory), "\(text.debugDescription)")
      #expect(scalar != "\u{202E}" && scalar != "\u{2069}")
    }
    // A line's end in the log ends no line here.
    for line in text.split(separator: "\n") { #expect(!line.hasPrefix("X") && !line.hasPrefix("Y")) }
  }

  @Test func `lines of JSON hold what the log holds`() throws {
    let night = try night()
    let lines = try Pace.run("eval", night.pack, "--db", night.database, "--format", "jsonl").output
    let first = try #require(lines.split(separator: "\n").first)
    let object = try JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any]
    #expect(object?["subject"] as? String == Self.subject)
    #expect(object?["message"] as? String == "l\u{1B}[5m\nm seen")
    // Escaped, so that they drive no terminal.
    #expect(lines.contains(#"\u009b\u202e\u2069""#), "\(lines.debugDescription)")
    #expect(!lines.unicodeScalars.contains { ["\u{1B}", "\u{9B}", "\u{202E}", "\u{2069}"].contains($0) })
  }

  @Test(arguments: [
    "eval", "history", "show --subject s", "export", "sweep --by-subject --param few=0..1/1",
  ])
  func `CSV holds what the log holds, and escapes it on a terminal only`(line: String) throws {
    let night = try night()
    let words = line.split(separator: " ").map(String.init)
    let command = [words[0], night.pack, "--db", night.database, "--format", "csv"] + words.dropFirst()
    // A timeline has no column for its subject.
    let (raw, shown) =
      words[0] == "show"
      ? ("\"i\u{1B}[31mX\nY\",", "\"i\\u{1b}[31mX\nY\",")
      : (
        "\"\(Self.subject)\",", "\"s\\u{1b}]0;pwn\\u{7}Z\nX\\u{9b}\\u{202e}\\u{2069}\","
      )
    let piped = try Pace.run(command).output
    #expect(piped.contains(raw) && !piped.contains(shown), "\(piped.debugDescription)")
    let terminal = try Terminal()
    #expect(try Pace.run(command, output: terminal.device).status == 0)
    let text = terminal.text.replacing("\r\n", with: "\n")
    #expect(text.contains(shown) && !text.contains("\u{1B}"), "\(text.debugDescription)")
  }
}
