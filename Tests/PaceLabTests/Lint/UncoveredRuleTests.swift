import PaceLab
import PaceLanguage
import PaceOracle
import Testing

struct UncoveredRuleTests {
  private func claims(_ expectations: String) -> [String] {
    findings(
      in: """
        rule busy { on entry, when count(entry) >= 3, emit warning "A lot." }
        rule calm { when since(entry) >= 60 min, emit praise "Calm." }
        scenario "one" {
          start 2026-11-20 21:00
          at +0 min small
          \(expectations)
        }

        """
    ).filter { $0.hasPrefix("uncovered-rule ") }
  }

  @Test(
    "where no expectation names a rule, one finding stands for all of them",
    arguments: ["expect nothing at +0 min", "", "expect nothing at +0 min, expect nothing"])
  func none(expectations: String) {
    #expect(
      claims(expectations)
        == ["uncovered-rule no expectation names a rule, so one that falls silent goes unnoticed"])
  }

  @Test("where an expectation names one rule, each other has a finding")
  func some() {
    #expect(
      claims("expect no warning")
        == ["uncovered-rule no expectation names `calm`, its kind or the scale it raises"])
    #expect(claims("expect no warning, expect calm at +60 min") == [])
  }
}
