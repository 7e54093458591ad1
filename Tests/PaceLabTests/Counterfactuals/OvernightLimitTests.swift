import PaceEngine
import PaceLab
import PaceLanguage
import PaceOracle
import Testing

/// Firings before today that a rule's own gates count, where today's rows are run for each memory of them.
@Suite("flips under a gate that lasts overnight")
struct OvernightLimitTests {
  private static let hour: Int64 = 3_600_000

  /// At 8, 9 and 10 o'clock of each day: `b`, `a` and `a`, so that `again` speaks at 10; on the last day only an `a` at 9.
  private static func log(days: Int64) -> SubjectLog {
    var log = SubjectLog(id: "s", record: SubjectRecord(attributes: [], zone: .utc))
    func add(_ event: Int, _ day: Int64, _ hour: Int64) {
      let at = Instant((day * 24 + hour) * Self.hour)
      log.events.append(EventRecord(event: EventID(event), kind: nil, at: at, values: []))
    }
    for day in 0..<days {
      add(1, day, 8)
      add(0, day, 9)
      add(0, day, 10)
    }
    add(0, days, 9)
    return log
  }

  private static func text(_ gates: String) -> String {
    """
    subject visit { }
    event a of visit { }
    event b of visit { }
    param least: number = 2 in 1 .. 4 step 1
    rule again {
      on a
      when count(a, today) >= least
      emit note "Again."
      \(gates)
    }
    """
  }
  private static let days: Int64 = 40

  @Test(
    "a firing of yesterday holds today's back",
    arguments: cases(["limit 1 after b", "cooldown 24 h, limit 5 today", "cooldown 24 h"]))
  func flips(_ gates: Case<String>) throws {
    let program = try #require(compile((path: "visit.pace", text: Self.text(gates.value))).program)
    let at = Instant((Self.days * 24 + 9) * Self.hour)
    let log = Self.log(days: Self.days)
    let outlook = Outlook(Situation(Plan(program), log, at: at, options: Machine.Options()))
    let account = try #require(outlook.answer?.account)
    #expect(account.rules[0].outcome == .idle)
    let report = FlipSearch(outlook, account, rule: RuleID(0)).search()
    // With `least` 1 it would speak, were it not for the firing at 9 o'clock of the day before. The cooldown brings one
    // at 9 every third day.
    let settings = report.flips.filter { if case .setting = $0.alteration { true } else { false } }
    #expect(settings.isEmpty)
    #expect(report.others.contains(.setting(ParamID(0), isSearched: true)))
  }

  /// A window that has passed over many firings was left behind the end of the few that were supposed: a trap.
  @Test("machines that are compared, and then given other firings, can be compared again")
  func supposed() throws {
    let program = try #require(compile((path: "visit.pace", text: Self.text("limit 1 after b"))).program)
    let log = Self.log(days: Self.days)
    var one = Machine(Plan(program), options: Machine.Options())
    log.replay(into: &one, upTo: Instant((Self.days * 24 - 1) * Self.hour))
    var other = one
    let goesOn = one.continues(like: &other)
    #expect(goesOn)
    for (first, second) in [(1, 1), (0, 1)] {
      let eve = Instant((Self.days * 24 - 1) * Self.hour)
      one.suppose([.init(RuleID(0), firings: first)], at: eve)
      other.suppose([.init(RuleID(0), firings: second)], at: eve)
      let goesOn = one.continues(like: &other)
      #expect(goesOn == (first == second))
    }
  }
}
