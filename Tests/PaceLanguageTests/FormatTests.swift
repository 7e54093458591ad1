import PaceLanguage
import Testing

struct FormatTests {
  private func formatted(_ parsed: Parsed) throws -> String {
    String(decoding: try #require(format(parsed.syntax, of: parsed.file)), as: UTF8.self)
  }

  private func check(
    _ source: String, _ expected: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let once = try formatted(Parsed(source))
    #expect(once == expected, sourceLocation: sourceLocation)
    #expect(
      try formatted(Parsed(once)) == once, "formatting again changes it", sourceLocation: sourceLocation)
  }

  @Test(
    "The examples of the design stay as they are", arguments: Fixtures.names.filter { $0 != "source.pace" })
  func examplesStay(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    #expect(try formatted(Parsed(bytes)) == String(decoding: bytes, as: UTF8.self))
  }

  @Test func `a table that is too wide for one line gets several`() throws {
    let once = try formatted(Parsed(try Fixtures.bytes("source.pace")))
    #expect(once.contains("    id = ZIDSTRING, started_at = ZSTARTEDAT as apple_seconds, ended_at"))
    #expect(once.contains("  notice from ZPACINGEVENT {\n    id = ZIDSTRING\n"))
    #expect(try formatted(Parsed(once)) == once)
  }

  @Test func `a file with errors is left alone`() {
    let parsed = Parsed("rule {")
    #expect(format(parsed.syntax, of: parsed.file) == nil)
  }

  @Test func `what due asks is laid out as any expression is`() throws {
    try check(
      "define today=due( latest( change . next )else( plan ) ) \"Today\"\nrule a{when not due( plan ),emit x \"y\"}",
      """
      define today = due(latest(change.next) else (plan)) "Today"
      rule a {
        when not due(plan)
        emit x "y"
      }

      """)
  }

  @Test func `each clause gets a line and short blocks keep theirs`() throws {
    try check(
      """
      rule  a{on x,when count( x ,last 5min)>=least( 2 , y )and not( y or z )
      cooldown 1h30min,}
      preset p{a=1,b = - 2 , c=yes}
      preset longer  {a=1}
      policy q {

      unless x


      cooldown 5 min

      }
      subject s {}
      """,
      """
      rule a {
        on x
        when count(x, last 5 min) >= least(2, y) and not (y or z)
        cooldown 1 h 30 min
      }
      preset p      { a = 1, b = -2, c = yes }
      preset longer { a = 1 }
      policy q {
        unless x

        cooldown 5 min
      }
      subject s {}

      """)
  }

  @Test func `a block that is too wide is broken into its items`() throws {
    let long = "preset p { " + (1...12).map { "parameter_\($0) = \($0)" }.joined(separator: ", ") + " }"
    let expected = "preset p {\n" + (1...12).map { "  parameter_\($0) = \($0)\n" }.joined() + "}\n"
    try check(long, expected)
  }

  @Test func `lines that go on are set in and keep their breaks`() throws {
    try check(
      """
      rule a {
         when x > 1
              and y
         for 5 min
      until (z
      or w)
      }
      define d =
      a -
      b
      """,
      """
      rule a {
        when x > 1
          and y
          for 5 min
          until (z
          or w)
      }
      define d =
        a -
        b

      """)
  }

  @Test func `a source for JSON is laid out as one for tables is`() throws {
    try check(
      """
      source a{
      e  from json where type=="x"and has b . c
      and "d e"==2 each list . f{at=b.c as iso8601,kind=k as{"a"=x,"b"=y}}
        settings from json{a=b}
      }
      """,
      """
      source a {
        e from json where type == "x" and has b.c
          and "d e" == 2 each list.f { at = b.c as iso8601, kind = k as { "a" = x, "b" = y } }
        settings from json { a = b }
      }

      """)
  }

  @Test func `an item after a block that ends on its line gets a line of its own`() throws {
    try check(
      "source a {\n e from b {\n  kind = sort as {\n  \"w\" = walk }, at = t\n }\n}",
      """
      source a {
        e from b {
          kind = sort as {
            "w" = walk
          }
          at = t
        }
      }

      """)
  }

  @Test func `a comment after an item that is split stands after its last line`() throws {
    try check(
      "scenario \"x\" { start 2026-11-20 21:00, at 21:05 e, expect nothing } # why",
      """
      scenario "x" {
        start 2026-11-20 21:00
        at 21:05 e
        expect nothing
      }  # why

      """)
  }

  @Test func `comments keep their places`() throws {
    try check(
      """


      # first

      # second
      subject s { # the subject

          # about a
        a: number = 1  # one
        bb: bool = yes      # two
                            # three
          # last
      }  # end
      # tail
      """,
      """
      # first

      # second
      subject s {  # the subject
        # about a
        a: number = 1   # one
        bb: bool = yes  # two
                        # three
        # last
      }  # end
      # tail

      """)
  }

  @Test func `what allows a finding on a line that becomes several stands before the declaration`() throws {
    try check(
      """
      subject s { a: number = 1, b: number = 2 } # allow unused-attribute for the app
      event e of s { }

      # counted
      rule a { on e, when count(e) > 2, raise p to q } # allow trigger-without-emit
      rule b {
        on e # allow off-grid here
        when x, emit w "x" # allow guarded-label
        severity 2 # allow me to explain
      } # allow raise-to-rest
      policy w { cooldown 5 min } # allow quiet-alarm
      """,
      """
      # allow unused-attribute for the app
      subject s {
        a: number = 1
        b: number = 2
      }
      event e of s {}

      # counted
      # allow trigger-without-emit
      rule a {
        on e
        when count(e) > 2
        raise p to q
      }
      # allow guarded-label
      rule b {
        on e  # allow off-grid here
        when x
        emit w "x"
        severity 2  # allow me to explain
      }  # allow raise-to-rest
      policy w { cooldown 5 min }  # allow quiet-alarm

      """)
  }

  @Test func `a comment after a closing brace is not aligned with those of the next lines`() throws {
    try check(
      """
      rule a { on e, emit w "x" } # why
      param many: number = 3 in 1 .. 5 # so
      param few: number = 3 # and
      rule b {
        on e   # on
        emit w "x"
      }   # end
          # of it
      """,
      """
      rule a {
        on e
        emit w "x"
      }  # why
      param many: number = 3 in 1 .. 5  # so
      param few: number = 3             # and
      rule b {
        on e   # on
        emit w "x"
      }   # end
          # of it

      """)
  }
}
