import PaceEngine
import PaceLab
import PaceLanguage
import Testing

/// When a gate opens that many rows keep shut: each of them has to leave its window.
@Suite("what opens a gate over many rows")
struct OpeningTests {
  private static let second: Int64 = 1_000
  private static let day: Int64 = 86_400_000

  @Test("the row that decides is the one that is told")
  func opening() throws {
    let text = """
      subject visit { }
      event a of visit { n: number in 0 .. 10 }
      rule nag {
        on a
        emit note "Again."
        unless sum(a.n, last 24 h) > 3
      }
      """
    let program = try #require(compile((path: "visit.pace", text: text)).program)
    let log = evenLog(5_000, every: 10 * Self.second)
    let last = Instant(49_990 * Self.second)
    let outlook = Outlook(Situation(Plan(program), log, at: last, options: Machine.Options()))
    let account = try #require(outlook.telling?.account)
    // Three rows are not more than 3: the fourth from the end has to leave, a millisecond past 24 hours.
    let opens = Instant(49_960 * Self.second + Self.day + 1)
    #expect(account.rules[0].outcome == .held)
    #expect(account.rules[0].opensAt == opens)
    let instants = outlook.steps(of: [RuleID(0)]).compactMap { step in
      if case .opens(_, _, let at) = step { at } else { nil }
    }
    #expect(instants == [opens])
  }
}
