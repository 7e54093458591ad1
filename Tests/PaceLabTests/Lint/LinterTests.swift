import PaceLab
import PaceLanguage
import PaceOracle
import Testing

struct LinterTests {
  private let spare = """
    rule busy {
      on entry
      when count(entry) >= 3
      emit warning "That is a lot."
    }


    """

  @Test("an allowance silences its code on the next line, or on its own after something")
  func allowances() {
    #expect(codes(in: spare + "# allow unused-param kept\nparam many: number = 3 in 1 .. 10\n") == [])
    #expect(codes(in: spare + "param many: number = 3 in 1 .. 10 # allow unused-param kept\n") == [])
    #expect(
      codes(in: spare + "# allow unused-define kept\nparam many: number = 3 in 1 .. 10\n")
        == ["unused-param", "unused-allow"])
  }

  @Test func `an allowance before a declaration is for all of it, and prose is none`() {
    let rule = "rule idle {\n  on entry\n  when 1 == 1 or count(entry) > 2\n  emit warning \"x\"\n}\n"
    #expect(codes(in: "# allow constant-condition kept\n" + rule) == [])
    #expect(codes(in: "# allow: constant-condition kept\n" + rule) == [])
    #expect(codes(in: "# allow two of them\n" + spare) == [])
    #expect(codes(in: "# allow constant_condition kept\n" + rule) == ["constant-condition", "unused-allow"])
    #expect(codes(in: rule + "# allow constant-condition kept\n" + spare).contains("unused-allow"))
  }

  @Test func `a fragment may be left unchecked`() {
    func codes(of text: String) -> [String] {
      Linter(today: 20_000).lint(programs: [["a.pace"]], read: reader(of: [("a.pace", text)])).findings
        .map(\.diagnostic.code)
    }
    let preset = "\npreset strict { many = 3 }\n"
    #expect(codes(of: "# a preset" + preset) == ["unchecked-fragment"])
    #expect(codes(of: "# allow unchecked-fragment used elsewhere" + preset) == [])
  }

  /// It would take too long to look for each among all others, or to make each fix in all of the text.
  @Test func `3,000 allowances in a row are judged one by one`() {
    let text =
      spare + String(repeating: "# allow unused-param kept\n", count: 3_000)
      + "# allow unused-define kept\nparam many: number = 3 in 1 .. 10\n"
    #expect(codes(in: text) == ["unused-allow"])
    let linter = Linter(today: 20_000)
    let unused = LintExample.program(of: text.replacing("unused-param", with: "unused-define"))
    let report = linter.lint(programs: [["a.pace"]], read: reader(of: [("a.pace", unused)]))
    #expect(report.findings.count { $0.diagnostic.code == "unused-allow" } == 3_001)
    let renderer = DiagnosticRenderer(files: report.files, usesColor: false)
    let shown = renderer.text(of: report.findings.map(\.diagnostic)).utf8
    #expect(shown.count < 400 * report.findings.count)
    let mended = report.files.first.flatMap { report.fixed($0) }
    #expect(mended?.count == unused.utf8.count - 3_001 * "# allow unused-define kept\n".utf8.count)
  }

  @Test func `a guard phrase that is said 20,000 times is found as often, in the time of one`() {
    let more = Array(repeating: "\"Certain\"", count: 20_000).joined(separator: ", ")
    let text = "guard { never say \"certain\", \(more) }\n"
    let found = findings(in: text).filter { $0.hasPrefix("redundant") }
    #expect(found.count == 20_000)
    #expect(Set(found) == ["redundant-guard-phrase `certain` covers this phrase"])
  }

  @Test("a control character is reported wherever it stands, tabs and ends of lines aside")
  func controls() {
    let text = spare.replacing("a lot", with: "a\u{1B}[2J lot\u{7F}\u{9B}") + "#\tnotes\u{08}\r\n"
    #expect(
      findings(in: text)
        == ["001B", "007F", "009B", "0008"].map {
          "hidden-character there is an invisible character here, U+\($0)"
        })
  }

  @Test func `a membership that the declared ranges decide is reported like a comparison`() {
    for condition in ["many in (7, 9)", "many == 7"] {
      let text = """
        param many: number = 3 in 1 .. 5
        rule busy {
          on entry
          when count(entry) >= many or \(condition)
          emit warning "That is a lot."
        }

        """
      #expect(findings(in: text) == ["constant-condition this is never true: `many` lies in 1 .. 5"])
    }
  }

  @Test(
    "a ratio in a message is reported unless it is rounded or comes to an end",
    arguments: [
      ("count(entry) / 3", true), ("count(entry) / 7.5", true), ("count(entry) / 4", false),
      ("sum(entry.amount) / 1000 + 1", false), ("count(small) / count(entry) else 0", true),
      ("-(1 - count(small) / count(entry)) * 100", true), ("round(count(small) / count(entry), 0.01)", false),
      ("floor(100 * share, 1)", false), ("100 * share", true), ("share", true), ("avg(entry.amount)", false),
      ("since(entry) / 1 h", false), ("10 min / gap(entry)", true), ("30 min / count(entry)", false),
      ("count(entry) % (count(small) / 3)", true),
    ])
  func ratios(value: String, isReported: Bool) {
    let text =
      spare.replacing("That is a lot", with: "{\(value)}")
      + "define share = count(small) / count(entry) \"Share\"\n"
    #expect(codes(in: text) == (isReported ? ["unrounded-ratio"] : []))
  }

  @Test("a dated allowance holds through its day and is reported after it")
  func dated() {
    let text = spare + "# allow unused-param until 2024-10-04 kept\nparam many: number = 3 in 1 .. 10\n"
    #expect(codes(in: text, today: 20_000) == [])
    #expect(codes(in: text, today: 20_001) == ["unused-param", "expired-allow"])
  }

  @Test("an allowance until something that is no date allows nothing and says so")
  func undated() {
    let text = spare + "# allow unused-param until 2024-13-04 kept\nparam many: number = 3 in 1 .. 10\n"
    #expect(codes(in: text, today: 1) == ["unused-param", "expired-allow"])
    #expect(
      codes(in: text.replacing("2024-13-04", with: "next season"), today: 1) == [
        "unused-param", "expired-allow",
      ])
    let bare = text.replacing(" 2024-13-04 kept", with: "")
    #expect(codes(in: bare, today: 1) == ["unused-param", "expired-allow"])
  }

  @Test("two letters swapped are one slip of the finger")
  func swappedLetters() {
    let text = """
      rule a { on entry, emit hint "A." }
      rule b { on entry, when count(entry) > 2, emit hint "B." }
      rule c { on entry, when count(entry) > 3, emit hnit "C." }

      """
    #expect(codes(in: LintExample.program(of: text)) == ["similar-kind"])
  }

  @Test(
    "a message that quotes a stretch or a count which its rule doesn't look at is reported",
    arguments: cases([
      ("A lot in 60 minutes.", true), ("A lot in 90 minutes.", false), ("3 entries within 60 min.", true),
      ("{count(entry)} entries in 60 min.", true), ("{count(entry)} entries in 90 min.", false),
      ("Look again in 20 minutes.", false), ("Take 20 minutes off.", false), ("7 entry rows!", true),
      ("3 entry rows.", false), ("More than 2 large ones.", false), ("9 large ones.", true),
      ("Nothing in the last 2 hours.", true), ("That makes 9 entries.", true), ("Now 3 entries.", false),
      ("3 entries, so look again at it in 20 minutes.", false),
      ("In the last 60 min there were {count(entry, last 60 min)}.", false),
    ]))
  func quotes(_ given: Case<(String, Bool)>) {
    let (message, isReported) = given.value
    let text = """
      rule a {
        on entry
        when count(entry, last 90 min) >= 3
        emit warning "\(message)"
      }

      """
    #expect(codes(in: LintExample.program(of: text)) == (isReported ? ["misquoted-window"] : []))
  }

  @Test("a day in a message is 24 hours", arguments: cases([("24 h", true), ("12 h", false)]))
  func day(_ given: Case<(String, Bool)>) {
    let (window, isDay) = given.value
    let text =
      "rule a { on entry, when count(entry, last \(window)) >= 3, emit warning \"Many in the last 1 day.\" }\n"
    #expect(codes(in: LintExample.program(of: text)) == (isDay ? [] : ["misquoted-window"]))
  }

  @Test(
    "a gate that is just at its bound",
    arguments: cases([
      (
        "param pause: duration = 10 min in 5 min .. 30 min", "repeat pause, cooldown 30 min",
        "repeat-within-cooldown"
      ),
      ("param pause: duration = 10 min in 5 min .. 31 min", "repeat pause, cooldown 30 min", ""),
      ("", "cooldown 20 min, limit 5 last 2 h", ""),
      ("", "cooldown 20 min, limit 6 last 2 h", "unreachable-limit"),
      ("", "quiet 00:00 to 23:59", "endless-quiet"), ("", "quiet 00:00 to 23:58", ""),
    ]))
  func boundaries(_ given: Case<(String, String, String)>) {
    let (param, gates, code) = given.value
    let text = """
      calendar { zone "Europe/London" }
      \(param)
      rule a { when since(entry) >= 2 h, emit hint "A.", \(gates) }

      """
    #expect(codes(in: LintExample.program(of: text)) == (code.isEmpty ? [] : [code]))
  }

  @Test(
    "kinds of three letters are all alike, and numbers tell kinds apart",
    arguments: cases([("tip", "tap", false), ("tips", "taps", true), ("tips1", "tips2", false)]))
  func shortKinds(_ given: Case<(String, String, Bool)>) {
    let (one, other, isSlip) = given.value
    let text = """
      rule a { on entry, emit \(one) "A." }
      rule b { on entry, when count(entry) > 2, emit \(other) "B." }

      """
    #expect(codes(in: LintExample.program(of: text)) == (isSlip ? ["similar-kind"] : []))
  }

  @Test(
    "bands are compared however their ends are written",
    arguments: cases([
      ("in 1 to 3", "> 3", "band-gap values between 2 and 4 are in neither this band nor that of `a`"),
      ("in 1 to 3", ">= 3", ""),
      ("in 1 .. 3", "> 3", ""),
      ("in 1 .. 3", "> 2", "band-overlap 3 lies in this band and in the one of `a`"),
    ]))
  func bands(_ given: Case<(String, String, String)>) {
    let (first, second, expected) = given.value
    let text = """
      scale strain = calm < mild < high
      rule a { when count(entry, last 24 h) \(first), raise strain to mild }
      rule b { when count(entry, last 24 h) \(second), raise strain to high }

      """
    let found = findings(in: LintExample.program(of: text), today: 1)
    #expect(expected.isEmpty ? found.isEmpty : found.contains { $0.hasPrefix(expected) }, "\(found)")
  }

  @Test("errors can't be allowed")
  func errors() {
    let found = codes(
      in: spare + "# allow E0201 no\nrule broken { when nothing_known >= 3 emit warning \"x\" }\n")
    #expect(found.contains { $0.hasPrefix("E") })
  }

  @Test("fixes take away what is redundant and leave the rest as it is")
  func fixes() throws {
    let text = LintExample.program(of: try #require(LintRule.named("redundant-preset-value")).page.reported)
    let report = Linter(today: 0).lint(programs: [["a.pace"]], read: reader(of: [("a.pace", text)]))
    let file = try #require(report.files.first)
    let fixed = String(decoding: try #require(report.fixed(file)), as: UTF8.self)
    #expect(fixed == text.replacing("{ many = 5, few = 1 }", with: "{ many = 5 }"))
    let again = Linter(today: 0).lint(programs: [["a.pace"]], read: reader(of: [("a.pace", fixed)]))
    #expect(again.findings.isEmpty)
  }

  @Test("a fragment is checked through its includers, and only what lies in it is reported")
  func fragments() {
    let files: [(path: String, text: String)] = [
      ("presets/a.pace", "preset calm { many = 3 }\npreset keen { many = 3 }\n"),
      (
        "rules/a.pace",
        """
        include "../presets/a.pace"
        subject session { sensitivity: preset = calm }
        event entry of session { }
        param many: number in 1 .. 10
        param spare: number = 3 in 1 .. 10
        rule busy {
          on entry
          when count(entry) >= many
          emit warning "That is a lot."
        }

        """
      ),
    ]
    let report = Linter(today: 0).lint(
      programs: [["presets/a.pace"]], others: files.map(\.path), read: reader(of: files))
    #expect(report.findings.map(\.diagnostic.code) == ["duplicate-preset"])
    let alone = Linter(today: 0).lint(programs: [["presets/a.pace"]], read: reader(of: files))
    #expect(alone.findings.map(\.diagnostic.code) == ["unchecked-fragment"])
  }

  @Test("a condition that may be unknown is not constant, and parameters may have any value of their range")
  func negatives() {
    #expect(
      codes(
        in: """
          param window: duration = 10 min in 1 min .. 60 min
          param few: number = 2 in 0 .. 10

          rule ever {
            when since(entry) >= 0 min and latest(entry.amount) <= 50
            emit praise "There was one."
          }

          rule busy {
            on entry
            when count(entry, last window) >= few and count(entry, last window) < 2
            emit warning "That is a lot."
          }
          """) == [])
  }

  @Test("a condition that one preset's values make impossible is reported with that preset")
  func underPreset() {
    let found = findings(
      in: """
        subject session { sensitivity: preset = calm }
        event entry of session { amount: number = 1 in 0 .. 5 }
        param much: number in 1 .. 10
        preset calm { much = 3 }
        preset keen { much = 8 }
        rule big {
          on entry
          when max(entry.amount, last 60 min) > much
          emit warning "That is a lot."
        }
        """)
    #expect(found == ["impossible-condition this is never true under preset `keen`"])
  }

  @Test(
    "since its own trigger is 0 where a rule speaks",
    arguments: [
      ("on entry, when since(entry) > 2 min", true), ("on entry, when lately >= much", true),
      ("on entry, when since(entry) > 0 min and count(entry) > 2", true),
      ("on entry, when since(entry) >= 0 min", false), ("on entry, when since(entry) < 2 min", false),
      ("on entry, when gap(entry) > 2 min", false), ("on small, when since(entry) > 2 min", true),
      ("on entry, when since(small) > 2 min", false), ("when since(entry) > 2 min", false),
      ("on entry, when since(entry) > 2 min until count(entry) > 9", false),
      ("on entry, when since(entry) > 2 min, raise band to high", true),
      ("on entry, when since(entry) > 2 min, raise band to high when fired", true),
    ])
  func ageOfTrigger(clauses: String, isReported: Bool) {
    let found = findings(
      in: """
        scale band = low < high
        define lately = since(entry)
        param much: duration = 5 min in 1 min .. 9 min
        rule idle { \(clauses), emit warning "So long." }
        rule other { when lately > much, raise band to high }
        """)
    let age = clauses.contains("lately") ? "lately" : "since(entry)"
    #expect(
      found.filter { $0.hasPrefix("impossible") }
        == (isReported
          ? ["impossible-condition this is never true when the rule may speak: `\(age)` is 0 then"] : []))
  }

  @Test("what looks like a finding and is none")
  func lookalikes() {
    #expect(
      codes(
        in: """
          calendar { zone "Europe/London" }
          scale band = clean < mild < high

          rule high {
            when count(entry, today) >= 4
            raise band to high
            emit warning "Nobody is {count(entry, today)} times as quick in the last 5 minutes as before 👨‍👩‍👧."
            quiet 22:00 to 07:00
            limit 2 today
          }

          rule mild {
            when count(entry, today) in 1 .. 3
            raise band to mild
            emit warning "Ein Kaffee für später, μ und Ω."
            limit 2 today
            cooldown 1 h
          }

          rule evening {
            every 1 h from 21:00 to 23:30
            when count(entry, last 1 d) == 0
            emit reminder "Nothing yet."
            quiet 22:00 to 07:00
          }

          rule all_days {
            at 20:00
            when streak(days where count(entry, today) >= 0) >= 7
            emit praise "A week."
          }
          """) == [])
  }

  @Test("any text is linted to an end, however broken", arguments: LintRule.all.map(\.code))
  func broken(code: String) throws {
    let text = Array(LintExample.program(of: try #require(LintRule.named(code)).page.reported).utf8)
    for cut in stride(from: 0, to: text.count, by: 13) {
      let bytes = Array(text[..<cut]) + Array(text[min(cut + 3, text.count)...])
      _ = Linter(today: 0).lint(programs: [["a.pace"]]) { _ in .bytes(bytes) }
    }
  }
}
