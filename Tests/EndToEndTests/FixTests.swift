import Foundation
import PaceOracle
import Testing

/// What `lint --fix` writes, and what it leaves to the writer.
struct `Edits that lint makes` {
  private static let head = """
    subject s { goal: number = 5 in 1 .. 10 }
    event e of s {
      n: number = 1 in 0 .. 5000
      who: text
      kind small { n = 0.5 }
    }

    """

  /// The text of a pack after `lint --fix`, and whether something was mended.
  private func fixed(_ text: String) throws -> (text: String, isMended: Bool) {
    let scratch = try Scratch()
    let path = try Scratch.pack(scratch, Self.head + text)
    let result = try Pace.run("lint", path, "--fix")
    let after = try String(contentsOfFile: path, encoding: .utf8).dropFirst(Self.head.count)
    return (after.trimmingCharacters(in: .newlines), result.remarks.hasPrefix("mended"))
  }

  private static func rule(_ condition: String) -> String {
    "rule r { on e, when \(condition), emit note \"x\" }"
  }

  @Test(
    arguments: cases([
      ("sum(e.n) > 1,234,567", "sum(e.n) > 1234567"), ("sum(e.n) > 1,000.5", "sum(e.n) > 1000.5"),
      ("sum(e.n) > 1,5", "sum(e.n) > 1.5"), ("sum(e.n) > 0,500", "sum(e.n) > 0.500"),
      ("not 1 < count(e) < 5", "not (1 < count(e) and count(e) < 5)"),
      ("!1 < count(e) < 5", "not (1 < count(e) and count(e) < 5)"),
      ("goal > 2 or not 3 > count(e) > 1", "goal > 2 or not (3 > count(e) and count(e) > 1)"),
      ("not (1 < count(e) < 5)", "not (1 < count(e) and count(e) < 5)"),
      ("1 < count(e) < goal <= 9", "1 < count(e) and count(e) < goal and goal <= 9"),
      ("count(e) in 1..<3", "count(e) in 1 to 3"), ("count(e) in 1 ..= 3", "count(e) in 1 .. 3"),
      ("clock in 21 : 00 to 22: 30", "clock in 21:00 to 22:30"),
      ("clock in 9 :00 to 24 : 00", "clock in 09:00 to 00:00"),
    ]))
  func `a condition is mended to what it means`(given: Case<(String, String)>) throws {
    let (written, mended) = given.value
    #expect(try fixed(Self.rule(written)).text == Self.rule(mended))
  }

  @Test(
    arguments: cases([
      "sum(e.n) > 1,000", "sum(e.n) > 12,345", "sum(e.n) > -1,500", "count(e) in 1...3",
      "count(e) in 1 ... 3", "count(e) ~= 3", "count(e) == 3 ? 10 : 20",
    ]))
  func `a condition with two readings is left as it is`(given: Case<String>) throws {
    #expect(try fixed(Self.rule(given.value)) == (Self.rule(given.value), false))
  }

  @Test(
    arguments: cases([
      ("caf\\u00e9", "caf\\u{e9}"), ("\\x41\\U0001F375", "\\u{41}\\u{1f375}"), ("it\\'s 1\\/2", "it's 1/2"),
      ("\\d", "\\\\d"),
    ]))
  func `an escape of another language is written as it is here`(given: Case<(String, String)>) throws {
    let (written, mended) = given.value
    #expect(
      try fixed("rule r { on e, emit note \"\(written)\" }").text
        == "rule r { on e, emit note \"\(mended)\" }")
  }

  @Test(arguments: cases(["a\\rb", "\\0", "\\ud83c\\udf75", "\\u12", "\\x0a"]))
  func `an escape for which nothing is written is left`(given: Case<String>) throws {
    let text = "rule r { on e, emit note \"\(given.value)\" }"
    #expect(try fixed(text) == (text, false))
  }

  @Test(
    arguments: cases([
      (
        "rule r { on e, when count(e /* why */) > 2, emit note \"x\" }",
        "rule r { on e, when count(e) > 2, emit note \"x\" }  # why"
      ),
      (
        "rule r { on e, when count(e)/* a */> 2 /* b */and goal > 1, emit note \"x\" } // c",
        "rule r { on e, when count(e) > 2 and goal > 1, emit note \"x\" } # c  # a  # b"
      ),
      (
        "/* why */ rule r { on e, emit note \"x\" }", "rule r { on e, emit note \"x\" }  # why"
      ),
      ("/* why\n so */\nrule r { on e, emit note \"x\" }", "# why\n#  so\nrule r { on e, emit note \"x\" }"),
    ]))
  func `a comment of another language is kept`(given: Case<(String, String)>) throws {
    let (written, mended) = given.value
    #expect(try fixed(written).text == mended)
  }

  @Test func `a comment of several lines before code is left`() throws {
    let text = "rule r { on e, when count(e) /* why\n so */ > 2, emit note \"x\" }"
    #expect(try fixed(text) == (text, false))
  }

  @Test func `24 00 of a date is the start of the next one`() throws {
    let rule = "rule r { on e, emit note \"x\" }\n"
    let lines = { (first: String, second: String, third: String) in
      "\(rule)scenario \"x\" {\n  start \(first)\n  at \(second) e\n  expect r at \(third)\n}"
    }
    let written = lines("2026-12-31 24:00", "day 1 24:00", "2027-01-01T24:00")
    let mended = lines("2027-01-01 00:00", "day 2 00:00", "2027-01-02 00:00")
    #expect(try fixed(written).text == mended)
  }

  @Test func `24 00 after a start at midnight may be the end of that day`() throws {
    func scenario(_ start: String, _ time: String) -> String {
      "rule r { on e, emit note \"x\" }\n"
        + "scenario \"x\" {\n  start 2026-11-20 \(start)\n  at \(time) e\n  expect r at \(time)\n}"
    }
    #expect(try fixed(scenario("00:00", "24:00")) == (scenario("00:00", "24:00"), false))
    #expect(try fixed(scenario("21:00", "24:00")).text == scenario("21:00", "00:00"))
  }

  @Test func `a param's range has both ends in it, whatever dots it is written with`() throws {
    let text = "param p: number = 2 in 1..<3\n" + Self.rule("count(e) > p")
    #expect(try fixed(text) == (text, false))
    let scratch = try Scratch()
    let result = try Pace.run("lint", try Scratch.pack(scratch, Self.head + text))
    #expect(result.output.contains("both ends of it are values that it may have"), "\(result.output)")
  }

  @Test func `an edit that leaves an error in what it writes is left`() throws {
    let text = Self.rule("count(Cup) > 2 and count(Small) > 1")
    #expect(try fixed(text).text == text.replacing("Small", with: "small"))
  }

  @Test func `no name is mended to one that something else has`() throws {
    let text = """
      param fastPace: number = 3 in 1 .. 5
      param fast_pace: number = 4 in 1 .. 5
      rule c { on e, when count(e) > fastPace, emit some "{fastPace}" }
      rule d { on e, when count(e) > fast_pace, emit other "{fastPace}" }
      """
    #expect(try fixed(text) == (text, false))
    let alone = text.replacing("param fast_pace: number = 4 in 1 .. 5\n", with: "")
    #expect(try fixed(alone).text == alone.replacing("fastPace", with: "fast_pace"))
  }

  @Test func `an allowance is unused only where what it allows was looked for`() throws {
    let scratch = try Scratch()
    let pack = """
      subject s { }
      event e of s { }
      rule r { on e, when count(e) > 2, emit w "x" }
      # allow uncovered-rule later
      rule q { on e, when count(e) > 3, emit w "y" }

      """
    try scratch.write("t.pace", pack)
    try scratch.write(
      "t.test.pace",
      "include \"t.pace\"\nscenario \"a\" {\n  start 2026-11-20 21:00\n  at +0 min e\n"
        + "  expect r is idle at +0 min\n}\n")
    for arguments in [["t.pace"], ["t.test.pace"], ["."]] {
      let result = try Pace.run(["lint", "--fix"] + arguments, folder: scratch.folder)
      #expect(result.status == 0 && result.output.hasPrefix("nothing found"), "\(result)")
      #expect(try scratch.read("t.pace") == pack)
    }
    try scratch.write("t.pace", pack.replacing("uncovered-rule", with: "unused-param"))
    let unused = try Pace.run(["lint", "t.pace"], folder: scratch.folder)
    #expect(unused.output.contains("unused-allow"))
  }

  @Test func `an allowance in a shared file is unused only if no pack that shares it needs it`() throws {
    let scratch = try Scratch()
    let shared = """
      param x: number = 3 in 1 .. 5
      rule q {
        on e
        # allow constant-condition in a it can be less
        when count(e) >= lowest
        emit k "x"
      }

      """
    func pack(_ range: String) -> String {
      "include \"shared.pace\"\nsubject s { lowest: number = 1 in \(range) }\nevent e of s { }\n"
        + "rule r { on e, when count(e) > x, emit w \"x\" }\n"
    }
    try scratch.write("shared.pace", shared)
    try scratch.write("a.pace", pack("1 .. 3"))
    try scratch.write("b.pace", pack("0 .. 1"))
    func check(_ arguments: String..., isUnused: Bool) throws {
      let result = try Pace.run(["lint"] + arguments, folder: scratch.folder)
      #expect(result.output.contains("unused-allow") == isUnused, "\(arguments) \(result.output)")
    }
    try check("a.pace", isUnused: false)
    try check("b.pace", isUnused: false)
    try check(".", isUnused: false)
    // A pack that doesn't check may need it.
    try scratch.write("b.pace", pack("0 .. 1") + "rule broken { on }\n")
    try check(".", isUnused: false)
    try scratch.write("b.pace", pack("0 .. 3"))
    try scratch.write("a.pace", pack("0 .. 3"))
    try check("a.pace", isUnused: false)
    try check(".", isUnused: true)
  }

  @Test func `what is allowed stays so when the file is formatted`() throws {
    let scratch = try Scratch()
    try scratch.write(
      "a.pace",
      """
      subject s { flag: bool = yes, ends after 2 h without e } # allow unused-attribute shown by the app
      event e of s { }
      scale pace = good < caution
      rule r { on e, when count(e) > 2, raise pace to caution } # allow trigger-without-emit on purpose

      """)
    for command in ["lint", "fmt", "lint"] {
      let result = try Pace.run([command, "a.pace"], folder: scratch.folder)
      #expect(result.status == 0, "\(result)")
      if command == "lint" { #expect(result.output.hasPrefix("nothing found"), "\(result.output)") }
    }
  }
}
