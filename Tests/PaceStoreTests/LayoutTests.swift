import PaceEngine
import PaceLanguage
import PaceStore
import Testing

private let text = """
  subject session { sensitivity: text, auto_end: duration }
  event drop of session { units: number, alcoholic: bool, kind beer { } }
  source one { drop from logs { id = id, session = who, at = "when" } }
  source two { drop from logs { id = id, at = "when" }, session from people { id = name } }
  """

struct LayoutTests {
  let scratch: Scratch
  let program: Program

  init() throws {
    scratch = try Scratch()
    program = try Log.program(text)
  }

  private func layout(_ sql: String, source: String? = nil) throws -> Layout {
    try Log.make(scratch.path(), sql)
    let connection = try Connection.reading(scratch.path())
    return try Layout(for: program, in: connection, source: source)
  }

  @Test func `The program's own tables go before any source`() throws {
    let layout = try layout(
      "CREATE TABLE Drop_(x); CREATE TABLE DROP2(x); CREATE TABLE \"drop\" (at); CREATE TABLE logs (id, who, \"when\")"
    )
    #expect(layout.source == nil && layout.events.map(\.name) == ["drop"])
  }

  @Test func `The one source whose tables are all there is used`() throws {
    #expect(try layout("CREATE TABLE Logs (ID, Who, \"WHEN\")").source == "one")
  }

  @Test func `Of several sources that fit one has to be chosen`() throws {
    let sql = "CREATE TABLE logs (id, who, \"when\"); CREATE TABLE people (name);"
    let error = expectFailure(.layout) { _ = try layout(sql) }
    #expect(error?.message.contains("`one`, `two`") == true)
    let connection = try Connection.reading(scratch.path())
    #expect(try Layout(for: program, in: connection, source: "two").source == "two")
    let unknown = expectFailure(.layout) { _ = try Layout(for: program, in: connection, source: "tow") }
    #expect(unknown?.help == "did you mean `two`?")
  }

  @Test func `A source for JSON fits no database, and says so when it is named`() throws {
    let program = try Log.program(
      """
      subject session {}
      event drop of session {}
      source lines { drop from json { at = at } }
      source one { drop from logs { id = id, at = "when" } }
      """)
    try Log.make(scratch.path(), "CREATE TABLE logs (id, \"when\")")
    let connection = try Connection.reading(scratch.path())
    #expect(try Layout(for: program, in: connection).source == "one")
    let error = expectFailure(.layout) { _ = try Layout(for: program, in: connection, source: "lines") }
    #expect(error?.message == "source `lines` reads JSON, and `\(scratch.path())` is a database")
    #expect(error?.help == "JSON is read by `eval --stdin --source lines`; for tables there is `one`")
    let unknown = expectFailure(.layout) { _ = try Layout(for: program, in: connection, source: "line") }
    #expect(unknown?.help == "there is only `one`")
  }

  @Test func `Where only sources for JSON are there the draft is for the tables`() throws {
    let program = try Log.program(
      "subject session {}\nevent drop of session {}\nsource lines { drop from json { at = at } }")
    try Log.make(scratch.path(), "CREATE TABLE logs (id, \"when\")")
    let connection = try Connection.reading(scratch.path())
    let error = expectFailure(.layout) { _ = try Layout(for: program, in: connection) }
    #expect(error?.message.hasSuffix("has no tables that this pack reads") == true)
    #expect(error?.help?.contains("lines") == false)
  }

  @Test func `A missing column is named, with what is there`() throws {
    let error = expectFailure(.layout) { _ = try layout("CREATE TABLE logs (id, whom, \"when\")") }
    #expect(error?.message == "table `logs` has no column `who`, which source `one` reads")
    #expect(error?.help == "did you mean `whom`?")
  }

  @Test func `A missing table of a chosen source is named`() throws {
    let error = expectFailure(.layout) {
      _ = try layout("CREATE TABLE logs (id, who, \"when\")", source: "two")
    }
    #expect(error?.message.contains("no table `people`") == true)
  }

  @Test func `Where nothing fits a source is drafted that compiles and reads the rows`() throws {
    let sql = """
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR);
      CREATE TABLE ZSESSION (Z_PK INTEGER PRIMARY KEY, ZAUTOENDTIMEOUTMINUTES INTEGER, ZSTARTEDAT TIMESTAMP,
        ZENDEDAT TIMESTAMP, ZIDSTRING VARCHAR, ZSENSITIVITYMODE VARCHAR);
      CREATE TABLE ZDROPLOG (Z_PK INTEGER PRIMARY KEY, ZISALCOHOLIC INTEGER, ZTIMESTAMP TIMESTAMP,
        ZSTANDARDDROPUNITS FLOAT, ZIDSTRING VARCHAR, ZSESSIONIDSTRING VARCHAR, ZDROPTYPEID VARCHAR);
      INSERT INTO ZSESSION VALUES (1, 90, 816901200, NULL, 's', 'calm');
      INSERT INTO ZDROPLOG VALUES (1, 1, 816901200.5, 1.5, 'd', 's', 'beer');
      """
    let error = expectFailure(.layout) { _ = try layout(sql) }
    let help = try #require(error?.help)
    #expect(help.contains("looked for the pack's own tables: `drop`"))
    #expect(help.contains("source `two`, missing: `logs`, `people`"))
    #expect(help.contains("found: `ZDROPLOG`, `ZSESSION`, `Z_METADATA`"))
    let draft = String(help[try #require(help.firstRange(of: "source found")).lowerBound...])
    #expect(
      draft == """
        source found {
          session from ZSESSION {
            id = ZIDSTRING
            started_at = ZSTARTEDAT as apple_seconds
            ended_at = ZENDEDAT as apple_seconds
            sensitivity = ZSENSITIVITYMODE
            auto_end = ZAUTOENDTIMEOUTMINUTES as minutes
          }
          drop from ZDROPLOG {
            id = ZIDSTRING
            session = ZSESSIONIDSTRING
            at = ZTIMESTAMP as apple_seconds
            units = ZSTANDARDDROPUNITS
            alcoholic = ZISALCOHOLIC
            kind = ZDROPTYPEID
          }
        }
        """)
    #expect(
      try Log.read(scratch.path(), Log.program(text + "\n" + draft)).lines == [
        "s: from 1795208400000 sensitivity=calm auto_end=1 h 30 min",
        "  1795208400500 drop/beer d units=1.5 alcoholic=yes",
      ])
  }

  @Test func `An empty database and foreign tables are told`() throws {
    let none = expectFailure(.layout) { _ = try layout("PRAGMA user_version = 1") }
    #expect(none?.help?.contains("found no tables") == true)
    let half = expectFailure(.layout) { _ = try layout("CREATE TABLE \"drop\" (\"time\")") }
    #expect(half?.help?.contains("table `drop` has no column `at`; it has `time`") == true)
  }

  @Test func `Subjects are found by the start of their ids, whatever the type of those`() throws {
    try Log.make(
      scratch.path(),
      """
      CREATE TABLE "drop" (id DEFAULT 'own', at, session); CREATE TABLE session (id);
      INSERT INTO "drop"(at, session) VALUES (1, 'ab1'), (1, 'ab2'), (1, 'ab'), (1, 'c7'), (1, 42), (1, 417),
        (1, x'00112233445566778899aabbccddeeff'), (1, 'Ab9');
      INSERT INTO session VALUES ('zz');
      """)
    let connection = try Connection.reading(scratch.path())
    let layout = try Layout(for: program, in: connection)
    func find(_ prefix: String, limit: Int = 9) throws -> [String] {
      try SubjectDirectory.ids(
        startingWith: prefix, limit: limit, in: connection, layout: layout, program: program)
    }
    #expect(try find("ab") == ["ab", "ab1", "ab2"])
    #expect(try find("ab", limit: 2) == ["ab", "ab1"])
    #expect(try find("c") == ["c7"])
    #expect(try find("4") == ["417", "42"])
    #expect(try find("0011") == ["00112233-4455-6677-8899-aabbccddeeff"])
    #expect(try find("z") == ["zz"])
    #expect(try find("q").isEmpty)
    #expect(try Log.read(scratch.path(), program, subject: "42").lines == ["42:", "  1 drop own"])
    let uuid = "00112233-4455-6677-8899-aabbccddeeff"
    #expect(try Log.read(scratch.path(), program, subject: uuid).lines == ["\(uuid):", "  1 drop own"])
  }
}
