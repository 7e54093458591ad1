import PaceLab
import PaceLanguage
import Testing

/// Which edits lint makes by itself.
struct SafeEditTests {
  private static let head = """
    subject s { }
    event cup of s { mg: number = 1, who: text }

    """

  private func report(_ line: String) -> LintReport {
    Linter(today: 0).lint(programs: [["a.pace"]], read: reader(of: [("a.pace", Self.head + line + "\n")]))
  }

  private func fixed(_ line: String) throws -> String? {
    let report = report(line)
    let file = try #require(report.files.first)
    return report.fixed(file).map { String(String(decoding: $0, as: UTF8.self).dropFirst(Self.head.count)) }
  }

  @Test(
    "an edit that may change what is meant is left to the writer",
    arguments: [
      "latest(cup.who) =~ \"bo.*\"", "latest(cup.who) !~ \"bo.*\"", "latest(cup.mg) in [1, 5]",
      "latest(cup.mg) in 1, 5", "latest(cup.mg) is unknown", "latest(cup.mg) > 20 %",
      "streak(weeks where count(cup, today) >= 1) > 2",
    ])
  func guesses(condition: String) throws {
    #expect(try fixed("rule a { on cup, when \(condition), emit note \"x\" }") == nil)
  }

  @Test(
    "an edit that leaves another error in its place is left to the writer",
    arguments: [
      "when cup then cup within 1 h", "when count(cup, 5 min to 10 min ago) > 2",
      "when count(cup, 10) > 2",
    ])
  func spoilt(clause: String) throws {
    let line = "rule a { on cup, \(clause), emit note \"x\" }"
    #expect(try fixed(line) == nil)
    #expect(report(line).hasErrors)
  }

  @Test("edits in one line are made together, and one that spoils its line takes no other line's with it")
  func together() throws {
    let one = "rule a { on cup, when count(cup, last 5m) = 2 && count(cup, last 2m) = 1, emit note \"x\" }\n"
    let other = "rule b { on cup, when count(cup, 10) > 2, emit note \"x\" }\n"
    let mended = one.replacing("5m", with: "5 min").replacing("2m", with: "2 min").replacing(
      " = ", with: " == "
    )
    .replacing("&&", with: "and")
    #expect(try fixed(one + other) == mended + other + "\n")
  }

  @Test("an edit that another mended edit of its line needs first is safe")
  func oneAfterTheOther() throws {
    let line = "rule a { on cup, when latest(cup.mg) in 1-5 and latest(cup.mg) in 2-7, emit note \"x\" }"
    let once = line.replacing("1-5", with: "1 .. 5")
    #expect(try fixed(line) == once + "\n")
    #expect(try fixed(once) == once.replacing("2-7", with: "2 .. 7") + "\n")
  }
}
