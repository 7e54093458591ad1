import PaceEngine
import PaceLanguage
import PaceStore
import Testing

private let text = """
  subject session { mode: calm | wild = calm, zone: text, note: text }
  event drop of session { units: number, said: text, kind beer { units = 1 } }
  event pour of session {}
  source app {
    session from json where has start { id = id, started_at = start, mode = mode, zone = zone, note = note }
    session from json where has end { id = id, ended_at = end }
    drop from json where has units { id = id, session = of, at = at, units = units, said = note }
    pour from json where has pours each pours { id = id, session = of, at = at }
    settings from json where has settings { mode = settings }
  }
  """

struct ObjectLogTests {
  private func read(_ text: String, _ program: Program, zone: Zone = .utc) throws -> Log {
    var options = JSONLinesReader.Options()
    options.zone = zone
    let source = try #require(program.sources.first)
    var reader = ObjectLog(
      program: program, source: source, zones: ZoneDirectory(), options: options, read: chunks(text, of: 50))
    var log = Log()
    try log.take(&reader, program)
    log.problems = reader.problems
    return log
  }

  private static let objects = [
    #"{"id":"s1","start":5,"mode":"wild","zone":"Asia/Tokyo","note":"n"}"#, #"{"id":"s1","end":90}"#,
    #"{"id":"b","of":"s2","at":9,"units":2,"note":"x"}"#,
    #"{"id":"d","of":"s1","at":9,"units":1,"note":null}"#,
    #"{"id":"a","of":"s1","at":9,"units":3,"note":"y"}"#,
    #"{"id":"c","of":"s1","at":7,"units":1.5,"note":"n"}"#,
    #"{"pours":[{"id":"z","of":"s1","at":9},{"id":"y","of":"s0","at":1}]}"#, #"{"settings":"wild"}"#,
    #"{"id":"d","of":"s1","at":9,"units":1.0,"note":null}"#,
  ]
  private static let lines = [
    "s0:", "  1 pour y", "s1: from 5 to 90 in Asia/Tokyo mode=wild zone=Asia/Tokyo note=n",
    "  7 drop c units=1.5 said=n", "  9 drop a units=3 said=y", "  9 drop d units=1", "  9 pour z", "s2:",
    "  9 drop b units=2 said=x",
  ]

  @Test func `Objects in any order are put together by subject and sorted by time`() throws {
    let program = try Log.program(text)
    for turn in Self.objects.indices {
      let turned = Self.objects[turn...] + Self.objects[..<turn]
      for objects in [Array(turned), turned.reversed()] {
        let log = try read(objects.joined(separator: "\n"), program)
        #expect(log.lines == Self.lines)
        #expect(log.problems.isEmpty)
      }
    }
    #expect(try read("[" + Self.objects.joined(separator: ",") + "]", program).lines == Self.lines)
  }

  @Test func `What cannot be taken is told with its place, and an id that is used for something else too`()
    throws
  {
    let log = try read(
      """
      {"id":"a","of":"s","at":1,"units":1,"note":null}
      {"id":"a","of":"s","at":2,"units":1,"note":null}
      {"id":"b","of":"s","at":"x","units":1,"note":null}
      {"other":1}
      {"pours":[{"id":"z","of":"s","at":9},7]}
      {"id":"s","start":1,"mode":null,"zone":"qqq","note":null}
      """, try Log.program(text))
    #expect(log.lines == ["s: from 1", "  1 drop a units=1"])
    #expect(
      log.problemLines.dropLast() == [
        "line 2 - id: `a` is the id of an earlier object that says something else",
        "line 3 - at: `x` is not a time in milliseconds since 1970",
        "line 4 - : nothing reads this object; objects are told apart by `start`, `end`, `units`, `pours`, `settings`",
        "line 5, item 2 - : an object `{…}` was expected",
      ])
    #expect(log.problemLines.last?.hasPrefix("session s zone: `qqq` is no time zone; ") == true)
    #expect(log.problems.skippedRows == 4 && log.problems.total == 5)
  }

  @Test func `Events belong to the only subject, or to their day where the day starts`() throws {
    let objects = #"[{"at":1795208400000},{"at":1795233600000},{"at":1795208400000}]"#
    let source = "source app { drop from json { at = at } }"
    let one = try Log.program("subject session {}\nevent drop of session {}\n" + source)
    #expect(
      try read(objects, one).lines.map { $0.prefix(16) } == ["me:", "  1795208400000 ", "  1795233600000 "])
    let perDay = try Log.program(
      "calendar { day starts 05:00 }\nsubject day per day {}\nevent drop of day {}\n" + source)
    #expect(
      try read(objects, perDay).lines.map { $0.prefix(16) } == [
        "2026-11-20:", "  1795208400000 ", "  1795233600000 ",
      ])
  }

  @Test func `An object without an id is one, however its numbers are written`() throws {
    let program = try Log.program(
      """
      subject session {}
      event drop of session { units: number }
      source app { drop from json { at = at, units = units } }
      """)
    let objects = ["10", "10.0", "1e1", "0.1e2", "100e-1"].map { #"{"at":5,"units":\#($0)}"# }
    let log = try read(objects.joined(separator: "\n"), program)
    #expect(log.lines.count == 2, "\(log.lines)")
    #expect(log.problems.isEmpty)
  }

  @Test func `Ids are the same if their bytes are`() throws {
    let program = try Log.program(text)
    let lines = #"""
      {"units":1,"id":"e\u0301","of":"e\u0301","at":1,"note":"a"}
      {"units":2,"id":"\u00e9","of":"\u00e9","at":2,"note":"b"}
      """#
    let log = try read(lines, program)
    #expect(log.problems.isEmpty)
    #expect(log.lines.count == 4)
  }
}
