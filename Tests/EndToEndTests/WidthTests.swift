import Foundation
import PaceOracle
import Testing

/// Tables are as wide as the terminal that shows them, and lose nothing by it.
struct `The width of a terminal` {
  private static func night(in scratch: Scratch) throws -> String {
    let path = scratch.path("sample.db")
    _ = try Pace.run("sample", "take-care", "--db", path, "--subjects", "2", "--seed", "3")
    return path
  }

  /// A finding stands on one line, as compilers have it.
  private static func widest(_ text: String) -> Int {
    text.split(separator: "\n").filter { !$0.hasPrefix("note[") }.map(\.count).max() ?? 0
  }

  /// The words in the order of their letters: broken lines change no more than their places.
  private static func words(_ text: String) -> [Substring] {
    text.split { $0 == " " || $0 == "\n" }.sorted()
  }

  @Test(arguments: [
    ["explain", "take-care", "--rule", "nice_reset", "--all"],
    ["explain", "take-care", "--closest", "5"],
    ["lint", "take-care"],
    ["compare", "take-care", "--preset", "balanced", "--preset", "strict"],
  ])
  func `is kept by tables of texts, which lose no word`(command: [String]) throws {
    let scratch = try Scratch()
    let words = command + ["--db", try Self.night(in: scratch)]
    let piped = try Pace.run(words)
    let narrow = try Pace.run(words, environment: ["COLUMNS": "66"])
    #expect(Self.widest(piped.output) > 66, "\(piped.output)")
    #expect(Self.widest(narrow.output) <= 66, "\(narrow.output)")
    #expect(Self.words(narrow.output) == Self.words(piped.output))
    #expect(narrow.status == piped.status)
  }

  /// Sixty columns have no room for these.
  @Test(
    arguments: cases([
      (["eval", "take-care"], ["kind", "level"]), (["eval", "take-care", "--levels"], ["kind"]),
      (["presets", "take-care"], ["used by"]),
      (["history", "take-care", "--now", "2027-01-01"], ["sums"]),
      (["insights", "take-care", "--now", "2027-01-01"], ["kinds"]),
      (
        ["sweep", "take-care", "--param", "fast_pace_units=1..3/0.5"],
        ["sessions with any", "bars of the time in each level"]
      ),
    ]))
  func `leaves columns out where breaking texts is not enough, and says which`(
    given: Case<([String], [String])>
  ) throws {
    let (command, names) = given.value
    let scratch = try Scratch()
    let words = command[0] == "presets" ? command : command + ["--db", try Self.night(in: scratch)]
    let wide = try Pace.run(words, environment: ["COLUMNS": "200"]).output
    let narrow = try Pace.run(words, environment: ["COLUMNS": "60"]).output
    #expect(!wide.contains("left out"))
    let lines = narrow.split(separator: "\n")
    #expect(narrow.contains("left out to fit 60 columns: "))
    for name in names {
      #expect(lines.joined(separator: " ").replacing("  ", with: " ").contains(name), "\(narrow)")
    }
    for line in lines where !Self.isWhole(line) { #expect(line.count <= 60, "\(line)") }
    if words[0] == "eval" {
      let rows = { (text: String) in text.matches(of: /(?m)^ ?\d+  \d\d:\d\d:\d\d/).count }
      #expect(rows(narrow) == rows(wide) && rows(wide) > 5)
      #expect(!narrow.contains("…"))
    }
  }

  /// Whether a line is a command to copy.
  private static func isWhole(_ line: Substring) -> Bool {
    line.hasPrefix("  pace ") || line.contains("  pace explain ")
  }

  @Test(
    arguments: [
      "eval take-care DB", "eval take-care DB --preset all --levels", "eval take-care DB --profile",
      "history take-care DB --now 2027-01-01", "show take-care DB --now 2027-01-01 --subject s1",
      "insights take-care DB --now 2027-01-01", "status take-care FRIDAY --at 2026-11-20T21:32",
      "presets take-care", "prove take-care", "demo", "--help", "", "eval --help", "insights --help",
      "log --help",
    ], [79, 80, 100])
  func `is kept by whatever is shown to people`(command: String, width: Int) throws {
    let scratch = try Scratch()
    let path = scratch.path("nights.db")
    if command.contains("DB") {
      _ = try Pace.run("sample", "take-care", "--db", path, "--subjects", "2", "--seed", "7")
    }
    let logs = ["DB": path, "FRIDAY": try Night.friday(in: scratch)]
    let words = command.split(separator: " ").map(String.init).flatMap { word in
      logs[word].map { ["--db", $0] } ?? [word]
    }
    let output = try Pace.run(
      words, environment: ["COLUMNS": String(width), "TMPDIR": scratch.folder.path]
    ).output
    let lines = output.split(separator: "\n")
    #expect(lines.count > 4, "\(output)")
    for line in lines where !Self.isWhole(line) && !line.contains(scratch.folder.path) {
      #expect(line.count <= width, "\(line)")
    }
  }

  @Test(
    arguments: [
      "history take-care --now 2027-01-01", "show take-care --now 2027-01-01 --subject s01",
      "insights take-care --now 2027-01-01 --by month", "status take-care --at 2026-06-20T20:00",
    ], [40, 50, 60, 72])
  func `is kept down to forty columns by looking back`(command: String, width: Int) throws {
    let scratch = try Scratch()
    let path = scratch.path("nights.db")
    _ = try Pace.run("sample", "take-care", "--db", path, "--subjects", "60", "--seed", "7")
    let words = command.split(separator: " ").map(String.init) + ["--db", path]
    let result = try Pace.run(words, environment: ["COLUMNS": String(width)])
    #expect(result.status == 0, "\(result.remarks)")
    // The names of rules stand whole beside their time and kind.
    let most = command.hasPrefix("show") ? max(width, 42) : width
    for line in result.output.split(separator: "\n") { #expect(line.count <= most, "\(line)") }
  }

  @Test(arguments: [80, 100]) func `shortens the bars of a sweep`(width: Int) throws {
    let scratch = try Scratch()
    let words = [
      "sweep", "take-care", "--db", try Self.night(in: scratch), "--param", "fast_pace_units=1..3/0.5",
      "--levels",
    ]
    let piped = try Pace.run(words)
    let narrow = try Pace.run(words, environment: ["COLUMNS": String(width)])
    #expect(Self.widest(piped.output) > width, "\(piped.output)")
    #expect(Self.widest(narrow.output) <= width, "\(narrow.output)")
    for rule in ["fast_pace", "nice_reset"] { #expect(narrow.output.contains(rule)) }
    let numbers = { (text: String) in Set(Self.words(text).filter { $0.allSatisfy(\.isNumber) }) }
    #expect(numbers(narrow.output) == numbers(piped.output))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func `is asked of the terminal, whatever the environment says`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let command = "stty cols 64; '\(Pace.binary)' explain take-care --db '\(path)' --notice 4 --color never"
    let result = try Pace.run(
      ["-qec", command, "/dev/null"], environment: ["COLUMNS": "100"], executable: "/usr/bin/script")
    #expect(result.status == 0, "\(result.output)\(result.remarks)")
    let lines = result.output.split { $0 == "\r\n" || $0 == "\n" }
    #expect(lines.contains { $0.hasPrefix("fast_pace FIRED at 21:31:00") }, "\(result.output)")
    let widest = lines.map(\.count).max() ?? 0
    #expect(widest > 50 && widest <= 64, "\(result.output)")
  }
}
