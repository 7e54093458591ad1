import PaceLanguage
import Testing

/// Slips with what is said about each, once, and the text after the edit, which leaves nothing to mend.
struct SuggestionTests {
  /// What someone wrote, the error that tells it, and the text after the edit.
  struct Slip: Sendable, CustomTestStringConvertible {
    let written: String
    let said: String
    let mended: String

    init(_ written: String, _ said: String, _ mended: String) {
      (self.written, self.said, self.mended) = (written, said, mended)
    }

    var testDescription: String { written.debugDescription }
  }

  @Test(arguments: [
    Slip("ok||ok", "E0121 `||` is written `or`", "ok or ok"),
    Slip("ok and!ok", "E0121 `!` is written `not`", "ok and not ok"),
    Slip("(!ok)", "E0121 `!` is written `not`", "(not ok)"),
    Slip("count(e)>2&&ok", "E0121 `&&` is written `and`", "count(e)>2 and ok"),
    Slip("count(e) === 2", "E0220 values are compared with `==`", "count(e) == 2"),
    Slip("count(e) !== 2", "E0220 values are compared with `!=`", "count(e) != 2"),
    Slip("count(e) >== 2", "E0220 values are compared with `>=`", "count(e) >= 2"),
    Slip("count(e) <== 2", "E0220 values are compared with `<=`", "count(e) <= 2"),
    Slip("count(e) in 0 – 50", "E0200 a range is written `0 .. 50`", "count(e) in 0 .. 50"),
    Slip("since(e) is null", "E0220 nothing is compared with `null`: ask `count(e) == 0`", "count(e) == 0"),
    Slip(
      "latest(e.n) is not nil", "E0220 nothing is compared with `nil`: ask `count(e) > 0`", "count(e) > 0"),
    Slip("ok == TRUE", "E0206 `TRUE` is written `yes`", "ok == yes"),
    Slip("ok == False", "E0206 `False` is written `no`", "ok == no"),
    Slip("(since(water) or 10 min) > 5 min", "E0405 `or` joins", "(since(water) else 10 min) > 5 min"),
  ])
  func `what other languages write in conditions is mended`(_ slip: Slip) {
    expectMended(condition(slip.written), slip.said, condition(slip.mended))
  }

  @Test func `a level may be called none, and a line may go on with two signs`() {
    func program(_ text: String) -> String {
      start + "scale mood = none < some\nrule a { on e, when mood \(text) none, emit w \"a\" }\n"
    }
    expectMended(program("is"), "E0220 values are compared with `==`", program("=="))
    #expect(Parsed("define d = (3\n-- 2)\ndefine f = 3 +\n-- 2").summary == "")
  }

  @Test(arguments: [
    Slip("1h30m", "E0209 there is no unit `m`: write `1 h 30 min`", "1 h 30 min"),
    Slip("2h 30m", "E0209 there is no unit `m`: write `2 h 30 min`", "2 h 30 min"),
    Slip("5m30s", "E0209 there is no unit `m`: write `5 min 30 s`", "5 min 30 s"),
    Slip("1 hour 30 minutes", "E0209 there is no unit `hour`: write `1 h 30 min`", "1 h 30 min"),
    Slip("1 week 2 days", "E0209 there is no unit `week`: write `7 d 2 d`", "7 d 2 d"),
    Slip("1h 1.5m", "E0209 there is no unit `m`: write `1 h 1 min 30 s`", "1 h 1 min 30 s"),
    Slip("PT10M", "E0209 a duration is written `10 min`", "10 min"),
    Slip("P1DT2H", "E0209 a duration is written `1 d 2 h`", "1 d 2 h"),
    Slip("20 mni", "E0209 there is no unit `mni`: write `20 min`", "20 min"),
    Slip("1 h 20 mintues", "E0209 there is no unit `mintues`: write `1 h 20 min`", "1 h 20 min"),
  ])
  func `a duration of several units is mended as a whole`(_ slip: Slip) {
    expectMended(
      condition("count(e, last \(slip.written)) > 2"), slip.said,
      condition("count(e, last \(slip.mended)) > 2"))
  }

  @Test func `a part of a duration without a fixed length is named, and no edit is made`() {
    let compilation = compile(condition("count(e, last 1 month 2 days) > 2"))
    #expect(findings(compilation) == ["month: E0209 a `month` has no fixed length"])
    #expect(compilation.diagnostics.flatMap(\.fix).isEmpty)
  }

  @Test(arguments: [
    Slip("count e, last 5 min) > 2", "E0207", "count(e, last 5 min) > 2"),
    Slip("min(few, 3) > 1", "E0226 `min` reads a field; of two values it is `least`", "least(few, 3) > 1"),
    Slip("max(1, 2) > 1", "E0226 `max` reads a field; of two values it is `greatest`", "greatest(1, 2) > 1"),
    Slip(
      "count(e[10m]) > 2", "E0200 a window stands after a comma: `last 10 min`",
      "count(e, last 10 min) > 2"
    ),
    Slip(
      "sum(e.n within 10 min) > 2", "E0200 a window stands after a comma: `last 10 min`",
      "sum(e.n, last 10 min) > 2"
    ),
    Slip(
      "count(e, in the last 2h) > 2", "E0200 a window stands after a comma: `last 2 h`",
      "count(e, last 2 h) > 2"
    ),
    Slip(
      "count(e, since water) > 2", "E0200 a window stands after a comma: `after water`",
      "count(e, after water) > 2"
    ),
    Slip("count_over_time(e) > 2", "E0223 there is no function `count_over_time`", "count(e) > 2"),
    Slip(
      "count(last 5 min, e) > 2", "E0200 the window comes last: `count(e, last 5 min)`",
      "count(e, last 5 min) > 2"
    ),
    Slip(
      "sum(today, e.n) > 2", "E0200 the window comes last: `sum(e.n, today)`",
      "sum(e.n, today) > 2"
    ),
    Slip("since(e, today) > 1 h", "E0200 `since` takes no window", "since(e) > 1 h"),
    Slip(
      "streak(count(e, today) == 0) > 2", "E0200 expected `days`",
      "streak(days where count(e, today) == 0) > 2"
    ),
    Slip("count(e, long) > 2", "E0200 expected a window", "count(e, last long) > 2"),
    Slip("e.count > 2", "E0224 a function stands before what it asks about: `count(e)`", "count(e) > 2"),
    Slip("r.fires", "E0224 a function stands before what it asks about: `fires(r)`", "fires(r)"),
    Slip("streak(day where ok) > 2", "E0200 expected `days`", "streak(days where ok) > 2"),
    Slip("streak(days ok) > 2", "E0200 expected `where`", "streak(days where ok) > 2"),
    Slip("elapsed(07:00, 22:00) > 1 h", "E0200 expected `to`", "elapsed(07:00 to 22:00) > 1 h"),
  ])
  func `calls of other languages are mended`(_ slip: Slip) {
    expectMended(condition(slip.written), slip.said, condition(slip.mended))
  }

  @Test func `a field of the event that a stream is made of is read by its name`() {
    let said = "E0224 a field of the event that `where` looks at is read by its name alone"
    expectMended(start + "stream big = e where e.n >= 5\n", said, start + "stream big = e where n >= 5\n")
    let other = compile(files: ["a.pace": start + "stream big = water where e.n >= 5\n"], root: "a.pace")
    #expect(other.diagnostics.first?.help?.hasPrefix("the newest one is `latest(e.n)`") == true)
  }

  @Test func `a streak of events asks each day for one`() {
    expectMended(
      condition("streak(water) > 2"), "E0200 expected `days`",
      condition("streak(days where count(water, today) >= 1) > 2"))
    let days = compile(condition("streak(days where water) > 2"))
    #expect(
      days.diagnostics.map { $0.help } == [
        "ask for something about it, such as `count(water, today) >= 1`"
      ])
  }

  @Test(arguments: [
    ("f\u{200B}ew", "E0104 this is a space without width (U+200B): delete it"),
    ("fe\u{AD}w", "E0104 this is a soft hyphen (U+00AD): delete it"),
    ("f\u{435}w", "E0104 `\u{435}` (U+0435) only looks like `e`"),
    ("\u{FF46}ew", "E0104 `\u{FF46}` (U+FF46) only looks like `f`"),
  ])
  func `a name with a twin of a letter in it is read as meant`(_ written: String, said: String) {
    expectMended(condition("\(written) > 1"), said, condition("few > 1"))
  }

  @Test func `a word with a letter of another script is one error`() {
    let compilation = compile(condition("f\u{E9}w\u{FC} > 1"))
    #expect(findings(compilation) == ["\u{E9}: E0103 nothing is written with `\u{E9}`"])
    let column = Parsed("source a {\n  e from \"x\" { n = gr\u{F6}\u{DF}e }\n}")
    #expect(column.diagnostics.map(\.code) == ["E0103"])
  }

  @Test func `a unit after what a number is compared with is told`() {
    let compilation = compile(condition("count(e) > 2 min"))
    #expect(findings(compilation) == ["2 min: E0403 `>` compares a number with the duration `2 min`"])
    #expect(compilation.diagnostics.first?.help == "a number has no unit")
  }

  @Test func `a power is one error that names the product`() {
    let compilation = compile(condition("count(e) ^ 2 > 3"))
    #expect(findings(compilation) == ["^: E0103 nothing is written with `^`"])
    #expect(
      compilation.diagnostics.first?.help == "a power is written as a product, `x * x`, for whole exponents")
  }

  @Test(arguments: [
    Slip("quiet hours 22:00 to 07:00", "E0200 no `hours` follows `quiet`", "quiet 22:00 to 07:00"),
    Slip("quiet 22:00, 07:00", "E0200 expected `to`", "quiet 22:00 to 07:00"),
    Slip("cooldown \"5 min\"", "E0401 expected a duration, found a text", "cooldown 5 min"),
    Slip("limit 3, today", "E0200 no `,` follows `limit`", "limit 3 today"),
    Slip("raise `pace` to caution", "E0107 a name stands without quotes: `pace`", "raise pace to caution"),
  ])
  func `a clause is mended`(_ slip: Slip) {
    expectMended(clause(slip.written), slip.said, clause(slip.mended))
  }

  @Test(arguments: [
    Slip(#"emit w 'You\'re in'"#, "E0107", #"emit w "You're in""#),
    Slip(#"emit w 'it's "late"'"#, "E0107", #"emit w "it's \"late\"""#),
    Slip("emit w `hi`", "E0107", #"emit w "hi""#),
    Slip("emit w «hi»", "E0107", #"emit w "hi""#),
    Slip("emit w 「hi {count(e)}」", "E0107", #"emit w "hi {count(e)}""#),
    Slip(#"emit "hi" warning"#, "E0200 expected a notice kind, found a text", #"emit warning "hi""#),
    Slip(
      #"emit w "{latest(e.n):.1f}""#, "E0200 a value in a message takes no format",
      #"emit w "{round(latest(e.n), 0.1)}""#
    ),
    Slip(#"emit w "{count(e):02d}""#, "E0200 a value in a message takes no format", #"emit w "{count(e)}""#),
  ])
  func `what a rule says is mended`(_ slip: Slip) {
    expectMended(speech(slip.written), slip.said, speech(slip.mended))
  }

  @Test(arguments: [
    Slip(
      "define d: number = count(e)", "E0200 a definition has no type: it follows from its value",
      "define d = count(e)"
    ),
    Slip("define d:number=3", "E0200 a definition has no type: it follows from its value", "define d =3"),
    Slip("param p: number = 1 in 0 – 50", "E0200 expected `..`", "param p: number = 1 in 0 .. 50"),
    Slip("; what is busy", "E0120 a comment starts with `#`", "# what is busy"),
    Slip("-- what isn't busy", "E0120 a comment starts with `#`", "# what isn't busy"),
    Slip("<!-- busy -->", "E0120 a comment starts with `#`", "# busy"),
    Slip("/* busy\n   or not */", "E0120 a comment starts with `#`", "# busy\n#    or not"),
    Slip("define d = /* busy */ 3", "E0120 a comment starts with `#`", "define d = 3  # busy"),
    Slip("rule a ｛ on e, emit w \"x\" }", "E0104 `｛` only looks like `{`", "rule a { on e, emit w \"x\" }"),
    Slip(
      "rule a \"busy day {\n  on e\n  emit w \"x\"\n}", "E0105",
      "rule a \"busy day\" {\n  on e\n  emit w \"x\"\n}"
    ),
    Slip(
      "scenario \"x {\n  start 2026-11-20 21:00\n  expect nothing\n}", "E0105",
      "scenario \"x\" {\n  start 2026-11-20 21:00\n  expect nothing\n}"
    ),
    Slip(
      "rule a {\n  at 20:00 on mon\n  emit w \"x\"\n}", "E0207 expected the end of the line, found `on`",
      "rule a {\n  at 20:00\n  when weekday == mon\n  emit w \"x\"\n}"
    ),
  ])
  func `a declaration is mended`(_ slip: Slip) {
    expectMended(start + slip.written + "\n", slip.said, start + slip.mended + "\n")
  }

  @Test(arguments: [
    Slip(
      "kind wine \"Wine\" n = 0, m = 1 }", "E0200 expected `{`, found `n`",
      "kind wine \"Wine\" { n = 0, m = 1 }"
    ),
    Slip("kind wine n = 0, m = 1", "E0200 expected `{`, found `n`", "kind wine { n = 0, m = 1 }"),
    Slip("kind wine \"Wine { n = 0 }", "E0105", "kind wine \"Wine\" { n = 0 }"),
  ])
  func `a kind is mended`(_ slip: Slip) {
    func program(_ kind: String) -> String {
      "subject s { }\nevent e of s {\n  n: number = 1\n  m: number = 1\n  \(kind)\n  kind beer\n}\n"
    }
    expectMended(program(slip.written), slip.said, program(slip.mended))
  }

  @Test(arguments: [
    Slip(
      "start 2026-11-20T21:00:00Z", "E0115 a date and a time stand apart, and no zone follows them",
      "start 2026-11-20 21:00:00"
    ),
    Slip(
      "start 2026-11-20 21:00\n  expect pace is caution at +1 min",
      "E0305 `pace` is a scale: its level is compared with `==`",
      "start 2026-11-20 21:00\n  expect pace == caution at +1 min"
    ),
    Slip(
      "start 2026-11-20 21:00\n  subject ok = no", "E0200 expected `{`, found `ok`",
      "start 2026-11-20 21:00\n  subject { ok = no }"
    ),
    Slip(
      "start 2026-11-20 21:00\n  at 21:05 e n = 2", "E0200 expected `{`, found `n`",
      "start 2026-11-20 21:00\n  at 21:05 e { n = 2 }"
    ),
    Slip(
      "start 2026-11-20 21:00\n  presets one other", "E0207 expected the end of the line, found `other`",
      "start 2026-11-20 21:00\n  presets one, other"
    ),
  ])
  func `a scenario is mended`(_ slip: Slip) {
    func program(_ steps: String) -> String { start + "scenario \"x\" {\n  \(steps)\n  expect nothing\n}\n" }
    expectMended(program(slip.written), slip.said, program(slip.mended))
  }

  @Test(arguments: [
    Slip(
      "drinks { ts = at as unix_seconds }", "E0802 there is no `ts` to fill here",
      "drinks { at = ts as unix_seconds }"
    ),
    Slip(
      "my drinks { at = ts as unix_seconds }", "E0200 a name with a blank or a point in it stands in quotes",
      "\"my drinks\" { at = ts as unix_seconds }"
    ),
    Slip(
      "drinks { at = t as unix_seconds, n = Schüler }", "E0103 nothing is written with `ü`",
      "drinks { at = t as unix_seconds, n = \"Schüler\" }"
    ),
    Slip(
      "drinks { at = t as unix_seconds, n = Dauer (min) }",
      "E0200 a name with a blank or a point in it stands in quotes: `\"Dauer (min)\"`",
      "drinks { at = t as unix_seconds, n = \"Dauer (min)\" }"
    ),
    Slip(
      "drinks { at = t as unix_seconds, n = order-no }", "E0811 `n` is no duration",
      "drinks { at = t as unix_seconds, n = \"order-no\" }"
    ),
    Slip(
      "main.drinks { at = ts as unix_seconds }", "E0200 tables are named alone: `drinks`",
      "drinks { at = ts as unix_seconds }"
    ),
  ])
  func `a source is mended`(_ slip: Slip) {
    func program(_ table: String) -> String {
      "subject s { }\nevent e of s { n: number = 1 }\nsource app {\n  e from "
        + table.replacing("{ ", with: "{ id = id, s = who, ") + "\n}\n"
    }
    expectMended(program(slip.written), slip.said, program(slip.mended))
  }

  @Test func `help about numbers in place of names says what is meant`() {
    let helps = [
      ("expect 2 r", "how often is said at the end: `expect r exactly 2 times`"),
      ("at 21:05 2 e", "each event has a line of its own: `at … e`"),
    ]
    for (step, help) in helps {
      let program = start + "scenario \"x\" {\n  start 2026-11-20 21:00\n  \(step)\n}\n"
      #expect(compile(program).diagnostics.map(\.help) == [help])
    }
    #expect(Parsed("rule 2nd { on e }").diagnostics.map(\.help) == ["a name begins with a letter"])
  }

  @Test func `a declaration without its name asks for one, and a nested one is told by names`() {
    #expect(
      Parsed("rule {\n  on e\n}").summary == "1:6 E0200 expected a name for the rule, found `{`")
    #expect(Parsed("rule a {\n  on 3\n}").summary == "2:6 E0200 expected a stream, found `3`")
    let nested = Parsed("rule fast \"a fast pace\" {\n  on e\nrule b {\n  on e\n}\n}")
    #expect(
      nested.summary == "3:1 E0203 `rule b` stands inside `fast`: no declaration holds another")
    let extended = Parsed("preset a extends b \"label\" {\n  x = 1\npreset c {\n  x = 2\n}\n}")
    #expect(
      extended.summary == "3:1 E0203 `preset c` stands inside `a`: no declaration holds another")
  }

  @Test func `a file that is no text is one error`() {
    let old = Parsed(Array("define a = 1\r\rdefine b = ^\r".utf8))
    #expect(old.summary == "1:13 E0103 the lines of this file end with a carriage return alone")
    #expect(old.fixed == "define a = 1\n\ndefine b = ^\n")
    let latin = Parsed(
      Array("disclaimer \"caf".utf8) + [0xE9] + Array("\"\ndisclaimer \"na".utf8) + [0xEF]
        + Array("ve\"\ndefine x = ^\n".utf8))
    #expect(latin.summary == "1:16 E0101 these bytes are not UTF-8")
  }

  @Test func `only the first of very many unknown names are compared with all names`() {
    let rules = (0..<60).map { "rule r\($0) { on e, when speed\($0)x > 1, emit note \"x\" }\n" }
    let text = "subject s { }\nevent e of s { }\nparam limit: number = 1\n" + rules.joined()
    let found = compile(files: ["a.pace": text], root: "a.pace").diagnostics.filter { $0.code == "E0304" }
    #expect(found.count == 60)
    #expect(found.prefix { $0.help == "there is `limit`" }.count == 40)
    #expect(found.dropFirst(40).allSatisfy { $0.help == nil })
  }

  @Test func `a fragment is told which file it lacks`() {
    let scenarios = compile(
      files: ["a.pace": "scenario \"x\" {\n  start 2026-11-20 21:00\n  expect nothing\n}\n"], root: "a.pace")
    #expect(
      scenarios.diagnostics.map(\.help) == ["scenarios are about a pack: write `include \"PACK.pace\"` first"]
    )
    let presets = compile(files: ["a.pace": "preset a { x = 1 }\norder a < b\n"], root: "a.pace")
    #expect(presets.diagnostics.first?.help?.hasPrefix("presets are for a pack: name the pack") == true)
    let source = compile(files: ["a.pace": "source app { e from t { id = id } }\n"], root: "a.pace")
    #expect(
      source.diagnostics.map(\.help) == [
        "a source is for a pack: name the pack too, or write `include \"PACK.pace\"` first"
      ])
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
  param long: duration = 5 min
  preset one {}
  preset other {}
  rule r { on e, emit w "r" }

  """

private func condition(_ text: String) -> String {
  start + "rule a {\n  on e\n  when \(text)\n  emit w \"a\"\n}\n"
}

private func clause(_ text: String) -> String { start + "rule a {\n  on e\n  \(text)\n  emit w \"a\"\n}\n" }

private func speech(_ text: String) -> String { start + "rule a {\n  on e\n  \(text)\n}\n" }

/// Expects one finding in `written`, whose edit gives `mended`, in which nothing is found.
func expectMended(
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
