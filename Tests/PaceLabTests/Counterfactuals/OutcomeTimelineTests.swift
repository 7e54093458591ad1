import PaceEngine
import PaceLab
import PaceLanguage
import Testing

/// What a timeline keeps of each try: its values, and not the rows behind them.
@Suite("the outcomes of a rule in turn")
struct OutcomeTimelineTests {
  @Test("each try has its outcome and the values of its condition, and names no rows")
  func entries() throws {
    let text = """
      subject visit { }
      event a of visit { n: number in 0 .. 10 }
      rule nag {
        on a
        when sum(a.n, last 24 h) >= 3
        emit note "Again."
        cooldown 1 min
      }
      """
    let program = try #require(compile((path: "visit.pace", text: text)).program)
    let log = evenLog(5, every: 60_000)
    var options = Machine.Options()
    options.accounts = .all
    var machine = Machine(Plan(program), options: options)
    var timeline = OutcomeTimeline(of: RuleID(0), in: program)
    var counted: [Int] = []
    try log.run(in: &machine) { record in
      guard case .account(let account) = record else { return }
      counted.append(account.rules[0].condition?.children.first?.evidence.count ?? 0)
      timeline.add(account)
    }
    #expect(timeline.entries.map(\.account.outcome) == [.idle, .idle, .fired, .held, .fired])
    #expect(counted == [1, 2, 3, 4, 5])
    let sums = timeline.entries.map { $0.account.condition?.children.first }
    #expect(sums.map { $0?.value.bits } == [1, 2, 3, 4, 5].map { $0 * 1_000_000 })
    #expect(sums.allSatisfy { $0?.evidence.isEmpty == true })
  }
}
