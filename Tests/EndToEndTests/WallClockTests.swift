import Foundation
import Testing

/// What is said of times without an offset, and by whose clocks they are read.
struct WallClockTests {
  private let scratch: Scratch
  private let pack: String
  private let path: String

  init() throws {
    scratch = try Scratch()
    pack = try scratch.write(
      "rides.pace",
      """
      subject person {}
      event ride of person { km: number }
      source export {
        ride from json where has km { at = at as iso8601, km = km }
      }
      source bike { ride from rides { id = rowid, at = start as iso8601, km = km } }
      rule morning { on ride, when clock in 00:00 to 09:00, emit note "An early ride." }
      """
    ).path
    path = scratch.path("bike.db")
    try Night.execute(
      """
      CREATE TABLE rides(start TEXT, km REAL);
      INSERT INTO rides VALUES ('2026-07-01T08:30:00', 12), ('2026-07-02T08:30:00', 7);
      """, in: path)
  }

  @Test func `the clocks are named once a column, and results are those of the clocks`() throws {
    let result = try Pace.run("eval", pack, "--db", path, "--zone", "Europe/London", "--format", "jsonl")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("\"at\":\"2026-07-01T07:30:00.000Z\""), "\(result.output)")
    #expect(
      result.remarks
        == "`start` of rides has times without an offset, read as wall time in Europe/London; "
        + "if they are UTC, add a `Z` to each, in a database by a view: `start || 'Z'`\n")
    // In UTC it makes no difference.
    let plain = try Pace.run("eval", pack, "--db", path)
    #expect(plain.remarks == "`start` of rides has times without an offset, read as wall time in UTC\n")
  }

  @Test func `a column that several blocks read is named once, and so is a table that is missing`() throws {
    let twice = try Scratch.pack(
      scratch,
      """
      subject rider { }
      event ride of rider { km: number }
      event rest of rider { }
      source bike {
        ride from rides where km == 12 { id = rowid, at = start as iso8601, km = km }
        ride from rides where km == 7 { id = rowid, at = start as iso8601, km = km }
        rest from rides where km == 0 { id = rowid, at = start as iso8601 }
      }
      """, name: "twice.pace")
    let result = try Pace.run("eval", twice, "--db", path)
    #expect(
      result.remarks.split(separator: "\n").filter { $0.contains("offset") }
        == ["`start` of rides has times without an offset, read as wall time in UTC"], "\(result)")
    try Night.execute("ALTER TABLE rides RENAME TO trips", in: path)
    let other = try Pace.run("eval", twice, "--db", path)
    #expect(other.remarks.contains("\nlooked for source `bike`, missing: `rides`\n"), "\(other)")
  }

  @Test func `a view is offered only where there can be one, for each column of a difference`() throws {
    let pack = try Scratch.pack(
      scratch,
      """
      subject s { }
      event ride of s { length: duration }
      source t { ride from rides { id = rowid, at = at, length = ended - started as iso8601 } }
      """, name: "length.pace")
    try scratch.write("rides.csv", "at,started,ended\n1795208400000,2026-11-20 21:00,2026-11-20 21:10\n")
    let path = scratch.path("lengths.db")
    try Night.execute(
      """
      CREATE TABLE rides(at INTEGER, started TEXT, ended TEXT);
      INSERT INTO rides VALUES (1795208400000, '2026-11-20 21:00', '2026-11-20 21:10');
      """, in: path)
    let told = "`ended - started` of rides has times without an offset, read as wall time in Europe/London; "
    for (log, view) in [
      (path, ", in a database by a view: `ended || 'Z'`, `started || 'Z'`"), (scratch.path("rides.csv"), ""),
    ] {
      let result = try Pace.run("eval", pack, "--db", log, "--zone", "Europe/London")
      #expect(result.remarks.contains("\(told)if they are UTC, add a `Z` to each\(view)\n"), "\(result)")
    }
  }

  @Test(arguments: ["sorted", "unsorted", "lines"])
  func `a time that clocks skip counts as the first after it, and is named`(form: String) throws {
    let (skipped, later) = ("2026-03-29 01:30", "2026-03-29 12:00")
    try Night.execute(
      form == "sorted"
        ? "DELETE FROM rides; INSERT INTO rides VALUES ('\(skipped)', 1), ('\(later)', 2)"
        : "DELETE FROM rides; INSERT INTO rides VALUES ('\(later)', 2), ('\(skipped)', 1)", in: path)
    let lines = """
      {"subject":"me","event":"ride","id":"1","at":"\(skipped)","km":1}
      {"subject":"me","event":"ride","id":"2","at":"\(later)","km":2}

      """
    let log = form == "lines" ? ["--stdin"] : ["--db", path]
    let arguments = ["eval", pack] + log + ["--zone", "Europe/London"]
    let input = form == "lines" ? lines : ""
    let result = try Pace.run(arguments + ["--format", "jsonl"], input: input)
    #expect(result.output.contains("\"at\":\"2026-03-29T01:00:00.000Z\""), "\(result)")
    let (place, column) = form == "lines" ? ("line 1 `1`", "at") : ("rides", "start")
    let told = "`\(skipped)` is a time that clocks skip, and counts as 02:00"
    let remarks = result.remarks.split(separator: "\n").filter { $0.contains("skip") }
    #expect(remarks.count == 1 && result.status == 0, "\(result)")
    #expect(remarks.first?.hasPrefix(place) ?? false, "\(remarks)")
    #expect(remarks.first?.hasSuffix("`\(column)` \(told)") ?? false, "\(remarks)")
    let strict = try Pace.run(arguments + ["--strict"], input: input)
    #expect(strict.status == 3 && strict.remarks.contains(told), "\(strict)")
  }

  @Test func `a midnight that clocks skip is the start of its day`() throws {
    try Night.execute("DELETE FROM rides; INSERT INTO rides VALUES ('2018-11-04', 1)", in: path)
    let result = try Pace.run(
      "eval", pack, "--db", path, "--zone", "America/Sao_Paulo", "--format", "jsonl", "--strict")
    #expect(result.status == 0 && result.output.contains("\"at\":\"2018-11-04T03:00:00.000Z\""), "\(result)")
  }

  @Test func `in objects too, which count, and an import takes them`() throws {
    let kept = try KeptLog(pack, "--zone", "Europe/London")
    let objects = #"[{"at":"2026-03-29T00:30","km":3},{"at":"2026-03-29T01:30","km":4}]"#
    let told = "object 2: `at` `2026-03-29T01:30` is a time that clocks skip, and counts as 02:00\n"
    let evaluated = try Pace.run(
      ["eval", pack, "--stdin", "--source", "export", "--zone", "Europe/London"], input: objects)
    #expect(evaluated.status == 0 && evaluated.remarks.contains(told), "\(evaluated)")
    let taken = try Pace.run(
      ["import", pack, "--db", kept.path, "-", "--now", "2026-07-03T00:00Z"], input: objects)
    #expect(taken.status == 0 && taken.remarks.contains(told), "\(taken)")
    #expect(taken.output == "2 objects: 2 rides\n")
    #expect(try kept.texts("SELECT at AS value FROM ride ORDER BY at") == ["1774744200000", "1774746000000"])
    let bytes = try kept.bytes()
    for words in [
      ["eval", pack, "--stdin", "--source", "export", "--zone", "Europe/London"],
      ["import", pack, "--db", kept.path, "-", "--now", "2026-07-03T00:00Z"],
    ] {
      let strict = try Pace.run(words + ["--strict"], input: objects)
      #expect(strict.status == 3 && strict.remarks.contains(told.dropLast()), "\(strict)")
    }
    #expect(try kept.bytes() == bytes)
  }

  @Test func `where objects' times are not read without an offset, they are not said to be`() throws {
    let zoned = try scratch.write(
      "zoned.pace",
      """
      subject person { zone: text }
      event ride of person { }
      source export { ride from json { at = at as iso8601 } }
      """
    ).path
    let result = try Pace.run(
      "eval", zoned, "--stdin", "--source", "export", input: #"{"at":"2026-07-01T08:30"}"#)
    #expect(result.remarks.contains("`at` `2026-07-01T08:30` has no offset, such as `Z`"), "\(result)")
    #expect(!result.remarks.contains("wall time"), "\(result)")
  }

  @Test func `an import says it too`() throws {
    let kept = try KeptLog(pack, "--zone", "Asia/Tokyo")
    let taken = try Pace.run(
      "import", pack, "--db", kept.path, "-", "--now", "2026-07-03T00:00Z",
      input: #"{"at":"2026-07-01T08:30","km":3}"#)
    #expect(taken.status == 0, "\(taken)")
    #expect(
      taken.remarks.contains(
        "times without an offset, read as wall time in Asia/Tokyo; if they are UTC, add a `Z` to each\n"),
      "\(taken)")
    #expect(try kept.texts("SELECT at AS value FROM ride") == ["1782862200000"])
  }
}
