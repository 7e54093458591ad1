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
    #expect(program.forbiddenPhrase(in: "you are safe\nTO go") == "safe to go")
    #expect(program.forbiddenPhrase(in: "you are unsafe to go") == nil)
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
