import PaceLanguage
import Testing

@Suite("Rules, policies and guards")
struct RuleTests {
  @Test("`fires` has its place in rules with `on` that keep no state")
  func firesHasItsPlace() {
    let many = #"rule many { on entry, emit warning "x" }"# + "\n"
    expect(many + #"rule a { on small, when fires(many) and not fires(warning), emit praise "x" }"#)
    expect(many + "define both = fires(many)\n" + #"rule a { on small, when both, emit praise "x" }"#)
    expect(
      many + #"rule a { on small, when fires(many) for 5 min, emit praise "x" }"#, "fires(many): E0607")
    expect(
      many + "scale mood = good < bad\n"
        + #"rule a { on small, when fires(many), raise mood to bad, emit praise "x" }"#, "fires(many): E0607")
    expect(many + #"define both = fires(many) "A figure""#, "fires(many): E0607")
    expect(
      many + "define both = fires(many)\n" + #"rule a { when both, emit praise "x" }"#,
      "both: E0607 `both` uses `fires`")
  }

  @Test("A rule that emits nothing has no gates, severity, repeat or `when fired`")
  func silentRules() {
    expect(
      """
      scale mood = good < bad
      rule a {
        when count(entry) > 3
        raise mood to bad when fired
        severity 2
        repeat daily
        cooldown 5 min
      }
      """,
      "raise mood to bad when fired: E0604", "severity 2: E0604", "repeat daily: E0604",
      "cooldown 5 min: E0604")
  }

  @Test("A limit counts over a time up to now")
  func limitsEndNow() {
    let note = #"on entry, emit warning "x", "#
    for window in ["", " last 1 h", " today", " this week", " this month", " after small"] {
      expect("rule a { \(note) limit 3\(window) }")
    }
    let refused = ": E0417 a limit counts firings over a time up to now, which"
    expect("rule a { \(note) limit 3 yesterday }", "yesterday\(refused) `yesterday` isn't")
    expect("rule a { \(note) limit 3 last 5 events }", "last 5 events\(refused) `last 5 events` isn't")
  }

  @Test("`yesterday` is a window where one may stand, else a name like any other")
  func yesterdayIsAName() {
    expect(
      """
      param yesterday: number = 1
      define before = count(entry, yesterday) - yesterday
      rule a { when count(small, last 2 h) > yesterday and before > 0, emit warning "{before}" }
      """)
  }

  @Test("Templates are checked, whatever the type of their values")
  func templates() {
    expect(
      #"rule a { on entry, emit warning "{goal} {wake} {latest(entry.note)} {since(entry)} {weekday}" }"#)
    expect(
      #"rule a { on entry, emit warning "{gaol} left" }"#, "gaol: E0304 no value is called `gaol`")
  }

  @Test("A guard finds whole words in any case, with blanks collapsed")
  func guards() {
    let phrases = "guard { never say \"safe to go\", \"BAC\" }\n"
    expect(
      phrases + #"rule a { on entry, emit warning "It is SAFE  to  Go now." }"#,
      #""It is SAFE  to  Go now.": E0612 this message says `safe to go`"#)
    expect(phrases + #"rule a { on entry, emit warning "bac!" }"#, #""bac!": E0612"#)
    expect(phrases + #"rule a { on entry, emit warning "Backed by unsafe to go, safe to {goal} go" }"#)
  }

  @Test("A filled-in message is searched like a template")
  func filledMessages() throws {
    let program = try #require(compile("guard { never say \"safe to go\" }").program)
    #expect(program.guardMatcher.phrases(in: PhraseMatcher.Text("you are safe\nTO go")) == [0])
    #expect(program.guardMatcher.phrases(in: PhraseMatcher.Text("you are unsafe to go")) == [])
  }

  @Test(
    "Quotes, dashes and blanks of typographers are like plain ones, and what nobody sees is like nothing",
    arguments: [
      "Your BAC\u{2019}s high", "\u{201C}BAC\u{201D}", "\u{AB}BAC\u{BB}", "a\u{2014}BAC\u{2026}",
      "B\u{AD}A\u{200B}C", "safe\u{A0}to\u{2009} go", "it isn't on", "it isn\u{2019}t on",
    ])
  func typography(message: String) throws {
    let phrases = ["BAC", "safe to go", "isn\u{2019}t"]
    let list = phrases.map { "\"\($0)\"" }.joined(separator: ", ")
    let program = try #require(compile("guard { never say \(list) }").program)
    #expect(program.guardMatcher.phrases(in: PhraseMatcher.Text(message)).count == 1)
    #expect(program.guardMatcher.phrases(in: PhraseMatcher.Text("caf\u{E9}BAC, iBACn")) == [])
  }

  @Test("Of many phrases the first that is said is found, however they begin and end")
  func manyPhrases() throws {
    let phrases = [
      "to", "to go", "to go far", "TO  GO", "go far", "$5", "5", "go", "far-", "Ünder way", "way",
    ]
    let list = phrases.map { "\"\($0)\"" }.joined(separator: ", ")
    let program = try #require(compile("guard { never say \(list) }").program)
    func said(_ message: String) -> [String] {
      program.guardMatcher.phrases(in: PhraseMatcher.Text(message)).map { phrases[$0] }
    }
    #expect(said("Not to\n go farther") == ["to", "to go", "go"])
    #expect(said("to go far") == ["to", "to go", "to go far", "go far", "go"])
    #expect(said("togo afar far- a$5 ") == ["$5", "5", "far-"])
    #expect(said("a far-off way5, ÜNDER\tWAY") == ["far-", "Ünder way", "way"])
    #expect(said("55 tog") == [])
    #expect(said("far-go to").first == "to")
  }

  @Test("A message is searched once it is filled in where its values may make a phrase, and only there")
  func judgedMessages() throws {
    func isSearched(_ message: String, _ phrases: String...) throws -> Bool {
      let list = phrases.map { "\"\($0)\"" }.joined(separator: ", ")
      let text = #"rule a { on entry, emit warning "\#(message)" }"# + "\nguard { never say \(list) }"
      return try #require(compile(text).program).rules[0].emission?.message.maySayForbidden ?? false
    }
    // Numbers say digits, durations their units, and everything may be unknown.
    #expect(try !isSearched("{goal} left", "left over", "safe to go"))
    #expect(try isSearched("{goal} left", "12 left"))
    #expect(try isSearched("{goal} left", "2", "never"))
    #expect(try isSearched("{goal} left", "Unknown left"))
    #expect(try isSearched("{since(entry)} left", "min left"))
    #expect(try !isSearched("{goal} left", "min left"))
    #expect(try isSearched("It is {weekday}", "sun"))
    #expect(try !isSearched("It is {weekday}", "son"))
    #expect(try isSearched("{goal > 1}", "it is yes", "no"))
    // A word that a value goes on with, and one that only stands beside it.
    #expect(try isSearched("be4{goal}x", "be42x"))
    #expect(try isSearched("safe to go{goal}", "safe to go"))
    #expect(try !isSearched("be4 {goal} x", "be42x"))
    // Anything may be in a text, and between two values.
    #expect(try isSearched("{latest(entry.note)}", "safe to go"))
    #expect(try isSearched("{goal}{weekday}", "1mon"))
    #expect(try !isSearched("It is safe", "to go", "so"))
    #expect(try isSearched("{goal} x", "%"))
  }

  @Test("Operands are of the type that their place asks for")
  func operands() {
    expect(
      """
      rule a {
        every goal from wake to 20:00
        emit reminder "x"
        cooldown wake
        quiet 22:00 to goal
        limit wake today
      }
      """,
      "goal: E0401 `every` needs a duration; `goal` is a number",
      "wake: E0401 `cooldown` needs a duration; `wake` is a time",
      "goal: E0401 `quiet … to` needs a time; `goal` is a number",
      "wake: E0401 `limit` needs a number; `wake` is a time")
  }

  @Test("A subject ends after a duration without logged events")
  func endings() {
    expect(
      """
      subject person { ends after 3 h without warning }
      event entry of person {}
      rule a { on entry, emit warning "x" }
      """,
      "warning: E0606 `ends after … without` needs logged events")
  }
}
