import PaceStore
import Testing

/// How CSV files become tables.
struct CSVDatabaseTests {
  /// The stored values of a table: a line for each row, with the number of the row before it.
  private func stored(_ database: Database, _ table: String, _ columns: String...) throws -> [String] {
    let connection = try database.open()
    let values = columns.map {
      "CASE typeof(\"\($0)\") WHEN 'text' THEN quote(\"\($0)\") ELSE ifnull(\"\($0)\", 'NULL') END"
    }
    let statement = try connection.prepare(
      "SELECT rowid || ': ' || \(values.joined(separator: " || ' ' || ")) FROM \"\(table)\" ORDER BY rowid")
    var lines: [String] = []
    while try statement.step() { lines.append(statement.text(0) ?? "") }
    return lines
  }

  private static func file(_ path: String, _ text: String) -> CSVFile {
    CSVFile(path) { () throws(StoreError) in chunks(text) }
  }

  private static func database(_ text: String, kept: Int = 20) -> Database {
    Database([file("in/t.csv", text)], keptProblems: kept)
  }

  @Test(arguments: [
    ("steps.csv", "steps"), ("a/b.c/my-rides.CSV", "my-rides"), ("x.y.tsv", "x.y"), ("./.csv", ".csv"),
  ])
  func `A table is called as its file`(path: String, table: String) {
    #expect(CSVFile(path) { () throws(StoreError) in { (_) throws(StoreError) in false } }.table == table)
  }

  @Test func `A cell is a text`() throws {
    let database = Self.database("n,code,real\n1,007, 2.50\n\"2\",x,1e3\n")
    #expect(
      try stored(database, "t", "n", "code", "real") == ["2: '1' '007' ' 2.50'", "3: '2' 'x' '1e3'"])
  }

  @Test func `An empty field is NULL, and one in quotes an empty text`() throws {
    let database = Self.database("a,b,c\n1,,\"\"\n2,\"\",x\n")
    #expect(try stored(database, "t", "a", "b", "c") == ["2: '1' NULL ''", "3: '2' '' 'x'"])
  }

  @Test func `A row's number is its first line`() throws {
    let database = Self.database("a,b\n\"1\",\"x\ny\"\n\n\"2\",z\n")
    #expect(try stored(database, "t", "a") == ["2: '1'", "5: '2'"])
  }

  @Test func `A column may be called rowid`() throws {
    let connection = try Self.database("rowid,oid\nx,y\n").open()
    let statement = try connection.prepare("SELECT _rowid_, rowid, oid FROM t")
    #expect(try statement.step())
    #expect(statement.integer(0) == 2 && statement.text(1) == "x" && statement.text(2) == "y")
  }

  @Test func `Bad lines are left out, counted and named as far as is asked`() throws {
    let database = Self.database("a,b\n1\n2,3,4\n5\"x,6\n7,8\n\"9\"y,1\n", kept: 3)
    #expect(try stored(database, "t", "a", "b") == ["5: '7' '8'"])
    let problems = try database.problems()
    #expect(problems.total == 4 && problems.skippedRows == 4)
    #expect(
      problems.first.map { "\($0.table) \($0.cause)" } == [
        "in/t.csv:2 has 1 field, where the header has 2", "in/t.csv:3 has 3 fields, where the header has 2",
        "in/t.csv:4 has a quote inside field 1",
      ])
    #expect(problems.unnamed == ["in/t.csv": 1])
  }

  @Test func `Columns without a name of their own are called by their places, and that is noted`() throws {
    let database = Self.database(",a,A, b ,column_3\n1,2,3,4,5\n")
    let rows = try stored(database, "t", "column_1", "a", "column_3_", "b", "column_3")
    #expect(rows == ["2: '1' '2' '3' '4' '5'"])
    let files = try database.problems().files
    #expect(files == [FileNote(path: "in/t.csv", content: .renamed([1, 3], ["column_1", "column_3_"]))])
  }

  @Test func `A header without rows is noted`() throws {
    #expect(
      try Self.database("a,b\n").problems().files == [FileNote(path: "in/t.csv", content: .noRows)])
  }

  @Test(arguments: [
    ("", "`in/t.csv` has no header"), ("\n\r\n", "`in/t.csv` has no header"),
    (
      "s1,1795208400000\ns2,1\n",
      "in/t.csv:1: `1795208400000` is no name of a column, so the file has no header"
    ),
    ("a,b\"c\n1,2\n", "in/t.csv:1: the header has a quote inside field 2"),
    ("at|mg\n1|2\n", "in/t.csv:1: the header is one field, as `|` separates none"),
    (
      "My Export\nMade, 2026\n\nat;mg;who\n1;2;3\n",
      "in/t.csv:1: the header has one field, and line 4 and those below it have 3"
    ),
    ("a,b\n1,2\n\"3,4\n", "in/t.csv:3: a quote is opened here and never closed"),
  ])
  func `What can't be a table is refused in one sentence`(text: String, message: String) {
    let database = Self.database(text)
    for _ in 0..<2 {
      let error = expectFailure(.data) { _ = try database.open() }
      #expect(error?.message == message && error?.help != nil)
    }
  }

  @Test func `One column is a table, and a first line may name any separator`() throws {
    let words = Self.database("word\none, two\nthree\nfour, five\n")
    #expect(try stored(words, "t", "word") == ["3: 'three'"])
    let bars = Self.database("sep=|\nat|mg\n1|2\n")
    #expect(try stored(bars, "t", "at", "mg") == ["3: '1' '2'"])
    let texts = Self.database("sep=,\na|b\n1|2\n")
    #expect(try stored(texts, "t", "a|b") == ["3: '1|2'"])
  }

  @Test func `More columns than a table can have are refused`() {
    let header = (0..<100_000).map { "c\($0)" }.joined(separator: ",")
    let error = expectFailure(.data) { _ = try Self.database(header + "\n").open() }
    #expect(error?.message == "in/t.csv:1: the header has 100,000 columns, and a table at most 2,000")
  }

  @Test func `Files are tables of one database, which all connections see`() throws {
    let database = Database([Self.file("a.csv", "x\n1\n"), Self.file("b.tsv", "x\ty\n1\t2\n")])
    let first = try database.open()
    let second = try database.open()
    let join = try first.prepare("SELECT y FROM a JOIN b USING (x)")
    #expect(try join.step() && join.integer(0) == 2)
    let same = try second.prepare("SELECT count(*) FROM a")
    #expect(try same.step() && same.integer(0) == 1)
    #expect(throws: StoreError.self) { try second.execute("DELETE FROM a") }
  }

  @Test func `Files of one name are told, however it is written`() {
    #expect(Self.file("a/Steps.csv", "").sharesTable(with: Self.file("steps.tsv", "")))
    #expect(!Self.file("a/Steps.csv", "").sharesTable(with: Self.file("step.tsv", "")))
  }

  @Test func `A database is one whatever it is called`() throws {
    let scratch = try Scratch()
    let path = scratch.path("log.csv")
    #expect(Connection.isCSV(path))
    try Log.make(scratch.path("log.db"), "CREATE TABLE t(a)")
    _ = try scratch.write(try scratch.bytes(of: "log.db"), to: "log.csv")
    #expect(!Connection.isCSV(path))
    _ = try Database(path).open()
    let text = try scratch.write(Array("a,b\n".utf8), to: "LOG.Csv")
    #expect(Connection.isCSV(text) && !Connection.isCSV(scratch.path("log.txt")))
    expectFailure(.notADatabase) { _ = try Connection.reading(text) }
    expectFailure(.notADatabase) { _ = try Connection.writing(text) }
  }
}
