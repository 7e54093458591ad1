import PaceEngine
import PaceLanguage
import Testing

/// A look ahead ends after a number of instants at which no row stands, however far apart they are.
@Suite("a look ahead")
struct LookAheadTests {
  private static let minute: Int64 = 60_000

  /// A machine after one event at midnight, with a rule that is due each minute; `nag` is held until `opening`
  /// minutes later, as only the memory of a rule knows.
  private func machine(opening: Int) throws -> Machine {
    let text = """
      subject visit { }
      event a of visit { }
      scale gate = free < closed
      rule beat {
        every 1 min from 00:00 to 23:59
        emit tick "Tick."
      }
      rule shut {
        when since(a) >= 0 min
        until count(tick) > \(opening)
        raise gate to closed
      }
      rule nag {
        on a
        emit note "Again."
        unless since(a) > 1 h
        unless gate == closed
      }
      """
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    var options = Machine.Options()
    options.mostRowless = 100
    options.accounts = .at(Instant(0))
    var machine = Machine(Plan(try #require(compilation.program)), options: options)
    machine.begin(SubjectRecord(attributes: [], zone: .utc))
    _ = machine.append(EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: []))
    return machine
  }

  /// Until when `nag` is held at midnight, in minutes after it.
  private func opening(_ minutes: Int) throws -> Int64? {
    var machine = try machine(opening: minutes)
    machine.advance(to: Instant(0))
    let accounts = machine.takeRecords().compactMap {
      if case .account(let account) = $0 { account } else { nil }
    }
    let account = try #require(accounts.first)
    let nag = account.rules[2]
    #expect(nag.outcome == .held && nag.gate == nag.gates[1].gate)
    return nag.opensAt.map { $0.milliseconds / Self.minute }
  }

  @Test("one that is cut off has no next instant, and blames no rule: it comes due as often as it may")
  func cutOff() throws {
    var machine = try machine(opening: 1)
    machine.lookAhead(atMost: 3)
    machine.advance(to: Instant(10 * Self.minute))
    #expect(machine.isCutOff && machine.runaway == nil)
    #expect(machine.endedEarlyAt != nil && machine.nextDeadline() == nil)
  }

  @Test("an account says when a gate opens where that is within as many instants as 24 hours may have")
  func opening() throws {
    #expect(try opening(1) == 1)
    #expect(try opening(99) == 99)
    #expect(try opening(100) == 100)
    #expect(try opening(101) == nil)
  }

  @Test("a gate is looked at by its place among those of its rule")
  func gates() throws {
    var machine = try machine(opening: 3)
    machine.advance(to: Instant(0))
    #expect(machine.standing(of: RuleID(2), at: Instant(0)).gates.map(\.isHolding) == [false, true])
    machine.advance(to: Instant(3 * Self.minute))
    let later = machine.standing(of: RuleID(2), at: Instant(3 * Self.minute))
    #expect(!later.gates[1].isHolding)
  }

  @Test("with a bound it ends the evaluation after so many instants")
  func bound() throws {
    var machine = try machine(opening: 3)
    machine.advance(to: Instant(0))
    machine.lookAhead(atMost: 20)
    machine.advance(to: Instant(20 * Self.minute))
    #expect(!machine.isCutOff)
    #expect(machine.instantsLeft == 0)
    machine.forgetRecords()
    machine.advance(to: Instant(30 * Self.minute))
    #expect(machine.isCutOff)
    #expect(machine.records.allSatisfy { if case .fired = $0 { false } else { true } })
  }
}
