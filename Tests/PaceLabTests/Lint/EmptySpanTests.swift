import PaceLab
import PaceLanguage
import PaceOracle
import Testing

struct EmptySpanTests {
  @Test(
    "a span over the week's end is found wherever it stands",
    arguments: cases([
      ("define late = weekday in fri .. mon", "when late", "", "impossible-condition"),
      ("define late = weekday in fri .. mon", "when not late", "", "constant-condition"),
      ("stream some = entry where weekday in fri .. mon", "when count(some) > 2", "", "impossible-condition"),
      (
        "stream some = entry where amount > 2 or weekday in fri .. mon", "when count(some) > 2", "",
        "constant-condition"
      ),
      ("", "when count(entry) > 2", "unless weekday in fri .. mon", "constant-condition"),
      ("", "when count(entry) > 2 or weekday in fri .. mon", "", "constant-condition"),
    ]))
  func emptyWeekSpan(_ given: Case<(String, String, String, String)>) {
    let (declaration, condition, gate, code) = given.value
    let text = """
      calendar { zone "Europe/London" }
      \(declaration)
      rule a {
        on entry
        \(condition)
        emit warning "A lot."
        \(gate)
      }

      """
    #expect(findings(in: text) == ["\(code) this is never true: `fri .. mon` ends before it starts"])
    let report = Linter(today: 0).lint(
      programs: [["a.pace"]], read: reader(of: [("a.pace", LintExample.program(of: text))]))
    #expect(report.findings.first?.diagnostic.help == "write `weekday >= fri or weekday <= mon`")
  }

  @Test("a half-open span is empty where its ends are one, a closed one holds that value")
  func emptySpans() {
    func found(_ condition: String) -> [String] {
      findings(
        in: """
          calendar { zone "Europe/London" }
          param few: number = 2 in 1 .. 3
          param many: number = 6 in 5 .. 9

          rule a {
            on entry
            when count(entry) == many or count(entry) == few or \(condition)
            emit warning "A lot."
          }

          """)
    }
    #expect(found("weekday in fri .. fri") == [])
    // Whatever the two are, 5 is more than 3.
    #expect(
      found("count(entry) in many .. few") == [
        "constant-condition this is never true: `many .. few` ends before it starts"
      ])
    #expect(found("count(entry) in few .. many") == [])
  }

  @Test(
    "what has passed of a span that each day's start cuts is never known",
    arguments: cases([
      ("00:00", "elapsed(22:00 to 06:00) >= 1 h", "22:00 to 06:00", "06:00"),
      ("10:00", "not (2 * elapsed(08:00 to 20:00) < 1 h)", "08:00 to 20:00", "20:00"),
      ("06:00", "elapsed(22:00 to 06:00) >= 1 h", nil, ""),
      ("22:00", "elapsed(22:00 to 06:00) >= 1 h", nil, ""),
      ("00:00", "(elapsed(22:00 to 06:00) else 2 h) >= 1 h", nil, ""),
    ]))
  func cutSpan(_ given: Case<(String, String, String?, String)>) throws {
    let (day, condition, span, end) = given.value
    let text = """
      calendar { zone "Europe/London", day starts \(day) }
      rule a {
        when \(condition)
        emit warning "A lot."
      }

      """
    let reason = span.map { "no day has all of `\($0)`, since days start at \(day)" }
    let expected = reason.map { ["impossible-condition this is never true: \($0)"] } ?? []
    #expect(findings(in: text).filter { $0.hasPrefix("impossible") } == expected)
    let files = [("a.pace", LintExample.program(of: text))]
    let report = Linter(today: 0).lint(programs: [["a.pace"]], read: reader(of: files))
    let helps = report.findings.filter { $0.diagnostic.code == "impossible-condition" }.map {
      $0.diagnostic.help
    }
    #expect(
      helps
        == (span == nil ? [] : ["let days start outside of it, as in `calendar { day starts \(end) }`"]))
    let compilation = compile(files[0])
    let program = try #require(compilation.program)
    let rule = try #require(Prover(program, roots: compilation.roots).provedReport().rules.last)
    #expect((rule.reason != nil) == (span != nil))
  }
}
