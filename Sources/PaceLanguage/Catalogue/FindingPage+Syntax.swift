extension FindingPage {
  /// Errors in the order of words: declarations, blocks and items.
  static let syntax = layout + items

  private static let layout = [
    FindingPage(
      code: "E0200", summary: "something else is expected here",
      rationale: "The message says what the grammar has at this place, and what stands there instead.",
      reported: "param many number = 3",
      accepted: "param many: number = 3"),
    FindingPage(
      code: "E0201", summary: "something that is no declaration",
      rationale: """
        Outside blocks a file holds declarations: `include`, `calendar`, `subject`, `event`, `stream`, `scale`, \
        `param`, `define`, `rule`, `policy`, `preset`, `order`, `guard`, `disclaimer`, `source` and `scenario`.
        """,
      reported: #"rules busy { on entry, emit warning "Busy." }"#,
      accepted: #"rule busy { on entry, emit warning "Busy." }"#),
    FindingPage(
      code: "E0202", summary: "something that does not belong in this block",
      rationale: "The message says what the block holds.",
      reported: """
        rule busy {
          on entry
          emitt warning "Busy."
        }
        """,
      mended: [#"  emitt warning "Busy.""#: #"  emit warning "Busy.""#]),
    FindingPage(
      code: "E0203", summary: "a `{` that is never closed",
      rationale: "Each `{` needs a `}`. The place shown is the one that was opened last without an end.",
      reported: """
        rule busy {
          on entry
          emit warning "Busy."
        """,
      accepted: """
        rule busy {
          on entry
          emit warning "Busy."
        }
        """),
    FindingPage(
      code: "E0204", summary: "a `}` or `)` too many",
      rationale: "Nothing is open here that it could close.",
      reported: "param many: number = 3 }",
      accepted: "param many: number = 3"),
    FindingPage(
      code: "E0205", summary: "a `{` on a line of its own",
      rationale: "A line's end ends the item, so the `{` of a block stands at the end of its first line.",
      reported: """
        rule busy
        {
          on entry
          emit warning "Busy."
        }
        """,
      accepted: """
        rule busy {
          on entry
          emit warning "Busy."
        }
        """),
    FindingPage(
      code: "E0206", summary: "a name with capitals or dashes",
      rationale: "Names begin with a lower-case letter and go on with lower-case letters, digits and `_`.",
      reported: "param manyEntries: number = 3",
      accepted: "param many_entries: number = 3"),
    FindingPage(
      code: "E0207", summary: "more on a line than belongs there",
      rationale: "An item ends with its line, or with a comma inside `{ }`.",
      reported: #"rule busy { on entry emit warning "Busy." }"#,
      accepted: #"rule busy { on entry, emit warning "Busy." }"#),
    FindingPage(
      code: "E0208", summary: "a value given with `:`",
      rationale: "`:` comes before a type, `=` before a value.",
      reported: """
        param many: number = 2
        preset calm { many: 3 }
        """,
      mended: ["preset calm { many: 3 }": "preset calm { many = 3 }"]),
  ]

  private static let items = [
    FindingPage(
      code: "E0209", summary: "a unit of time that there is not",
      rationale: """
        The units are `ms`, `s`, `min`, `h` and `d`. A month has no fixed length; `m` could be taken for one, \
        so minutes are `min`. A week is `7 d`.
        """,
      reported: "define recent = count(entry, last 5 m)",
      accepted: "define recent = count(entry, last 5 min)"),
    FindingPage(
      code: "E0210", summary: "a percentage",
      rationale: "Write the fraction: `0.15` for 15 %. Between two values `%` is the remainder.",
      reported: "param share: number = 15%",
      accepted: "param share: number = 0.15"),
    FindingPage(
      code: "E0211", summary: "a duration that is too fine, or a fraction in the middle of one",
      rationale:
        "Time is whole milliseconds. Only the first number of a duration may have a fraction: `1.5 h`, `1 h 30 min`.",
      reported: "define recent = count(entry, last 0.5 ms)",
      accepted: "define recent = count(entry, last 1 ms)"),
    FindingPage(
      code: "E0212", summary: "a duration that is too long",
      rationale: "Durations are kept as milliseconds in 64 bits.",
      reported: "define recent = count(entry, last 999999999999 d)",
      accepted: "define recent = count(entry, last 3650 d)"),
    FindingPage(
      code: "E0213", summary: "a type that there is not",
      rationale: """
        The types are `number`, `duration`, `time`, `bool`, `text`, `preset`, `schedule` and `date`, or the \
        values themselves, joined by `|`.
        """,
      reported: "param many: integer = 3",
      accepted: "param many: number = 3"),
    FindingPage(
      code: "E0214", summary: "`for` or `until` away from its `when`",
      rationale: "They are parts of the `when` clause: `when … for 10 min until …`.",
      reported: """
        rule busy {
          for 10 min
          emit warning "Busy."
        }
        """,
      mended: ["  for 10 min": "  when count(entry, last 60 min) > 3 for 10 min"]),
    FindingPage(
      code: "E0215", summary: "a clause that a rule has twice",
      rationale: """
        Only `unless` and the other gates may stand several times. Join two conditions with `and`; write a \
        second rule for a second notice.
        """,
      reported: """
        rule busy {
          on entry
          when count(entry) > 3
          when count(small) > 2
          emit warning "Busy."
        }
        """,
      mended: [
        """
          when count(entry) > 3
          when count(small) > 2
        """: "  when count(entry) > 3 and count(small) > 2"
      ]),
  ]
}
