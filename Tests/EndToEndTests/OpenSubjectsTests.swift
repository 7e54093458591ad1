import Testing

/// Commands on one subject, or on those that are open, where none is named.
struct OpenSubjectsTests {
  private static let rules = """
    subject room { }
    event entry of room { }
    rule busy { on entry, when count(entry) >= 2, emit note "Busy." }
    """

  /// Rooms that open a minute after one another from 21:00 UTC on, those before `over` having ended by 22:00.
  private static func log(_ scratch: Scratch, rooms: Int, over: Int) throws -> String {
    let path = scratch.path("log.db")
    let rows = (0..<rooms).map { $0 + 1 }.map { room in
      let at = 1_795_208_400_000 + Int64(room) * 60_000
      let end = room <= over ? String(at + 600_000) : "NULL"
      return """
        INSERT INTO room VALUES ('r\(room)', \(at), \(end));
        INSERT INTO entry VALUES ('e\(room)', 'r\(room)', \(at));
        """
    }
    try Night.execute(
      """
      CREATE TABLE room(id TEXT PRIMARY KEY, started_at INTEGER, ended_at INTEGER);
      CREATE TABLE entry(id TEXT PRIMARY KEY, room TEXT, at INTEGER);
      \(rows.joined())
      """, in: path)
    return path
  }

  private static func explain(rooms: Int, over: Int, _ more: String...) throws -> RunResult {
    try explain(rooms: rooms, over: over, more)
  }

  private static func explain(rooms: Int, over: Int, _ more: [String]) throws -> RunResult {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, rules)
    let path = try log(scratch, rooms: rooms, over: over)
    let words = ["explain", pack, "--db", path, "--rule", "busy", "--at", "2026-11-20T22:00"]
    return try Pace.run(words + more)
  }

  @Test func `only those that are open then are told of`() throws {
    let result = try Self.explain(rooms: 8, over: 5)
    #expect(result.status == 0, "\(result.remarks)")
    for room in 1...8 {
      #expect(result.output.contains("room r\(room)") == (room > 5), "\(result.output)")
    }
  }

  @Test func `more than five are named, and one is asked for`() throws {
    let many = try Self.explain(rooms: 8, over: 2)
    #expect(many.status == 2 && many.output.isEmpty)
    #expect(
      many.remarks.contains("6 rooms may be meant; choose with --subject: `r3`, `r4`, `r5`, `r6`, `r7`, …"))
    let one = try Self.explain(rooms: 8, over: 2, "--subject", "r7")
    #expect(one.status == 0 && one.output.contains("room r7"))
  }

  @Test func `where none is open those that ended are told of, if they are few`() throws {
    let result = try Self.explain(rooms: 3, over: 3)
    #expect(result.status == 0 && result.output.contains("room r3 ended at 21:13:00"), "\(result.output)")
  }

  @Test func `the subject that others are held against is left out, unless it is the only one`() throws {
    let three = try Self.explain(rooms: 3, over: 0, "--against", "r2")
    let sides = three.output.split(separator: "\n").filter { $0.contains("after its own start") }
    #expect(three.status == 0 && sides.count == 2, "\(three)")
    #expect(
      sides.allSatisfy { $0.contains(", r2 on ") }
        && !three.output.contains("UTC (name another with --zone)\nthe"))
    for more in [["--subject", "r2"], []] {
      let own = try Self.explain(
        rooms: more.isEmpty ? 1 : 3, over: 0, ["--against", more.last ?? "r1"] + more)
      #expect(own.status == 0 && own.output.hasSuffix("the two do not differ\n"), "\(own)")
    }
  }

  @Test(arguments: ["show", "scenario"])
  func `of one subject the only one is meant, and of several some are named`(command: String) throws {
    func run(_ rooms: Int) throws -> RunResult {
      let scratch = try Scratch()
      let pack = try Scratch.pack(scratch, Self.rules)
      return try Pace.run(command, pack, "--db", try Self.log(scratch, rooms: rooms, over: rooms))
    }
    let only = try run(1)
    #expect(only.status == 0 && only.output.contains("r1"), "\(only)")
    let few = try run(3)
    #expect(few.status == 2 && few.output.isEmpty)
    #expect(few.remarks.contains("`--subject ID` is missing; there is `r1`, `r2`, `r3`\n"), "\(few.remarks)")
    let none = try run(0)
    #expect(none.status == 3 && none.remarks == "error: the log is empty: it has no room\n", "\(none)")
    let many = try run(9)
    #expect(many.remarks.contains("; there is `r1`, `r2`, `r3`, and more\n"), "\(many.remarks)")
  }
}
