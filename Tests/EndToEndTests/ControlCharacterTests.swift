import Foundation
import PaceStore
import Testing

/// A log may hold anything; in text for people it neither commands the terminal nor breaks a line.
struct ControlCharacterTests {
  private static let rules = """
    subject visitor { }
    event tick of visitor { label: text, units: number = 1 }
    param few: number = 0 in 0 .. 5
    rule each { on tick, when latest(tick.units) > few, emit note "{latest(tick.label)} seen" }
    """
  private static let subject = "s\u{1B}]0;pwn\u{07}Z\nX\u{9B}\u{202E}\u{2069}"

  /// A log of such texts.
  private static func log(in scratch: Scratch) throws -> String {
    let path = scratch.path("log.db")
    let connection = try Connection.writing(path)
    try connection.execute("CREATE TABLE tick(id, visitor, at, label, units)")
    let insertion = try connection.prepare("INSERT INTO tick VALUES (?, ?, 1795208400000, ?, 1)")
    for id in ["i\u{1B}[31mX\nY", "a\r\u{08}"] {
      for (index, text) in [id, subject, "l\u{1B}[5m\nm"].enumerated() {
        insertion.bind(.text(text), at: index + 1)
      }
      try insertion.run()
    }
    return path
  }

  @Test(arguments: [
    "eval", "history", "show --subject s", "export", "sweep --by-subject --param few=0..1/1",
  ])
  func `CSV holds what the log holds, and escapes it on a terminal only`(line: String) throws {
    let scratch = try Scratch()
    let words = line.split(separator: " ").map(String.init)
    let log = ["--db", try Self.log(in: scratch), "--format", "csv"]
    let command = [words[0], try Scratch.pack(scratch, Self.rules)] + log + words.dropFirst()
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
