import PaceEngine
import PaceLanguage
import PaceStore
import Testing

private let text = """
  subject ride { zone: text }
  event lap of ride { note: text }
  source own { lap from lap { id = id, ride = ride, at = at as iso8601 } }
  source told {
    ride from ride { id = id, started_at = begun as iso8601, zone = tz }
    lap from lap { id = id, ride = ride, at = at as iso8601 }
  }
  source lines {
    ride from json where has begun { id = id, started_at = begun as iso8601 }
    lap from json where has at { id = id, ride = ride, at = at as iso8601 }
  }
  """

/// Times without an offset are what clocks in the subject's zone showed.
struct WallTimeTests {
  private let scratch: Scratch
  private let program: Program
  private var zones = ZoneDirectory()

  init() throws {
    scratch = try Scratch()
    program = try Log.program(text)
  }

  private func read(_ sql: String, _ source: String, in zone: String) throws -> Log {
    try Log.make(scratch.path(), "CREATE TABLE lap (id, ride, at); CREATE TABLE ride (id, begun, tz); \(sql)")
    return try Log.read(scratch.path(), program, source: source, zone: try PaceStoreTests.zone(zone))
  }

  /// Clocks in London went forward at 01:00 UTC on 29 March 2026, and back at 01:00 UTC on 25 October.
  @Test(arguments: [
    ("2026-07-01T09:00:00", "2026-07-01T08:00:00Z"), ("20260701T090000", "2026-07-01T08:00:00Z"),
    ("2026-01-10 09:00", "2026-01-10T09:00:00Z"), ("2026-07-01", "2026-06-30T23:00:00Z"),
    ("2026-10-25T00:59:59.999", "2026-10-24T23:59:59.999Z"), ("2026-10-25T01:30", "2026-10-25T00:30:00Z"),
    ("2026-10-25T02:00", "2026-10-25T02:00:00Z"), ("2026-03-29T00:59:59", "2026-03-29T00:59:59Z"),
    ("2026-03-29T01:30", "2026-03-29T01:00:00Z"), ("2026-03-29T02:00", "2026-03-29T01:00:00Z"),
    ("2026-07-01T09:00:00Z", "2026-07-01T09:00:00Z"),
  ])
  func `a wall time is the instant at which clocks first showed it`(wall: String, instant: String) throws {
    let log = try read(
      "INSERT INTO lap VALUES ('a', 'r', '\(wall)'), ('b', 's', '\(instant)')", "own", in: "Europe/London")
    let skipped = "lap a at: `2026-03-29T01:30` is a time that clocks skip, and counts as 02:00"
    #expect(log.problemLines == (wall == "2026-03-29T01:30" ? [skipped] : []))
    let times = log.lines.filter { $0.hasPrefix("  ") }.map { $0.split(separator: " ")[0] }
    #expect(times.count == 2 && times[0] == times[1], "\(log.lines)")
    let isWall = !wall.hasSuffix("Z")
    let note = WallTimes(table: "lap", column: "at", zone: "Europe/London", mendable: ["at"])
    #expect(log.problems.wallTimes == (isWall ? [note] : []))
  }

  @Test func `each subject's rows go by its own zone, in whatever order they are stored`() throws {
    let log = try read(
      """
      INSERT INTO ride VALUES ('t', '2026-07-01T09:00', 'Asia/Tokyo'), ('l', '2026-07-01T09:00', NULL),
        ('u', '2026-07-01T09:00', 'No/Where');
      INSERT INTO lap VALUES ('b', 't', '2026-07-01T10:00'), ('a', 't', '2026-07-01T00:30Z'),
        ('c', 'l', '2026-07-01T10:00'), ('d', 'x', '2026-07-01T10:00');
      """, "told", in: "Europe/London")
    #expect(
      log.lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "l: from 1782892800000", "1782896400000 lap c", "t: from 1782864000000", "1782865800000 lap a",
        "1782867600000 lap b", "u: from 1782892800000", "x: in Europe/London", "1782896400000 lap d",
      ], "\(log.lines)")
    #expect(log.problems.wallTimes.map(\.column) == ["at", "begun"])
    #expect(Set(log.problems.wallTimes.map(\.zone)) == ["the zone of each ride"])
  }

  @Test func `where all times have an offset nothing is said`() throws {
    let log = try read(
      "INSERT INTO lap VALUES ('a', 'r', '2026-07-01T09:00+09:00'), ('b', 'r', NULL)", "own", in: "Asia/Tokyo"
    )
    #expect(log.problems.wallTimes == [] && log.lines.contains("  1782864000000 lap a"), "\(log.lines)")
  }

  @Test func `lines of JSON go by the zone that comes before them`() throws {
    let lines = """
      {"subject":"t","attributes":{"zone":"Asia/Tokyo"},"started_at":"2026-07-01T09:00"}
      {"subject":"t","event":"lap","at":"2026-07-01T10:00"}
      {"event":"lap","at":"2026-07-01T10:00","subject":"u"}
      {"event":"lap","at":"2026-07-01 18:00:01 +09:00","subject":"u"}
      """
    var options = JSONLinesReader.Options()
    options.zone = try zone("Europe/London")
    var reader = JSONLinesReader(program: program, zones: zones, options: options, read: chunks(lines))
    var (subject, event) = (SubjectRecord(attributes: [], zone: .utc), Self.noEvent)
    var found: [Int64] = []
    while try reader.nextSubject(&subject, intern: { _ in Value(0) }) {
      if let start = subject.startedAt { found.append(start.milliseconds) }
      while try reader.nextEvent(&event, intern: { _ in Value(0) }) { found.append(event.at.milliseconds) }
    }
    #expect(found == [1_782_864_000_000, 1_782_867_600_000, 1_782_896_400_000, 1_782_896_401_000])
    #expect(reader.problems.wallTimes.map(\.column) == ["started_at", "at"])
  }

  private static let noEvent = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])

  private func object(_ text: String, _ program: Program) throws -> (read: ReadObject, hasWall: Bool) {
    let source = try #require(program.sources.first { $0.name.text == "lines" })
    var reader = ObjectReader(
      program: program, source: source, zone: try zone("Europe/London"), read: chunks(text))
    let read = try reader.next()
    var problems = RowProblems()
    reader.noteTimes(in: &problems, by: nil)
    return (try #require(read), !problems.wallTimes.isEmpty)
  }

  @Test func `objects go by the one zone there is, and where zones differ an offset has to be there`() throws
  {
    let lap = #"{"id":"a","ride":"t","at":"2026-07-01T09:00"}"#
    let alike = try Log.program(
      text.replacing("{ zone: text }", with: "{ mood: text }").replacing("zone = tz", with: "mood = tz"))
    let (read, hasWall) = try object(lap, alike)
    guard case .event(let row)? = read.rows.first else { throw Missing() }
    #expect(row.at.milliseconds == 1_782_892_800_000 && hasWall)
    let refused = try object(lap, program).read
    #expect(refused.rows.isEmpty)
    #expect(refused.problems.first?.cause.contains("has no offset") == true)
    let told = try object(lap.replacing("T09:00", with: " 09:00:00 UTC"), program).read
    guard case .event(let early)? = told.rows.first else { throw Missing() }
    #expect(early.at.milliseconds == 1_782_896_400_000)
  }

  private struct Missing: Error {}
}
