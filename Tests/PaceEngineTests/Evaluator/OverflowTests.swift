import PaceEngine
import PaceLanguage
import PaceOracle
import Testing

/// What doesn't fit in a number is unknown, and that is told wherever it stands.
struct OverflowTests {
  @Test(
    "reports, once, what overflows where unknown is taken for no, or `else` takes its place",
    arguments: cases([
      ("rule r { on e, emit note \"a\", unless sum(e.n) > 3 }", "1 r: sum(e.n)"),
      (
        "rule r { on e, emit note \"a\", unless count(e) > 5, unless sum(e.n) > 3, cooldown 1 h }",
        "1 r: sum(e.n)"
      ),
      ("policy note { unless sum(e.n) > 3 }\nrule r { on e, emit note \"a\" }", "1 r: sum(e.n)"),
      ("rule r { when count(e) > 0 until sum(e.n) < 3, emit note \"a\" }", "1 r: sum(e.n)"),
      ("rule r { on e, when (sum(e.n) else 5) > 3, emit note \"a\" }", "1 r: sum(e.n)"),
      (
        "define d = (latest(e.n) * 2) else 5\nrule r { on e, when d > 3, emit note \"a\" }",
        "0 r: latest(e.n) * 2"
      ),
      ("stream big = e where n * 2 > 5\nrule r { on big, emit note \"a\" }", "0 r: n * 2"),
      ("stream big = e where n * 2 > 5\nrule r { when count(big) > 1, emit note \"a\" }", "0 r: n * 2"),
      (
        "stream big = e where n * 2 > 5\nstream late = big where n > 1\nrule r { on late, emit note \"a\" }",
        "0 r: n * 2"
      ),
      ("scale sc = a < b\nrule r { when sum(e.n) > 3, raise sc to b }", "1 r: sum(e.n)"),
      ("scale sc = a < b\nrule r { when (sum(e.n) else 5) > 3, raise sc to b }", "1 r: sum(e.n)"),
    ]), [false, true])
  func hiddenOverflow(_ given: Case<(String, String)>, tellsHeld: Bool) throws {
    let program = try Pack(text: "subject s { }\nevent e of s { n: number }\n\(given.value.0)\n").program
    var options = Machine.Options()
    options.tellsHeld = tellsHeld
    options.tellsLevels = true
    var machine = Machine(Plan(program), options: options)
    machine.begin(SubjectRecord(attributes: [], zone: .utc))
    for at in 0..<4 as Range<Int64> {
      let row = EventRecord(event: EventID(0), kind: nil, at: Instant(at), values: [Value(.max / 5 * 3)])
      _ = machine.append(row)
    }
    machine.finish()
    let told = machine.records.compactMap { record -> String? in
      guard case .overflow(let rule, let expression, let at) = record else { return nil }
      return "\(at.milliseconds) \(program[rule].name.text): \(program.text(in: program[expression].span))"
    }
    #expect(told == [given.value.1])
  }
}
