import Foundation
import PaceEngine
import PaceLanguage
import PaceStore
import Testing

/// Values at the edge of what can be read, and just beyond it.
struct ValueEdgeTests {
  private let scratch: Scratch
  private let program: Program

  init() throws {
    scratch = try Scratch()
    program = try Log.program(
      """
      subject ride { }
      event lap of ride { took: duration in 1 h .. 10 h, wet: bool }
      source own {
        lap from lap { id = id, ride = ride, at = at as iso8601, took = took as hh_mm_ss, wet = wet }
      }
      """)
  }

  /// A row with one value of its own, as the log's line says it, or what is wrong with it.
  private func read(_ column: String, _ value: String) throws -> String {
    var values = ["id": "'a'", "at": "'2026-03-01T00:00:00Z'", "took": "NULL", "wet": "NULL"]
    values[column] = value
    let path = scratch.path("\(UUID().uuidString).db")
    let names = values.keys.sorted()
    try Log.make(
      path,
      """
      CREATE TABLE lap (id, ride, at, took, wet);
      INSERT INTO lap (ride, \(names.joined(separator: ", ")))
        VALUES ('r', \(names.compactMap { values[$0] }.joined(separator: ", ")));
      """)
    let log = try Log.read(path, program, source: "own")
    return log.problemLines.first ?? log.lines.last ?? ""
  }

  @Test(arguments: [
    ("23:59:59.999Z", 86_399_999), ("10:00:00.0005Z", 36_000_000), ("10:00:00.00051Z", 36_000_001),
    ("10:00:00.0015Z", 36_000_002), ("10:00:00.0025Z", 36_000_002), ("10:00+05:59", 14_460_000),
    ("00:00:59Z", 59_000), ("00:59Z", 3_540_000), ("23:59-00:00", 86_340_000),
    ("23:59:59.9999Z", 86_400_000), ("23:59:59.9999", 86_400_000),
  ])
  func `a time is read to its last place, and half a millisecond goes to the even one`(
    time: String, milliseconds: Int64
  ) throws {
    let midnight: Int64 = 1_772_323_200_000
    #expect(try read("at", "'2026-03-01T\(time)'") == "  \(midnight + milliseconds) lap a")
  }

  @Test(arguments: ["24:00Z", "24:00:00Z", "10:60Z", "10:00:60Z", "10:00+05:60", "10:00+24:00", "10:00.5Z"])
  func `a time that no clock shows is told`(time: String) throws {
    #expect(try read("at", "'2026-03-01T\(time)'").hasPrefix("lap a at: "), "\(time)")
  }

  @Test(arguments: [
    ("07:30:00 +01:00", 23_400_000), ("07:30:00 +0100", 23_400_000), ("07:30:00.5 -01", 30_600_500),
    ("07:30 +00:00", 27_000_000), ("07:30:00 UTC", 27_000_000), ("07:30:00 Z", 27_000_000),
  ])
  func `one blank may stand before an offset`(time: String, milliseconds: Int64) throws {
    let midnight: Int64 = 1_772_323_200_000
    for separator in ["T", " "] {
      #expect(try read("at", "'2026-03-01\(separator)\(time)'") == "  \(midnight + milliseconds) lap a")
    }
  }

  @Test(arguments: [
    "07:30  +01:00", "07:30  UTC", "07:30  Z", "07:30 ", "07:30Z ", "07:30 +1:00", "07:30+1:00",
    "07:30 + 01:00",
    "07:30 +01:00 ", "07:30Z+01:00", "07:30 U+01:00", "07:30UTC", "07:30 utc", "07:30 UT", "07:30 UTC+01:00",
    "07:30 GMT", "07:30\t+01:00",
  ])
  func `no other blank or name of a zone may stand after a time`(time: String) throws {
    #expect(try read("at", "'2026-03-01 \(time)'").hasPrefix("lap a at: "), "\(time)")
  }

  @Test(arguments: ["07:30 ", "07:30Z ", " 07:30 +01:00"])
  func `a blank before or after a time is told, and how to take it away`(time: String) throws {
    let text = time.hasPrefix(" ") ? " 2026-03-01\(time)" : "2026-03-01 \(time)"
    let cause = "is a time with a blank before or after it; in a view, `trim(at)` takes it away"
    #expect(try read("at", "'\(text)'") == "lap a at: `\(text)` \(cause)")
  }

  @Test func `both ends of a range can be read, whatever a value is written as`() throws {
    #expect(try read("took", "'1:00'").hasSuffix("took=1 h"))
    #expect(try read("took", "'10:00'").hasSuffix("took=10 h"))
    for value in ["'0:59:59.999'", "'10:00:00.001'"] {
      #expect(try read("took", value).hasPrefix("lap a took: "), "\(value)")
    }
  }

  @Test func `yes and no may be stored as reals`() throws {
    #expect(try read("wet", "1.0").hasSuffix("wet=yes"))
    #expect(try read("wet", "0.0").hasSuffix("wet=no"))
    #expect(try read("wet", "2").hasPrefix("lap a wet: "))
  }

  @Test func `sixteen bytes are an id, fifteen and seventeen are none`() throws {
    let bytes = "000102030405060708090A0B0C0D0E0F"
    #expect(
      try read("id", "x'\(bytes)'") == "  1772323200000 lap 00010203-0405-0607-0809-0a0b0c0d0e0f")
    for other in [String(bytes.dropLast(2)), bytes + "10"] {
      #expect(!(try read("id", "x'\(other)'")).hasPrefix("  "), "\(other)")
    }
  }

  // MARK: Zones

  /// A zone file with no changes but a rule at its end.
  private func zone(_ rule: String) throws -> Zone {
    func block(_ version: UInt8) -> [UInt8] {
      let counts: [UInt8] = [0, 0, 0, 0, 1, 4]
      let head = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
      return head + counts.flatMap { [0, 0, 0, $0] } + [0, 0, 0, 0, 0, 0] + Array("UTC\0".utf8)
    }
    let folder = scratch.path("zones")
    try FileManager.default.createDirectory(atPath: folder + "/Test", withIntermediateDirectories: true)
    let bytes = block(0x32) + block(0x32) + Array("\n\(rule)\n".utf8)
    try Data(bytes).write(to: URL(fileURLWithPath: folder + "/Test/Place"))
    var zones = ZoneDirectory(folders: [folder])
    let zone = zones.zone(named: "Test/Place")
    return try #require(zone)
  }

  /// The days of a year on which a zone's clocks change, as month and day.
  private func changes(_ rule: String, in year: Int64) throws -> [[Int64]] {
    try zone(rule).transitions.compactMap { change in
      let date = CivilDate(dayNumber: change.start / 86_400_000)
      return date.year == year ? [date.month, date.day] : nil
    }
  }

  @Test func `the last week of a month is in that month, and a Julian day counts no leap day`() throws {
    // The 1st of February 2032 is a Sunday: the fifth would be the 29th, which that year has; in 2026 the 1st of March.
    #expect(try changes("AAA0BBB,M2.5.0/12,M10.1.0/12", in: 2032).first == [2, 29])
    #expect(try changes("AAA0BBB,M2.5.0/12,M10.1.0/12", in: 2026).first == [2, 22])
    for year in [2027, 2028] as [Int64] {
      #expect(try changes("AAA0BBB,J59/12,J300/12", in: year).first == [2, 28])
      #expect(try changes("AAA0BBB,J60/12,J300/12", in: year).first == [3, 1])
    }
    #expect(try changes("AAA0BBB,59/12,J300/12", in: 2028).first == [2, 29])
  }

  @Test(
    arguments: [
      ("number", "", "'0.5'", nil),
      ("number", "", "' 7'", "` 7` is not a number"),
      ("duration", " as minutes", "'7'", nil), ("bool", "", "'1'", nil),
      ("bool", "", "'wahr'", "`wahr` is not 0 or 1"),
    ] as [(String, String, String, String?)])
  func `a number that is stored as a text says so`(
    type: String, form: String, value: String, cause: String?
  ) throws {
    let program = try Log.program(
      """
      subject ride { }
      event lap of ride { size: \(type) }
      source own { lap from lap { id = id, ride = ride, at = at as unix_seconds, size = size\(form) } }
      """)
    let path = scratch.path("texts.db")
    try Log.make(
      path,
      """
      CREATE TABLE lap (id, ride, at, size);
      INSERT INTO lap VALUES ('a', 'r', 1767225600, \(value)), ('b', 'r', '1767225600', NULL);
      """)
    let log = try Log.read(path, program, source: "own")
    func text(_ number: String, _ column: String) -> String {
      "`\(number)` is a text, not a number; in a database, `CAST(\(column) AS NUMERIC)` in a view makes it one, and 0 of words"
    }
    let number = value.replacingOccurrences(of: "'", with: "")
    #expect(
      log.problemLines == [
        "lap a size: \(cause ?? text(number, "size"))", "lap b at: \(text("1767225600", "at"))",
      ])
  }
}
