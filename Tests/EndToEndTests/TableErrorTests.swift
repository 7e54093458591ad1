import PaceStore
import Testing

/// Tables that are there and cannot be read, beside others that can.
@Suite struct TableErrorTests {
  private static let rules = """
    subject visitor { rank: number = 1 }
    event tick of visitor { }
    event mark of visitor { }
    rule each { on tick, emit note "tick {count(mark)}" }
    rule other { on mark, emit note "mark {count(tick)}" }
    """

  private func eval(_ sql: String, _ words: String...) throws -> RunResult {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.rules)
    let path = scratch.path("log.db")
    try Night.execute(sql, in: path)
    return try Pace.run(["eval", pack, "--db", path, "--format", "summary", "--until", "now"] + words)
  }

  private static let marks =
    "CREATE TABLE mark(id, visitor, at); INSERT INTO mark VALUES (1, 's1', 1795208940000);"

  @Test(arguments: [
    ("CREATE TABLE tick(id, visitor, x); INSERT INTO tick VALUES (1, 's1', 1)", "tick", "at"),
    ("CREATE TABLE VISITOR(name, rank); INSERT INTO visitor VALUES ('s1', 5)", "VISITOR", "id"),
  ])
  func `a table without the column that it needs is told, and is an error with --strict`(
    sql: String, table: String, column: String
  ) throws {
    let sentence = "table `\(table)` is there, but has no column `\(column)`; none of its rows count\n"
    let plain = try eval(Self.marks + sql)
    #expect(plain.status == 0)
    #expect(plain.output.contains("events\t1\n"))
    #expect(plain.remarks == sentence)
    let strict = try eval(Self.marks + sql, "--strict")
    #expect(strict.status == 3)
    #expect(strict.remarks.hasPrefix(sentence + "error: "))
  }

  @Test func `an event without a table has no rows, and nothing is said`() throws {
    let result = try eval(Self.marks, "--strict")
    #expect(result.status == 0)
    #expect(result.remarks.isEmpty)
  }
}
