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
    let account = try #require(outlook.answer?.account)
    // Three rows are not more than 3: the fourth from the end has to leave, a millisecond past 24 hours.
    let opens = Instant(49_960 * Self.second + Self.day + 1)
    #expect(account.rules[0].outcome == .held)
    #expect(account.rules[0].opensAt == opens)
    // A second after the row, the account of a standing says the same.
    let machine = try #require(outlook.answer?.machine)
    let standing = machine.standing(of: RuleID(0), at: Instant(last.milliseconds + Self.second))
    #expect(standing.gates.map(\.opensAt) == [opens])
    let instants = outlook.steps(of: [RuleID(0)]).compactMap { step in
      if case .opens(_, _, let at) = step { at } else { nil }
    }
    #expect(instants == [opens])
  }

  @Test("what is asked about a time after the year 9999 is asked about its end", arguments: [1, 1_000])
  func afterTheLastInstant(_ beyond: Int64) throws {
    let program = try #require(compile((path: "v.pace", text: "subject v { }\nevent a of v { }\n")).program)
    let late = Instant(beyond == 1 ? Instant.last.milliseconds + 1 : .max)
    let situation = Situation(
      Plan(program), evenLog(1, every: Self.second), at: late, options: Machine.Options())
    #expect(situation.at == .last)
    #expect(!situation.isUnseen)
    #expect(try #require(situation.evaluate()).account.at == .last)
  }

  private static let busy = """
    subject visit { }
    event a of visit { }
    event b of visit { }
    rule nag {
      on b
      when count(a) >= 1
      emit warning "Again."
      unless since(note) < 1 h
    }
    rule other {
      when since(a) >= 45 min
      emit note "Still."
      repeat 4 h
    }
    rule third { on b, emit note "Third." }
    """

  @Test("a gate stays shut as long as other rules go on to speak")
  func othersSpeak() throws {
    let program = try #require(compile((path: "visit.pace", text: Self.busy)).program)
    var log = SubjectLog(id: "s", record: SubjectRecord(attributes: [], zone: .utc))
    let rows = [(0, 0), (1, 10), (1, 20)] as [(Int, Int64)]
    log.events = EventRows(
      rows.map { EventRecord(event: EventID($0), kind: nil, at: Instant($1 * 60_000), values: []) })
    let at = Instant(20 * 60_000)
    let outlook = Outlook(Situation(Plan(program), log, at: at, options: Machine.Options()))
    let account = try #require(outlook.answer?.account)
    #expect(account.rules[0].outcome == .held)
    // `third` speaks at the very instant, and `other` after 45 minutes.
    #expect(account.rules[0].opensAt == Instant(105 * 60_000))
    #expect(account.rules[0].gates[0].opensAt == Instant(105 * 60_000))
  }

  @Test("notices given after the instant asked about are not there yet")
  func laterNotices() throws {
    let text = """
      subject visit { }
      event a of visit { }
      rule once { on a, emit note "Once.", limit 1 today }
      """
    let program = try #require(compile((path: "visit.pace", text: text)).program)
    var log = evenLog(4, every: 60 * Self.second)
    log.record.given = [GivenNotice(rule: RuleID(0), at: Instant(130 * Self.second))]
    let outlook = Outlook(
      Situation(Plan(program), log, at: Instant(60 * Self.second), options: Machine.Options()))
    // As an evaluation up to that instant says: it spoke for the first row.
    #expect(outlook.answer?.account.rules[0].outcome == .held)
  }
}
