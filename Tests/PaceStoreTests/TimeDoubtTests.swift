import PaceEngine
import PaceLanguage
import PaceStore
import Testing

/// 2026-11-20 21:00 UTC.
private let seconds = 1_795_208_400

struct TimeDoubtTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func doubts(
    of value: String, as encoding: String, and more: String = "NULL", clock: Int? = nil
  ) throws -> [TimeDoubt] {
    let path = scratch.path("\(value) \(encoding) \(more) \(clock ?? 0)")
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
    let now = clock.map { Instant(Int64($0) * 1_000) }
    return try Log.read(path, program, clock: now).problems.doubts
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

  /// The seconds from 1970 to 2001, and those of a year.
  private static let (epochs, year) = (978_307_200, 366 * 86_400)

  @Test(arguments: [
    (seconds - epochs, "unix_seconds", "apple_seconds"), (seconds, "apple_seconds", "unix_seconds"),
  ])
  func `Times of the other epoch are doubted by the clock, and by nothing else`(
    value: Int, encoding: String, likely: String
  ) throws {
    let doubt = try #require(try doubts(of: "\(value)", as: encoding, clock: seconds).first)
    #expect(doubt.likely == likely && doubt.place == "test.pace:5")
    #expect(try doubts(of: "\(value)", as: encoding).isEmpty)
    #expect(try doubts(of: "\(value)", as: likely, clock: seconds).isEmpty)
  }

  @Test func `One time by the clock is enough for no doubt of an old or a future one`() throws {
    let (apple, unix) = (seconds - Self.epochs, seconds)
    #expect(try doubts(of: "\(apple)", as: "unix_seconds", and: "\(unix)", clock: seconds).isEmpty)
    #expect(try doubts(of: "\(unix)", as: "apple_seconds", and: "\(apple)", clock: seconds).isEmpty)
  }

  @Test func `Times up to a year after the clock, and old ones that no encoding makes recent, are plausible`()
    throws
  {
    let soon = "\(seconds + Self.year - 1)"
    #expect(try doubts(of: soon, as: "unix_seconds", clock: seconds).isEmpty)
    let late = try #require(
      try doubts(of: "\(seconds + Self.year + 1)", as: "unix_seconds", clock: seconds).first)
    #expect(late.likely == nil)
    // In 1998 by one encoding, in 2029 by the other.
    #expect(try doubts(of: "900000000", as: "unix_seconds", clock: seconds).isEmpty)
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
