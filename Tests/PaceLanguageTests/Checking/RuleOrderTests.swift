import PaceLanguage
import Testing

@Suite("The order of rules")
struct RuleOrderTests {
  private func order(_ text: String) -> [String] {
    compile(text).program.map { program in program.evaluationOrder.map { program[$0].name.text } } ?? []
  }

  @Test("Rules without dependencies keep the order of the text")
  func orderOfTheText() {
    #expect(
      order(
        """
        rule b { on entry, emit warning "x" }
        rule a { on entry, emit warning "x" }
        """) == ["b", "a"])
  }

  @Test("Again and again the first-declared rule is taken whose dependencies are done")
  func firstDeclaredReadyRule() {
    #expect(
      order(
        """
        rule a { on entry, when fires(d), emit praise "x" }
        rule b { on entry, emit warning "x" }
        rule c { on entry, when count(b, today) > 1, emit praise "x" }
        rule d { on entry, emit warning "x" }
        rule e { on entry, emit praise "x" }
        """) == ["b", "c", "d", "a", "e"])
  }

  @Test("`fires` of a kind waits for the `on` rules that emit it: no other fires for an event")
  func firesOfAKind() {
    #expect(
      order(
        """
        rule a { on entry, when fires(warning), emit praise "x" }
        rule b { on entry, emit praise "{count(c, today)}" }
        rule c { on entry, emit warning "x" }
        rule d { when count(entry, today) > 3, emit warning "x" }
        """) == ["c", "a", "b", "d"])
  }

  @Test("A scale is read after all rules that raise it, a notice kind after all that emit it")
  func scalesAndKinds() {
    #expect(
      order(
        """
        scale mood = good < bad
        rule a { when mood == bad, emit praise "x" }
        rule b { on entry, emit warning "x", unless since(praise) < 5 min }
        rule c { when count(entry, today) > 3, raise mood to bad }
        """) == ["c", "a", "b"])
  }

  @Test("Reading its own firings or its own kind's makes no circle")
  func ownFirings() {
    #expect(
      order(
        """
        rule a { on entry, when count(a, today) < 3, emit warning "x", limit 1 after warning }
        rule b { on entry, when count(warning, today) < 3, emit warning "x" }
        policy warning { unless count(warning, last 5 min) > 2 }
        """) == ["a", "b"])
  }

  @Test("A policy's readings are those of every rule of its kind")
  func policies() {
    #expect(
      order(
        """
        rule a { on entry, emit warning "x" }
        rule b { on entry, emit praise "x" }
        policy warning { unless since(b) < 5 min }
        """) == ["b", "a"])
  }

  @Test("A message's readings count as well")
  func messages() {
    #expect(
      order(
        """
        rule a { on entry, emit praise "{count(b, today)} so far" }
        rule b { on entry, emit warning "x" }
        """) == ["b", "a"])
  }

  @Test("A circle is shown step by step, from its first-declared rule")
  func circles() throws {
    let compilation = compile(
      """
      scale mood = good < bad
      rule a { on entry, when count(b, today) > 1, emit praise "x" }
      rule b { on entry, when mood == bad, emit warning "x" }
      rule c { when since(a) > 5 min, raise mood to bad }
      """)
    let found = try #require(compilation.diagnostics.first)
    #expect(compilation.diagnostics.count == 1)
    #expect(found.code == "E0609")
    #expect(found.message == "rules wait for each other in a circle: `a` → `b` → `c` → `a`")
    #expect(found.notes.map(\.message) == ["`a` reads `b`", "`b` reads `mood`", "`c` reads `a`"])
  }

  @Test("A rule that reads the scale it raises waits for itself")
  func ownScale() {
    expect(
      """
      scale mood = good < bad
      rule a { when count(entry) > 3 and mood == good, raise mood to bad }
      """,
      "a: E0609")
  }

  @Test("Ten thousand rules that read what ten thousand others emit are ordered at once")
  func manyRules() {
    var text = ""
    for index in 0..<5_000 {
      text += "rule p\(index) { on entry, when count(warning, today) > 1, emit praise \"x\" }\n"
      text += "rule w\(index) { on entry, emit warning \"x\" }\n"
    }
    let order = order(text)
    #expect(order.count == 10_000)
    #expect(order.first == "w0")
    #expect(order[5_000] == "p0")
  }
}
