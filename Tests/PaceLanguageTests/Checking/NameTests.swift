import PaceLanguage
import Testing

@Suite("Names")
struct NameTests {
  @Test("An unknown name comes with the nearest known one and its edit")
  func unknownNamesAreSuggested() throws {
    let compilation = compile(#"rule many { when count(entri, today) > 3, emit warning "x" }"#)
    let found = try #require(compilation.diagnostics.first)
    #expect(found.code == "E0305")
    #expect(found.help == "did you mean `entry`?")
    #expect(found.fix == [TextEdit(found.span, "entry")])
  }

  @Test("No param is suggested that the preset sets already")
  func noSetParamIsSuggested() throws {
    func fix(_ values: String) throws -> [String] {
      let found = compile("param much: number = 3\nparam most: number = 3\npreset a { \(values), mch = 3 }")
      return try #require(found.diagnostics.first { $0.code == "E0304" }).fix.map { $0.replacement }
    }
    #expect(try fix("most = 2") == ["much"])
    #expect(try fix("much = 2") == [])
  }

  @Test("A collision shows the first place")
  func collisionsShowTheFirstPlace() throws {
    let compilation = compile("param goal: number = 2")
    let found = try #require(compilation.diagnostics.first)
    #expect(found.code == "E0303")
    #expect(found.notes.count == 1)
  }

  @Test("The three spaces of names don't collide with each other")
  func spacesAreApart() {
    expect(
      """
      scale small = calm < goal
      preset entry { }
      """)
  }

  @Test("Names of a type are found from the other side, even where a value has the same name")
  func casesAreFoundFromTheOtherSide() {
    expect(
      """
      scale mood = good < bad
      scale bad = low < high
      rule a { when mood == bad, emit warning "x" }
      rule b { when bad <= mood, emit warning "x" }
      """)
    expect(
      """
      param side: left | right = left
      rule a { when side == middle, emit warning "x" }
      """,
      "middle: E0307 no value is called `middle`")
  }

  @Test("What expressions read as something else can't be the name of a value or a field")
  func reservedNames() {
    expect(
      """
      subject person { not: bool = yes }
      event entry of person { no: bool }
      param yes: number = 1
      define clock = 3
      """,
      "not: E0309 the name `not` is reserved: expressions give it a meaning of their own",
      "no: E0309 the name `no` is reserved", "yes: E0309 the name `yes` is reserved",
      "clock: E0309 the name `clock` is reserved")
  }

  @Test("A subject has no name of a column that every event has besides")
  func subjectColumns() {
    for name in ["id", "at", "kind", "device"] {
      let rest = "event entry of \(name) {}\nrule a { on entry, emit warning \"x\" }"
      expect("subject \(name) {}\n" + rest, "\(name): E0309 the name `\(name)` is reserved")
      #expect(compile("subject \(name) per day {}\n" + rest).diagnostics.isEmpty)
    }
  }

  @Test("Weekdays and presets are names of their types")
  func weekdaysAndPresets() {
    expect(
      """
      subject person { mode: preset = calm }
      event entry of person {}
      preset calm {}
      preset busy {}
      rule a { when weekday in mon .. fri and mode != busy, emit warning "x" }
      rule b { on entry, when weekday == fry, emit warning "x" }
      """,
      "fry: E0307 no weekday is called `fry`")
  }

  @Test("A bad type is one error, however often the name is used")
  func badTypesPoisonSilently() {
    let compilation = compile(
      """
      param most: numbr = 3
      rule a { when count(entry) > most and most < 3, emit warning "{most}" }
      """)
    #expect(compilation.diagnostics.count == 1)
  }

  @Test("A fault of syntax doesn't make unknown names of what it swallows")
  func syntaxFaultsDoNotFlood() {
    let compilation = compile(
      """
      param most number = 3
      rule a { when count(entry) > most, emit warning "x" }
      """)
    #expect(compilation.diagnostics.allSatisfy { $0.code < "E0300" })
  }

  @Test("A fragment is told from a program that doesn't check")
  func fragments() {
    let fragment = compile("preset calm { most = 3 }", start: "")
    #expect(fragment.isFragment)
    #expect(fragment.diagnostics.map(\.code) == ["E0301"])
    #expect(!compile("").isFragment)
    #expect(compile("").program != nil)
  }

  @Test("An include stands in its place")
  func includesStandInPlace() throws {
    let compilation = compile(
      files: [
        "main.pace": """
        subject person {}
        event entry of person {}
        rule first { on entry, emit warning "x" }
        include "other.pace"
        rule third { on entry, emit warning "x" }
        """,
        "other.pace": #"rule second { on entry, emit warning "x" }"#,
      ], root: "main.pace")
    let program = try #require(compilation.program)
    #expect(program.rules.map(\.name.text) == ["first", "second", "third"])
  }

  @Test("Definitions are found wherever they stand, and circles among them are errors")
  func definitions() {
    expect(
      """
      define twice = once * 2
      define once = count(entry)
      rule a { when twice > 3, emit warning "x" }
      """)
    expect("define a = a + 1", "a: E0313 the definition `a` rests on itself")
  }

  @Test("A stack of definitions has a limit and stays linear")
  func definitionsHaveALimit() {
    var text = "define d0 = count(entry)\n"
    for index in 1...127 { text += "define d\(index) = d\(index - 1) + 1\n" }
    #expect(compile(text).diagnostics.isEmpty)
    text += "define d128 = d127 + 1\n"
    #expect(
      findings(compile(text)) == [
        "d128: E0315 the definition `d128` rests on more than 128 others, one on another"
      ])
  }

  @Test("Definitions that double at each step are an error before they take long")
  func doublingDefinitions() {
    var text = "define d0 = count(warning)\n"
    for index in 1...100 { text += "define d\(index) = d\(index - 1) + d\(index - 1)\n" }
    text += "rule a { on entry, when d100 > 1, emit warning \"{d100}\" }\n"
    #expect(
      findings(compile(text)) == [
        "d11: E0315 with `d11` and the definitions that it rests on written out, this is too long"
      ])
  }

  @Test("A fault of syntax silences only names that may be declared where it is")
  func faultsSilenceTheirOwnNames() {
    let broken = "rule a {\n  on entry\n  when count(entry, last 5 of) >= 2\n  emit warning \"x\"\n}\n"
    let fault = "of: E0230"
    expect(broken + #"rule b { on nowhere, emit praise "x" }"#, fault, "nowhere: E0305")
    expect(broken + #"rule b { when nothing > 2, emit praise "x" }"#, fault, "nothing: E0304")
    // A definition, a scale and the notice kind of a rule that are passed over are not missed elsewhere.
    expect(
      "define total = )\n" + #"rule b { when total > 2, emit praise "x" }"#, "): E02")
    expect(
      "scale mood = good < < bad\n" + #"rule b { on entry, raise mood to bad }"#, "<: E02")
    expect(
      "rule a { on entry, emit warning }\n" + #"rule b { when count(warning) > 2, emit praise "x" }"#,
      "}: E02")
  }

  @Test("Where a file can't be read, nothing is said of names")
  func missingFilesMayDeclareAnything() {
    expect(
      "include \"gone.pace\"\n" + commonStart + #"rule b { on nowhere, emit praise "x" }"#,
      "\"gone.pace\": E0002")
  }
}
