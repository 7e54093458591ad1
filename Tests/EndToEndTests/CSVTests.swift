import Foundation
import Testing

struct `Comma-separated values` {
  @Test func `a field is quoted where it holds a comma, a quote or the end of a line, and nowhere else`()
    throws
  {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject session { }
      event entry of session { }
      rule said { on entry, emit note "one, \\"two\\"" }
      """)
    let path = scratch.path("log.db")
    try Night.execute(
      """
      CREATE TABLE session(id TEXT PRIMARY KEY, started_at INTEGER, ended_at INTEGER);
      CREATE TABLE entry(id TEXT PRIMARY KEY, session TEXT, at INTEGER, kind TEXT, device TEXT);
      INSERT INTO entry(id, session, at) VALUES ('a', '"', 1000), ('b', 'a;b c''d', 1000),
        ('c', 'c\rr', 1000), ('d', 'l\nf', 1000), ('e', 's,1', 1000);
      """, in: path)
    let result = try Pace.run("eval", pack, "--db", path, "--format", "csv")
    let subjects = [#""""""#, "a;b c'd", "\"c\rr\"", "\"l\nf\"", "\"s,1\""]
    let rest = #",1970-01-01T00:00:01.000Z,1000,said,note,,,,"one, ""two""""#
    #expect(
      result.output == "subject,at,at_ms,rule,kind,level,severity,preset,message\n"
        + subjects.map { $0 + rest + "\n" }.joined())
  }

  @Test func `a text that a spreadsheet would run gets an apostrophe, and numbers get none`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch, "subject session { }\nevent entry of session { mood: number\n said: text }")
    let texts = ["=1+1", "+x", "-x", "-1.5", "@x", "'=1", "'tis", "", "-", "a=b", "=\"x\", 1"]
    let rows = texts.map { text in
      "{\"subject\":\"s\",\"at_ms\":1000,\"event\":\"entry\",\"mood\":-2.5,\"said\":\(json(text))}\n"
    }
    let path = scratch.path("log.db")
    #expect(try Pace.run("init", pack, "--db", path).status == 0)
    #expect(try Pace.run(["import", pack, "--db", path, "-"], input: rows.joined()).status == 0)
    let result = try Pace.run("export", pack, "--db", path, "--format", "csv")
    let said = [
      "'=1+1", "'+x", "'-x", "-1.5", "'@x", "''=1", "'tis", "\"\"", "'-", "a=b", "\"'=\"\"x\"\", 1\"",
    ]
    for text in said { #expect(result.output.contains(",-2.5,\(text),\n"), "\(text): \(result)") }
    // What was written is read back as it was.
    try scratch.write("said.csv", result.output)
    let reading = try Scratch.pack(
      scratch,
      """
      include "pack.pace"
      source said { entry from said { id = id, session = session, at = at as iso8601, mood = mood, said = said } }
      """, name: "reading.pace")
    let again = try Pace.run("export", reading, "--db", scratch.path("said.csv"), "--format", "csv")
    #expect(again.output == result.output, "\(again)")
  }

  private func json(_ text: String) -> String { "\"" + text.replacing("\"", with: "\\\"") + "\"" }

  @Test(arguments: [
    "Time;Drink\r2026-11-20 20:00;tea\r2026-11-20 20:10;ale, dark\r",
    "sep=;\nTime;Drink\n2026-11-20 20:00;tea\n",
    "\u{feff}SEP=|\r\nTime|Drink\r\n2026-11-20 20:00|tea\r\n", "sep=,\rTime,Drink\r2026-11-20 20:00,tea\r",
  ])
  func `a file with lines that end with CR, or with a first line that names the separator, is read`(
    text: String
  ) throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person { }
      event sip of person { what: text }
      rule all { on sip, emit note "{latest(sip.what)}" }
      source log { sip from log { id = rowid, at = Time as iso8601, what = Drink } }
      """)
    let path = try scratch.write("log.csv", text).path
    let result = try Pace.run("eval", pack, "--db", path, "--format", "csv", "--strict")
    #expect(result.status == 0 && result.output.contains(",note,,,,tea\n"), "\(result)")
  }
}
