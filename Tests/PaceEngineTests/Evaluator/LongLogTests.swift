import PaceEngine
import PaceLanguage
import Testing

@Suite("a log of more rows than a column begins with")
struct LongLogTests {
  private static let text = """
    subject visit { }
    event a of visit { size: number }
    rule r {
      on a
      emit note "{median(a.size)} {median(a.size, last 50 events)} {max(a.size, last 7 events)} {gap(a)}"
    }
    """

  /// The middle one of some whole numbers, or the mean of the middle two, as it is written.
  private static func median(_ values: [Int]) -> String {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    if sorted.count % 2 == 1 { return "\(sorted[middle])" }
    let sum = sorted[middle - 1] + sorted[middle]
    return sum % 2 == 0 ? "\(sum / 2)" : "\(sum / 2).5"
  }

  @Test("medians, the newest events and gaps are of all the rows that they ask for")
  func longLog() throws {
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(Self.text.utf8)) }
    let program = try #require(compilation.program)
    var machine = Machine(Plan(program))
    machine.begin(SubjectRecord(attributes: [], zone: .utc))
    var sizes: [Int] = []
    for row in 0..<200 {
      sizes.append(row * 37 % 101)
      let size = Value(Int64(sizes[row]) * 1_000_000)
      let at = Instant(Int64(row * row) * 60_000)
      _ = machine.append(EventRecord(event: EventID(0), kind: nil, at: at, values: [size]))
    }
    machine.finish()
    let messages = machine.takeRecords().compactMap { record in
      if case .fired(let firing) = record { firing.message } else { nil }
    }
    #expect(messages.count == 200)
    #expect(messages[0] == "0 0 0 unknown")
    for row in [1, 7, 48, 49, 50, 51, 120, 199] {
      let last = sizes[...row]
      let gap = (2 * row - 1 >= 60 ? "\((2 * row - 1) / 60) h " : "") + "\((2 * row - 1) % 60) min"
      let expected =
        "\(Self.median(Array(last))) \(Self.median(Array(last.suffix(50)))) \(last.suffix(7).max() ?? 0) \(gap)"
      #expect(messages[row] == expected)
    }
  }

  @Test("medians that are asked for seldom are of the rows that their windows hold then")
  func seldom() throws {
    let text = """
      subject visit { }
      event a of visit { size: number }
      event b of visit { }
      rule r {
        on b
        emit note "{median(a.size, last 2 h)} {median(a.size, today)} {median(a.size, yesterday)}"
      }
      """
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    var machine = Machine(Plan(try #require(compilation.program)))
    machine.begin(SubjectRecord(attributes: [], zone: .utc))
    var rows: [(minute: Int, size: Int?)] = []
    var expected: [String] = []
    func middle(_ minutes: Range<Int>) -> String {
      let sizes = rows.filter { minutes.contains($0.minute) }.compactMap(\.size)
      return sizes.isEmpty ? "unknown" : Self.median(sizes)
    }
    for row in 0..<3_000 {
      let minute = row * 3 + row % 2
      let size = row % 7 == 0 ? nil : row * 37 % 101
      let value = size.map { Value(Int64($0) * 1_000_000) } ?? .unknown
      rows.append((minute, size))
      let at = Instant(Int64(minute) * 60_000)
      _ = machine.append(EventRecord(event: EventID(0), kind: nil, at: at, values: [value]))
      if row % 400 > 30 || row % 10 != 0 { continue }
      _ = machine.append(EventRecord(event: EventID(1), kind: nil, at: at, values: []))
      let today = minute / 1_440 * 1_440
      expected.append(
        "\(middle(minute - 120..<minute + 1)) \(middle(today..<minute + 1)) \(middle(today - 1_440..<today))")
    }
    machine.finish()
    let messages = machine.takeRecords().compactMap { record in
      if case .fired(let firing) = record { firing.message } else { nil }
    }
    #expect(messages == expected)
    #expect(expected.count == 32)
  }

  @Test("a run that is copied at each row drops the rows that no window holds, as one that is not does")
  func copiedRun() throws {
    let text = """
      subject visit { }
      event a of visit { }
      rule r { on a, when count(a, last 1 h) >= 100, emit note "Often." }
      """
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    let program = try #require(compilation.program, "\(compilation.diagnostics)")
    func bytes(copied: Bool) -> Int {
      var machine = Machine(Plan(program))
      machine.begin(SubjectRecord(attributes: [], zone: .utc))
      var before = machine
      for row in 0..<1_000 {
        if copied { before = machine }
        let at = Instant(Int64(row) * 300_000)
        _ = machine.append(EventRecord(event: EventID(0), kind: nil, at: at, values: []))
      }
      return max(before.rowBytes, machine.rowBytes)
    }
    #expect(bytes(copied: true) <= bytes(copied: false))
  }

  @Test("what a long time without a row brings is told a slice at a time, and is the same")
  func longGaps() throws {
    let text = """
      subject visit { ends after 1500 d without a }
      event a of visit { size: number }
      scale load = low "green" < high "red"
      rule often { every 2 h from 08:00 to 20:00, when latest(a.size) > 1, emit note "often" }
      rule daily { when since(a) > 2 h, raise load to high, emit note "daily", repeat daily }
      """
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    let program = try #require(compilation.program, "\(compilation.diagnostics)")
    var log = SubjectLog(id: "s", record: SubjectRecord(attributes: [], zone: .utc))
    let day: Int64 = 86_400_000
    // The last one revives the subject.
    log.events = EventRows(
      [(0, 2), (30 * day, 1), (900 * day, 2), (2_600 * day, 3)].map { at, size in
        EventRecord(event: EventID(0), kind: nil, at: Instant(at), values: [Value(size * 1_000_000)])
      })
    log.record.endedAt = nil
    var options = Machine.Options()
    options.tellsLevels = true
    options.until = Instant(3_000 * day)
    var whole = Machine(Plan(program), options: options)
    try log.run(in: &whole)
    var sliced = Machine(Plan(program), options: options)
    var told: [Record] = []
    try log.run(in: &sliced) { told.append($0) }
    let expected = whole.takeRecords()
    #expect(expected.count > 8_000)
    #expect(told.count == expected.count)
    #expect(zip(told, expected).allSatisfy { "\($0)" == "\($1)" })
  }

  @Test("nothing is told of the time before a last row that is dropped")
  func droppedRow() throws {
    let text = """
      subject visit { }
      event a of visit { debounce 40 d }
      rule daily { at 09:00, emit note "daily" }
      """
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    let program = try #require(compilation.program, "\(compilation.diagnostics)")
    var log = SubjectLog(id: "s", record: SubjectRecord(attributes: [], zone: .utc))
    let day: Int64 = 86_400_000
    log.events = EventRows(
      [0, 30 * day].map { at in
        EventRecord(event: EventID(0), kind: nil, at: Instant(at), values: [])
      })
    var machine = Machine(Plan(program))
    var told: [Record] = []
    try log.run(in: &machine) { told.append($0) }
    let firings = told.filter { if case .fired = $0 { true } else { false } }
    #expect(firings.isEmpty)
  }
}
