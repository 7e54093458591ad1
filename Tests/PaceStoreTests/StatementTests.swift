import PaceEngine
import PaceLanguage
import PaceStore
import Testing

/// Statements that a connection keeps for whoever asks for the same SQL next.
final class `A statement` {
  let scratch: Scratch
  let connection: Connection

  init() throws {
    scratch = try Scratch()
    try Log.make(
      scratch.path(),
      """
      CREATE TABLE tick (id TEXT PRIMARY KEY, session TEXT, at INTEGER, units);
      INSERT INTO tick VALUES ('a', 's', 1, 10), ('b', 's', 2, 20), ('c', 's', 3, 30)
      """)
    connection = try Connection.writing(scratch.path(), busyTimeout: 0)
  }

  private func first(_ sql: String) throws -> String? {
    let statement = try connection.prepare(sql)
    return try statement.step() ? statement.text(0) : nil
  }

  private func change(_ sql: String) throws {
    try Connection.writing(scratch.path(), busyTimeout: 0).execute(sql)
  }

  @Test(arguments: ["SELECT id FROM tick ORDER BY id", "SELECT id FROM tick UNION SELECT id FROM tick"])
  func `let go at its first row keeps nobody from writing`(_ sql: String) throws {
    for _ in 0..<3 {
      #expect(try first(sql) == "a")
      try change("BEGIN EXCLUSIVE; UPDATE tick SET units = units + 1; COMMIT")
    }
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA journal_mode = DELETE; VACUUM")
  }

  @Test func `that couldn't write for a lock can the next time`() throws {
    let write = "UPDATE tick SET units = 1 WHERE id = 'a'"
    let other = try Connection.writing(scratch.path(), busyTimeout: 0)
    try other.execute("BEGIN IMMEDIATE")
    for _ in 0..<2 { expectFailure(.locked) { try connection.prepare(write).run() } }
    try other.execute("COMMIT")
    try connection.prepare(write).run()
    #expect(try first("SELECT units FROM tick WHERE id = 'a'") == "1")
    try change("BEGIN EXCLUSIVE; COMMIT")
  }

  @Test func `asked for once more begins before its first row, and without values`() throws {
    let sql = "SELECT ifnull(?1, 'none') FROM tick"
    do {
      let statement = try connection.prepare(sql)
      statement.bind(.text("given"), at: 1)
      #expect(try statement.step() && statement.step() && statement.text(0) == "given")
    }
    let statement = try connection.prepare(sql)
    var values: [String?] = []
    while try statement.step() { values.append(statement.text(0)) }
    #expect(values == ["none", "none", "none"])
  }

  @Test func `is another one for each that uses its SQL at one time`() throws {
    let sql = "SELECT id FROM tick ORDER BY id"
    for _ in 0..<2 {
      let one = try connection.prepare(sql)
      let other = try connection.prepare(sql)
      #expect(try one.step() && one.step() && other.step())
      #expect(one.text(0) == "b" && other.text(0) == "a")
    }
  }

  @Test func `sees a schema that someone else has changed since`() throws {
    let (units, all) = (
      "SELECT units FROM tick WHERE id = 'a'", "SELECT count(*) FROM pragma_index_list('tick')"
    )
    let (plan, list) = ("EXPLAIN QUERY PLAN SELECT id FROM tick WHERE at = 1", "PRAGMA index_list(tick)")
    func answers() throws -> [String?] {
      // Only a step notices that the schema is another.
      let values = [try first(units), try first(all)]
      let details = try connection.prepare(plan)
      _ = try details.step()
      return values + [details.text(3).map { $0.contains("USING") ? "index" : "scan" }]
    }
    func countIndices() throws -> Int {
      let indices = try connection.prepare(list)
      var count = 0
      while try indices.step() { count += 1 }
      return count
    }
    #expect(try answers() == ["10", "1", "scan"])
    #expect(try countIndices() == 1)
    try change("CREATE INDEX times ON tick (at)")
    #expect(try answers() == ["10", "2", "index"])
    #expect(try countIndices() == 2)
    try change("ALTER TABLE tick RENAME COLUMN units TO amount")
    expectFailure(.other) { _ = try first(units) }
    try change("ALTER TABLE tick RENAME TO tock; CREATE TABLE tick AS SELECT id, 7 AS units FROM tock")
    #expect(try first(units) == "7")
    try connection.execute(
      "DROP TABLE tick; ALTER TABLE tock RENAME TO tick; ALTER TABLE tick ADD units DEFAULT 8")
    #expect(try first(units) == "8")
  }

  @Test func `is told from one that differs in how an accent is written`() throws {
    for _ in 0..<2 {
      for text in ["caf\u{E9}", "cafe\u{301}"] {
        #expect(
          try first("SELECT hex('\(text)')")
            == Array(text.utf8).map { String($0, radix: 16).uppercased() }.joined())
      }
    }
  }

  @Test func `may be one of many`() throws {
    for round in 0..<2 {
      for number in 0..<300 { #expect(try first("SELECT \(number)") == "\(number)", "round \(round)") }
    }
  }

  @Test func `can outlive its connection`() throws {
    let path = scratch.path()
    func opened() throws -> Statement {
      try Connection.reading(path).prepare("SELECT id FROM tick ORDER BY id")
    }
    let statement = try opened()
    #expect(try statement.step() && statement.text(0) == "a")
  }

  @Test func `of a view that calls the function for rows takes none`() throws {
    try change("CREATE VIEW calls AS SELECT pace_row() AS a, pace_row(7, 'x') AS b, pace_row(NULL) AS c")
    #expect(try first("SELECT coalesce(a, b, c, 'nothing') FROM calls") == "nothing")
  }
}
