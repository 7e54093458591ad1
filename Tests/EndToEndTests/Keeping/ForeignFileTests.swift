import Testing

/// Files of other applications, which no command makes a log.
struct ForeignFileTests {
  @Test(arguments: [["init", "--accept"], ["log", "beer"], ["undo"], ["notify"], ["settings"]])
  func `a file with rows in another application's tables alone stays as it is`(words: [String]) throws {
    let log = try KeptLog(isMade: false)
    try log.execute(
      "CREATE TABLE ZMETA(a); CREATE TABLE ZDRINK(Z_PK, at); INSERT INTO ZDRINK VALUES (1, 1795208460000)")
    let before = try log.bytes()
    let result = try log.run(words[0], Array(words.dropFirst()), now: "2026-11-20T21:00")
    #expect(result.status == 3, "\(result)")
    #expect(
      result.remarks.hasPrefix("error: `\(log.path)` holds rows of `ZDRINK`, and no table"), "\(result)")
    #expect(result.remarks.contains("`pace init take-care --db NEWFILE` makes it"), "\(result)")
    #expect(!result.remarks.contains("adds the tables"), "\(result)")
    #expect(try log.bytes() == before)
    // Tables without rows, or beside one of the pack's own, don't matter.
    try log.execute("CREATE TABLE session(id TEXT PRIMARY KEY)")
    #expect(try log.run("init", "--accept", now: "2026-11-20T21:00").status == 0)
  }

  @Test func `a file whose rows a source reads stays as it is`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person { }
      event cup of person { }
      rule full { on cup, when count(cup, today) > 2, emit warning "full" }
      source app { cup from "ENTRY" { id = rowid, person = WHO, at = STAMP } }
      """)
    let log = try KeptLog(pack, isMade: false)
    try log.execute("CREATE TABLE ENTRY(WHO, STAMP); INSERT INTO ENTRY VALUES (1, 1795208400000);")
    for (command, words) in [("init", []), ("log", ["cup"])] {
      let result = try log.run(command, words, now: "2026-11-20T21:00")
      #expect(result.status == 3, "\(command)")
      #expect(result.remarks.contains("holds the rows of source `app`"), "\(result.remarks)")
      #expect(result.remarks.contains("| pace import \(pack) --db NEWFILE -`"), "\(result.remarks)")
    }
    #expect(try log.texts("SELECT name AS value FROM sqlite_schema") == ["ENTRY"])
  }
}
