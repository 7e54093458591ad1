import PaceLab
import PaceLanguage
import PaceOracle
import Testing

struct ParameterValueTests {
  @Test(
    "the step nearest to a value is proposed and left to the writer",
    arguments: cases([
      ("number", "50 .. 400 step 10", "157", "160"), ("number", "50 .. 400 step 10", "155", nil),
      ("number", "0.25 .. 4 step 0.5", "1", nil), ("number", "0.25 .. 4 step 0.5", "1.1", "1.25"),
      ("number", "-5 .. 5 step 3", "-3", "-2"), ("duration", "1 min .. 1 h step 5 min", "30 min", "31 min"),
      ("time", "06:00 .. 12:00 step 30 min", "07:10", "07:00"), ("number", "1 .. 10 step 4", "10", "9"),
      ("date", "2026-01-01 .. 2026-12-31 step 7 d", "2026-01-09", "2026-01-08"),
    ]))
  func offGrid(_ given: Case<(String, String, String, String?)>) throws {
    let (type, grid, value, nearest) = given.value
    let text = "event cup of day { }\nsubject day { }\nparam much: \(type) = \(value) in \(grid)\n"
    let read = reader(of: [("a.pace", text)])
    let rules = LintRule.all.filter { $0.code == "off-grid" }
    let report = Linter(today: 0, rules: rules).lint(programs: [["a.pace"]], read: read)
    #expect(report.findings.map(\.diagnostic.message) == ["`\(value)` lies between two steps of `much`"])
    let diagnostic = try #require(report.findings.first).diagnostic
    #expect(diagnostic.fix.map(\.replacement) == (nearest.map { [$0] } ?? []))
    #expect(diagnostic.isGuess)
  }

  @Test("values on the grid, and any value where no step is written, are fine")
  func onGrid() {
    #expect(
      codes(
        in: """
          subject session { sensitivity: preset = calm }
          event entry of session { }
          param many: number = 2.5 in 1 .. 10
          param most: number = 60 in 50 .. 405 step 10
          preset calm { most = 50 }
          preset keen { most = 400 }
          rule busy { on entry, when count(entry) >= many, emit warning "A lot." }
          rule full { on entry, when count(entry) >= most, emit alarm "Too many." }

          """) == [])
  }

  @Test(
    "a division by 0 under some values of parameters is reported with them",
    arguments: cases([
      ("count(entry) / part >= 3", "by default, under preset `calm`"),
      ("count(entry) % part == 0", "by default, under preset `calm`"),
      ("count(entry) / (2 - other) >= 3", "under preset `keen`"),
      ("count(entry) / (part * count(entry)) >= 3", "by default, under preset `calm`"),
      ("count(entry) / (part + 1) >= 3", nil), ("count(entry) / 2 >= 3", nil),
      ("count(entry) / count(entry, last 1 h) >= 3", nil),
      // Said what holds instead, or asked first.
      ("((count(entry) / part) else 0) >= 3", nil), ("part > 0 and count(entry) / part >= 3", nil),
      ("part == 0 or count(entry) / part >= 3", nil),
      ("part >= 0 and count(entry) / part >= 3", "by default, under preset `calm`"),
    ]))
  func zeroDenominator(_ given: Case<(String, String?)>) {
    let (condition, names) = given.value
    let found = findings(
      in: """
        subject session { sensitivity: preset = calm }
        event entry of session { }
        param part: number = 0 in 0 .. 5 "part"
        param other: number = 1 in 0 .. 5 "other"
        preset calm { other = 1 }
        preset keen { other = 2, part = 1 }
        rule busy { on entry, when \(condition), emit warning "A lot." }

        """
    ).filter { $0.hasPrefix("zero-denominator ") }
    let expected = names.map { "zero-denominator this is 0 \($0), so what it divides is unknown" }
    #expect(found == (expected.map { [$0] } ?? []))
  }

  @Test("a label shows an attribute of any type", arguments: ["text", "date", "bool", "time", "number"])
  func shownAttribute(type: String) {
    func found(_ label: String) -> Set<String> {
      codes(
        in: """
          subject session { spare: \(type) \(label) }
          event entry of session { }
          rule busy { on entry, when count(entry) >= 3, emit warning "A lot." }

          """)
    }
    #expect(found("\"what is kept\"") == [])
    #expect(found("") == ["unused-attribute"])
  }
}
