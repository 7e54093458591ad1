import PaceEngine
import PaceLanguage
import PaceStore
import Testing

/// A keeper reads the logs of many subjects one after the other.
struct SubjectReadingTests {
  private static let number = "7"
  private static let uuid = "0b7d3a52-6a1f-4c51-9d5a-3f8b1f0c9e11"

  /// What was read of a subject.
  private struct Reading: Equatable {
    var times: [Int64]
    var ids: [String]
    var texts: [String]
    var startedAt: Instant?

    init(_ subject: String, by keeper: inout Keeper) throws {
      let log = try keeper.subjectLog(of: subject)
      times = log.events.map(\.at.milliseconds)
      ids = log.rows.indices.map { log.rows[$0] }
      texts = log.texts
      startedAt = log.record.startedAt
    }
  }

  private let folder: Scratch
  private let program: Program
  private let path: String

  init() throws {
    folder = try Scratch()
    program = try Pack(text: "subject s { mood: text }\nevent e of s { note: text }\n").program
    path = try folder.makeLog(program).path
    let connection = try Connection.writing(path)
    try connection.execute(
      """
      INSERT INTO s (id, started_at, mood) VALUES ('a', 5, 'calm'), ('\(Self.uuid)', 6, NULL);
      INSERT INTO e (id, s, at, note) VALUES ('a2', 'a', 20, 'x'), ('a1', 'a', 10, 'y'), ('a0', 'a', 10, 'y'),
        ('n1', '7', 30, NULL), ('u2', '\(Self.uuid)', 50, 'z'), ('u1', '\(Self.uuid)', 40, 'calm'),
        ('b1', 'b', 'never', 'x'), ('b2', 'b', 60, 'x');
      """)
  }

  private func keeper() throws -> Keeper {
    try Keeper(
      try LogFile(opening: path, program: program), zone: .utc, zones: ZoneDirectory(), clock: SmallLog.now)
  }

  /// Without the index, rows come in no order; ids that may be numbers or UUIDs need queries of their own.
  @Test(arguments: [true, false])
  func `Each is read as if it were the only one`(hasIndex: Bool) throws {
    if !hasIndex { try Connection.writing(path).execute("DROP INDEX e_by_s") }
    var keeper = try keeper()
    for subject in ["a", "b", Self.number, "a", Self.uuid, "b", "a", Self.uuid, Self.number] {
      var other = try self.keeper()
      let alone = try Reading(subject, by: &other)
      #expect(try Reading(subject, by: &keeper) == alone, "\(subject)")
    }
    #expect(keeper.problems.skippedRows == 1)
    let first = try Reading("a", by: &keeper)
    #expect(first.ids == ["a0", "a1", "a2"] && first.times == [10, 10, 20] && first.texts.count == 3)
  }

  @Test func `A row that comes between two readings is in the second`() throws {
    var keeper = try keeper()
    #expect(try Reading("a", by: &keeper).ids.count == 3)
    try Connection.writing(path).execute("INSERT INTO e (id, s, at) VALUES ('a3', 'a', 15)")
    #expect(try Reading("a", by: &keeper).times == [10, 10, 15, 20])
  }

  @Test func `What was read keeps no lock`() throws {
    var keeper = try keeper()
    _ = try Reading("a", by: &keeper)
    let other = try Connection.writing(path, busyTimeout: 0)
    try other.execute("DELETE FROM e WHERE s = 'b'; PRAGMA wal_checkpoint(TRUNCATE); VACUUM")
    #expect(try Reading("a", by: &keeper).ids.count == 3)
  }
}
