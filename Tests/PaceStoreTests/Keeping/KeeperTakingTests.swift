import PaceEngine
import PaceLanguage
import PaceStore
import Testing

/// An app may hand over objects that it has read by itself.
struct `A keeper takes what it can keep of objects` {
  private static let start = Instant(SmallLog.now.milliseconds - 3_600_000)

  private static func row(
    _ id: String, event: Int = 0, kind: Int? = 0, subject: String? = "a", at: Instant = start,
    _ fields: [Constant?] = []
  ) -> ObjectRow {
    .event(
      ObjectRow.Event(
        event: EventID(event), id: id, isIDMade: false, subject: subject, at: at,
        kind: kind.map { KindID($0) },
        fields: fields, device: nil))
  }

  private static func subject(
    _ id: String, from start: Instant? = start, to end: Instant? = nil, _ attributes: [Constant?] = []
  ) -> ObjectRow {
    .subject(ObjectRow.Subject(id: id, startedAt: start, endedAt: end, attributes: attributes))
  }

  private static func goal(_ attribute: Int, _ value: Constant) -> ObjectRow {
    .settings([ObjectRow.Setting(name: "goal", value: .attribute(AttributeID(attribute), value))])
  }

  private static func kind(_ event: Int, _ kind: Int, _ size: Int64?) -> ObjectRow.Kind {
    ObjectRow.Kind(
      event: EventID(event), kind: KindID(kind), label: nil, isEnabled: nil, order: nil,
      fields: [size.map { .value(Value($0)) }])
  }

  /// Takes objects, each of some rows, and gives the tally and the reasons for which any were skipped.
  private func take(
    _ objects: [[ObjectRow]], _ log: inout SmallLog, isExport: Bool = false
  ) throws -> (tally: ImportTally, problems: [String]) {
    var rest = objects.enumerated().map { ReadObject(place: .line($0.offset + 1), rows: $0.element) }[...]
    var problems: [String] = []
    let imported = try log.keeper.take(
      isExport: isExport, tell: { (problem) throws(KeepingError) in problems.append(problem.text) }
    ) { () throws(KeepingError) in rest.popFirst() }
    return (imported.tally, problems)
  }

  @Test func `one that can't be kept is skipped with all its rows, named and counted`() throws {
    var log = try SmallLog()
    let early = Instant(Self.start.milliseconds - 1)
    let bad: [[ObjectRow]] = [
      [Self.row("b1"), Self.row("b2", [.value(Value(99_000_000))])],
      [Self.row("", [])], [Self.row("b3", subject: "")], [Self.row("b4", at: Instant(.max))],
      [Self.row("b5", [.text("x")])], [Self.subject("b6", to: early)],
      [Self.subject("b7", to: Instant(.max))], [Self.subject("b8", [nil, .value(Value(99_000_000))])],
      [Self.goal(1, .value(Value(99_000_000)))],
      [.settings([ObjectRow.Setting(name: "goal", value: .text("many"))])],
    ]
    let (tally, problems) = try take([[Self.row("g1")]] + bad + [[Self.row("g2")]], &log)
    #expect(problems.count == bad.count, "\(problems)")
    #expect(problems.first == "line 2: `e.size` takes a number in 0 .. 50, not `99`")
    #expect(tally.total == bad.count + 2)
    #expect(tally.skipped == bad.count)
    #expect(tally.added.map { "\($0.sort) \($0.count)" } == ["e 2"])
    #expect(try SmallLog.ids(in: log.path) == ["g1", "g2", log.row.id])
    #expect(try log.keeper.file.settings.history().isEmpty)
  }

  @Test func `ids of other rules are refused, and nothing is written`() throws {
    var log = try SmallLog()
    for foreign in [
      Self.row("f", event: 7), Self.row("f", kind: 70), Self.row("f", [nil, nil, nil]),
      Self.subject("f", [nil, nil, nil]), Self.goal(9, .value(Value(1))), .kinds([Self.kind(7, 0, nil)]),
      .kinds([Self.kind(0, 70, nil)]),
    ] {
      #expect(refusal { _ = try take([[Self.row("g")], [foreign]], &log) } == .unknownName, "\(foreign)")
    }
    #expect(try SmallLog.ids(in: log.path) == [log.row.id])
  }

  @Test func `values that are left out at the end are not given`() throws {
    var log = try SmallLog()
    let (tally, _) = try take([[Self.subject("a", [.value(Value(1))])], [Self.row("g", [])]], &log)
    #expect(tally.skipped == 0)
    guard case .row(let row) = try log.keeper.target("g") else { return }
    #expect(row.fields == [.value(Value(1_000_000)), nil])
  }

  @Test func `of a catalogue only bad items are skipped`() throws {
    var log = try SmallLog()
    var unordered = Self.kind(0, 0, nil)
    unordered.order = .unknown
    let items = [Self.kind(0, 0, 99_000_000), Self.kind(0, 0, 5_000_000), unordered]
    let (tally, problems) = try take([[.kinds(items)]], &log)
    #expect(
      problems == [
        "line 1, item 1: `e.size` takes a number in 0 .. 50, not `99`",
        "line 1, item 3: `order` can't be unknown",
      ])
    #expect(tally.skipped == 2)
    #expect(try log.keeper.file.catalogue.entries()[0].values[0] == .value(Value(5_000_000)))
  }

  /// The only subject is never gone: NULLs with the stamp of the deletion stand for its values, and not in a row.
  @Test func `values that were deleted stay so, and later ones are taken`() throws {
    let folder = try Scratch()
    let program = try Pack(text: "subject s { goal: number = 2 }\nevent e of s { }\n").program
    let file = try folder.makeLog(program)
    var keeper = try Keeper(file, zone: .utc, zones: ZoneDirectory(), clock: SmallLog.now)
    func take(_ start: Instant, goal: Int64) throws -> String {
      let row = Self.subject("me", from: start, [.value(Value(goal * 1_000_000))])
      var rest = [ReadObject(place: .line(1), rows: [row])]
      let tally = try keeper.take { () throws(KeepingError) in rest.popLast() }.tally
      let found = try Connection.reading(file.path).prepare("SELECT started_at || ' ' || goal FROM s")
      let values = try found.step() ? found.text(0) ?? "NULL" : "no row"
      return "\(tally.added.count) \(tally.changed) \(tally.known) \(values)"
    }
    #expect(try take(Self.start, goal: 5) == "1 0 0 \(Self.start.milliseconds) 5.0")
    _ = try keeper.deleteData(.all, forgets: false)
    #expect(try take(Self.start, goal: 5) == "1 0 0 NULL")
    #expect(try take(Self.start, goal: 6) == "0 0 1 NULL")
    let later = Instant(SmallLog.now.milliseconds + 60_000)
    #expect(try take(later, goal: 7) == "0 1 0 \(later.milliseconds) 7.0")
  }

  @Test func `in an export subjects may end before they start`() throws {
    var log = try SmallLog()
    let backward = [Self.subject("a", to: Instant(Self.start.milliseconds - 1))]
    #expect(try take([backward], &log, isExport: true).tally.skipped == 0)
  }
}
