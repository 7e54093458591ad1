import Testing

/// How many events a command says that a log has.
struct EventCountTests {
  @Test func `every command counts the events that are kept`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s { }
      event tap of s { debounce 30 s }
      param most: number = 1 in 1 .. 9 step 1
      rule r { on tap, when count(tap) > most, emit note "r" }
      """)
    let log = scratch.path("taps.db")
    var sql = "CREATE TABLE tap(id TEXT PRIMARY KEY, s TEXT, at INTEGER);\n"
    for (row, seconds) in [0, 20, 29, 30, 59, 61].enumerated() {
      sql += "INSERT INTO tap VALUES ('t\(row)', 'x', \(Night.start + Int64(seconds) * 1_000));\n"
    }
    try Night.execute(sql, in: log)
    func told(_ words: String...) throws -> String {
      try Pace.run([words[0], pack] + words.dropFirst()).output
    }
    #expect(try told("eval", "--db", log, "--format", "summary").contains("events\t3\ndebounced\t3\n"))
    let sweep = try told("sweep", "--db", log, "--param", "most")
    #expect(sweep.contains("3 events"), "\(sweep)")
    let compare = try told("compare", "--db", log, "--set", "most=2")
    #expect(compare.contains("3 events"), "\(compare)")
    let lint = try told("lint", "--db", log, "--format", "json")
    #expect(lint.contains(#""events":3}"#), "\(lint)")
  }
}
