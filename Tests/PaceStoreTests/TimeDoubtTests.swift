import PaceEngine
import PaceLanguage
import PaceStore
import Testing

/// 2026-11-20 21:00 UTC.
private let seconds = 1_795_208_400

struct TimeDoubtTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func doubts(of value: String, as encoding: String, and more: String = "NULL") throws -> [TimeDoubt]
  {
    let path = scratch.path("\(value) \(encoding)")
    try Log.make(
      path,
      "CREATE TABLE logs (n, who, ts); INSERT INTO logs VALUES (1, 'a', \(value)), (2, 'b', \(more))")
    let program = try Log.program(
      """
      subject session { }
      event drop of session { }
      source one {
        drop from logs { id = n, session = who
          at = ts\(encoding.isEmpty ? "" : " as \(encoding)") }
      }
      """)
    return try Log.read(path, program).problems.doubts
  }

  @Test(
    arguments: [
      ("\(seconds)", "", "unix_seconds"), ("\(seconds - 978_307_200)", "", "apple_seconds"),
      ("2461365.375", "", "julian_day"), ("2461365.375", "unix_seconds", "julian_day"),
      ("\(seconds)000", "unix_us", "unix_ms"), ("\(seconds)000000", "unix_ns", "unix_us"),
    ])
  func `Times that were mapped in the wrong unit are doubted, with the right one`(
    value: String, encoding: String, likely: String
  ) throws {
    let doubt = try #require(try doubts(of: value, as: encoding).first)
    #expect(doubt.table == "logs" && doubt.column == "ts" && doubt.count == 1)
    #expect(doubt.likely == likely)
    #expect(doubt.place == "test.pace:5")
  }

  @Test func `Times that no encoding makes plausible are doubted without a remedy`() throws {
    let doubt = try #require(try doubts(of: "'1969-07-20T20:17:40Z'", as: "iso8601").first)
    #expect(doubt.likely == nil)
    #expect(doubt.newest == Instant(-14_182_940_000))
  }

  @Test(arguments: [
    ("1989-12-31T23:59:59.999Z", true), ("1990-01-01T00:00:00Z", false),
    ("2199-12-31T23:59:59.999Z", false), ("2200-01-01T00:00:00Z", true),
  ])
  func `Times from 1990 up to 2200 are plausible`(time: String, isDoubted: Bool) throws {
    #expect(try doubts(of: "'\(time)'", as: "iso8601").isEmpty == !isDoubted)
  }

  @Test func `One plausible time is enough for no doubt`() throws {
    #expect(try doubts(of: "\(seconds)", as: "", and: "\(seconds)000").isEmpty)
    #expect(try doubts(of: "\(seconds)", as: "unix_seconds", and: "0").isEmpty)
  }

  @Test func `The program's own tables are doubted too, starts and ends each for itself`() throws {
    try Log.make(
      scratch.path(),
      """
      CREATE TABLE "drop" (id, session, at); CREATE TABLE session (id, started_at, ended_at);
      INSERT INTO "drop" VALUES (1, 'a', \(seconds)000);
      INSERT INTO session VALUES ('a', \(seconds)000, \(seconds)), ('b', NULL, \(seconds));
      """)
    let program = try Log.program("subject session { }\nevent drop of session { }")
    let doubts = try Log.read(scratch.path(), program).problems.doubts
    #expect(doubts.map(\.column) == ["ended_at"])
    #expect(doubts.first?.count == 2 && doubts.first?.place == nil)
    #expect(doubts.first?.likely == "unix_seconds")
  }
}
