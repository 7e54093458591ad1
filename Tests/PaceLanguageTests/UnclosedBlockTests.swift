import PaceLanguage
import Testing

/// A block without its `}` is one slip, and so one error at the brace that was opened.
struct UnclosedBlockTests {
  @Test(
    "a file that is cut off in a block has one error, at the innermost brace",
    arguments: [
      "on", "on entry\n  when count(", "when count(entry) >", "when (a and", "raise", "emit warning",
      "cooldown",
      "quiet 22:00", "quiet 22:00 to", "limit 3", "every 5 min from", "",
    ])
  func cutOff(rest: String) {
    let parsed = Parsed("subject s { }\nrule r {\n  \(rest)\n")
    #expect(parsed.summary == "2:8 E0203 this `{` is never closed")
    #expect(parsed.diagnostics.first?.help == "a `}` is missing at the end")
  }

  @Test(
    "blocks in blocks that are cut off have one error together",
    arguments: [
      "event e of s {\n  kind small { n", "event e of s {\n  kind small { n =",
      "scenario \"a\" {\n  at 21:00 e { n = 1", "source d {\n  e from t { id",
    ])
  func cutOffInside(text: String) {
    let parsed = Parsed(text + "\n")
    let column = text.split(separator: "\n")[1].prefix { $0 != "{" }.count + 1
    #expect(parsed.summary == "2:\(column) E0203 this `{` is never closed")
    #expect(parsed.diagnostics.first?.notes.map(\.message) == ["nor is this one"])
    #expect(parsed.diagnostics.first?.help == "2 `}` are missing at the end")
  }

  @Test func `a block ends before an item of the block around it`() {
    check(
      """
      event e of s {
        kind small { n = 2
      #            ^ E0203 this `{` is never closed
        kind large { n = 3 }
        debounce 1 min
      }
      scenario "a" {
        at 21:00 e { n = 2
      #            ^ E0203 this `{` is never closed
        expect nothing
      }
      """)
  }

  @Test func `an assignment and braces that are all closed are left to the block inside`() {
    #expect(Parsed("scenario \"a\" {\n  at 21:00 e { n = 2\n  zone = 3 }\n}\n").summary == "")
    #expect(
      Parsed("event e of s {\n  kind a { n = 2\n  kind b { n = 3 } }\n}\n").summary.hasPrefix("3:8 E0200"))
  }

  @Test(
    "a head that is written twice is one error",
    arguments: [
      ("rule r {", "on e\n  emit warning \"x\""), ("rule r \"label\" {", "on e\n  emit warning \"x\""),
      ("event f of s {", "kind small"), ("scenario \"a\" {", "start 2026-11-20 21:00\n  expect nothing"),
      ("preset p {", "n = 2"), ("policy warning {", "cooldown 1 h"),
    ])
  func twice(head: String, rest: String) {
    let text = """
      subject s { }
      event e of s { }
      param n: number = 1 in 1 .. 3
      rule w { on e, emit warning "w" }
      \(head)
      \(head)
        \(rest)
      }

      """
    let compilation = Compilation(SourceSet(roots: ["a.pace"], read: { _ in .bytes(Array(text.utf8)) }))
    let found = compilation.diagnostics.map { diagnostic in
      let place = compilation.files[0].location(of: diagnostic.span.start)
      return "\(place.line) \(diagnostic.message)"
    }
    #expect(found == ["5 this `{` is never closed"])
  }
}
