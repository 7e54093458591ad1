import Testing

/// What `explain` prints of values, on packs whose conditions calculate.
@Suite struct `Values in an explanation` {
  /// 2026-05-04 06:00 UTC, a Monday.
  private static let morning: Int64 = 1_777_874_400_000

  /// One bottle with a sip of 100 ml two hours after its start.
  private static func bottle(in scratch: Scratch, columns: String = "", values: String = "") throws -> String
  {
    let path = scratch.path("bottle.db")
    try Night.execute(
      """
      CREATE TABLE bottle(id TEXT PRIMARY KEY, started_at INTEGER\(columns));
      CREATE TABLE sip(id TEXT PRIMARY KEY, bottle TEXT, at INTEGER, ml REAL);
      INSERT INTO bottle VALUES ('b', \(morning)\(values));
      INSERT INTO sip VALUES ('a', 'b', \(morning + 7_200_000), 100);
      """, in: path)
    return path
  }

  @Test func `a calculated side is told by its name and value, not as a formula with values put in`() throws {
    let scratch = try Scratch()
    let path = try Self.bottle(in: scratch)
    let result = try Pace.run(
      "explain", "hydration-pace", "--db", path, "--until", "2026-05-04T23:00", "--notice", "2")
    #expect(
      result.output.contains(
        "unless behind < notify_from: open, behind = 500 < 150 (notify_from) short by 350\n"),
      "\(result.output)\(result.remarks)")
    #expect(result.output.contains("attention      already_fired  behind = 500 > 0\n"), "\(result.output)")
    #expect(
      result.output.contains("expected - drunk_today = 500 >= 500 (daily_goal * overdue_share)"),
      "\(result.output)")
    #expect(!result.output.contains("2500 *"), "\(result.output)")
  }

  @Test func `a fraction that goes on does not lengthen what it is compared with`() throws {
    let scratch = try Scratch()
    let path = try Self.bottle(in: scratch)
    let result = try Pace.run(
      "explain", "hydration-pace", "--db", path, "--until", "2026-05-04T23:00", "--at", "10:01",
      "--rule", "overdue")
    #expect(
      result.output.contains("expected - drunk_today = 402.777778 >= 500 (daily_goal * overdue_share)"),
      "\(result.output)\(result.remarks)")
  }
}
