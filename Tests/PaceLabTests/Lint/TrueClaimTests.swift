import PaceLab
import PaceLanguage
import PaceOracle
import Testing

/// Programs of which a finding was once false.
@Suite struct TrueClaimTests {
  /// What rule `code` says of a text.
  private func claims(_ code: String, in text: String) -> [String] {
    let found = findings(in: text + "\n")
    #expect(!found.contains { $0.hasPrefix("E") }, "\(found)")
    return found.filter { $0.hasPrefix(code + " ") }.map { String($0.dropFirst(code.count + 1)) }
  }

  @Test(
    "the nearest step, and a message without its hidden character, are shown and never applied",
    arguments: cases([
      ("param much: duration = 65 min in 10 min .. 4 h step 15 min", nil),
      ("rule a { on entry, emit hint \"a l\u{200B}ot\" }", nil),
      ("# a l\u{200B}ot", "# a lot"),
    ]))
  func guesses(_ given: Case<(String, String?)>) throws {
    let (text, fixed) = given.value
    let rules = LintRule.all.filter { ["off-grid", "hidden-character"].contains($0.code) }
    let whole = LintExample.program(of: text)
    let report = Linter(today: 0, rules: rules).lint(
      programs: [["a.pace"]], read: reader(of: [("a.pace", whole)]))
    #expect(report.findings.map(\.diagnostic.fix.count) == [1])
    let file = try #require(report.files.first)
    let result = LintFix.apply(report, to: file).map { String(decoding: $0, as: UTF8.self) }
    #expect(result == fixed.map { whole.replacing(text, with: $0) })
  }

  @Test("an allowance goes without the comma before it")
  func allowanceAfterComma() throws {
    let text = """
      guard {
        never say "BAC", # allow unused-param kept
          "safe to drive"
      }
      """
    let whole = LintExample.program(of: text)
    let report = Linter(today: 0).lint(programs: [["a.pace"]], read: reader(of: [("a.pace", whole)]))
    let file = try #require(report.files.first)
    let fixed = try #require(LintFix.apply(report, to: file))
    #expect(String(decoding: fixed, as: UTF8.self) == whole.replacing(" # allow unused-param kept", with: ""))
  }
}
