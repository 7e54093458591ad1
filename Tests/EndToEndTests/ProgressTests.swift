import Foundation
import Testing

/// The line that shows how far long work has come.
@Suite(.waitsAside) struct `Progress` {
  private static let rows = 100_000
  private static let wide = String(repeating: "夜", count: 20)

  /// The id of a session by its number.
  private static func id(_ number: String) -> String { "printf('\(wide)%05d', \(number))" }

  /// How many columns a line takes.
  private static func width(_ line: String) -> Int { line.count + line.count { $0 == "夜" } }

  /// Ten thousand sessions of ten rows each, with ids that are twice as wide as they have characters. To look at a session takes a third of a millisecond, and at all of
  /// them on any machine more than the second after which progress is shown.
  private static let log = Result {
    let scratch = try Scratch()
    let path = scratch.path("log.db")
    try Night.execute(
      """
      CREATE TABLE kept(id TEXT PRIMARY KEY, started_at INTEGER);
      CREATE VIEW session AS
        SELECT id, started_at + 0 * length(hex(zeroblob(150000 + started_at % 2))) AS started_at FROM kept;
      CREATE TABLE drink(id TEXT, session TEXT, at INTEGER, kind TEXT);
      WITH RECURSIVE up(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM up LIMIT 10000)
        INSERT INTO kept SELECT \(id("n")), \(Night.start) FROM up;
      WITH RECURSIVE up(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM up LIMIT \(rows))
        INSERT INTO drink
        SELECT 'r' || n, \(id("n / 10")), \(Night.start) + n % 10 * 60000, 'beer' FROM up;
      """, in: path)
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test(arguments: [["eval", "--threads", "1"], ["audit"], ["sweep", "--param", "rapid_window=8..9 min"]])
  func `tells the rows of all rows and how many a second, in one line of the terminal`(
    words: [String]
  ) throws {
    let scratch = try Scratch()
    let path = try scratch.write("log.db", bytes: Self.log.get()).path
    var words = [words[0], "take-care", "--db", path] + words.dropFirst()
    if words[0] == "audit" {
      try Night.execute("CREATE TABLE notice(id, session, at, rule)", in: path)
    } else if words[0] == "eval" {
      words += ["--format", "summary"]
    }
    let terminal = try Terminal(columns: 60)
    let running = try RunningPace(words, remarks: terminal.device)
    let line = /\u{1B}\[K(\d+) of about 100000 rows · \d+ rows\/s · (.*?)\r/
    // The regular expression is slow where it finds nothing.
    #expect(
      running.waits { terminal.text.contains(" rows/s") && terminal.text.contains(line) }, "\(terminal.text)")
    #expect(running.interrupt() == 130)
    let lines = terminal.text.components(separatedBy: "\r\u{1B}[K")
    #expect(lines.allSatisfy { Self.width($0) < 60 && !$0.contains("\n") })
    #expect(lines.last == "", "nothing of it is left")
    let done = lines.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
    #expect(done == done.sorted() && done.allSatisfy { (1...Self.rows).contains($0) })
  }
}
