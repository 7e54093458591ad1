import PaceLanguage
import Testing

@Suite("Types of expressions")
struct ExpressionTests {
  @Test(
    "Operators join the types they can",
    arguments: [
      "count(entry) + 1 > 2", "since(entry) + 5 min > 1 h", "2 * since(entry) > 1 h",
      "since(entry) * 2 > 1 h",
      "since(entry) / 2 > 1 h", "since(entry) / 1 h > 2", "wake - 06:00 > 1 h", "count(entry) % 2 == 0",
      "-goal < 3", "date == 2026-11-20", "date in 2026-11-20 .. 2026-11-30", "latest(entry.note) == \"a\"",
      "(latest(entry.amount) else 3) > 2", "clock in wake to 22:00", "not clock in 22:00 to 07:00",
      "max(entry.amount, this week) >= avg(entry.amount, this month)", "count(entry, after small) > 2",
      "streak(days where count(entry, today) < 3 skip weekday == sun) > 2", "elapsed(wake to 22:00) > 1 h",
      "sum(large.amount, last 90 min) in 1 to goal",
    ])
  func operatorsJoin(_ condition: String) {
    #expect(findings(compile("rule a { when \(condition), emit warning \"x\" }")) == [])
  }

  @Test(
    "Operators refuse the types they can't join",
    arguments: [
      ("count(entry) + 5 min > 2", "E0402"), ("wake + 1 h > 08:00", "E0402"),
      ("2 / since(entry) > 1", "E0402"),
      ("-wake < 07:00", "E0402"), ("count(entry) == 5 min", "E0403"), ("(goal else 1 h) > 2", "E0403"),
      ("count(entry) in 1 .. 5 min", "E0403"), ("latest(entry.note) < \"a\"", "E0404"), ("goal", "E0405"),
      ("not goal", "E0405"), ("goal and yes", "E0405"), ("avg(entry.note) > 2", "E0406"),
      ("clock == 07:00", "E0409"), ("clock in 07:00 to count(entry)", "E0409"), ("due(wake)", "E0410"),
      ("count(entry, last goal) > 1", "E0401"), ("count(entry, last -5 min) > 1", "E0505"),
      ("elapsed(wake to goal) > 1 h", "E0401"), ("entry > 2", "E0304"), ("count(goal) > 2", "E0305"),
    ])
  func operatorsRefuse(_ condition: String, _ code: String) {
    let compilation = compile("rule a { when \(condition), emit warning \"x\" }")
    #expect(compilation.diagnostics.map(\.code) == [code], "\(findings(compilation))")
  }

  @Test("An unknown type on one side says nothing of the other")
  func oneErrorForOneCause() {
    expect(
      #"rule a { when count(entry, last mising) > 2 and goal > 3, emit warning "x" }"#,
      "mising: E0304 no value is called `mising`")
  }

  @Test("A field of a union belongs to all its events, with one type")
  func fieldsOfUnions() {
    expect(
      """
      event press of person { force: number }
      stream both = entry, press
      define total = sum(both.amount)
      """,
      "amount: E0308 the event `press`, which is part of this stream, has no field `amount`")
    expect(
      """
      event press of person { amount: number }
      stream both = small, press
      define total = sum(both.amount)
      """)
  }

  @Test("What a stream's condition and a streak may use reaches through definitions")
  func restrictionsReachThroughDefinitions() {
    expect(
      """
      define recent = count(warning, today)
      stream tense = entry where recent > 2
      rule a { on entry, emit warning "x" }
      """,
      "recent: E0411 `recent` uses the firings of rules, which has no meaning in the `where` of a stream")
    expect(
      """
      define pause = since(entry)
      define calm = streak(days where pause > 2 h)
      """,
      "pause: E0412 `pause` uses `since`, which has no meaning in a `streak`")
    expect("define kept = streak(days where count(entry, today) >= (latest(entry.amount) else goal))")
  }

  @Test("A stream's condition sees fields and earlier streams, not itself or later ones")
  func streamConditions() {
    expect(
      """
      stream big = entry where amount >= goal and since(entry) > 1 min
      stream rare = entry where count(big, last 1 h) == 0 and clock in wake to 22:00
      """)
    expect(
      """
      stream big = entry where count(rare, today) == 0
      stream rare = entry where amount > 2
      """,
      "rare: E0316 the stream `big` can't rest on `rare`")
    expect(
      "stream big = entry where count(big, today) == 0",
      "big: E0316 the stream `big` can't rest on `big`")
  }
}
