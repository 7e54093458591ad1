import Foundation
import PaceOracle
import Testing

/// What a draft says of the columns and tables that it leaves out, exchanges or guesses.
struct DraftRemarkTests {
  private static let pack = """
    subject person { zone: text }
    event dose of person { mg: number = 100 in 0 .. 2000, kind red { }, kind pale_blue { }, kind green { } }
    rule often { on dose, when count(dose, last 1 h) >= 9, emit warning "Nine." }
    """

  private func pasting(_ sql: String, for pack: String = pack) throws -> Pasting {
    try Pasting(pack) { scratch in
      let path = scratch.path("other.db")
      try Night.execute(sql, in: path)
      return path
    }
  }

  /// A table of doses with a column of some values, whose rows are an hour apart.
  private static func doses(_ column: String, _ values: [String]) -> String {
    let rows = values.enumerated().map { "(\($0 + 1), \(1_795_208_400 + $0 * 3_600), \($1))" }
    return """
      CREATE TABLE doses (id INTEGER PRIMARY KEY, ts INTEGER, \(column));
      INSERT INTO doses VALUES \(rows.joined(separator: ", "));
      """
  }

  // MARK: Subjects

  @Test(
    arguments: cases([
      ("(1, 'Europe/Paris'), (2, 'Asia/Tokyo'), (1, 'Europe/Rome')", "  # check: some rows share one"),
      (
        "(1, 'Europe/Paris'), (2, 'Asia/Tokyo'), (NULL, 'Europe/Rome')",
        "  # check: rows without it are skipped"
      ),
      ("(1, 'Europe/Paris'), (2, 'Asia/Tokyo')", ""),
    ]))
  func `a table of persons stays one though an id lacks or repeats`(
    given: Case<(String, String)>
  ) throws {
    let (rows, check) = given.value
    let pasting = try pasting(
      """
      CREATE TABLE people (id INTEGER, tz TEXT);
      CREATE TABLE doses (id INTEGER PRIMARY KEY, person_id INTEGER, ts TEXT);
      INSERT INTO people VALUES \(rows);
      INSERT INTO doses VALUES (1, 1, '2026-04-01 00:00:00'), (2, 2, '2026-04-01 00:00:00');
      """)
    #expect(pasting.draft.contains("    id = id\(check)\n    zone = tz\n"), "\(pasting.draft)")
    let export = try Pace.run("export", pasting.pack, "--db", pasting.log)
    // Tokyo is nine hours ahead of UTC.
    #expect(export.output.contains("\"at_ms\":1774969200000"), "\(export)")
  }

  @Test func `a table of persons whose ids mostly repeat is named`() throws {
    let pasting = try pasting(
      """
      CREATE TABLE people (id INTEGER, tz TEXT);
      CREATE TABLE doses (id INTEGER PRIMARY KEY, person_id INTEGER, ts TEXT);
      INSERT INTO people VALUES (1, 'a'), (1, 'b'), (1, 'c');
      INSERT INTO doses VALUES (1, 1, '2026-04-01 00:00:00'), (2, 2, '2026-04-01 00:00:00');
      """)
    #expect(
      pasting.draft.contains("  # check: `people` may hold the persons, but `id` repeats\n"),
      "\(pasting.draft)")
  }

  // MARK: Columns that fit alike

  @Test(arguments: [
    ("morning_mg INTEGER, evening_mg INTEGER", "morning_mg  # check: `evening_mg` fits too"),
    ("mg INTEGER, evening_mg INTEGER", "mg"), ("mg_unit INTEGER, evening_mg INTEGER", "evening_mg"),
    ("a_mg INTEGER, b_mg", "a_mg  # check: `b_mg` fits too"),
  ])
  func `other columns that fit a field are named`(columns: String, line: String) throws {
    let pasting = try pasting(
      """
      CREATE TABLE doses (id INTEGER PRIMARY KEY, ts INTEGER, \(columns));
      INSERT INTO doses VALUES (1, 1795208400, 100, 200), (2, 1795212000, 110, 210);
      """)
    #expect(pasting.draft.contains("    mg = \(line)\n"), "\(pasting.draft)")
  }

  @Test func `a column that is called like another field is left to it`() throws {
    let pasting = try pasting(
      """
      CREATE TABLE log (id INTEGER PRIMARY KEY, ts INTEGER, size_max INTEGER, size_cm INTEGER);
      INSERT INTO log VALUES (1, 1795208400, 9, 5), (2, 1795212000, 8, 4);
      """, for: "subject person { }\nevent dose of person { size: number, size_max: number }")
    #expect(pasting.draft.contains("    size = size_cm\n    size_max = size_max\n"), "\(pasting.draft)")
  }

  // MARK: Kinds

  @Test(
    arguments: cases([
      (["Red", "Green", "Dark green", "PALE BLUE", "mauve"], "red, green, green, pale_blue, mauve", true),
      (["red", "dark green", "green"], "red, green, green", true),
      (["Red", "Pale-blue"], "red, pale_blue", false),
    ]))
  func `a text that is like a kind is read as it, whatever else there is`(
    given: Case<([String], String, Bool)>
  ) throws {
    let (texts, meant, isGuess) = given.value
    let pasting = try pasting(Self.doses("kind TEXT", texts.map { "'\($0)'" }))
    let pairs = zip(texts, meant.split(separator: ", ")).filter { $0.1 != "mauve" }
    for (text, kind) in pairs {
      #expect(pasting.draft.contains("\"\(text)\" = \(kind)"), "\(pasting.draft)")
    }
    #expect(pasting.draft.contains("rows with `mauve` are skipped") == texts.contains("mauve"))
    #expect(pasting.draft.contains("which value is which?") == isGuess, "\(pasting.draft)")
  }

  @Test(
    arguments: cases([
      (["RED", "mauve", "ochre"], #"as { "RED" = red }  # check: rows with `mauve`, `ochre` are skipped"#),
      (
        ["red 400", "light green"],
        #"as { "light green" = green, "red 400" = red }  # check: which value is which?"#
      ),
    ]))
  func `a column of which some values are kinds is the kind, not the person`(
    given: Case<([String], String)>
  ) throws {
    let (texts, map) = given.value
    let pasting = try pasting(Self.doses("drug TEXT", (texts + texts).map { "'\($0)'" }))
    #expect(pasting.draft.contains("    kind = drug \(map)\n"), "\(pasting.draft)")
    #expect(!pasting.draft.contains("person = drug"), "\(pasting.draft)")
  }

  // MARK: Ids

  @Test(
    arguments: cases([
      ("1, 2, 3, 3", "id = rowid  # check: `id` repeats"), ("1, 2, 3, 4", "id = id"),
      ("1, 2, 3, NULL", "id = rowid  # check: `id` is empty in some rows"),
      ("1, 2, 3, 4.5", "id = rowid  # check: `id` holds numbers with a point"),
      ("1, 2, 3, x'0102030405060708'", "id = rowid  # check: `id` holds BLOBs"),
      ("4611686018427387904, 4611686018427387905, 4611686018427387906, 4611686018427387907", "id = id"),
    ]))
  func `an id that is exchanged is named, with what is wrong with it`(
    given: Case<(String, String)>
  ) throws {
    let (ids, line) = given.value
    let rows = ids.split(separator: ", ").enumerated().map { "(\($1), \(1_795_208_400 + $0))" }
    let pasting = try pasting(
      "CREATE TABLE doses (id, ts INTEGER); INSERT INTO doses VALUES \(rows.joined(separator: ", "));")
    #expect(pasting.draft.contains("    \(line)\n"), "\(pasting.draft)")
    #expect(!pasting.draft.contains("person = id"), "\(pasting.draft)")
  }

  // MARK: Times

  @Test(arguments: [
    ("phone INTEGER", "1555000000"), ("user_id INTEGER", "1795208400"), ("id INTEGER", "1477000000000000000"),
    ("nr INTEGER PRIMARY KEY", "1795208400000"), ("barcode INTEGER", "4006381333931"),
  ])
  func `an id, a key or another number is no time`(column: String, value: String) throws {
    let scratch = try Scratch()
    let path = scratch.path("other.db")
    try Night.execute("CREATE TABLE doses (\(column)); INSERT INTO doses VALUES (\(value));", in: path)
    let result = try Pace.run("eval", try Scratch.pack(scratch, Self.pack), "--db", path)
    let name = column.split(separator: " ")[0]
    #expect(
      result.remarks.contains(
        "holds times: `\(name)` of `doses` has numbers of this century, but is a key or is not called a time; "
      ),
      "\(result)")
  }

  @Test(
    arguments: cases([
      // A name of a time, a text that is a date, when the row was made; dates in another form are named.
      (
        "epoch INTEGER, logged TEXT", "'2026-11-20 21:00'",
        "logged as iso8601  # check: by its values a time; "
      ),
      (
        "epoch INTEGER, day TEXT", "'2026-11-20'",
        "day as iso8601  # check: by its values a time; dates alone"
      ),
      (
        "epoch INTEGER, created_at INTEGER", "1795208400",
        "created_at as unix_seconds  # check: `epoch` holds"
      ),
      (
        "epoch INTEGER, updated_at INTEGER", "1795208400",
        "epoch as unix_seconds  # check: by its values a time\n"
      ),
      (
        "epoch INTEGER, day TEXT", "'13/03/2026'",
        "epoch as unix_seconds  # check: by its values a time; `day` may"
      ),
    ]))
  func `mere numbers are a time only if nothing else says one`(
    given: Case<(String, String, String)>
  ) throws {
    let (columns, value, line) = given.value
    let pasting = try pasting(
      """
      CREATE TABLE doses (id INTEGER PRIMARY KEY, \(columns));
      INSERT INTO doses VALUES (1, 1795208400, \(value));
      """)
    #expect(pasting.draft.contains("    at = \(line)"), "\(pasting.draft)")
  }

  // MARK: What is left out

  @Test func `a column of notices that nothing reads is named`() throws {
    let pasting = try pasting(
      """
      CREATE TABLE doses (id INTEGER PRIMARY KEY, ts INTEGER);
      CREATE TABLE alerts (id INTEGER PRIMARY KEY, at INTEGER, rule TEXT, "text" TEXT, shade TEXT);
      INSERT INTO doses VALUES (1, 1795208400);
      INSERT INTO alerts VALUES (1, 1795208400000, 'often', 'Nine.', 'pale');
      """)
    #expect(
      pasting.draft.contains(
        "    # check: `text`, `shade` are left out: of a notice only its rule is read\n"),
      "\(pasting.draft)")
  }

  @Test func `a number out of its range is left out with the range`() throws {
    let pasting = try pasting(Self.doses("mg INTEGER", ["4000", "4000"]))
    #expect(
      pasting.draft.contains("    # check: `mg` is left out: `mg` holds `4000`, outside of 0 .. 2000\n"),
      "\(pasting.draft)")
  }
}
