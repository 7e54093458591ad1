import Testing

@Suite struct `Comma-separated values` {
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
}
