import PaceEngine
import PaceLanguage
import PaceStore
import Testing

/// Rows that are handed over as they were decoded, held against events that are read one by one.
struct FlatRowsTests {
  private static let text = """
    subject session { mood: text }
    event drink of session {
      units: number = 1 in 0 .. 50
      strong: bool = no
      kind beer { units = 1 }
      kind shot { units = 2 }
    }
    """

  private static func reader(
    _ path: String, _ program: Program, keepsIDs: Bool = false
  ) throws -> LogReader {
    let connection = try Connection.reading(path)
    let layout = try Layout(for: program, in: connection)
    var options = LogReader.Options()
    options.keepsIDs = keepsIDs
    return try LogReader(
      connection, program: program, layout: layout, zones: ZoneDirectory(), options: options)
  }

  private static func givesRows(_ path: String, _ program: Program, keepsIDs: Bool = false) throws -> Bool {
    let reader = try reader(path, program, keepsIDs: keepsIDs)
    return reader.givesRows
  }

  /// Subjects of no row, of one, and of more than are read at a time.
  private static func log() throws -> (scratch: Scratch, program: Program) {
    let scratch = try Scratch()
    try Log.make(
      scratch.path(),
      """
      CREATE TABLE session(id TEXT PRIMARY KEY, mood TEXT);
      INSERT INTO session VALUES ('a', 'calm'), ('b', NULL), ('c', 'wild');
      CREATE TABLE drink(id INTEGER PRIMARY KEY, session TEXT, at INTEGER, kind TEXT, units REAL, strong INTEGER);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
      INSERT INTO drink SELECT i, CASE WHEN i = 1 THEN 'a' ELSE 'c' END, 1000 * i,
        CASE i % 3 WHEN 0 THEN 'beer' WHEN 1 THEN 'shot' END, CASE WHEN i % 4 = 0 THEN i % 50 + 0.5 END,
        CASE WHEN i % 5 = 0 THEN 1 END FROM n;
      INSERT INTO drink VALUES (900, 'c', 'soon', 'beer', 1, 1);
      """)
    return (scratch, try Log.program(text))
  }

  @Test func `They hold what events hold`() throws {
    let (scratch, program) = try Self.log()
    var subject = SubjectRecord(attributes: [], zone: .utc)
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    var expected: [[Int64]] = []
    var names: [String] = []
    var reader = try Self.reader(scratch.path(), program)
    #expect(try Self.givesRows(scratch.path(), program))
    while try reader.nextSubject(&subject, intern: { _ in Value(0) }) {
      names.append(reader.subject)
      var words: [Int64] = []
      while try reader.nextEvent(&event, intern: { _ in Value(0) }) {
        words += [event.at.milliseconds, event.kind.map { Int64($0.index) } ?? -1] + event.values.map(\.bits)
      }
      expected.append(words)
    }
    #expect(names == ["a", "b", "c"])
    #expect(expected.map { $0.count / 4 } == [1, 0, 699])
    let problems = try reader.problems()

    var rows = try Self.reader(scratch.path(), program)
    for own in expected {
      #expect(try rows.nextSubject(&subject, intern: { _ in Value(0) }))
      var words: [Int64] = []
      while try rows.nextRows({ span, stride, values, event in
        #expect(event == EventID(0))
        #expect(stride >= 4 && values == 2 && span.count % stride == 0 && !span.isEmpty)
        for row in Swift.stride(from: 0, to: span.count, by: stride) {
          words += [span[row], max(span[row + 1], -1), span[row + 2], span[row + 3]]
        }
      }) {}
      #expect(words == own)
    }
    #expect(try !rows.nextSubject(&subject, intern: { _ in Value(0) }))
    #expect(problems.skippedRows == 1)
    #expect(try rows.problems().skippedRows == 1)
  }

  @Test func `They are not to be had where there is more to a row than its words`() throws {
    let (scratch, program) = try Self.log()
    #expect(try !Self.givesRows(scratch.path(), program, keepsIDs: true))
    let other = try Log.program(Self.text.replacing("strong: bool = no", with: "strong: text"))
    #expect(try !Self.givesRows(scratch.path(), other))
  }
}
