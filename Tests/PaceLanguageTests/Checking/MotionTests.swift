import PaceLanguage
import Testing

@Suite("Motion")
struct MotionTests {
  /// The motion of the definition `it`.
  private func motion(_ expression: String) -> Motion? {
    let program = compile("define it = \(expression)").program
    return program.flatMap { program in program.defines.last.map { program[$0.value].motion } }
  }

  @Test("Expressions stand still, rise or fall")
  func motions() {
    #expect(motion("count(entry, last 1 h)") == .constant)
    #expect(motion("since(entry)") == .rising)
    #expect(motion("elapsed(07:00 to 22:00)") == .rising)
    #expect(motion("1 h - since(entry)") == .falling)
    #expect(motion("-since(entry)") == .falling)
    #expect(motion("since(entry) * -2") == .falling)
    #expect(motion("goal * since(entry) + 5 min") == .rising)
    #expect(motion("since(entry) / -2") == .falling)
    #expect(motion("since(small) + since(large)") == .rising)
    #expect(motion("since(entry) > 5 min") == .constant)
    #expect(motion("0 * since(entry)") == .constant)
    #expect(motion("since(entry) else 0 min") == .rising)
  }

  @Test("Moving sides may be equal, unequal or within")
  func equalityOfMovingSides() {
    expect(
      """
      rule a { when since(small) == 5 min or since(large) != 1 h, emit warning "x" }
      rule b { when since(small) in 5 min .. 10 min, emit warning "x" }
      rule c { when since(small) > 1 h - since(large), emit warning "x" }
      """)
  }

  @Test("An error says which part moves against which")
  func errorsNameTheParts() {
    expect(
      #"rule a { when since(small) >= since(large), emit warning "x" }"#,
      "since(small) >= since(large): E0701 both sides of this comparison rise between events: `since(small)` "
        + "against `since(large)`")
    expect(
      #"rule a { when since(small) + (1 h - since(large)) > 2 min, emit warning "x" }"#,
      "since(small) + (1 h - since(large)): E0702 `+` joins parts that move against each other: `since(small)` "
        + "rises, `1 h - since(large)` falls")
    expect(
      #"rule a { when since(small) in since(large) to 2 h, emit warning "x" }"#,
      "since(small) in since(large) to 2 h: E0701")
  }

  @Test("A factor of unknown sign may turn what it multiplies either way")
  func factorsOfUnknownSign() {
    let start = """
      subject person {
        lean: number = 1
        gain: number = 1 in 0 .. 2
        opens: time = 07:00
        closes: time = 22:00
      }
      event dose of person { units: number in 0 .. 5, drift: number in -5 .. 5 }
      event walk of person { }

      """
    func motion(_ expression: String) -> Motion? {
      let program = compile(start + "define it = \(expression)").program
      return program.flatMap { program in program.defines.last.map { program[$0.value].motion } }
    }
    #expect(motion("since(dose) * lean") == .either)
    #expect(motion("-(since(dose) / lean) - 5 min") == .either)
    #expect(motion("since(dose) * sum(dose.drift)") == .either)
    #expect(motion("since(dose) * lean * 0") == .constant)
    #expect(motion("since(dose) * gain") == .rising)
    #expect(motion("since(dose) * sum(dose.units)") == .rising)
    #expect(motion("since(dose) * (latest(dose.units) else -1)") == .either)
    #expect(motion("since(dose) * -(latest(dose.units) else 1)") == .falling)
    #expect(motion("1 h - elapsed(opens to closes) / (closes - opens) * 1 h") == .falling)
  }

  @Test("What may move either way is not joined with what moves")
  func unknownSignsApart() {
    let start = """
      subject person { lean: number = 1 in -1 .. 1 }
      event dose of person { }
      event walk of person { }

      """
    expect(
      start + #"rule a { when since(dose) * lean > 10 s - since(walk) * 0.7, emit warning "x" }"#,
      "since(dose) * lean > 10 s - since(walk) * 0.7: E0701 both sides of this comparison may move alike "
        + "between events: `since(dose) * lean` against `10 s - since(walk) * 0.7`")
    expect(
      start + #"rule a { when since(dose) * lean + since(walk) * 0.7 > 10 s, emit warning "x" }"#,
      "since(dose) * lean + since(walk) * 0.7: E0702 `+` joins parts that move against each other: "
        + "`since(dose) * lean` may rise or fall, `since(walk) * 0.7` rises")
    expect(
      start + #"rule a { when since(dose) * lean == since(walk) * lean, emit warning "x" }"#,
      "since(dose) * lean == since(walk) * lean: E0701")
    expect(start + #"rule a { when since(dose) * lean > 10 s, emit warning "x" }"#)
  }

  @Test("`least` and `greatest` take what stands still and has an order")
  func choices() {
    #expect(motion("least(count(entry), goal)") == .constant)
    #expect(motion("greatest(greatest(1, goal), latest(entry.amount))") == .constant)
    #expect(motion("least(wake, 07:00)") == .constant)
    #expect(motion("greatest(date, 2026-11-20)") == .constant)
    #expect(motion("least(1 h, gap(entry))") == .constant)
    #expect(motion("round(count(entry) / 3, 0.1)") == .constant)
    expect(
      #"rule a { when floor(since(small), 1 h) > 2 min, emit warning "x" }"#,
      "floor(since(small), 1 h): E0706 `floor` of something that moves: `since(small)` rises between events")
    expect(
      #"rule a { when round(07:00, 08:00) > 07:00, emit warning "x" }"#,
      "round(07:00, 08:00): E0402")
    expect(
      #"rule a { when round(1, 1 h) > 2, emit warning "x" }"#,
      "round(1, 1 h): E0403 `round` needs two values of one type, found a number and a duration")
    expect(
      #"rule a { when count(entry) in (1, 2 h), emit warning "x" }"#,
      "count(entry) in (1, 2 h): E0403 `in` needs two values of one type, found a number and a duration")
    expect(
      #"rule a { when least(1 h, since(small)) > 2 min, emit warning "x" }"#,
      "least(1 h, since(small)): E0706 `least` of something that moves: `since(small)` rises between events")
    expect(
      #"rule a { when greatest(1 h - since(small), since(large)) > 2 min, emit warning "x" }"#,
      "greatest(1 h - since(small), since(large)): E0706 `greatest` of something that moves: `1 h - since(small)` "
        + "falls between events")
    expect(
      #"rule a { when least(1, 1 h) > 2, emit warning "x" }"#,
      "least(1, 1 h): E0403 `least` needs two values of one type, found a number and a duration")
    expect(
      #"rule a { when greatest(yes, no), emit warning "x" }"#,
      "greatest(yes, no): E0404 yes or no is neither less nor more than another")
    expect(
      #"rule a { when least(weekday, mon) == mon, emit warning "x" }"#,
      "least(weekday, mon): E0404 a weekday is neither less nor more than another")
  }

  @Test(
    "Remedies can be followed",
    arguments: [
      ("since(small) / since(large) > 2", "compare each of the two that move by itself"),
      ("2 h / since(small) > 2", "multiply the other side by it instead"),
      ("round(since(small), 5 min) > 10 min", "compare it as it is, without rounding"),
      ("least(1 h, since(small)) > 2 min", "compare it with each value by itself"),
    ])
  func remedies(condition: String, remedy: String) {
    let found = compile("rule a { when \(condition), emit warning \"x\" }").diagnostics
    #expect(found.map(\.help) == [remedy])
  }

  @Test("`least` and `greatest` are calls before a parenthesis and names elsewhere")
  func choiceNames() {
    expect(
      """
      define least = count(entry, today)
      define greatest = least(least, 3) + greatest(least, 3)
      rule a { when greatest > least, emit warning "{greatest(least, greatest)}" }
      """)
  }

  @Test("Motion is seen through definitions")
  func motionThroughDefinitions() {
    expect(
      """
      define pause = since(small)
      rule a { when pause > since(large), emit warning "x" }
      """,
      "pause > since(large): E0701")
  }
}
