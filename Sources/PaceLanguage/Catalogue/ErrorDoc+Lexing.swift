extension ErrorDoc {
  /// Errors in a file's characters: texts, numbers, times and signs.
  static let lexing = characters + numerals + signs

  private static let characters = [
    ErrorDoc(
      code: "E0100", summary: "too many errors in one file",
      explanation: "What is shown comes first in the file; mend that, and see what is left.", example: ""),
    ErrorDoc(
      code: "E0101", summary: "bytes that are not UTF-8",
      explanation: "Rule files are UTF-8 text. Save the file with that encoding.", example: ""),
    ErrorDoc(
      code: "E0102", summary: "a zero byte",
      explanation: "The file may have been cut off or may not be text at all.", example: ""),
    ErrorDoc(
      code: "E0103", summary: "a character that nothing is written with",
      explanation: """
        Outside texts and comments a program is written in ASCII: names of `a` to `z`, digits and `_`, and \
        the signs of the language.
        """,
      example: """
        define busy = count(entry) @
        """,
      accepted: """
        define busy = count(entry)
        """),
    ErrorDoc(
      code: "E0104", summary: "a character that only looks like another",
      explanation:
        "Curly quotes, long dashes and wide blanks come from word processors; `lint --fix` mends them.",
      example: """
        rule busy { when count(entry) ≥ 3, emit warning "Busy." }
        """,
      accepted: """
        rule busy { when count(entry) >= 3, emit warning "Busy." }
        """),
    ErrorDoc(
      code: "E0105", summary: "a text without its closing quote",
      explanation: "A text stands on one line. A line break in it is written `\\n`.",
      example: """
        disclaimer "Take care.
        """,
      accepted: """
        disclaimer "Take care."
        """),
    ErrorDoc(
      code: "E0106", summary: "an escape that means nothing",
      explanation: #"The escapes in texts are `\"`, `\\`, `\n` and `\t`."#,
      example: #"""
        disclaimer "Take \care."
        """#,
      accepted: #"""
        disclaimer "Take \"care\"."
        """#),
    ErrorDoc(
      code: "E0107", summary: "quotes of another language",
      explanation: "Texts stand in double quotes, as in JSON, and names in none.",
      example: """
        disclaimer 'Take care.'
        """,
      accepted: """
        disclaimer "Take care."
        """),
  ]

  private static let numerals = [
    ErrorDoc(
      code: "E0110", summary: "a number with more than six digits after the point",
      explanation: "Numbers are exact decimals with six digits after the point, so that 2.0 means 2.0.",
      example: """
        param many: number = 1.0000001
        """,
      accepted: """
        param many: number = 1.000001
        """),
    ErrorDoc(
      code: "E0111", summary: "a number that is too large",
      explanation: "Numbers are kept in 64 bits with six digits after the point.",
      example: """
        param many: number = 99999999999999
        """,
      accepted: """
        param many: number = 9000000000000
        """),
    ErrorDoc(
      code: "E0112", summary: "digits grouped with `_`",
      explanation: "Write the digits without anything between them.",
      example: """
        param many: number = 10_000
        """,
      accepted: """
        param many: number = 10000
        """),
    ErrorDoc(
      code: "E0113", summary: "a fraction without a digit before its point",
      explanation: "Write `0.5`, which can't be misread.",
      example: """
        param many: number = .5
        """,
      accepted: """
        param many: number = 0.5
        """),
    ErrorDoc(
      code: "E0114", summary: "a date that does not exist",
      explanation: "Dates are written `YYYY-MM-DD` and have to be in the calendar.",
      example: """
        define later = date > 2026-02-30
        """,
      accepted: """
        define later = date > 2026-02-28
        """),
    ErrorDoc(
      code: "E0115", summary: "a date joined to its time by `T`",
      explanation: "In a scenario a date and a time stand apart: `2026-11-20 21:00`.",
      example: """
        scenario "late" {
          start 2026-11-20T21:00
          expect nothing
        }
        """,
      accepted: """
        scenario "late" {
          start 2026-11-20 21:00
          expect nothing
        }
        """),
    ErrorDoc(
      code: "E0116", summary: "a time that does not exist",
      explanation: """
        Times of day are `HH:MM`, `HH:MM:SS` or `HH:MM:SS.mmm`, from `00:00` to `23:59:59.999`; the end of a \
        day is written `00:00`.
        """,
      example: """
        rule late { at 24:00, emit reminder "Late." }
        """,
      accepted: """
        rule late { at 00:00, emit reminder "Late." }
        """),
  ]

  private static let signs = [
    ErrorDoc(
      code: "E0120", summary: "a comment of another language",
      explanation: "Comments start with `#` and go on to the end of the line.",
      example: """
        // what counts as busy
        """,
      accepted: """
        # what counts as busy
        """),
    ErrorDoc(
      code: "E0121", summary: "a sign in place of a word",
      explanation: "Conditions are joined by `and`, `or` and `not`.",
      example: """
        rule busy { when count(entry) > 3 && count(small) > 2, emit warning "Busy." }
        """,
      accepted: """
        rule busy { when count(entry) > 3 and count(small) > 2, emit warning "Busy." }
        """),
    ErrorDoc(
      code: "E0122", summary: "a semicolon",
      explanation: "An item ends with its line, or with a comma inside `{ }`.",
      example: """
        param many: number = 3;
        """,
      accepted: """
        param many: number = 3
        """),
  ]
}
