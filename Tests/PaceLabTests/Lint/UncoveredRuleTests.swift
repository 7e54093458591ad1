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

  private static let early =
    "uncovered-rule this looks at `calm` up to 21:00 only, the last instant that the scenario names, and "
    + "nothing else is expected of it"

  @Test("an `expect no` that ends with the last row covers no rule that speaks between rows")
  func absence() {
    #expect(claims("expect no calm, expect no busy") == [Self.early])
    #expect(claims("expect no praise at +0 min, expect no warning") == [Self.early])
  }

  @Test(
    "it does cover one that is looked at for longer, or of which something else is expected",
    arguments: [
      "until +2 h", "expect nothing at +30 min", "expect calm is idle",
      "expect calm exactly 0 times at +0 min",
      "at +59 min small, expect nothing at +60 min", "ended at +0 min",
    ])
  func absenceLooksFurther(more: String) {
    #expect(claims("expect no calm, expect no busy, \(more)") == [])
  }
}
