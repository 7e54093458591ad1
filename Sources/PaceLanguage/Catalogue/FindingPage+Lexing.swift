extension FindingPage {
  /// Errors in a file's characters: texts, numbers, times and signs.
  static let lexing = characters + numerals + signs

  private static let characters = [
    FindingPage(
      code: "E0100", summary: "too many errors in one file",
      rationale: "What is shown comes first in the file; mend that, and see what is left."),
    FindingPage(
      code: "E0101", summary: "bytes that are not UTF-8",
      rationale: "Rule files are UTF-8 text. Save the file with that encoding."),
    FindingPage(
      code: "E0102", summary: "a zero byte",
      rationale: "The file may have been cut off or may not be text at all."),
    FindingPage(
      code: "E0103", summary: "a character that nothing is written with",
      rationale: """
        Outside texts and comments a program is written in ASCII: names of `a` to `z`, digits and `_`, and \
        the signs of the language.
        """,
      reported: "define busy = count(entry) @",
      accepted: "define busy = count(entry)"),
    FindingPage(
      code: "E0104", summary: "a character that only looks like another",
      rationale:
        "Curly quotes, long dashes and wide blanks come from word processors; `lint --fix` mends them.",
      reported: #"rule busy { when count(entry) ≥ 3, emit warning "Busy." }"#,
      accepted: #"rule busy { when count(entry) >= 3, emit warning "Busy." }"#),
    FindingPage(
      code: "E0105", summary: "a text without its closing quote",
      rationale: "A text stands on one line. A line break in it is written `\\n`.",
      reported: #"disclaimer "Take care."#,
      accepted: #"disclaimer "Take care.""#),
    FindingPage(
      code: "E0106", summary: "an escape that means nothing",
      rationale: #"The escapes in texts are `\"`, `\\`, `\n` and `\t`."#,
      reported: #"disclaimer "Take \care.""#,
      accepted: #"disclaimer "Take \"care\".""#),
    FindingPage(
      code: "E0107", summary: "quotes of another language",
      rationale: "Texts stand in double quotes, as in JSON, and names in none.",
      reported: "disclaimer 'Take care.'",
      accepted: #"disclaimer "Take care.""#),
  ]

  private static let numerals = [
    FindingPage(
      code: "E0110", summary: "a number with more than six digits after the point",
      rationale: "Numbers are exact decimals with six digits after the point, so that 2.0 means 2.0.",
      reported: "param many: number = 1.0000001",
      accepted: "param many: number = 1.000001"),
    FindingPage(
      code: "E0111", summary: "a number that is too large",
      rationale: "Numbers are kept in 64 bits with six digits after the point.",
      reported: "param many: number = 99999999999999",
      accepted: "param many: number = 9000000000000"),
    FindingPage(
      code: "E0112", summary: "digits grouped with `_`",
      rationale: "Write the digits without anything between them.",
      reported: "param many: number = 10_000",
      accepted: "param many: number = 10000"),
    FindingPage(
      code: "E0113", summary: "a fraction without a digit before its point",
      rationale: "Write `0.5`, which can't be misread.",
      reported: "param many: number = .5",
      accepted: "param many: number = 0.5"),
    FindingPage(
      code: "E0114", summary: "a date that does not exist",
      rationale: "Dates are written `YYYY-MM-DD` and have to be in the calendar.",
      reported: "define later = date > 2026-02-30",
      accepted: "define later = date > 2026-02-28"),
    FindingPage(
      code: "E0115", summary: "a date joined to its time by `T`",
      rationale: "In a scenario a date and a time stand apart: `2026-11-20 21:00`.",
      reported: """
        scenario "late" {
          start 2026-11-20T21:00
          expect nothing
        }
        """,
      mended: ["  start 2026-11-20T21:00": "  start 2026-11-20 21:00"]),
    FindingPage(
      code: "E0116", summary: "a time that does not exist",
      rationale: """
        Times of day are `HH:MM`, `HH:MM:SS` or `HH:MM:SS.mmm`, from `00:00` to `23:59:59.999`; the end of a \
        day is written `00:00`.
        """,
      reported: #"rule late { at 24:00, emit reminder "Late." }"#,
      accepted: #"rule late { at 00:00, emit reminder "Late." }"#),
  ]

  private static let signs = [
    FindingPage(
      code: "E0120", summary: "a comment of another language",
      rationale: "Comments start with `#` and go on to the end of the line.",
      reported: "// what counts as busy",
      accepted: "# what counts as busy"),
    FindingPage(
      code: "E0121", summary: "a sign in place of a word",
      rationale: "Conditions are joined by `and`, `or` and `not`.",
      reported: #"rule busy { when count(entry) > 3 && count(small) > 2, emit warning "Busy." }"#,
      accepted: #"rule busy { when count(entry) > 3 and count(small) > 2, emit warning "Busy." }"#),
    FindingPage(
      code: "E0122", summary: "a semicolon",
      rationale: "An item ends with its line, or with a comma inside `{ }`.",
      reported: "param many: number = 3;",
      accepted: "param many: number = 3"),
  ]
}
