import PaceEngine
import PaceLab
import PaceLanguage
import Testing

struct AuditRunTests {
  private static let pack = """
    subject s { ends after 2 d without e }
    event e of s {}
    rule often { on e, when count(e, last 3 min) >= 2, emit warning "Often.", cooldown 4 min }
    rule still { when since(e) >= 30 s, emit note "Still there?", limit 3 last 10 min }
    """

  private func audit(_ log: SubjectLog) throws -> Audit {
    let program = try #require(compile(("a.pace", Self.pack)).program)
    var options = Machine.Options()
    options.messages = .none
    var audit = Audit(Plan(program), evaluation: options)
    try audit.add(log) { "\($0.milliseconds / 1_000) s" }
    return audit
  }

  /// A run of the whole log for each of them would take an hour.
  @Test func `2,000 findings in one subject are explained by one run`() throws {
    var subject = log(minutes: Array(0..<12_000))
    subject.record.given = (0..<1_000).map {
      GivenNotice(rule: RuleID(0), at: Instant(Int64($0) * 600_000 + 7_000))
    }
    let audit = try audit(subject)
    #expect(audit.findings.count > 2_000)
    #expect(audit.findings.prefix(2_000).allSatisfy { !$0.reason.isEmpty || $0.outcome == .fired })
    #expect(audit.findings.dropFirst(2_000).allSatisfy { $0.outcome == nil })
  }

  @Test func `a verdict is that of its instant, whatever else is asked of the log`() throws {
    var subject = log(minutes: [0, 1, 2, 3, 2_000, 9_000, 9_001])
    let seconds: [Int64] = [30, 61, 181, 7_200, 120_000, 400_000, 540_061, 999_000]
    subject.record.given = seconds.map { GivenNotice(rule: RuleID(0), at: Instant($0 * 1_000)) }
    let all = try audit(subject)
    for finding in all.findings {
      var alone = subject
      alone.record.given = subject.record.given.filter { $0.at == finding.at }
      let same = try audit(alone).findings.first { $0.at == finding.at && $0.rule == finding.rule }
      #expect(same?.reason == finding.reason)
      #expect(same?.outcome == finding.outcome)
    }
    let last = all.findings.last
    #expect(last?.reason == "the s is not open at that instant")
    #expect(all.findings.contains { $0.reason.hasPrefix("nothing is logged then that it goes by; at ") })
  }

  @Test func `a notice given at the instant itself is taken before one that is near it`() throws {
    var subject = log(minutes: [0, 1])
    subject.record.given = [59_400, 60_000].map { GivenNotice(rule: RuleID(0), at: Instant($0)) }
    let audit = try audit(subject)
    let often = audit.findings.filter { $0.rule == RuleID(0) }
    #expect(often.map { $0.sort } == [.extra] && often.map { $0.at } == [Instant(59_400)])
  }
}
