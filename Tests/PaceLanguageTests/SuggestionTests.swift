import PaceLanguage
import Testing

/// Slips with what is said about each, once, and the text after the edit, which leaves nothing to mend.
@Suite struct SuggestionTests {
  @Test func `alternatives of values are mended`() {
    expectMended(
      condition("(since(water) or 10 min) > 5 min"), "E0405 `or` joins",
      condition("(since(water) else 10 min) > 5 min"))
  }

  @Test(arguments: [
    (
      "start 2026-11-20 21:00\n  expect pace is caution at +1 min",
      "E0305 `pace` is a scale: its level is compared with `==`",
      "start 2026-11-20 21:00\n  expect pace == caution at +1 min"
    )
  ])
  func `a scenario is mended`(_ written: String, said: String, mended: String) {
    func program(_ steps: String) -> String { start + "scenario \"x\" {\n  \(steps)\n  expect nothing\n}\n" }
    expectMended(program(written), said, program(mended))
  }

  @Test(arguments: [
    (
      "drinks { ts = at as unix_seconds }", "E0802 there is no `ts` to fill here",
      "drinks { at = ts as unix_seconds }"
    )
  ])
  func `a source is mended`(_ written: String, said: String, mended: String) {
    func program(_ table: String) -> String {
      "subject s { }\nevent e of s { }\nsource app {\n  e from "
        + table.replacing("{ ", with: "{ id = id, s = who, ") + "\n}\n"
    }
    expectMended(program(written), said, program(mended))
  }

  @Test func `a fragment is told which file it lacks`() {
    let scenarios = compile(
      files: ["a.pace": "scenario \"x\" {\n  start 2026-11-20 21:00\n  expect nothing\n}\n"], root: "a.pace")
    #expect(
      scenarios.diagnostics.map(\.help) == ["scenarios are about a pack: write `include \"PACK.pace\"` first"]
    )
    let presets = compile(files: ["a.pace": "preset a { x = 1 }\norder a < b\n"], root: "a.pace")
    #expect(presets.diagnostics.first?.help?.hasPrefix("presets are for a pack: name the pack") == true)
    let folder = compile(files: ["a.pace": "include \".\"\n"], root: "a.pace")
    #expect(folder.diagnostics.map(\.code).first == "E0002")
    #expect(folder.diagnostics.flatMap(\.fix).isEmpty)
  }
}

private let start = """
  subject s { ok: bool = yes }
  event e of s {
    n: number = 1
    kind water { n = 0 }
  }
  scale pace = good < caution
  param few: number = 2
  rule r { on e, emit w "r" }

  """

private func condition(_ text: String) -> String {
  start + "rule a {\n  on e\n  when \(text)\n  emit w \"a\"\n}\n"
}

/// Expects one finding in `written`, whose edit gives `mended`, in which nothing is found.
private func expectMended(
  _ written: String, _ said: String, _ mended: String,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let found = compile(files: ["a.pace": written], root: "a.pace").diagnostics
  let told = found.map { "\($0.code) \($0.message)" }
  #expect(told.count == 1 && told[0].hasPrefix(said), "\(told)", sourceLocation: sourceLocation)
  let edited = String(decoding: applying(found.flatMap(\.fix), to: Array(written.utf8)), as: UTF8.self)
  #expect(edited == mended, sourceLocation: sourceLocation)
  let left = compile(files: ["a.pace": mended], root: "a.pace").diagnostics
  #expect(left.map { "\($0.code) \($0.message)" } == [], sourceLocation: sourceLocation)
}
