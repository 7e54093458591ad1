import PaceEngine
import PaceLab
import PaceLanguage
import PaceOracle
import Testing

/// Which values of a parameter turn a verdict over, where the whole log has to be run for that.
@Suite("flips by a parameter over a whole log")
struct ParameterFlipTests {
  private static let minute: Int64 = 60_000

  /// The last of 21 events, one a minute from minute 0.
  private func outlook(of text: String) throws -> Outlook {
    let program = try #require(compile((path: "visit.pace", text: text)).program)
    let log = evenLog(21, every: Self.minute)
    let options = Machine.Options()
    return Outlook(Situation(Plan(program), log, at: Instant(20 * Self.minute), options: options))
  }

  /// What turns the verdict at the last of 21 events over, one a minute from minute 0.
  ///
  /// From minute 2 on the sum is enough, and a notice keeps others back for a pause, its last instant included: notices
  /// come at minute 2 and each time the pause and a minute have passed. With 4 minutes none comes at minute 20; with
  /// 1, 2, 5, 8 and 17 one does, as 18 minutes are then a multiple.
  private func flips(mostRows: Int) throws -> (settings: [Flip], others: [NoFlip]) {
    let text = """
      subject visit { }
      event a of visit { n: number in 0 .. 10 }
      param pause: duration = 4 min in 1 min .. 40 min step 1 min
      rule nag {
        on a
        when sum(a.n) >= 3
        emit note "Again."
        cooldown pause
      }
      """
    let outlook = try outlook(of: text)
    let account = try #require(outlook.answer?.account)
    #expect(account.rules[0].outcome == .held)
    let report = FlipSearch(outlook, account, rule: RuleID(0), mostRows: mostRows).search()
    return (report.flips.filter { setting(of: $0) != nil }, report.others)
  }

  /// The value of the parameter that a flip is about, in minutes.
  private func setting(of flip: Flip) -> Int64? {
    if case .setting(_, let value) = flip.alteration { value.bits / Self.minute } else { nil }
  }

  @Test("the nearest value on each side, and whether all beyond do the same")
  func all() throws {
    let (flips, others) = try flips(mostRows: FlipSearch.mostRows)
    #expect(flips.map { setting(of: $0) } == [5, 2])
    #expect(flips.map { $0.goesOn } == [false, true])
    #expect(!others.contains(.setting(ParamID(0), isSearched: false)))
  }

  @Test("values that there is no work left for are told of, beside those found")
  func cut() throws {
    let none = try flips(mostRows: 20)
    #expect(none.settings.isEmpty)
    #expect(none.others.contains(.setting(ParamID(0), isSearched: false)))
    let one = try flips(mostRows: 21)
    #expect(one.settings.map { setting(of: $0) } == [5])
    #expect(one.settings.map { $0.goesOn } == [false])
    #expect(one.others.contains(.setting(ParamID(0), isSearched: false)))
  }

  @Test("two parameters share the work, and the second has what the first leaves")
  func shared() throws {
    let text = """
      subject visit { }
      event a of visit { n: number in 0 .. 10 }
      param pause: duration = 4 min in 1 min .. 40 min step 1 min
      param silence: duration = 4 min in 1 min .. 40 min step 1 min
      rule nag {
        on a
        when sum(a.n) >= 3
        emit note "Again."
        cooldown pause
        unless count(note, last silence) >= 1
      }
      """
    let outlook = try outlook(of: text)
    let account = try #require(outlook.answer?.account)
    func runs(_ mostRows: Int) -> [Bool] {
      let report = FlipSearch(outlook, account, rule: RuleID(0), mostRows: mostRows).search()
      return [0, 1].map { param in
        report.flips.contains { if case .setting(ParamID(param), _) = $0.alteration { true } else { false } }
      }
    }
    #expect(runs(21) == [false, true])
    #expect(runs(42) == [true, true])
  }

  @Test("a side whose last values are too far to be tried is told of, beside the flip on the other side")
  func oneSideCut() throws {
    let text = """
      subject visit { }
      event a of visit { n: number in 0 .. 10 }
      param span: duration = 120 min in 1 min .. 2 d step 1 min
      rule nag {
        on a
        when count(a, last span) != 3
        emit note "Again."
      }
      """
    let program = try #require(compile((path: "visit.pace", text: text)).program)
    let log = evenLog(21, every: Self.minute)
    let situation = Situation(Plan(program), log, at: Instant(20 * Self.minute), options: Machine.Options())
    let outlook = Outlook(situation)
    let account = try #require(outlook.answer?.account)
    let report = FlipSearch(outlook, account, rule: RuleID(0)).search()
    // Below 120 minutes it is 2; above, 2,000 of the 2,760 values are tried.
    #expect(report.flips.compactMap { setting(of: $0) } == [2])
    #expect(report.others.contains(.setting(ParamID(0), isSearched: false)))
  }

  /// One event every 2 minutes for nearly two days; only the whole log's are enough, and only at the last.
  @Test(
    "a window that reaches farther back than the newest rows",
    arguments: cases([
      "on a, when count(a, last span) >= 1400", "when count(a, last span) >= 1400",
      "when sum(a.n, last span) >= 1400", "when min(a.n, last span) * count(a, last span) >= 1400",
    ]))
  func farBack(_ rule: Case<String>) throws {
    let text = """
      subject visit { }
      event a of visit { n: number in 0 .. 10 }
      param span: duration = 10 min in 10 min .. 2 d step 10 min
      rule nag { \(rule.value), emit note "Enough." }
      """
    let program = try #require(compile((path: "visit.pace", text: text)).program)
    let log = evenLog(1_400, every: 2 * Self.minute)
    let situation = Situation(
      Plan(program), log, at: log.events.instant(of: 1_399), options: Machine.Options())
    let outlook = Outlook(situation)
    let account = try #require(outlook.answer?.account)
    let report = FlipSearch(outlook, account, rule: RuleID(0)).search()
    #expect(report.flips.compactMap { setting(of: $0) } == [2_800])
  }
}
