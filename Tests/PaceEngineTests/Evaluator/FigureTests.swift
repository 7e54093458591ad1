import PaceEngine
import PaceLanguage
import Testing

@Suite("figures: definitions with a label, read as time goes on")
struct FigureTests {
  private static let text = """
    subject visit { goal: number = 4, ends after 3 h without a }
    event a of visit { size: number = 1 }
    scale badge = low < high

    define unlabelled = count(a)
    define size_last_hour = sum(a.size, last 60 min) "Size in the last hour"
    define quiet_for = since(a) "Since the last one"
    define share = size_last_hour / goal "Share of the goal"
    define clean = streak(days where count(a, today) == 0) "Clean days"
    define alarming = badge == high "Whether the badge is up"

    rule up {
      when count(a, last 60 min) >= 2 for 5 min
      raise badge to high
      emit warning "Up."
    }
    """
  private static let day: Int64 = 86_400_000

  private static func program() throws -> Program {
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    return try #require(compilation.program)
  }

  private static func machine(_ program: Program, end: Int64? = nil) -> Machine {
    var options = Machine.Options()
    options.tellsLevels = true
    var machine = Machine(Plan(program), options: options)
    machine.begin(
      SubjectRecord(
        startedAt: Instant(0), endedAt: end.map { Instant($0) }, attributes: [.unknown], zone: .utc))
    return machine
  }

  private static func append(_ size: Int64, minute: Int64, to machine: inout Machine) {
    let at = Instant(minute * 60_000)
    _ = machine.append(EventRecord(event: EventID(0), kind: nil, at: at, values: [Value(size * 1_000_000)]))
  }

  /// The values at a minute, in the bits of `Value`.
  private static func bits(_ machine: inout Machine, minute: Int64) -> [Int64] {
    let figures = machine.plan.program.figures.map { $0.value }
    return machine.values(of: figures, advancingTo: Instant(minute * 60_000)).map { $0.bits }
  }

  @Test("are the definitions with a label, in order")
  func names() throws {
    let names = try Self.program().figures.map { $0.name.text }
    #expect(names == ["size_last_hour", "quiet_for", "share", "clean", "alarming"])
  }

  @Test("follow windows, elapsed time, constants of the subject and levels that take time")
  func values() throws {
    var machine = Self.machine(try Self.program())
    let unknown = Value.unknown.bits
    #expect(Self.bits(&machine, minute: 0) == [0, unknown, 0, 0, 0])
    Self.append(2, minute: 10, to: &machine)
    Self.append(1, minute: 20, to: &machine)
    #expect(Self.bits(&machine, minute: 20) == [3_000_000, 0, 750_000, 0, 0])
    #expect(Self.bits(&machine, minute: 25) == [3_000_000, 300_000, 750_000, 0, 1])
    // The row of minute 10 is in the window up to minute 70, inclusive.
    #expect(Self.bits(&machine, minute: 70) == [3_000_000, 3_000_000, 750_000, 0, 1])
    #expect(Self.bits(&machine, minute: 71) == [1_000_000, 3_060_000, 250_000, 0, 0])
  }

  @Test("stand as at the end once the subject is over, and are unknown before it has begun")
  func outside() throws {
    var machine = Self.machine(try Self.program())
    #expect(Self.bits(&machine, minute: -1) == Array(repeating: Value.unknown.bits, count: 5))
    Self.append(1, minute: 10, to: &machine)
    // It ends by itself 3 h after the only row.
    #expect(Self.bits(&machine, minute: 400)[1] == 180 * 60_000)
  }

  @Test("count the days that pass, however far apart the instants that are asked for")
  func streaks() throws {
    var machine = Self.machine(try Self.program(), end: 30 * Self.day)
    // Day 0 has a row; the days after it are clean, and the present one is not counted yet.
    Self.append(1, minute: 10, to: &machine)
    #expect(Self.bits(&machine, minute: 2 * 1_440)[3] == 1_000_000)
    #expect(Self.bits(&machine, minute: 8 * 1_440 - 1)[3] == 6_000_000)
  }

  @Test("reading them changes nothing of what is told")
  func readingChangesNothing() throws {
    let program = try Self.program()
    var read = Self.machine(program)
    var plain = Self.machine(program)
    for minute in [0, 30, 31, 200, 201, 300, 700, 705, 706] as [Int64] {
      // Up to just before the row, every seven minutes.
      for earlier in stride(from: minute - 60, to: minute, by: 7) where earlier > 0 {
        _ = Self.bits(&read, minute: earlier)
      }
      Self.append(1, minute: minute, to: &read)
      Self.append(1, minute: minute, to: &plain)
    }
    read.finish()
    plain.finish()
    let (told, expected) = (read.takeRecords(), plain.takeRecords())
    #expect(told.map { "\($0)" } == expected.map { "\($0)" })
    #expect(expected.count > 3)
  }

  @Test("are what a copy of the machine says of the same instant")
  func copies() throws {
    var machine = Self.machine(try Self.program())
    let figures = machine.plan.program.figures.map { $0.value }
    for minute in [3, 9, 40] as [Int64] { Self.append(2, minute: minute, to: &machine) }
    for minute in [40, 44, 45, 63, 64, 100] as [Int64] {
      let at = Instant(minute * 60_000)
      machine.advance(to: at)
      let copied = machine.values(of: figures, at: at).map { $0.bits }
      #expect(Self.bits(&machine, minute: minute) == copied)
    }
  }
}
