import PaceLab
import PaceLanguage
import Testing

struct CatalogueTests {
  @Test("every rule's first example is reported", arguments: LintRule.all.map(\.code))
  func reported(code: String) throws {
    let rule = try #require(LintRule.named(code))
    let found = findings(in: rule.page.reported)
    #expect(found.contains { $0.hasPrefix(code + " ") }, "\(found)")
    #expect(!found.contains { $0.hasPrefix("E") }, "the example has errors: \(found)")
  }

  @Test("every rule's second example is accepted by all rules", arguments: LintRule.all.map(\.code))
  func accepted(code: String) throws {
    let rule = try #require(LintRule.named(code))
    let found = findings(in: rule.page.accepted)
    #expect(found.isEmpty, "\(found)")
  }

  @Test("every rule's examples differ", arguments: (LintRule.all + LintRule.ofData).map(\.code))
  func differ(code: String) throws {
    let rule = try #require((LintRule.all + LintRule.ofData).first { $0.code == code })
    #expect(rule.page.accepted != rule.page.reported, "the lines to mend don't stand in the example")
  }

  @Test("every rule is documented and has a code of its own")
  func documented() {
    #expect(Set(LintRule.all.map(\.code)).count == LintRule.all.count)
    for rule in LintRule.all {
      #expect(rule.code.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
      #expect(!rule.page.summary.isEmpty && !rule.page.summary.hasSuffix("."))
      #expect(rule.page.rationale.hasSuffix("."))
      #expect(rule.page.explanation.contains(rule.page.summary))
    }
  }

  @Test("an error's page is found in any case, a rule's in its own")
  func named() {
    #expect(FindingPage.named("e0501")?.code == "E0501")
    #expect(FindingPage.named("unused-param")?.code == "unused-param")
    #expect(FindingPage.named("E9999") == nil)
  }
}
