import PaceEngine
import PaceLab
import PaceLanguage
import Testing

struct SubjectLogTests {
  private static let pack = """
    subject s {}
    event e of s {}
    rule often { on e, when count(e, last 3 min) >= 2, emit warning "Often." }
    rule still { when since(e) >= 90 s, emit note "Still there?" }
    """

  @Test func `a run hands over what is told as it comes, in order, and keeps none of it`() throws {
    let program = try #require(compile(("a.pace", Self.pack)).program)
    var options = Machine.Options()
    options.accounts = .all
    let subject = log(minutes: Array(0..<2_000))
    var whole = Machine(Plan(program), options: options)
    try subject.run(in: &whole)
    var machine = Machine(Plan(program), options: options)
    var told: [Instant] = []
    try subject.run(in: &machine) { record in
      if case .account(let account) = record { told.append(account.at) }
    }
    #expect(told.count >= 2_000)
    var all: [Instant] = []
    for case .account(let account) in whole.records { all.append(account.at) }
    #expect(told == all)
    #expect(machine.records.isEmpty)
    // The room that was ever needed for records is kept.
    #expect(machine.records.capacity < 50)
  }

  @Test func `a notice that is withdrawn holds back none of those judged after it`() throws {
    let rules = """
      subject s {}
      event e of s {}
      rule often {
        on e
        when count(e, last 1 h) >= 2
        emit warning "Often."
        cooldown 30 min
      }
      """
    let program = try #require(compile(("a.pace", rules)).program)
    // Two devices gave one each, and neither knew of the other's.
    let given = [5, 10].map { minute in
      (notice: GivenNotice(rule: RuleID(0), at: Instant(minute * 60_000)), occurrence: 0)
    }
    func withdrawn(leaving minutes: [Int64]) throws -> [Int] {
      let (old, new) = (log(minutes: [0, 5, 10]), log(minutes: minutes))
      var withdrawal = Withdrawal(from: old, to: new, in: Machine(Plan(program)))
      return try withdrawal.indices(in: given)
    }
    #expect(try withdrawn(leaving: [0, 10]) == [0])
    #expect(try withdrawn(leaving: [10]) == [0, 1])
  }

  @Test func `a log of 20,000 firings is written as a scenario line by line`() throws {
    let program = try #require(compile(("a.pace", Self.pack)).program)
    let subject = log(minutes: Array(0..<20_000))
    let told = try firings(subject, by: program)
    #expect(told.count > 19_000)
    let outcomes = [LogScenario.Outcome(preset: nil, firings: told)]
    let scenario = try LogScenario(
      subject, machine: Machine(Plan(program)), settings: [], outcomes: outcomes)
    let lines = scenario.text.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("  expect often ") } == told.count { $0.rule.index == 0 } + 1)
    #expect(lines.contains("  expect often exactly 19999 times"))
  }
}
