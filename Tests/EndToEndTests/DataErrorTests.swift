import Foundation
import PaceStore
import Testing

struct `Data that is hard to read` {
  private func eval(_ path: String) throws -> RunResult { try Pace.run("eval", "take-care", "--db", path) }

  @Test func `a file that is not there`() throws {
    let scratch = try Scratch()
    let result = try eval(scratch.path("none.db"))
    #expect(result.status == 3)
    #expect(result.output.isEmpty)
    #expect(result.remarks.contains("none.db"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path("none.db")))
  }

  @Test(
    .enabled(if: Pace.unprivileged != nil),
    arguments: [["eval", "take-care"], ["log", "take-care", "beer"], ["init", "take-care", "--accept"]])
  func `a file in a folder that may not be entered is not said to be missing`(words: [String]) throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try scratch.write("mine.pace", "subject s { }\n")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: scratch.folder.path)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: scratch.folder.path)
    }
    let result = try Pace.runUnprivileged(words + ["--db", path])
    #expect(result.status == 3, "\(result)")
    #expect(result.remarks.hasPrefix("error: no permission to enter the folder of `\(path)`\n"), "\(result)")
    let pack = try Pace.runUnprivileged("lint", scratch.path("mine.pace"))
    #expect(pack.remarks.contains("can't be read: a folder on the way to it may not be entered"), "\(pack)")
  }

  @Test func `a folder`() throws {
    let scratch = try Scratch()
    let result = try eval(scratch.folder.path)
    #expect(result.status == 3)
    #expect(result.remarks.contains("is a folder"))
  }

  @Test(arguments: ["/dev/zero", "pipe"])
  func `a device or a pipe`(name: String) throws {
    let scratch = try Scratch()
    let path = name.hasPrefix("/") ? name : scratch.path(name)
    if !name.hasPrefix("/") {
      #expect(try Pace.run(["mkfifo", path], executable: "/usr/bin/env").status == 0)
    }
    let result = try eval(path)
    #expect(result.status == 3)
    #expect(result.remarks.hasPrefix("error: `\(path)` is not a regular file\n"))
  }

  @Test func `an empty file`() throws {
    let scratch = try Scratch()
    try scratch.write("empty.db", "")
    let result = try eval(scratch.path("empty.db"))
    #expect(result.status == 3)
    #expect(result.remarks.contains("is empty, 0 bytes long"))
    #expect(result.remarks.contains("`pace sample`"))
  }

  @Test func `where events share a table, the one that lost its rows is named`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject house { }
      event door of house { }
      event heat of house { degrees: number }
      source sheet {
        door from states where entity == "door" { id = rowid, at = at as iso8601 }
        heat from states where entity == "heat" { id = rowid, at = at as iso8601, degrees = state }
      }
      rule open { on door, emit note "Open." }
      """)
    try scratch.write(
      "states.csv", "at,entity,state\n2026-03-28T22:30Z,door,open\n2026-03-28T22:40Z,heat,unavailable\n")
    let result = try Pace.run("eval", pack, "--db", scratch.path("states.csv"))
    #expect(result.status == 3 && result.output.contains("Open."), "\(result)")
    #expect(
      result.remarks.contains("error: every row that `heat` reads from `states` was skipped\n"), "\(result)")
  }

  @Test func `values that no source reads are to be written in other ways, and each says which`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person { }
      event cup of person { litres: number }
      source sheet { cup from cups { id = rowid, at = At as iso8601, litres = Litres } }
      """)
    try scratch.write("cups.csv", "At;Litres\n28.03.2026 22:30;0.25\n2026-03-28 22:30 +01:00;0,25\n")
    let result = try Pace.run("eval", pack, "--db", scratch.path("cups.csv"))
    #expect(
      result.remarks.hasSuffix(
        """
        cups `2`: `At` `28.03.2026 22:30` is not a time that pace reads, such as `2026-11-20 21:00`; skipped
        cups `3`: `Litres` `0,25` is not a number; did you mean `0.25`?; skipped
        error: every row of `cups` was skipped
        mend the values that are named above, or how they are read: a source names encodings, a view can convert

        """), "\(result)")
  }

  @Test func `cells of a CSV file may have blanks around times, as around numbers`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch, "subject person { }\nevent cup of person { mg: number }\nrule a { on cup, emit note \"x\" }")
    try scratch.write("cups.csv", "time , mg , from\n2026-03-28T22:30Z , 90 , a\n2026-03-29 22:30 , 80,b\n")
    let refused = try Pace.run("eval", pack, "--db", scratch.path("cups.csv"))
    let draft = try #require(refused.remarks.range(of: "source found"), "\(refused)").lowerBound
    #expect(refused.remarks.contains("    at = time as iso8601\n    mg = mg\n"), "\(refused)")
    let text = try String(contentsOfFile: pack, encoding: .utf8) + "\n" + refused.remarks[draft...]
    let fitting = try Scratch.pack(scratch, text, name: "fitting.pace")
    let read = try Pace.run("eval", fitting, "--db", scratch.path("cups.csv"), "--format", "summary")
    #expect(read.output.contains("events\t2\n") && read.output.contains("skipped\t0\n"), "\(read)")
    try scratch.write("cup.csv", "id,person,at,mg\na,p, 2026-03-28T22:30Z ,90\nb,p, 1774823400000 ,80\n")
    let own = try Pace.run("eval", pack, "--db", scratch.path("cup.csv"), "--format", "summary")
    #expect(own.output.contains("events\t2\n") && own.output.contains("skipped\t0\n"), "\(own)")
  }

  @Test func `a subject whose rows are all skipped is no error where others have some`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let start = Night.start
    try Night.execute(
      """
      INSERT INTO session(id, started_at) VALUES ('s2', \(start));
      INSERT INTO drink(id, session, at, kind) VALUES ('x', 's2', \(start), 'rum')
      """, in: path)
    let words = ["eval", "take-care", "--db", path, "--subject", "s2"]
    let one = try Pace.run(words)
    #expect(one.status == 0 && one.remarks.contains("drink `x`"), "\(one)")
    #expect(try Pace.run(words + ["--strict"]).status == 3)
    try Night.execute("DELETE FROM drink WHERE session <> 's2'", in: path)
    let all = try Pace.run(words)
    #expect(all.status == 3 && all.remarks.contains("error: every row of `drink` was skipped\n"), "\(all)")
  }

  @Test(arguments: [["1", "7", "8"], ["7", "8", "1"], ["8", "1", "7"]])
  func `one without a row of its own whose rows are all skipped is no subject`(order: [String]) throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch, "subject user { tier: text }\nevent act of user { n: number }\nrule r { on act, emit w \"x\" }"
    )
    let path = scratch.path("acts.db")
    try Night.execute(
      """
      CREATE TABLE user(id TEXT PRIMARY KEY, tier TEXT);
      CREATE TABLE act(id TEXT PRIMARY KEY, user TEXT, at INTEGER, n REAL);
      INSERT INTO user VALUES ('1', 'free');
      """, in: path)
    for user in order {
      let number = user == "7" ? "'seven'" : "1"
      try Night.execute("INSERT INTO act VALUES ('a\(user)', '\(user)', \(Night.start), \(number))", in: path)
    }
    let result = try Pace.run("eval", pack, "--db", path, "--format", "summary")
    #expect(result.output == "r\t2\nsubjects\t2\nevents\t2\ndebounced\t0\nskipped\t1\n", "\(result)")
    #expect(result.remarks.hasPrefix("`8` has events but no row in user; its attributes"), "\(result)")
  }

  @Test func `a table of the pack's own whose rows are all skipped is an error too`() throws {
    let scratch = try Scratch()
    try Night.execute(
      """
      CREATE TABLE drink(id, session, at, kind);
      INSERT INTO drink VALUES ('a', 's', '2026-11-20 21:09', 'beer'), ('b', 's', 1795208940000000000, 'beer');
      """, in: scratch.path("text.db"))
    let result = try eval(scratch.path("text.db"))
    #expect(result.status == 3 && result.remarks.contains("error: every row of `drink` was skipped\n"))
  }

  @Test func `lines of which every one of an event is skipped are an error too`() throws {
    let wrong = #"{"subject":"s","at_ms":1,"event":"drink","units":"abc"}"# + "\n"
    let words = ["eval", "take-care", "--stdin", "--format", "summary"]
    let lost = try Pace.run(words, input: wrong + wrong)
    #expect(lost.status == 3 && lost.remarks.contains("error: every row of `drink` was skipped\n"), "\(lost)")
    let one = try Pace.run(words, input: wrong + #"{"subject":"s","at_ms":1,"event":"drink"}"# + "\n")
    #expect(one.status == 0 && one.remarks.contains("`units` `abc` is not a number"), "\(one)")
  }

  @Test func `a truth value in words is told with the map that reads it`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person { }
      event act of person { flag: bool }
      source sheet { act from acts { id = rowid, at = At as iso8601, flag = Flag } }
      """)
    try scratch.write("acts.csv", "At,Flag\n2026-03-28 22:30,t\n2026-03-28 22:30,FALSE\n2026-03-28 22:30,1\n")
    let remarks = try Pace.run("eval", pack, "--db", scratch.path("acts.csv")).remarks
    let cause = "is not 0 or 1; in a source, `as"
    #expect(remarks.contains("`t` \(cause) { \"t\" = yes, \"f\" = no }` reads it; skipped\n"), "\(remarks)")
    #expect(remarks.contains("`FALSE` \(cause) { \"TRUE\" = yes, \"FALSE\" = no }` reads it"), "\(remarks)")
  }

  @Test func `a file that is no database`() throws {
    let scratch = try Scratch()
    try scratch.write("notes.db", String(repeating: "these are notes\n", count: 100))
    let result = try eval(scratch.path("notes.db"))
    #expect(result.status == 3)
    #expect(result.remarks.contains("is not an SQLite database"))
  }

  @Test func `a database cut short`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
    let result = try eval(path)
    #expect(result.status == 3)
    #expect(!result.remarks.isEmpty)
  }

  @Test func `a database without the tables of the pack says what was looked for`() throws {
    let scratch = try Scratch()
    let path = scratch.path("other.db")
    try Night.execute("CREATE TABLE invoice(id INTEGER PRIMARY KEY, total REAL)", in: path)
    let result = try eval(path)
    #expect(result.status == 3)
    #expect(result.remarks.contains("drink"))
    #expect(result.remarks.contains("invoice"))
  }

  @Test func `a database that a writer is busy with is read as of its last commit`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let writer = try Connection.writing(path)
    try writer.execute("PRAGMA journal_mode = WAL; BEGIN IMMEDIATE")
    try writer.execute(Night.drink("late", "s1", minute: 40, "beer"))
    let result = try Pace.run("eval", "take-care", "--db", path, "--format", "summary")
    #expect(result.status == 0)
    #expect(result.output.contains("events\t3\n"))
    try writer.execute("COMMIT")
    let after = try Pace.run("eval", "take-care", "--db", path, "--format", "summary")
    #expect(after.output.contains("events\t4\n"))
  }

  @Test(.waitsAside) func `a database that someone has locked for good is given up with a clear sentence`()
    throws
  {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let holder = try Connection.writing(path)
    try holder.execute("BEGIN EXCLUSIVE")
    let result = try Pace.run("eval", "take-care", "--db", path)
    #expect(result.status == 3)
    #expect(result.remarks.contains("locked"))
    try holder.execute("COMMIT")
  }

  @Test func `reading leaves the file as it was`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    _ = try eval(path)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["friday.db"])
  }

  @Test func `the store of another application is read through a source`() throws {
    let scratch = try Scratch()
    let path = scratch.path("default.store")
    // 2001-01-01 is 978,307,200 s after 1970-01-01; the night starts at 1,795,208,400 s.
    let start = 1_795_208_400 - 978_307_200
    try Night.execute(
      """
      CREATE TABLE ZSESSION(Z_PK INTEGER PRIMARY KEY, ZIDSTRING VARCHAR, ZSTARTEDAT TIMESTAMP, ZENDEDAT TIMESTAMP,
        ZSENSITIVITYMODE VARCHAR, ZHYDRATIONCADENCE INTEGER, ZAUTOENDTIMEOUTMINUTES INTEGER);
      CREATE TABLE ZDRINKLOG(Z_PK INTEGER PRIMARY KEY, ZIDSTRING VARCHAR, ZSESSIONIDSTRING VARCHAR,
        ZTIMESTAMP TIMESTAMP, ZDRINKTYPEID VARCHAR, ZSTANDARDDRINKUNITS FLOAT, ZISALCOHOLIC INTEGER);
      CREATE TABLE ZPACINGEVENT(Z_PK INTEGER PRIMARY KEY, ZIDSTRING VARCHAR, ZSESSIONIDSTRING VARCHAR,
        ZTIMESTAMP TIMESTAMP, ZCODE VARCHAR);
      INSERT INTO ZSESSION VALUES (1, 's1', \(start), NULL, 'balanced', NULL, NULL);
      INSERT INTO ZDRINKLOG VALUES (1, 'a2e1', 's1', \(start), 'beer', 1.0, 1);
      INSERT INTO ZDRINKLOG VALUES (2, '77b0', 's1', \(start + 540), 'beer', 1.0, 1);
      INSERT INTO ZDRINKLOG VALUES (3, '8c1f', 's1', \(start + 1860), 'cocktail', 1.5, 1);
      """, in: path)
    let own = try Pace.run("eval", "take-care", "--db", try Night.friday(in: scratch), "--format", "jsonl")
    let foreign = try Pace.run("eval", "take-care", "--db", path, "--format", "jsonl")
    #expect(foreign.output == own.output)
    #expect(foreign.status == 0)
    let named = try Pace.run("eval", "take-care", "--db", path, "--source", "swiftdta")
    #expect(named.status == 2)
    #expect(
      named.remarks
        == "error: there is no source `swiftdta`; did you mean `swiftdata`?\ntry `pace eval --help`\n")
  }

  @Test func `subjects without a row of their own are counted, and are no error`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let before = try Pace.run("eval", "take-care", "--db", path, "--format", "summary", "--strict")
    #expect(before.status == 0)
    #expect(!before.remarks.contains("no row"))
    try Night.execute(Night.drink("x1", "stray", minute: 5, "beer"), in: path)
    let one = try Pace.run("eval", "take-care", "--db", path, "--format", "summary", "--strict")
    #expect(one.status == 0)
    #expect(
      one.remarks.contains("`stray` has events but no row in session; its attributes are the defaults\n"))
    try Night.execute(Night.drink("x2", "another", minute: 5, "beer"), in: path)
    let two = try Pace.run("eval", "take-care", "--db", path, "--format", "summary")
    #expect(
      two.remarks.contains(
        "`another` and 1 more have events but no row in session; their attributes are the defaults\n"))
    try Night.execute("DROP TABLE session", in: path)
    let none = try Pace.run("eval", "take-care", "--db", path, "--format", "summary")
    #expect(!none.remarks.contains("no row"))
  }

  @Test func `times in the wrong unit are told with the line that maps them`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person { }
      event bite of person { }
      rule any {
        on bite
        emit note "Once."
      }
      source app {
        bite from LOG { id = N, person = WHO, at = TS }
      }
      """)
    let path = scratch.path("log.db")
    let second = Night.start / 1_000
    try Night.execute(
      "CREATE TABLE LOG(N, WHO, TS); INSERT INTO LOG VALUES (1, 'a', \(second)), (2, 'a', \(second + 90))",
      in: path)
    let sentence =
      "\(pack):8: `TS` of LOG gives 2 times, all on 1970-01-21; did you mean `TS as unix_seconds`?\n"
    let plain = try Pace.run("eval", pack, "--db", path, "--format", "summary", "--until", "now")
    #expect(plain.remarks == sentence)
    #expect(plain.status == 0)
    let strict = try Pace.run("eval", pack, "--db", path, "--format", "summary", "--until", "now", "--strict")
    #expect(strict.status == 3)
    #expect(strict.output == plain.output)
    #expect(strict.remarks.hasPrefix(sentence + "error: times are hardly what they should be"))
  }

  @Test(arguments: [["summary"], ["summary", "--threads", "3"], ["jsonl"], ["table", "--levels"]])
  func `a row that comes late changes nothing, and what is wrong is told once`(words: [String]) throws {
    let scratch = try Scratch()
    let path = scratch.path("log.db")
    #expect(try Pace.run("sample", "take-care", "--db", path, "--subjects", "90").status == 0)
    try Night.execute(
      """
      UPDATE drink SET kind = 'bear' WHERE rowid % 50 = 7;
      CREATE TABLE late AS SELECT * FROM drink WHERE rowid IN (1, 30);
      """, in: path)
    let inOrder = try Pace.run(["eval", "take-care", "--db", path, "--format"] + words)
    #expect(inOrder.output.count > 100)
    #expect(inOrder.remarks.contains("did you mean `beer`?"))
    try Night.execute(
      "DELETE FROM drink WHERE id IN (SELECT id FROM late); INSERT INTO drink SELECT * FROM late", in: path)
    let outOfOrder = try Pace.run(["eval", "take-care", "--db", path, "--format"] + words)
    #expect(outOfOrder.status == 0)
    #expect(outOfOrder.output == inOrder.output)
    #expect(outOfOrder.remarks == inOrder.remarks)
  }

  @Test func `rows with the id of an earlier one are told, count all the same, and are refused if asked`()
    throws
  {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try Night.execute(
      """
      ALTER TABLE drink RENAME TO old;
      CREATE TABLE drink AS SELECT * FROM old UNION ALL SELECT * FROM old WHERE id <> 'a2e1';
      DROP TABLE old;
      """, in: path)
    let words = ["eval", "take-care", "--db", path, "--format", "summary"]
    let result = try Pace.run(words)
    #expect(result.status == 0)
    #expect(result.output.contains("events\t5\n"), "\(result.output)")
    #expect(result.output.contains("skipped\t0\n"), "\(result.output)")
    #expect(
      result.remarks
        == "drink: 2 rows have the id of an earlier row, `77b0`, `8c1f`; they count all the same\n")
    let strict = try Pace.run(words + ["--strict"])
    #expect(strict.status == 3)
    #expect(strict.remarks.contains("ids are there more than once"), "\(strict.remarks)")
    let line = #"{"subject":"s","at_ms":1795208400000,"event":"drink","kind":"beer","id":"x"}"# + "\n"
    let piped = try Pace.run("eval", "take-care", "--stdin", "--format", "summary", input: line + line)
    #expect(piped.output.contains("events\t2\n"), "\(piped.output)")
    #expect(
      piped.remarks.hasPrefix("drink: 1 row has the id of an earlier row, `x`; it counts all the same\n"))
  }
}
