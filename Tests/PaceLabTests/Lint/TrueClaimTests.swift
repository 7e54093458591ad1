import PaceLab
import PaceLanguage
import PaceOracle
import Testing

/// What rule `code` says of a text.
func claims(_ code: String, in text: String) -> [String] {
  let found = findings(in: text + "\n")
  #expect(!found.contains { $0.hasPrefix("E") }, "\(found)")
  return found.filter { $0.hasPrefix(code + " ") }.map { String($0.dropFirst(code.count + 1)) }
}

/// Programs of which a finding was once false.
struct TrueClaimTests {
  @Test(
    "the nearest step, and a message without its hidden character, are shown and never applied",
    arguments: cases([
      ("param much: duration = 65 min in 10 min .. 4 h step 15 min", nil),
      ("rule a { on entry, emit hint \"a l\u{200B}ot\" }", nil),
      ("# a l\u{200B}ot", "# a lot"),
    ]))
  func guesses(_ given: Case<(String, String?)>) throws {
    let (text, fixed) = given.value
    let rules = LintRule.all.filter { ["off-grid", "hidden-character"].contains($0.code) }
    let whole = LintExample.program(of: text)
    let report = Linter(today: 0, rules: rules).lint(
      programs: [["a.pace"]], read: reader(of: [("a.pace", whole)]))
    #expect(report.findings.map(\.diagnostic.fix.count) == [1])
    let file = try #require(report.files.first)
    let result = report.fixed(file).map { String(decoding: $0, as: UTF8.self) }
    #expect(result == fixed.map { whole.replacing(text, with: $0) })
  }

  @Test(
    "what nothing shows is hidden, and what a picture or a line end is made of is not",
    arguments: cases([
      ("B\u{3164}AC", true), ("B\u{34F}AC", true), ("B\u{115F}AC", true), ("B\u{E0041}AC", true),
      ("B\u{FE0F}AC", true), ("\u{2764}\u{FE0F}", false), ("1\u{FE0F}\u{20E3}", false),
      ("\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", false),
      ("a note\rrule two { on entry }", true), ("a note\r", false),
    ]))
  func hidden(_ given: Case<(String, Bool)>) {
    let (said, isHidden) = given.value
    #expect(claims("hidden-character", in: "# \(said)\n# the next line").count == (isHidden ? 1 : 0))
  }

  @Test("an allowance goes without the comma before it")
  func allowanceAfterComma() throws {
    let text = """
      guard {
        never say "BAC", # allow unused-param kept
          "safe to drive"
      }
      """
    let whole = LintExample.program(of: text)
    let report = Linter(today: 0).lint(programs: [["a.pace"]], read: reader(of: [("a.pace", whole)]))
    let file = try #require(report.files.first)
    let fixed = try #require(report.fixed(file))
    #expect(String(decoding: fixed, as: UTF8.self) == whole.replacing(" # allow unused-param kept", with: ""))
  }

  @Test(
    "a count of firings is bounded by days of 24 hours, with a word where that matters",
    arguments: cases([
      ("on entry, cooldown 26 h", "today", 2, "once in that window, except when clocks change"),
      ("on entry, cooldown 24 h", "today", 2, "once in that window, except when clocks change"),
      ("on entry, cooldown 23 h", "today", 2, nil),
      ("on entry, cooldown 2 h", "last 2 h", 2, "once in that window"),
      ("on entry, cooldown pause", "last 2 h", 2, nil),
      ("at 20:00", "today", 2, "once in that window, except when clocks change"),
      ("at 20:00", "last 23 h", 2, "once in that window, except when clocks change"),
      ("at 20:00", "last 24 h", 2, nil),
      ("at 20:00, cooldown 30 h", "last 24 h", 2, "once in that window"),
      // The last tick of a day may be near to the first of the next.
      ("every 23 h from 00:00 to 23:59", "last 2 h", 2, nil),
      ("every 23 h from 00:00 to 23:59", "last 59 min", 2, "once in that window, except when clocks change"),
      (
        "every 4 h from 00:00 to 23:59", "last 3 h 59 min", 2,
        "once in that window, except when clocks change"
      ),
      ("every 4 h from 00:00 to 23:59", "last 4 h", 2, nil),
      ("every 3 h from 08:00 to 20:00", "last 9 h", 5, "4 times in that window, except when clocks change"),
      ("every 3 h from 08:00 to 20:00", "last 9 h", 4, nil),
      ("every 3 h from 08:00 to 20:00", "last 24 h", 6, "5 times in that window, except when clocks change"),
      ("every 3 h from 08:00 to 20:00", "last 24 h", 5, nil),
    ]))
  func firings(_ given: Case<(String, String, Int, String?)>) {
    let (clauses, window, count, bound) = given.value
    let text = """
      subject session { pause: duration "pause" }
      event entry of session { }
      rule r { \(clauses), emit hint "R." }
      rule s { on entry, when count(r, \(window)) >= \(count), emit other "S." }
      """
    let expected = bound.map { ["`r` fires at most \($0)"] } ?? []
    #expect(claims("cooldown-covers-window", in: text) == expected)
  }

  @Test("a cooldown that a subject may lack keeps nothing apart")
  func missingCooldown() {
    let text = """
      subject session { pause: duration in 1 h .. 2 h "pause" }
      event entry of session { }
      rule r { when since(entry) > 1 h, emit hint "R.", repeat 30 min, cooldown pause }
      """
    #expect(claims("repeat-within-cooldown", in: text) == [])
  }

  @Test(
    "a limit that the spacing of firings makes needless is one on days of 24 hours",
    arguments: cases([
      (
        "on entry", "cooldown 13 h, limit 2 today", "",
        ", except when clocks change: firings are at least 13 h apart"
      ),
      ("on entry", "cooldown 60 min, limit 3 last 2 h", "", ": firings are at least 1 h apart"),
      // The limit is the first to hold back, but the cooldown would too.
      ("on entry", "limit 2 last 2 h, cooldown 90 min", "", ": firings are at least 1 h 30 min apart"),
      ("on entry", "cooldown 60 min, limit 2 last 2 h 1 min", "", nil),
      ("on entry", "cooldown 11 h, limit 2 today", "", nil),
      (
        "every 4 h from 00:00 to 23:59", "limit 2 last 7 h", "",
        ", except when clocks change: firings are at least 4 h apart"
      ),
      ("every 23 h from 00:00 to 23:59", "limit 2 last 24 h", "", nil),
      (
        "on entry", "cooldown 60 min", "limit 3 last 2 h",
        ": when it is asked, there are at most 1 earlier `hint`"
      ),
      (
        "at 20:00", "", "limit 3 last 2 h",
        ", except when clocks change: when it is asked, there are at most 0 earlier `hint`"
      ),
      ("on entry", "", "cooldown 60 min, limit 3 last 2 h", ": firings are at least 1 h apart"),
      ("at 09:00", "limit 1 today", "", ", except when clocks change: firings are at least 1 d apart"),
      ("at 09:00", "limit 1 last 24 h", "", nil),
      ("on entry", "limit 1 today", "", nil),
      ("on entry", "cooldown 500 ms, limit 3 last 1 s", "", ": firings are at least 500 ms apart"),
      ("on entry", "limit 1 last 2 h, limit 1 last 3 h", "", ": firings are at least 3 h apart"),
      ("on entry", "limit 1 last 2 h, limit 1 last 2 h", "", ": firings are at least 2 h apart"),
      ("on entry", "limit 1 last 2 h", "limit 1 last 2 h", ": firings are at least 2 h apart"),
      ("on entry", "limit 3 today, limit 5 today", "", ": `limit 3 today` lets no more through"),
      ("on entry", "limit 5 today", "limit 3 today", ": `limit 3 today` lets no more through"),
      ("on entry", "limit 5 today, limit 3 last 1 h", "", nil),
      ("on entry", "", "limit 4 last 2 h, limit 3 last 2 h", ": `limit 3 last 2 h` lets no more through"),
      (
        "at 09:00", "", "limit 1 today",
        ", except when clocks change: when it is asked, there are at most 0 earlier `hint`"
      ),
    ]))
  func limits(_ given: Case<(String, String, String, String?)>) {
    let (trigger, gates, policy, reason) = given.value
    let text = """
      rule r { \(trigger), emit hint "R.", \(gates) }
      policy hint { \(policy) }
      """
    let expected = reason.map { ["this limit never holds a firing back by itself\($0)"] } ?? []
    #expect(claims("unreachable-limit", in: text) == expected)
  }

  @Test(
    "a cooldown that the trigger or another gate makes needless is reported like a limit",
    arguments: cases([
      ("at 09:00", "cooldown 20 h", ", except when clocks change: firings are at least 1 d apart"),
      ("at 09:00", "cooldown 24 h", nil),
      ("on entry", "cooldown 20 min, limit 1 last 1 h", ": firings are at least 1 h apart"),
      ("on entry", "cooldown 20 min, limit 2 last 1 h", nil),
      ("on entry", "cooldown pause", nil),
    ]))
  func cooldowns(_ given: Case<(String, String, String?)>) {
    let (trigger, gates, reason) = given.value
    let text = """
      param pause: duration = 10 min in 1 min .. 40 min
      rule r { \(trigger), emit hint "R.", \(gates) }
      """
    let expected = reason.map { ["this cooldown never holds a firing back by itself\($0)"] } ?? []
    #expect(claims("unreachable-limit", in: text) == expected)
  }

  @Test(
    "rules are no duplicates where a firing of one may change what the other does",
    arguments: cases([
      ("when count(entry) >= 3", "", true),
      ("when count(entry) >= 3, cooldown 1 h", "", true),
      ("when count(r0, last 5 min) == 0", "", false),
      ("when count(hint, last 5 min) == 0", "", false),
      ("when count(entry) >= 3, unless since(hint) < 1 h", "", false),
      ("when count(entry) >= 3, limit 1 after hint", "", false),
      ("when count(entry) >= 3", "policy hint { cooldown 1 h }", false),
      ("when count(entry) >= 3", "policy hint { limit 2 today }", false),
      ("when count(entry) >= 3", "policy hint { unless clock in 22:00 to 07:00 }", true),
      ("when count(other, last 5 min) == 0", "", true),
    ]))
  func duplicates(_ given: Case<(String, String, Bool)>) {
    let (clauses, policy, isReported) = given.value
    let text = """
      calendar { zone "Europe/London" }
      rule x { on entry, emit other "X." }
      rule r0 { on entry, \(clauses), emit hint "One." }
      rule r1 { on entry, \(clauses), emit hint "Two." }
      \(policy)
      """
    #expect(
      claims("duplicate-rule", in: text) == (isReported ? ["rule `r1` does the same as `r0`"] : []))
  }

  @Test(
    "quiet hours swallow no alarm where another rule looks at the level, or the condition fails in them",
    arguments: cases([
      ("when count(entry) >= 3", "", true),
      ("when count(entry) >= 3", "rule r2 { when count(entry) >= 3, emit other \"Many.\" }", true),
      ("when count(entry) >= 3", "rule r2 { when b == top, emit other \"Top.\" }", false),
      ("when count(entry) >= 3", "rule r2 { when since(r1) < 1 h, emit other \"One.\" }", false),
      ("when count(entry) >= 3", "rule r2 { when count(hint) > 2, emit other \"Hints.\" }", false),
      ("when count(entry) >= 3 and clock in 08:00 to 12:00", "", false),
      ("when count(entry) >= 3 and not (clock in 21:00 to 08:00)", "", false),
      ("when count(entry) >= 3 and clock in 08:00 to 23:00", "", true),
      ("when count(entry) >= 3 and not (clock in 23:00 to 08:00)", "", true),
    ]))
  func alarms(_ given: Case<(String, String, Bool)>) {
    let (condition, other, isReported) = given.value
    let text = """
      calendar { zone "Europe/London" }
      scale b = rest < top
      rule r1 { on entry, \(condition), raise b to top, emit hint "Top.", quiet 22:00 to 07:00 }
      \(other)
      """
    let expected = "in these hours `r1` says nothing, and no other rule that raises `b` to `top` speaks"
    #expect(claims("quiet-alarm", in: text) == (isReported ? [expected] : []))
  }

  @Test(
    "quiet hours that leave some of the day say how much",
    arguments: cases([
      ("quiet 07:00 to 06:59:30", "is quiet all day but for 30 s, except when clocks change"),
      ("quiet 00:00 to 23:59:59.999", "is quiet all day but for 1 ms, except when clocks change"),
      (
        "quiet 07:00 to 22:00, quiet 22:00 to 07:00",
        "is quiet all day, so it speaks on a day of a clock change at most"
      ),
      ("quiet 07:00 to 06:58", nil),
    ]))
  func quietDays(_ given: Case<(String, String?)>) {
    let (gates, claim) = given.value
    let text = """
      calendar { zone "Europe/London" }
      rule r { on entry, emit hint "R.", \(gates) }
      """
    #expect(claims("endless-quiet", in: text) == (claim.map { ["`r` \($0)"] } ?? []))
  }

  @Test(
    "a gap between bands holds values that no rule of the scale looks at",
    arguments: cases([
      ("count(entry)", "in 1 .. 3", "in 5 .. 6", "", "between 3 and 5"),
      ("count(entry)", "in 1 .. 3", "in 5 .. 6", "when count(entry) > 3 and count(entry) < 5", nil),
      ("count(entry)", "in 1 .. 3", "in 5 .. 6", "when count(entry) == 4", nil),
      ("count(entry)", "in 1 .. 3", "in 5 .. 6", "when count(entry) == 4 or count(entry) == 7", nil),
      ("count(entry)", "in 1 .. 3", "in 5 .. 6", "when count(entry) < 6", nil),
      ("count(entry)", "in 1 .. 3", "in 5 .. 6", "when count(entry) in 1 .. 9", nil),
      ("count(entry)", "in 1 .. 3", "> 3.5", "", nil),
      ("count(entry)", "in 1 .. 3", "in 5 .. 6", "when count(large) > 3", "between 3 and 5"),
      ("2 * count(entry)", "in 2 .. 6", "in 8 .. 10", "", nil),
      ("count(entry) / 2", "in 0 .. 1", "in 1.5 .. 3", "", nil),
      ("round(sum(entry.amount), 1)", "in 1 .. 3", "in 4 .. 6", "", nil),
      ("sum(entry.amount)", "in 1 .. 3", "in 4 .. 6", "", "between 3 and 4"),
      ("latest(entry.amount)", "in 40 .. 50", "in 60 .. 70", "", nil),
      ("since(entry)", "in 1 h .. 2 h", "in 3 h .. 4 h", "", "between 2 h and 3 h"),
    ]))
  func gaps(_ given: Case<(String, String, String, String, String?)>) {
    let (value, first, second, third, gap) = given.value
    let text = """
      scale b = rest < low < high
      rule r1 { when \(value) \(first), raise b to low }
      rule r2 { when \(value) \(second), raise b to high }
      \(third.isEmpty ? "" : "rule r3 { \(third), raise b to low }")
      """
    #expect(
      claims("band-gap", in: text)
        == (gap.map { ["values \($0) are in neither this band nor that of `r1`"] } ?? []))
  }

  @Test(
    "a comparison that may be unknown is not constant",
    arguments: [
      "unless not (latest(entry.amount) >= 60)", "unless not (max(entry.amount) >= 60)",
      "unless not (-an >= 4)", "unless not (-1 * since(entry) > 0 min)", "unless not (avg(entry.amount) < 0)",
      "unless count(entry) > 3 or not (latest(entry.amount) in 60 .. 70)",
      "unless latest(entry.amount) >= 60",
    ])
  func unknown(gate: String) {
    let text = """
      subject session { an: number in 0 .. 3 "an" }
      event entry of session { amount: number in 0 .. 50 }
      rule r { on entry, emit hint "R.", \(gate) }
      """
    #expect(claims("constant-condition", in: text) == [])
  }

  @Test(
    "one rule takes another's notice where both may be due at once",
    arguments: cases([
      ("on entry, when count(entry) >= 3", "on entry, when count(entry) >= 5", true),
      ("when count(entry) >= 3", "when count(entry) >= 5", true),
      ("at 20:00, when count(entry) >= 3", "at 20:00, when count(entry) >= 5", true),
      ("at 20:00, when count(entry) >= 3", "at 21:00, when count(entry) >= 5", false),
      ("on large, when count(entry) >= 3", "on small, when count(entry) >= 5", false),
      ("when count(entry) >= 3", "at 20:00, when count(entry) >= 5", false),
      ("on entry, when count(entry) in 3 .. 4", "on entry, when count(entry) >= 5", false),
      ("when count(entry) >= 3, unless count(entry) >= 5", "when count(entry) >= 5", false),
      ("when count(entry) >= 3, unless count(entry) >= 6", "when count(entry) >= 5", true),
      (
        "on entry, when count(entry) >= 3 and clock in 08:00 to 12:00",
        "on entry, when count(entry) >= 5 and clock in 12:00 to 20:00", false
      ),
    ]))
  func notices(_ given: Case<(String, String, Bool)>) {
    let (lower, higher, isReported) = given.value
    let text = """
      calendar { zone "Europe/London" }
      scale b = rest < low < high
      rule r1 { \(lower), raise b to low, emit hint "Low." }
      rule r2 { \(higher), raise b to high, emit hint "High." }
      policy hint { cooldown 1 h }
      """
    let expected = "where both are due, this takes the notice that `policy hint` would give `r2`"
    #expect(claims("lower-level-first", in: text) == (isReported ? [expected] : []))
  }

  @Test(
    "nothing is said of the start of a day at which a gate may hold",
    arguments: cases([
      ("", "", true), (", cooldown 3 d", "", false), (", cooldown 8 h", "", false),
      (", limit 1 this week", "", false), (", limit 2 today", "", true), (", unless ill", "", false),
      (", unless count(entry) > 5", "", false), (" until since(entry) > 2 d", "", false),
      (" until count(entry, today) > 2", "", true), ("", "cooldown 3 d", false),
    ]))
  func dayStarts(_ given: Case<(String, String, Bool)>) {
    let (gate, policy, isReported) = given.value
    let text = """
      calendar { zone "Europe/London" }
      subject session { ill: bool = no "ill" }
      event entry of session { }
      rule r { when since(entry) >= 8 h\(gate), emit hint "R.", repeat daily }
      policy hint { \(policy) }
      """
    let expected = "`r` speaks at 00:00, when the day starts, if its condition still holds"
    #expect(claims("repeat-at-day-start", in: text) == (isReported ? [expected] : []))
  }

  @Test(
    "a rule without `emit` has nothing to speak of",
    arguments: cases([("raise pace to busy", false), ("raise pace to busy, emit hint \"R.\"", true)]))
  func silentRules(_ given: Case<(String, Bool)>) {
    let (effect, isReported) = given.value
    let text = """
      stream never = entry where count(entry, last 2 h) < 0
      scale pace = good < busy
      rule r { on never, when count(entry) >= 2, \(effect) }
      """
    let expected = "`r` can never speak: no event is ever in `never`"
    #expect(claims("unreachable-rule", in: text) == (isReported ? [expected] : []))
  }
}
