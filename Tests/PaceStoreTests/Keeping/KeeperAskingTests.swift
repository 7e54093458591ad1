import PaceEngine
import PaceLanguage
import PaceStore
import Testing

/// What an app can ask a keeper and a log's notices.
struct KeeperAskingTests {
  private static let now = SmallLog.now
  private let folder: Scratch
  private var path: String { folder.path("log.db") }

  init() throws { folder = try Scratch() }

  private func later(_ minutes: Int64) -> Instant { Instant(Self.now.milliseconds + minutes * 60_000) }

  private func make(_ program: Program, zone: String? = nil) throws -> LogFile {
    try folder.makeLog(program) { $0.zone = zone }
  }

  private func log(_ subject: String? = nil, _ keeper: inout Keeper) throws -> KeptRow {
    var row = NewRow(event: EventID(0), kind: nil, fields: [])
    row.subject = subject
    guard case .written(let written) = try keeper.log(row) else {
      throw Log.Failure(description: "no row was written")
    }
    return written.row
  }

  private static let days = """
    subject day per day { }
    event e of day { }
    rule r { on e, emit note "x" }
    """

  // MARK: What comes next

  /// The search goes on in steps, of which these are the first.
  @Test(arguments: [6, 24, 96, 384] as [Int64])
  func `A level that stands to the end falls a millisecond after it, however far ahead`(hours: Int64) throws {
    let text = """
      subject s { ends after \(hours) h without e }
      event e of s { }
      scale load = low < high
      rule r { when count(e) >= 1, raise load to high }
      """
    var keeper = try Keeper(
      try make(try Pack(text: text).program), zone: .utc, zones: ZoneDirectory(), clock: Self.now)
    _ = try log(nil, &keeper)
    for early in -1...0 as ClosedRange<Int64> {
      keeper.clock = Instant(Self.now.milliseconds - early)
      let status = try #require(try keeper.status().status)
      let end = Instant(Self.now.milliseconds + hours * 3_600_000)
      #expect(status.end == end)
      #expect(status.scales.map(\.until) == [end.next], "\(early)")
      #expect(status.next == end.next)
    }
  }

  // MARK: Zones

  @Test func `A keeper goes by the file's zone, else by the calendar's, else by UTC`() throws {
    // 02:00 in UTC, the evening before in New York.
    let two = Instant(1_795_485_600_000)
    for (zone, calendar, name, day) in [
      ("America/New_York", "", "America/New_York", "2026-11-23"),
      ("America/New_York", #"calendar { zone "Asia/Tokyo" }"#, "America/New_York", "2026-11-23"),
      (nil, #"calendar { zone "Asia/Tokyo" }"#, "Asia/Tokyo", "2026-11-24"), (nil, "", "UTC", "2026-11-24"),
    ] {
      let program = try Pack(text: "\(Self.days)\n\(calendar)\n").program
      let folder = try Scratch()
      let file = try folder.makeLog(program) { $0.zone = zone }
      var keeper = try Keeper(file, zones: ZoneDirectory(), clock: two)
      #expect(keeper.zone.name == name)
      #expect(try log(nil, &keeper).subject == day, "\(name)")
      #expect(try Keeper(file, zone: .utc, zones: ZoneDirectory(), clock: two).zone == .utc)
    }
  }

  @Test func `A zone that the system doesn't have is an error`() throws {
    let file = try make(try Pack(text: Self.days).program, zone: "Asia/Tokyo")
    let none = ZoneDirectory(folders: [])
    #expect(storeError { _ = try Keeper(file, zones: none, clock: Self.now) } == .data)
    #expect(storeError { _ = try Keeper(file, zone: .utc, zones: none, clock: Self.now) } == nil)
  }

  @Test(arguments: ["Mars", "", "../etc/passwd"])
  func `A subject takes no zone that there isn't`(_ name: String) throws {
    let program = try Pack(text: "subject s { zone: text, ends after 3 h without e }\nevent e of s { }\n")
      .program
    var keeper = try Keeper(make(program), zones: ZoneDirectory(), clock: Self.now)
    let zone = AttributeID(0)
    func start(_ id: String, _ name: String) throws {
      _ = try keeper.start(id, at: Self.now, [.text(name)], isBeside: true, isForced: false)
    }
    try start("a", "Asia/Tokyo")
    #expect(refusal { try start("b", name) } == .unknownZone)
    #expect(refusal { _ = try keeper.set([(zone, .text(name))], reachesOpen: true) } == .unknownZone)
    let edit = Edit(column: "zone", value: .text(name), .text, program)
    #expect(refusal { _ = try keeper.edit(.subject("a"), [edit]) } == .unknownZone)
    #expect(
      refusal { _ = try keeper.edit(.subject("a"), [Edit(column: "zone", text: name)]) } == .unknownZone)
    #expect(try keeper.status(subject: "a").zone.name == "Asia/Tokyo")
    #expect(refusal { _ = try keeper.set([(zone, nil)], reachesOpen: true) } == nil)
    #expect(refusal { _ = try keeper.set([(zone, .text("Europe/Paris"))], reachesOpen: true) } == nil)
  }

  // MARK: Notices

  @Test func `The notices of a subject are listed until they are withdrawn`() throws {
    var log = try SmallLog()
    let subject = log.row.subject
    #expect(try log.keeper.notices(of: subject).map(\.rule) == ["r"])
    #expect(try log.keeper.notices(of: String(subject.prefix(6))).map(\.message) == ["x"])
    #expect(refusal { _ = try log.keeper.notices(of: "nobody") } == .noSubject(mayStart: false))
    #expect(try log.keeper.undo().withdrawn.map(\.rule) == ["r"])
    #expect(try log.keeper.notices(of: subject).isEmpty)
  }

  @Test func `The notices of a day are those of its instants in the zone`() throws {
    let program = try Pack(text: Self.days).program
    var keeper = try Keeper(
      make(program, zone: "America/New_York"), zones: ZoneDirectory(), clock: Instant(1_795_485_600_000))
    let day = try log(nil, &keeper).subject
    #expect(try keeper.notices(of: day).count == 1)
    let table = try #require(try NoticeTable(in: Database(path), program: program))
    #expect(try table.all(of: day, zone: keeper.zone).count == 1)
    #expect(try table.all(of: day, zone: .utc).isEmpty)
  }

  @Test func `The notices of another pack's log are refused, and a column that is missing is no text`() throws
  {
    let log = try SmallLog()
    let other = try Pack(text: "subject x { }\nevent e of x { }\n").program
    #expect(storeError { _ = try NoticeTable(in: Database(log.path), program: other) } == .otherLog)
    let connection = try Connection.writing(log.path)
    try connection.execute("DROP INDEX _notice_by_subject; ALTER TABLE notice RENAME COLUMN s TO t")
    let table = try NoticeTable(in: Database(log.path), program: log.program)
    #expect(throws: StoreError.self) { try table?.all(of: "s", zone: .utc) }
  }

  // MARK: Subjects

  @Test func `What comes next is the least of all open subjects, also of those that a status doesn't show`()
    throws
  {
    let program = try Pack(
      text: """
        subject s { ends after 3 h without e }
        event e of s { }
        scale pace = low < high
        rule busy {
          when count(e, last 10 min) >= 1
          raise pace to high
        }
        """
    ).program
    var keeper = try Keeper(make(program), zones: ZoneDirectory(), clock: Self.now)
    #expect(try keeper.nextInstant() == nil)
    _ = try keeper.start("a", at: Self.now, [], isBeside: true, isForced: false)
    _ = try log("a", &keeper)
    keeper.clock = later(5)
    _ = try keeper.start("b", at: later(5), [], isBeside: true, isForced: false)
    let status = try keeper.status()
    #expect(status.subject == "b" && status.status?.next == nil)
    #expect(try keeper.nextInstant() == Instant(later(10).milliseconds + 1))
    #expect(try keeper.notify().compactMap(\.told.status.next).min() == keeper.nextInstant())
    _ = try log("b", &keeper)
    #expect(try keeper.nextInstant(at: later(11)) == Instant(later(15).milliseconds + 1))
  }

  @Test func `All subjects are listed, and each has its log`() throws {
    var small = try SmallLog()
    _ = try small.keeper.start("a", at: Self.now, [.value(Value(1))], isBeside: true, isForced: false)
    let subjects = try small.keeper.subjects()
    #expect(Set(subjects) == ["a", small.row.subject] && subjects == subjects.sorted())
    let log = try small.keeper.subjectLog(of: small.row.subject)
    #expect(Array(log.rows) == [small.row.id] && log.events.count == 1)
    #expect(log.notices?.map(\.rule) == ["r"] && log.record.given.count == 1)
    var machine = Machine(Plan(small.program))
    #expect(try log.due(at: later(1), in: &machine).status.isOpen)
    let started = try small.keeper.subjectLog(of: "a")
    #expect(started.start == Self.now && started.events.isEmpty && started.notices?.isEmpty == true)
    // It is the log that the reader of the commands hands over.
    let connection = try Connection.reading(small.path)
    let layout = try Layout(for: small.program, in: connection)
    var reader = try LogReader(
      connection, program: small.program, layout: layout, zones: small.zones)
    var read: [String] = []
    while let log = try reader.nextLog(intern: { _ in .unknown }) { read.append(log.id) }
    #expect(read == subjects)
  }

  @Test func `Days are listed whether they have a row of their own or not`() throws {
    let program = try Pack(text: Self.days).program
    let file = try make(program)
    try Connection.writing(path).execute(
      "INSERT INTO e (id, at) VALUES ('x', \(Self.now.milliseconds - 3 * 86_400_000))")
    var keeper = try Keeper(file, zones: ZoneDirectory(), clock: Self.now)
    let day = try log(nil, &keeper).subject
    let days = try keeper.subjects()
    #expect(days.count == 2 && days.last == day)
    let log = try keeper.subjectLog(of: days[0])
    #expect(Array(log.rows) == ["x"] && log.record.lastInstant != nil && log.until == nil)
  }
}
