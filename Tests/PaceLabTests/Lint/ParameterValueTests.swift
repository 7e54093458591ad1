import PaceLab
import PaceLanguage
import Testing

@Suite struct ParameterValueTests {
  @Test(
    "a value between two steps is set to the nearest, if one is",
    arguments: [
      ("number", "50 .. 400 step 10", "157", "160"), ("number", "50 .. 400 step 10", "155", nil),
      ("number", "0.25 .. 4 step 0.5", "1", nil), ("number", "0.25 .. 4 step 0.5", "1.1", "1.25"),
      ("number", "-5 .. 5 step 3", "-3", "-2"), ("duration", "1 min .. 1 h step 5 min", "30 min", "31 min"),
      ("time", "06:00 .. 12:00 step 30 min", "07:10", "07:00"), ("number", "1 .. 10 step 4", "10", "9"),
      ("date", "2026-01-01 .. 2026-12-31 step 7 d", "2026-01-09", "2026-01-08"),
    ])
  func offGrid(_ type: String, _ grid: String, _ value: String, _ nearest: String?) throws {
    let text = "event cup of day { }\nsubject day { }\nparam much: \(type) = \(value) in \(grid)\n"
    let read = reader(of: [("a.pace", text)])
    let rules = LintRule.all.filter { $0.code == "off-grid" }
    let report = Linter(today: 0, rules: rules).lint(programs: [["a.pace"]], read: read)
    #expect(report.findings.map(\.diagnostic.message) == ["`\(value)` lies between two steps of `much`"])
    let file = try #require(report.files.first)
    let fixed = LintFix.apply(report, to: file).map { String(decoding: $0, as: UTF8.self) }
    #expect(fixed == nearest.map { text.replacing("= \(value) in", with: "= \($0) in") })
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
}
