import Foundation
import Testing

/// What the shipped packs hold beyond their own scenarios.
struct `The shipped packs` {
  /// 2026-02-14 17:58 in UTC: 12:58 in New York, 02:58 of the next day in Tokyo.
  private static let evening: Int64 = 1_771_091_880_000

  /// A log of doses, none of which says which night it belongs to.
  private static func night(_ doses: [(minute: Int64, kind: String)], in scratch: Scratch) throws -> String {
    let path = scratch.path("night.db")
    var sql = """
      CREATE TABLE night(id TEXT PRIMARY KEY, started_at INTEGER, ended_at INTEGER);
      CREATE TABLE dose(id TEXT PRIMARY KEY, at INTEGER, kind TEXT, confirmed INTEGER, device TEXT);
      CREATE TABLE skip(id TEXT PRIMARY KEY, at INTEGER, kind TEXT, device TEXT);
      CREATE TABLE snooze(id TEXT PRIMARY KEY, at INTEGER, kind TEXT, device TEXT);
      CREATE TABLE tap(id TEXT PRIMARY KEY, at INTEGER, kind TEXT, device TEXT);

      """
    for (index, dose) in doses.enumerated() {
      let at = evening + dose.minute * 60_000
      sql += "INSERT INTO dose(id, at, kind) VALUES ('d\(index)', \(at), '\(dose.kind)');\n"
    }
    try Night.execute(sql, in: path)
    return path
  }

  private static func rules(_ database: String, zone: String) throws -> [String] {
    let result = try Pace.run(
      "eval", "dose-window", "--db", database, "--zone", zone, "--format", "csv", "--until",
      "2026-02-15T12:00:00Z")
    #expect(result.status == 0, "\(result.remarks)")
    return result.output.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst(2).prefix(2).joined(separator: " ")
    }
  }

  @Test func `show the figures that their fixtures name, and keep what the original did apart`() throws {
    let folder = Pace.repository.appending(path: "Tests/Fixtures/Packs").path
    let result = try Pace.run("test", folder)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test(arguments: ["UTC", "America/New_York", "America/Los_Angeles", "Asia/Tokyo", "Pacific/Auckland"])
  func `a night is one night in every zone`(zone: String) throws {
    let scratch = try Scratch()
    // Dose 2 at 21:28 in UTC; from 12:00 to 18:00 local somewhere between the two.
    let path = try Self.night([(0, "dose1"), (210, "dose2")], in: scratch)
    #expect(try Self.rules(path, zone: zone) == ["1771100880000 window_opens"])
  }

  @Test(arguments: ["UTC", "Asia/Tokyo"])
  func `two first doses three minutes apart announce one window`(zone: String) throws {
    let scratch = try Scratch()
    let path = try Self.night([(0, "dose1"), (3, "dose1"), (200, "dose2")], in: scratch)
    #expect(
      try Self.rules(path, zone: zone) == ["1771092060000 dose1_twice", "1771100880000 window_opens"])
  }

  @Test(arguments: ["BAC", "blood-alcohol", "blood  alcohol", "Okay to drive", "fit to drive", "ok to drive"])
  func `the drink coach never says what a body can take`(phrase: String) throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      include "\(Pace.repository.appending(path: "rules/take-care.pace").path)"

      rule verdict {
        on drink
        emit note "You are \(phrase)."
      }
      """)
    let result = try Pace.run("lint", pack)
    #expect(result.status == 1)
    #expect(result.output.contains("a guard forbids"))
  }
}
