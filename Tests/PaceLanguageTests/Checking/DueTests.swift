import PaceLanguage
import Testing

@Suite("`due` and the schedules that it asks")
struct DueTests {
  private static func compiled(_ condition: String) -> Compilation {
    compile(
      """
      subject goal { plan: schedule, ends_on: date }
      event change of goal { next: schedule, last: schedule = "daily", size: number }
      define named = plan
      rule a { when \(condition), emit warning "x" }
      """)
  }

  @Test(
    "It asks attributes, newest values of fields, and `else` between those",
    arguments: [
      "due(plan)", "due(latest(change.next))", "due((latest(change.next)) else (plan))",
      "due(latest(change.next) else (latest(change.last) else plan))",
      "streak(days where due(latest(change.next) else plan)) > 2",
    ])
  func asks(_ condition: String) {
    #expect(findings(Self.compiled(condition)) == [])
  }

  @Test(
    "Whatever is none is named, and what may be meant",
    arguments: [
      ("due(plam)", "plam", "plan"), ("due(next)", "next", "latest(change.next)"),
      ("due(ends_on)", "ends_on", nil),
      ("due(latest(change.next) else plam)", "plam", "plan"), ("due(ends_on else plan)", "ends_on", nil),
      ("due(latest(change.size) else plan)", "latest(change.size)", nil),
      (#"due("daily")"#, #""daily""#, nil),
      ("due(count(change) + 1)", "count(change) + 1", nil), ("due(named)", "named", nil),
    ] as [(String, String, String?)])
  func namesWhatIsNone(_ condition: String, _ text: String, _ meant: String?) {
    let compilation = Self.compiled(condition)
    #expect(
      findings(compilation) == [
        "\(text): E0410 `due` needs an attribute, or the `latest` of a field, of type `schedule`; `\(text)` is neither"
      ])
    #expect(compilation.diagnostics.first?.help == meant.map { "did you mean `\($0)`?" })
  }

  @Test("A misspelt field inside it is told as anywhere")
  func misspeltField() {
    #expect(
      findings(Self.compiled("due(latest(change.nxt) else plan)")).map { $0.prefix(10) } == ["nxt: E0308"])
  }

  @Test(
    "A schedule is for nothing else",
    arguments: [
      ("plan == latest(change.next)", "E0404"), ("latest(change.last) != latest(change.next)", "E0404"),
      ("latest(change.next) < plan", "E0404"), ("latest(change.next)", "E0405"),
      ("latest(change.next) == \"daily\"", "E0403"), ("min(change.next) > 1", "E0406"),
    ])
  func nothingElse(_ condition: String, _ code: String) {
    let text = condition.hasPrefix("min") ? "next" : condition
    #expect(findings(Self.compiled(condition)).map { $0.hasPrefix("\(text): \(code) ") } == [true])
  }

  @Test(
    "A field may be a schedule, with a default and values of kinds that are looked at; a parameter may not")
  func types() {
    expect(
      """
      subject goal { }
      event change of goal {
        next: schedule = "weekly mon"
        kind off { next = "{\\"type\\":\\"weekly\\",\\"days\\":[]}" }
      }
      """)
    expect(
      """
      subject goal { }
      event change of goal {
        next: schedule = "weeky mon"
        kind late { next = "monthly 32" }
      }
      param plan: schedule = "daily"
      """,
      "\"weeky mon\": E0508 this is no schedule: it starts with `weeky`",
      "\"monthly 32\": E0508 this is no schedule: `32` is no day of a month",
      "schedule: E0413 a param can't be of type `schedule`; only an attribute of the subject or a field can")
    expect(
      "subject goal { }\nevent change of goal { mode: preset }",
      "preset: E0413 a field can't be of type `preset`; only an attribute of the subject can")
  }
}
