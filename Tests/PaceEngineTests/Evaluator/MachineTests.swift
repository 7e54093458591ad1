import Foundation
import PaceEngine
import PaceLanguage
import Testing

@Suite("the machine's public face")
struct MachineTests {
  /// The night of the design's example: minutes after 21:00, kind by kind.
  private static let night: [(minute: Int64, kind: String)] = [(0, "beer"), (9, "beer"), (28, "cocktail")]

  @Test("gives the notices of a night, praise included, at exact instants")
  func exampleNight() throws {
    var bench = try Bench(pack: "take-care")
    for row in Self.night { bench.append("drink", kind: row.kind, minute: row.minute) }
    bench.machine.finish()
    #expect(
      bench.firings() == [
        "540000 rapid_repeat 2 drinks in 10 min. Let this one last.",
        "540000 hydration Water check.",
        "1680000 fast_pace You're pacing fast. Take a 20 min break.",
        "2880000 nice_reset Nice reset.",
      ])
  }

  @Test("holds a rule back as long as any of its cooldowns does", arguments: [["20", "60"], ["60", "20"]])
  func severalCooldowns(minutes: [String]) throws {
    var bench = try Bench(
      text: """
        subject visit { }
        event a of visit { }
        rule r {
          on a
          emit note "Again."
          cooldown \(minutes[0]) min
          cooldown \(minutes[1]) min
        }
        """)
    for minute in [0, 30, 60, 61] as [Int64] { bench.append("a", minute: minute) }
    bench.machine.finish()
    #expect(bench.firings() == ["0 r Again.", "3660000 r Again."])
    #expect(bench.machine.cooldown(of: RuleID(0)) == .some(3_600_000))
  }

  @Test("tells an application when to wake, and nothing changes before")
  func nextDeadline() throws {
    var bench = try Bench(pack: "take-care")
    for row in Self.night { bench.append("drink", kind: row.kind, minute: row.minute) }
    bench.machine.advance(to: Instant(28 * 60_000))
    bench.machine.forgetRecords()
    let deadline = bench.machine.nextDeadline()
    let wake = try #require(deadline)
    #expect(wake == Instant(48 * 60_000))
    bench.machine.advance(to: Instant(wake.milliseconds - 1))
    #expect(bench.machine.records.isEmpty)
    bench.machine.advance(to: wake)
    #expect(bench.firings() == ["2880000 nice_reset Nice reset."])
  }

  @Test("the next deadline lies within its bound, before the subject starts and in an open instant, too")
  func boundedDeadline() throws {
    let text = "subject visit { }\nevent a of visit { }\nrule r { on a, emit note \"Again.\" }"
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    var machine = Machine(Plan(try #require(compilation.program)))
    machine.begin(SubjectRecord(startedAt: Instant(60_000), attributes: [], zone: .utc))
    #expect(machine.nextDeadline(upTo: Instant(59_999)) == nil)
    #expect(machine.nextDeadline(upTo: Instant(60_000)) == Instant(60_000))
    _ = machine.append(EventRecord(event: EventID(0), kind: nil, at: Instant(60_000), values: []))
    #expect(machine.nextDeadline(upTo: Instant(59_999)) == nil)
    #expect(machine.nextDeadline(upTo: Instant(60_000)) == Instant(60_000))
  }

  @Test("accounts for a rule in its turn, before what a later rule of its kind says at the same instant")
  func accountInTurn() throws {
    let text = """
      subject visit { }
      event a of visit { }
      rule early {
        when since(note) < 1 h
        emit note "After."
      }
      rule late {
        when count(a) > 0
        emit note "First."
      }
      """
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    var options = Machine.Options()
    options.accounts = .all
    var machine = Machine(Plan(try #require(compilation.program)), options: options)
    machine.begin(SubjectRecord(startedAt: Instant(0), attributes: [], zone: .utc))
    _ = machine.append(EventRecord(event: EventID(0), kind: nil, at: Instant(5), values: []))
    machine.advance(to: Instant(6))
    let outcomes = machine.takeRecords().compactMap { record -> [Outcome]? in
      if case .account(let account) = record { account.rules.map(\.outcome) } else { nil }
    }
    #expect(outcomes == [[.unknown, .idle], [.unknown, .fired], [.fired, .alreadyFired]])
  }

  @Test("knows the level of the instant it has been advanced to, though changes are not told of")
  func levelBetweenInstants() throws {
    let text = """
      subject visit { }
      event a of visit { }
      scale badge = low < high
      rule r {
        on a
        when count(a, last 10 min) >= 1
        raise badge to high
      }
      """
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    let program = try #require(compilation.program)
    var machine = Machine(Plan(program))
    machine.begin(SubjectRecord(attributes: [], zone: .utc))
    _ = machine.append(EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: []))
    machine.advance(to: Instant(10 * 60_000))
    #expect(machine.level(of: ScaleID(0)) == 1)
    machine.advance(to: Instant(10 * 60_000 + 1))
    #expect(machine.level(of: ScaleID(0)) == 0)
  }

  @Test("a level that a firing raises is seen by a rule that knew another one")
  func raisedLevel() throws {
    let text = """
      subject visit { }
      event a of visit { }
      scale badge = low < high
      rule r { on a, raise badge to high when fired, emit note "said" }
      rule s { when badge == high, emit alarm "high" }
      """
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    let program = try #require(compilation.program, "\(compilation.diagnostics)")
    var machine = Machine(Plan(program))
    machine.begin(SubjectRecord(startedAt: Instant(0), attributes: [], zone: .utc))
    _ = machine.append(EventRecord(event: EventID(0), kind: nil, at: Instant(600_000), values: []))
    machine.finish()
    let fired = machine.records.compactMap { record in
      if case .fired(let firing) = record { firing.rule } else { nil }
    }
    #expect(fired == [RuleID(0), RuleID(1)])
  }

  @Test("reports a value in a message that does not fit, once a subject")
  func overflowInMessage() throws {
    let text = """
      subject visit { }
      event a of visit { size: number }
      rule r { on a, emit note "{latest(a.size) * latest(a.size)} and {latest(a.size) / 0}" }
      """
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    let program = try #require(compilation.program)
    var machine = Machine(Plan(program))
    machine.begin(SubjectRecord(attributes: [], zone: .utc))
    let million: Int64 = 1_000_000
    for (at, size) in [(0, 2 * million), (1, 9_000_000 * million), (2, 9_000_000 * million)] {
      _ = machine.append(
        EventRecord(event: EventID(0), kind: nil, at: Instant(Int64(at)), values: [Value(size)]))
    }
    machine.finish()
    let overflows = machine.records.compactMap { record -> String? in
      guard case .overflow(_, let expression, let at) = record else { return nil }
      return "\(at.milliseconds) \(program.text(in: program[expression].span))"
    }
    #expect(overflows == ["1 latest(a.size) * latest(a.size)"])
  }

  @Test(
    "reports a rounded value that does not fit, and no unknown one of a step of zero or a window without a length",
    arguments: [false, true])
  func overflowOfRounding(tellsHeld: Bool) throws {
    let text = """
      subject visit { step: number = 1, length: duration }
      event a of visit { size: number }
      rule up { on a, when round(latest(a.size), 5000000000000) > 1, emit note "up" }
      rule down { on a, when floor(0 - latest(a.size), 5000000000000) < 0 - 1, emit note "down" }
      rule never { on a, when round(latest(a.size), step) > 1 or floor(latest(a.size), step) > 1, emit note "no" }
      rule endless { on a, when sum(a.size, last length) > 1, emit note "no" }
      """
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    let program = try #require(compilation.program, "\(compilation.diagnostics)")
    var options = Machine.Options()
    options.tellsHeld = tellsHeld
    var machine = Machine(Plan(program), options: options)
    machine.begin(SubjectRecord(attributes: [Value(0), .unknown], zone: .utc))
    let trillion: Int64 = 1_000_000_000_000_000_000
    for (at, trillions) in [4, 9, 9].enumerated() {
      let size = Value(Int64(trillions) * trillion)
      _ = machine.append(EventRecord(event: EventID(0), kind: nil, at: Instant(Int64(at)), values: [size]))
    }
    machine.finish()
    let told = machine.records.compactMap { record -> String? in
      switch record {
      case .fired(let firing): "\(firing.at.milliseconds) \(program[firing.rule].name.text)"
      case .overflow(let rule, let expression, let at):
        "\(at.milliseconds) \(program[rule].name.text): \(program.text(in: program[expression].span))"
      default: nil
      }
    }
    #expect(
      told == [
        "0 up", "0 down", "1 up: round(latest(a.size), 5000000000000)",
        "1 down: floor(0 - latest(a.size), 5000000000000)",
      ])
  }

  @Test("finds a crossing before the instant at which the value overflows and `else` takes its place")
  func overflowUnderElse() throws {
    let text = """
      subject visit { ends after 1 d without a }
      event a of visit { }
      rule high { when ((since(a) * 9000000000000) else 0 min) > 5 min, emit note "high" }
      rule low { when ((since(a) * 9000000000000) else 0 min) < 5 min and since(a) > 1 min, emit note "low" }
      """
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    let program = try #require(compilation.program, "\(compilation.diagnostics)")
    var machine = Machine(Plan(program))
    machine.begin(SubjectRecord(attributes: [], zone: .utc))
    _ = machine.append(EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: []))
    machine.finish()
    let told = machine.records.compactMap { record -> String? in
      guard case .fired(let firing) = record else { return nil }
      return "\(firing.at.milliseconds) \(program[firing.rule].name.text)"
    }
    // 64 bits hold 1,024,819 times 9,000,000,000,000 and no more.
    #expect(told == ["1 high", "1024820 low"])
  }

  @Test(
    "compares with the greatest and the least number that there are",
    arguments: [(Int64.max, []), (.max - 1, []), (-.max, ["0 counted", "0 moving"])])
  func farBounds(bound: Int64, expected: [String]) throws {
    let text = """
      subject visit { bound: number }
      event a of visit { }
      rule counted { on a, when count(a) >= bound, emit note "counted" }
      rule moving { when since(a) / 1 min > bound, emit note "moving" }
      """
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    let program = try #require(compilation.program, "\(compilation.diagnostics)")
    var machine = Machine(Plan(program))
    machine.begin(SubjectRecord(attributes: [Value(bound)], zone: .utc))
    _ = machine.append(EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: []))
    machine.advance(to: Instant(3_600_000))
    let told = machine.records.compactMap { record -> String? in
      guard case .fired(let firing) = record else { return nil }
      return "\(firing.at.milliseconds) \(program[firing.rule].name.text)"
    }
    #expect(told == expected)
  }

  @Test("refuses an event that comes after its time has been settled")
  func lateEvent() throws {
    var bench = try Bench(pack: "take-care")
    let first = bench.append("drink", kind: "beer", minute: 5)
    bench.machine.advance(to: Instant(10 * 60_000))
    let late = bench.append("drink", kind: "beer", minute: 10)
    let next = bench.append("drink", kind: "beer", minute: 11)
    #expect([first, late, next] == [.kept, .late, .kept])
  }

  @Test("looks no further than the last event, whatever start was recorded")
  func startAfterTheLastEvent() throws {
    let text = """
      subject visit { }
      event a of visit { }
      rule r {
        every 15 min from 00:00 to 12:00
        emit note "said"
      }
      """
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    let program = try #require(compilation.program, "\(compilation.diagnostics)")
    var machine = Machine(Plan(program))
    // The tick at 01:15 lies between the event at 01:00 and the start at 01:18.
    machine.begin(SubjectRecord(startedAt: Instant(78 * 60_000), attributes: [], zone: .utc))
    let event = EventRecord(event: EventID(0), kind: nil, at: Instant(60 * 60_000), values: [])
    #expect(machine.append(event) == .kept)
    machine.finish()
    let instants = machine.records.compactMap { record in
      if case .fired(let firing) = record { firing.at } else { nil }
    }
    #expect(instants == [Instant(60 * 60_000)])
  }
}

/// A pack's machine with one subject begun at the epoch, and short ways to drive it.
struct Bench {
  let program: Program
  var machine: Machine

  init(pack: String, options: Machine.Options = .init()) throws {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let compilation = Compilation.compile(roots: ["/\(root)/rules/\(pack).pace"]) { path in
      (try? [UInt8](contentsOf: path)).map { .bytes($0) } ?? .failure("no such file")
    }
    try self.init(compilation, options)
  }

  init(text: String) throws {
    try self.init(Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) })
  }

  private init(_ compilation: Compilation, _ options: Machine.Options = .init()) throws {
    program = try #require(compilation.program, "\(compilation.diagnostics)")
    machine = Machine(Plan(program), options: options)
    let attributes = program.subject.attributes.map { _ in Value.unknown }
    machine.begin(SubjectRecord(attributes: attributes, zone: .utc))
  }

  @discardableResult
  mutating func append(_ event: String, kind: String? = nil, minute: Int64) -> Admission {
    guard let index = program.events.firstIndex(where: { $0.name.text == event }) else { return .late }
    let kind = program.events[index].kinds.firstIndex { $0.name.text == kind }.map { KindID($0) }
    return machine.append(
      EventRecord(
        event: EventID(index), kind: kind, at: Instant(minute * 60_000),
        values: program.events[index].fields.map { _ in .unknown }))
  }

  /// What fired so far: milliseconds, rule, message.
  func firings() -> [String] {
    machine.records.compactMap { record in
      guard case .fired(let firing) = record else { return nil }
      let rule = program[firing.rule].name.text
      return "\(firing.at.milliseconds) \(rule) \(firing.message ?? "")"
    }
  }
}

extension [UInt8] {
  fileprivate init(contentsOf path: String) throws {
    self = Array(try String(contentsOfFile: path, encoding: .utf8).utf8)
  }
}
