import PaceEngine
import PaceLanguage
import PaceOracle
import PaceStore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct ConnectionTests {
  let scratch: Scratch
  let program: Program

  init() throws {
    scratch = try Scratch()
    program = try Log.program("subject session { }\nevent tick of session { units: number }")
  }

  private func fill(_ rows: Int) throws {
    let writer = try LogWriter(to: scratch.path(), program: program)
    for row in 0..<rows {
      try writer.add(
        event: EventID(0), id: "\(row)", subject: "s\(row % 9)", at: Instant(Int64(row)),
        fields: [.value(Value(Int64(row) * 1_000_000))])
    }
    try writer.commit()
  }

  @Test func `A missing file, a folder, an empty file and one of another sort are told apart`() throws {
    expectFailure(.missing) { _ = try Connection.reading(scratch.path("none.db")) }
    expectFailure(.directory) { _ = try Connection.reading(scratch.folder) }
    expectFailure(.directory) { _ = try Connection.writing(scratch.folder) }
    let empty = try scratch.write([])
    expectFailure(.empty) { _ = try Connection.reading(empty) }
    let other = try scratch.write(Array("subject,at\n".utf8) + [UInt8](repeating: 65, count: 5_000))
    let error = expectFailure(.notADatabase) { _ = try Connection.reading(other) }
    #expect(error?.message.contains(other) == true && error?.help != nil)
    expectFailure(.notADatabase) { _ = try Connection.writing(other) }
  }

  @Test func `Errors name the file`() throws {
    let path = scratch.path("none.db")
    #expect(throws: StoreError(.missing, "no file `\(path)`", help: "check the path")) {
      _ = try Connection.reading(path)
    }
  }

  @Test func `A truncated file is damaged`() throws {
    try fill(2_000)
    let bytes = try scratch.bytes()
    let path = try scratch.write(Array(bytes[..<(bytes.count / 2 / 4_096 * 4_096)]))
    expectFailure(.corrupt) { _ = try Log.read(path, program) }
    let stump = try scratch.write(Array(bytes[..<700]))
    #expect(throws: StoreError.self) { _ = try Log.read(stump, program) }
  }

  @Test func `A locked file is an error after a while`() throws {
    try fill(3)
    let holder = try Connection.writing(scratch.path())
    try holder.execute("BEGIN EXCLUSIVE")
    let error = expectFailure(.locked) { _ = try Log.read(scratch.path(), program) }
    #expect(error?.message.contains("locked by another process") == true)
    try holder.execute("COMMIT")
    #expect(try Log.read(scratch.path(), program).lines.count == 6)
  }

  @Test func `A reader sees one state while another connection writes`() throws {
    try fill(3)
    let writer = try Connection.writing(scratch.path())
    try writer.execute("PRAGMA journal_mode = WAL")
    let reading = try Connection.reading(scratch.path())
    let layout = try Layout(for: program, in: reading)
    var reader = try LogReader(reading, program: program, layout: layout, zones: ZoneDirectory())
    try writer.execute("INSERT INTO tick (id, session, at) VALUES ('new', 's9', 1)")
    var subject = SubjectRecord(attributes: [], zone: .utc)
    var subjects: [String] = []
    while try reader.nextSubject(&subject, intern: { _ in .unknown }) { subjects.append(reader.subject) }
    #expect(subjects == ["s0", "s1", "s2"])
    #expect(try Log.read(scratch.path(), program).lines.count == 8)
  }

  @Test func `Reading leaves the file as it is`() throws {
    try fill(3)
    let before = try scratch.bytes()
    _ = try Log.read(scratch.path(), program)
    #expect(try scratch.bytes() == before)
    #expect(throws: StoreError.self) {
      try Connection.reading(scratch.path()).execute("DELETE FROM tick")
    }
  }

  @Test func `Names with quotes and marks are taken as they are`() throws {
    let path = scratch.path("o'clock ?#%20 \"log\".db")
    try Log.make(path, "CREATE TABLE tick (at, session); INSERT INTO tick VALUES (1, 'it''s')")
    #expect(try Log.read(path, program).lines == ["it's:", "  1 tick 1"])
  }

  @Test func `A full disk is an error`() throws {
    try fill(3)
    let connection = try Connection.writing(scratch.path())
    try connection.execute("PRAGMA max_page_count = 8")
    expectFailure(.full) {
      try connection.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
        INSERT INTO tick (id, session, at) SELECT 'n' || i, 'full', i FROM n
        """)
    }
    #expect(try Log.read(scratch.path(), program).lines.count == 6)
  }

  @Test func `Pages with wrong bytes give errors or problems, and never a trap`() throws {
    try fill(600)
    let good = try scratch.bytes()
    var generator = SplitMix64(7)
    var failures = 0
    for _ in 0..<120 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let start = Int.random(in: 0..<bytes.count, using: &generator)
        for place in start..<min(bytes.count, start + Int.random(in: 1...40, using: &generator)) {
          bytes[place] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      let path = try scratch.write(bytes, to: "bad.db")
      for order in [LogReader.Options.Order.verified, .optimistic] {
        do { _ = try Log.read(path, program, order: order) } catch is StoreError { failures += 1 }
      }
    }
    #expect(failures > 0)
  }
}
