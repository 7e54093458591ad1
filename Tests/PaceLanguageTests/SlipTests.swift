import PaceLanguage
import Testing

/// Slips of syntax that must not lead to further errors, or to edits that change what is meant.
struct SlipTests {
  private let start = "subject s { }\nevent e of s { }\n"

  @Test(arguments: [
    ("rule x {\n  on e\n  { severity 1\n}\nrule y { on ee, emit w \"a\" }\n", "{ E0202, ee E0305"),
    ("rule x {\n  on e\n  { severity 1 }\n}\nrule y { on ee, emit w \"a\" }\n", "{ E0202, ee E0305"),
    ("param p: number = in 0 .. 20 step 1\n", "in E0200"),
    ("rule x { on e\n  emit w\n  cooldown 5 min }\nrule y { when since(x) > 1 h, emit w \"a\" }\n", " E0200"),
    ("source a {\n  e from b {\n    id = i, s = s, at = t\n  s from c { id = i }\n}\n", "{ E0203"),
    ("preset p { }\npreset q: p\n", ": E0200"),
  ])
  func `one slip is one error and hides no other`(_ text: String, _ said: String) {
    let compilation = compile(files: ["a.pace": start + text], root: "a.pace")
    let told = compilation.diagnostics.map { problem in
      "\(compilation.files[Int(problem.span.file.index)].text(in: problem.span)) \(problem.code)"
    }
    #expect(told.joined(separator: ", ") == said)
    #expect(compilation.diagnostics.filter { !$0.isGuess }.flatMap(\.fix).isEmpty)
  }

  @Test func `what may be meant otherwise in a scenario is only offered`() {
    let head = "scenario \"x\" {\n  start 2026-11-20 21:00\n"
    for step in ["expect nothing until 10:00", "12:15 at e", "at +4 min min e", "presets a,\n  set few = 2"] {
      let found = compile(files: ["a.pace": start + head + "  \(step)\n}\n"], root: "a.pace").diagnostics
      #expect(!found.isEmpty && found.allSatisfy { $0.fix.isEmpty || $0.isGuess }, "\(step): \(found)")
    }
  }

  @Test func `a list of values in a source goes on over lines, and words of clauses are columns there`() {
    let text = """
      subject s { }
      event e of s { }
      source app {
        e from log where type in (
          "a", "b"
        ) {
          id = id, s = who
          at =
            at as unix_seconds
        }
      }
      """
    #expect(Parsed(text).summary == "")
  }
}
