import PaceLanguage
import Testing

struct LexicalErrorTests {
  @Test func `an unterminated string is one error and the next line is read`() {
    check(
      """
      disclaimer "no end
      #          ^^^^^^^ E0105 this string is not closed on its line
      order a < b
      """,
      fixed: """
        disclaimer "no end"
        order a < b
        """)
  }

  @Test func `an escape stands for a character that there is`() {
    check(
      #"""
      disclaimer "\u{1b} \u{1F600}"
      disclaimer "\u{110000}"
      #           ^^ E0106
      disclaimer "\u{}"
      #           ^^ E0106
      disclaimer "\u{12"
      #           ^^ E0106
      """#)
  }

  @Test func `operators of other languages are named with the words they stand for`() {
    check(
      """
      define x = a && b || !c
      #            ^^ E0121 `&&` is written `and`
      #                 ^^ E0121 `||` is written `or`
      #                    ^ E0121 `!` is written `not`
      """,
      fixed: "define x = a and b or not c")
  }

  @Test func `numbers must fit`() {
    check(
      """
      define a = 1.2345678
      #          ^^^^^^^^^ E0110
      define b = 99999999999999999999
      #          ^^^^^^^^^^^^^^^^^^^^ E0111
      define c = .5
      #          ^ E0113
      define d = 1_000
      #          ^^^^^ E0112
      define e = 1.500000000
      """)
  }

  @Test func `times and dates that do not exist are told`() {
    check(
      """
      define a = clock in 9:05 to 24:00
      #                   ^^^^ E0116 there is no time `9:05`
      #                           ^^^^^ E0116 there is no time `24:00`
      define b = date == 2026-02-30
      #                  ^^^^^^^^^^ E0114 there is no date `2026-02-30`
      define c = date == 2028-02-29
      define d = date == 2026-11-20 - 1
      """)
  }

  @Test func `a short hour is mended`() {
    check(
      """
      calendar { day starts 4:00 }
      #                     ^^^^ E0116
      """, fixed: "calendar { day starts 04:00 }")
  }

  @Test func `comments of other languages are named`() {
    check(
      """
      order a < b // hello "there
      #           ^^ E0120
      order b < c
      """)
  }

  @Test func `bytes that are not text are told once for a run`() {
    let parsed = Parsed(
      Array("order a < b\n".utf8) + [0xFF, 0xFE, 0x00, 0x00, 0x0A] + Array("order b < c".utf8))
    #expect(parsed.diagnostics.map(\.code) == ["E0101", "E0102"])
    #expect(parsed.syntax.declarations.count == 2)
  }

  @Test func `line endings of other systems and a byte order mark are accepted`() {
    let parsed = Parsed([0xEF, 0xBB, 0xBF] + Array("# hi\r\norder a <\r\n  b\r\norder b < c\r\n".utf8))
    #expect(parsed.summary == "")
    #expect(parsed.syntax.declarations.count == 2)
    #expect(parsed.syntax.comments.map(\.text) == ["# hi"])
  }

  @Test func `escapes other than four are errors`() {
    check(
      #"""
      disclaimer "a\tb\n\"c\" \\ \d"
      #                          ^^ E0106
      """#)
  }

  @Test func `what only looks like an operator is mended`() {
    let parsed = Parsed("define x = a × 2 ≥ 3 – 1")
    #expect(parsed.diagnostics.map(\.code) == ["E0104", "E0104", "E0104"])
    #expect(parsed.fixed == "define x = a * 2 >= 3 - 1")
  }

  @Test func `so many errors and no more are told`() {
    let parsed = Parsed(String(repeating: "define x = ^\n", count: 300))
    #expect(parsed.diagnostics.count == 101)
    #expect(parsed.diagnostics.contains { $0.code == "E0100" })
  }
}
