import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import Testing

/// What a studio page carries: it comes back as it was, also for rules that were edited, and damage is noticed.
struct `A page's content` {
  private static let text = """
    subject visit { guests: number = 1, mood: calm | wild = calm, note: text = "none" }
    event entry of visit { kind small { size = 1 }, kind large, size: number = 2, said: text = "", door: front | back = front }
    event leave of visit {}
    rule full { on entry, when count(entry) >= 3, emit warning "{count(entry)} came" }

    """

  private func program(_ text: String) throws -> Program {
    let compilation = compile(("a.pace", text))
    let (program, problems) = (compilation.program, compilation.diagnostics.map(\.message))
    return try #require(program, "\(problems)")
  }

  /// A log with texts, unknown values, kinds, a zone and a given notice.
  private func log(_ program: Program) -> SubjectLog {
    var machine = Machine(Plan(program))
    var log = SubjectLog(
      id: "v1",
      record: SubjectRecord(
        startedAt: Instant(5), endedAt: nil,
        attributes: [Value(3_000_000), Value(1), machine.intern("a {note}")],
        zone: Zone(
          name: "Somewhere", initialOffset: 3_600_000, transitions: [.init(start: -7, offset: -1)]),
        given: [GivenNotice(rule: RuleID(0), at: Instant(90_000))]))
    log.texts = ["a {note}", "hello"]
    let hello = machine.intern("hello")
    log.events += [
      EventRecord(
        event: EventID(0), kind: KindID(1), at: Instant(60_000), values: [.unknown, hello, Value(1)]),
      EventRecord(
        event: EventID(0), kind: nil, at: Instant(60_000), values: [Value(-2_500_000), .unknown, .unknown]),
      EventRecord(event: EventID(1), kind: nil, at: Instant(.max / 4), values: []),
    ]
    log.rows += ["1", "é", ""]
    return log
  }

  private func content(_ program: Program) -> StudioContent {
    var content = StudioContent()
    content.files = [.init(path: "a.pace", bytes: Array(Self.text.utf8))]
    content.roots = ["a.pace"]
    content.preset = "strict"
    content.until = -1
    content.words.start = ["--subject", "v1"]
    content.skippedRows = 3
    content.zone = content.place(of: .utc)
    content.describe(program)
    var interner = Machine(Plan(program))
    content.add(log(program), program, interner: &interner)
    return content
  }

  @Test func `comes back as it was`() throws {
    let program = try program(Self.text)
    let bytes = content(program).bytes
    let read = try #require(StudioContent(bytes: bytes))
    #expect(read.bytes == bytes)
    #expect(read.skippedRows == 3)
    #expect(read.words.start == ["--subject", "v1"])
    var interner = Machine(Plan(program))
    let found = try #require(read.logs(for: program, interner: &interner).first).log
    let expected = log(program)
    #expect(found.id == "v1")
    #expect(found.rows.elementsEqual(expected.rows))
    #expect(found.texts == expected.texts)
    #expect(found.record.zone == expected.record.zone)
    #expect(found.record.startedAt == Instant(5))
    #expect(found.record.endedAt == nil)
    #expect(found.record.attributes == expected.record.attributes)
    #expect(found.record.given.map(\.at) == [Instant(90_000)])
    #expect(found.events.map(\.at) == expected.events.map(\.at))
    #expect(found.events.map(\.kind) == expected.events.map(\.kind))
    #expect(found.events.map(\.values) == expected.events.map(\.values))
  }

  @Test func `is read by other rules as far as they declare it`() throws {
    let read = content(try program(Self.text))
    // `leave` comes first now, `door` has its names the other way round, `size` is gone, `said` a number.
    let edited = try program(
      """
      subject visit { mood: wild | calm = calm }
      event leave of visit {}
      event entry of visit { kind large, door: back | front = front, said: number = 0 }
      rule other { on entry, when count(entry) >= 3, emit warning "x" }

      """)
    var interner = Machine(Plan(edited))
    let log = try #require(read.logs(for: edited, interner: &interner).first).log
    #expect(log.record.attributes == [Value(0)])
    #expect(log.record.given.isEmpty)
    #expect(log.events.map(\.event.index) == [1, 1, 0])
    #expect(log.events.map(\.kind) == [KindID(0), nil, nil])
    #expect(log.events[0].values == [Value(0), .unknown])
    #expect(Array(log.rows) == ["1", "é", ""])
  }

  @Test func `rows that other rules can't take are left out, and attributes have their defaults`() throws {
    let read = content(try program(Self.text))
    let edited = try program(
      """
      subject visit { guests: number = 2 in 0 .. 2, mood: calm | mild = mild, note: text = "none" }
      event entry of visit { kind small, kind huge, size: number in -3 .. 0, said: text }
      rule full { on entry, when count(entry) >= 3, emit warning "x" }

      """)
    var interner = Machine(Plan(edited))
    let (log, unread) = try #require(read.logs(for: edited, interner: &interner).first)
    // One row is large, the other's size is within the range, the third of `leave`.
    #expect(Array(log.rows) == ["é"])
    #expect(log.record.attributes.prefix(2) == [Value(2_000_000), Value(1)])
    #expect([unread.unfitRows, unread.undeclaredRows] == [1, 1])
    #expect(unread.attributes == ["guests", "mood"])
  }

  @Test func `damage is noticed`() throws {
    let bytes = content(try program(Self.text)).bytes
    for count in 0..<bytes.count { #expect(StudioContent(bytes: Array(bytes.prefix(count))) == nil) }
    #expect(StudioContent(bytes: bytes + [0]) == nil)
    // Any byte changed: nothing, or a content whose logs can be read.
    let program = try program(Self.text)
    for place in bytes.indices {
      for other: UInt8 in [0, 1, 0x7F, 0xFF] where other != bytes[place] {
        var damaged = bytes
        damaged[place] = other
        guard let read = StudioContent(bytes: damaged) else { continue }
        var interner = Machine(Plan(program))
        #expect(read.logs(for: program, interner: &interner).count == read.logs.count)
      }
    }
  }
}
