import PaceLanguage
import Testing

struct SyntaxErrorTests {
  @Test func `misspelt keywords are mended and read as what they stand for`() {
    let parsed = Parsed("rul fast {\n  wehn x > 1\n  emti warning \"x\"\n}\nordr a < b")
    #expect(parsed.diagnostics.map(\.code) == ["E0201", "E0202", "E0202", "E0201"])
    #expect(parsed.fixed == "rule fast {\n  when x > 1\n  emit warning \"x\"\n}\norder a < b")
  }

  @Test func `units that there are not name those there are`() {
    check(
      """
      rule a {
        when since(x) > 5 m
      #                   ^ E0209 there is no unit `m`: write `5 min`
        cooldown 2 w
      #            ^ E0209 there is no unit `w`: write `14 d`
        limit 3 last 90seconds
      #                ^^^^^^^ E0209 there is no unit `seconds`: write `90 s`
        repeat 1 month
      #          ^^^^^ E0209 a `month` has no fixed length
      }
      """,
      fixed: """
        rule a {
          when since(x) > 5 min
          cooldown 14 d
          limit 3 last 90 s
          repeat 1 month
        }
        """)
  }

  @Test func `percentages are written as fractions, remainders stay`() {
    check(
      """
      param share: number = 15%
      #                     ^^^ E0210 there are no percentages: write `0.15`
      define a = x > 20%
      #              ^^^ E0210 there are no percentages: write `0.2`
      define b = 15% of goal
      #          ^^^ E0210 there are no percentages: write `0.15 *`
      define c = 15% 4 + 15 % goal
      """,
      fixed: """
        param share: number = 0.15
        define a = x > 0.2
        define b = 0.15 * goal
        define c = 15% 4 + 15 % goal
        """)
  }

  @Test func `a percentage has its edit wherever it stands`() {
    check(
      """
      param low: number = -15% in -20% .. 5%
      #                   ^^^^ E0210 there are no percentages: write `-0.15`
      #                           ^^^^ E0210 there are no percentages: write `-0.2`
      #                                   ^^ E0210 there are no percentages: write `0.05`
      define a = 15% "label"
      #          ^^^ E0210 there are no percentages: write `0.15`
      define b = goal * 15% < count(e)
      #                 ^^^ E0210 there are no percentages: write `0.15`
      define c = count(e) / (goal * 15%)
      #                             ^^^ E0210 there are no percentages: write `0.15`
      define d = goal else 15% of most
      #                    ^^^ E0210 there are no percentages: write `0.15 *`
      define f = streak(days where count(e) > 15% skip idle)
      #                                       ^^^ E0210 there are no percentages: write `0.15`
      define g = goal * 15% % 4
      #                 ^^^ E0210 there are no percentages: write `0.15`
      rule r { when count(e) >= goal * 15%, emit n "x" }
      #                                ^^^ E0210 there are no percentages: write `0.15`
      """,
      fixed: """
        param low: number = -0.15 in -0.2 .. 0.05
        define a = 0.15 "label"
        define b = goal * 0.15 < count(e)
        define c = count(e) / (goal * 0.15)
        define d = goal else 0.15 * most
        define f = streak(days where count(e) > 0.15 skip idle)
        define g = goal * 0.15 % 4
        rule r { when count(e) >= goal * 0.15, emit n "x" }
        """)
    let kept = Parsed(
      "define a = goal * 15% (most) + 15% -4 - 3 %\nmost\nrule r { when a % 2 == 0, emit n \"x\" }")
    #expect(kept.summary.isEmpty)
  }

  @Test func `only the first number of a duration may have a fraction`() {
    check(
      """
      rule a {
        when since(x) > 1 h 1.5 min
      #                     ^^^^^^^ E0211 only the first number of a duration may have a fraction: write `1 min 30 s`
        cooldown 1.5 h 20 min
      }
      """,
      fixed: """
        rule a {
          when since(x) > 1 h 1 min 30 s
          cooldown 1.5 h 20 min
        }
        """)
  }

  @Test func `the parts of an expectation out of their order are told of the order`() {
    for (text, found) in [
      ("b at +4 s saying \"x\"", "saying"), ("b exactly 2 times at +4 s", "at"),
      ("b under calm at 21:00", "at"), ("b under calm exactly 2 times", "exactly"),
      ("b at 21:00 held by cooldown", "held"),
    ] {
      let parsed = Parsed("scenario \"one\" {\n  expect \(text)\n}")
      #expect(parsed.diagnostics.map(\.message) == ["expected the end of the line, found `\(found)`"])
      let order = "what is expected comes first, then `saying`, `at`, `exactly` and `under`, in this order"
      #expect(parsed.diagnostics.map(\.help) == [order])
      #expect(parsed.diagnostics.flatMap(\.fix).isEmpty)
    }
    let two = Parsed("scenario \"one\" {\n  expect b at 21:00 at 21:05 e\n}")
    #expect(two.diagnostics.map(\.help) == ["each stands on a line of its own, or after a comma"])
  }

  @Test(arguments: [
    ("count(x where y > 1, today)", "`stream NAME = EVENT where …`"),
    ("sum(x.y or z.y, today)", "`stream NAME = ONE, OTHER`"),
    ("count(x and z)", "`count(ONE, …) > 0 and count(OTHER, …) > 0`"),
  ])
  func `a call that picks events says how a stream does`(call: String, remedy: String) {
    let parsed = Parsed("rule a {\n  when \(call) > 2\n  emit warning \"text\"\n}")
    #expect(parsed.diagnostics.map(\.code) == ["E0230"])
    #expect(parsed.diagnostics.first?.help?.contains(remedy) == true)
    let plain = Parsed("rule a {\n  when (x where y > 1) > 2\n  emit warning \"text\"\n}")
    #expect(plain.diagnostics.first?.help == nil)
  }

  @Test func `an error in one clause leaves the others`() {
    check(
      """
      rule a {
        on
      #   ^ E0200 expected a stream, found the end of the line
        when count(x, last 5 min >= 2
      #                          ^^ E0230 expected `)`, found `>=`
        raise pace slow
      #            ^^^^ E0200 expected `to`, found `slow`
        emit warning "text" cooldown 5 min
      #                     ^^^^^^^^ E0207 expected the end of the line
        severty 3
      # ^^^^^^^ E0202 expected a clause, found `severty`
      }
      order a < b
      """)
  }

  @Test func `a word that was read in the place of what is missing is not put in again`() {
    check(
      """
      rule a {
        on x
        raise to slow
      #       ^^ E0200 expected a scale, found `to`
        quiet to 06:00
      #       ^^ E0200 expected a value, a param or an attribute, found `to`
      }
      rule to {
        on x
        raise to to to
        emit warning "x"
      }
      rule c { every from 08:00 to 20:00 }
      #              ^^^^ E0200 expected a value, a param or an attribute, found `from`
      """)
  }

  @Test func `slips that name what was meant are mended`() {
    let parsed = Parsed(
      "rule a {\n  when count(x, 9 min) >= 2 for 5 min untill y < 3\n  severity: 1\n  cooldown: 5 min\n}\n"
        + "define b = count(x, toady)")
    #expect(
      parsed.fixed
        == "rule a {\n  when count(x, last 9 min) >= 2 for 5 min until y < 3\n  severity 1\n  cooldown 5 min\n}\n"
        + "define b = count(x, today)")
    #expect(parsed.diagnostics.map(\.code) == ["E0200", "E0207", "E0200", "E0200", "E0200"])
    #expect(parsed.diagnostics.map(\.help).contains("no colon follows `severity`"))
  }

  @Test func `a block that is not closed ends at the next declaration`() {
    check(
      """
      rule a {
      #      ^ E0203 this `{` is never closed
        when x > 1
        emit warning "x"

      rule b {
        when y > 1
      }
      """)
  }

  @Test func `a brace too many is told once`() {
    let parsed = Parsed("rule a {\n  when x\n}\n}\norder a < b")
    #expect(parsed.summary == "4:1 E0204 nothing is open that this `}` could close")
    #expect(parsed.syntax.declarations.count == 2)
  }

  @Test(arguments: ["weekday in (mon, tue) == yes", "1 in 2 .. 3 < 4", "b.5", "ß.5"])
  func `no edit is offered where what stands there would be read anew`(condition: String) {
    let parsed = Parsed("define a = \(condition)")
    let slips = parsed.diagnostics.filter { $0.code == "E0221" || $0.code == "E0113" }
    #expect(slips.count == 1 && slips[0].fix.isEmpty, "\(parsed.summary)")
  }

  @Test func `comparisons are not chained and not written with one sign`() {
    check(
      """
      define a = 1 < b < 3
      #                ^ E0221
      define b = c = 3
      #            ^ E0220
      define c = d => 3
      #            ^^ E0220
      define e = f not in 1 .. 2
      #            ^^^ E0222
      """,
      fixed: """
        define a = 1 < b and b < 3
        define b = c == 3
        define c = d >= 3
        define e = not f in 1 .. 2
        """)
  }

  @Test func `calls say what they lack`() {
    check(
      """
      define a = cuont(x last 5 min)
      #          ^^^^^ E0223 there is no function `cuont`
      #                  ^^^^ E0227 a comma comes before the window
      define b = sum(x, today)
      #               ^ E0226 `sum` reads a field
      define c = count(x.y)
      #                 ^^ E0225
      define d = x.y > 1
      #          ^^^ E0224
      define e = foo(1, 2)
      #          ^^^ E0223
      """)
  }

  @Test func `names in capitals are mended`() {
    check(
      """
      param fastPace: number
      #     ^^^^^^^^ E0206
      param third: a | b |
        c
      """,
      fixed: """
        param fast_pace: number
        param third: a | b |
          c
        """)
  }

  @Test func `nesting has a limit and long expressions too`() {
    let deep = String(repeating: "(", count: 5000) + "1" + String(repeating: ")", count: 5000)
    #expect(Parsed("define x = \(deep)\norder a < b").summary.contains("E0228"))
    #expect(Parsed("define x = " + String(repeating: "not ", count: 5000)).summary.contains("E0228"))
    let long = "define x = 1" + String(repeating: " + 1", count: 5000)
    #expect(Parsed(long).diagnostics.map(\.code) == ["E0229"])
    #expect(Parsed("define x = 1" + String(repeating: " + 1", count: 400)).summary == "")
  }

  @Test func `for and until follow when`() {
    check(
      """
      rule a {
        when x
        for 5 min
        until y
        severity 1
        until x
      # ^^^^^ E0214 `until` belongs right after `when`
      }
      """)
  }

  @Test func `a clause stands once, gates as often as one likes`() {
    check(
      """
      rule a {
        on x
        at 10:00
      # ^^^^^^^^ E0215 a rule has one trigger
        when y
        unless a
        unless b
        cooldown 5 min
        cooldown 6 min
        when z
      # ^^^^^^ E0215 a rule has one `when`
      }
      """)
  }

  @Test func `types of other languages are mended`() {
    check(
      """
      param first: nubmer
      #            ^^^^^^ E0213
      param other: boolean
      #            ^^^^^^^ E0213
      """, fixed: "param first: number\nparam other: bool")
  }

  @Test func `the length of a window is not calculated`() {
    check(
      """
      rule a { on x, when count(x, last 2 * much) > 1 }
      #                                   ^ E0200 the length of a window is not calculated, as by this `*`
      rule b { on x, limit 3 last few + 1 h }
      #                               ^ E0200 the length of a window is not calculated, as by this `+`
      """)
    let help = Parsed("define a = count(x, last 2 * much)").diagnostics.first?.help
    #expect(help == "it is a literal, a parameter or an attribute, such as `last 2 h` or `last NAME`")
  }

  @Test func `what is missing is not looked for in the next clause`() {
    check(
      """
      rule a {
        when count(x) >=
      #                 ^ E0200 expected an expression, found the end of the line
        emit warning "x"
        unless (a or
      #             ^ E0200 expected an expression, found the end of the line
        cooldown 5 min
        unless count(a,
      #                ^ E0200 expected a window: `last …`, `today`, `yesterday`, `this week`, `this month` or `after …`, found the end of the line
        severity 3
      }
      define d = (1 +
      #              ^ E0200 expected an expression, found the end of the line
      rule b { on x }
      """)
    #expect(Parsed("define d = (a +\nlimit and\nlast - on)").summary == "")
  }

  @Test func `a brace on the next line is moved`() {
    let parsed = Parsed("rule a\n{\n  when x\n}")
    #expect(parsed.diagnostics.map(\.code) == ["E0205"])
    #expect(parsed.fixed == "rule a {\n  when x\n}")
  }

  @Test(arguments: ["is null", "is not NULL", "== null", "!= null", "= nil"])
  func `a test of a source that asks for null says what can`(test: String) {
    let parsed = Parsed("source s {\n  dose from doses where gone \(test) { id = id, at = at }\n}")
    let word = test.split(separator: " ").last ?? ""
    #expect(parsed.summary == "2:25 E0220 nothing is compared with `\(word)`")
    let wanted = test.contains("is not") || test.contains("!") ? "IS NOT NULL" : "IS NULL"
    let view =
      "make a view, `CREATE VIEW some AS SELECT * FROM doses WHERE gone \(wanted)`, and read that instead; "
      + "leave such rows out of a CSV file"
    #expect(parsed.diagnostics.first?.help == view)
    #expect(Parsed("source s {\n  dose from doses where gone == \"null\" { id = id }\n}").summary == "")
    let member = Parsed("source s {\n  dose from json where gone \(test) { id = id }\n}")
    #expect(member.summary == "2:24 E0220 nothing is compared with `\(word)`")
    #expect(member.diagnostics.first?.help == "`has gone` asks whether it is there, `null` or not")
  }

  @Test func `a test of a source is compared with the signs of conditions`() {
    check(
      """
      source s {
        dose from doses where gone is 0 and kept <> 1 { id = id }
      #                            ^^ E0220 values are compared with `==`
      #                                          ^^ E0220 values are compared with `!=`
      }
      """, fixed: "source s {\n  dose from doses where gone == 0 and kept != 1 { id = id }\n}")
  }

  @Test func `tests of a source joined by or say that a second block reads the others`() {
    let parsed = Parsed("source s {\n  dose from doses where a == 1 or b == 2 { id = id, at = at }\n}")
    #expect(parsed.summary == "2:32 E0200 tests are joined by `and` alone")
    #expect(
      parsed.diagnostics.first?.help
        == "write a block for each, `NAME from … where …`; values of one column stand in a list, `a in (1, 2)`"
    )
    let same = Parsed("source s {\n  dose from doses where a == 1 or a == 2 { id = id, at = at }\n}")
    #expect(same.diagnostics.count == 1)
  }
}
