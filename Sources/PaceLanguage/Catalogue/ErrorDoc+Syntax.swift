extension ErrorDoc {
  /// Errors in the order of words: declarations, blocks and items.
  static let syntax = layout + items

  private static let layout = [
    ErrorDoc(
      code: "E0200", summary: "something else is expected here",
      explanation: "The message says what the grammar has at this place, and what stands there instead.",
      example: """
        param many number = 3
        """,
      accepted: """
        param many: number = 3
        """),
    ErrorDoc(
      code: "E0201", summary: "something that is no declaration",
      explanation: """
        Outside blocks a file holds declarations: `include`, `calendar`, `subject`, `event`, `stream`, `scale`, \
        `param`, `define`, `rule`, `policy`, `preset`, `order`, `guard`, `disclaimer`, `source` and `scenario`.
        """,
      example: """
        rules busy { on entry, emit warning "Busy." }
        """,
      accepted: """
        rule busy { on entry, emit warning "Busy." }
        """),
    ErrorDoc(
      code: "E0202", summary: "something that does not belong in this block",
      explanation: "The message says what the block holds.",
      example: """
        rule busy {
          on entry
          emitt warning "Busy."
        }
        """,
      accepted: """
        rule busy {
          on entry
          emit warning "Busy."
        }
        """),
    ErrorDoc(
      code: "E0203", summary: "a `{` that is never closed",
      explanation: "Each `{` needs a `}`. The place shown is the one that was opened last without an end.",
      example: """
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
    ErrorDoc(
      code: "E0204", summary: "a `}` or `)` too many",
      explanation: "Nothing is open here that it could close.",
      example: """
        param many: number = 3 }
        """,
      accepted: """
        param many: number = 3
        """),
    ErrorDoc(
      code: "E0205", summary: "a `{` on a line of its own",
      explanation: "A line's end ends the item, so the `{` of a block stands at the end of its first line.",
      example: """
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
    ErrorDoc(
      code: "E0206", summary: "a name with capitals or dashes",
      explanation: "Names begin with a lower-case letter and go on with lower-case letters, digits and `_`.",
      example: """
        param manyEntries: number = 3
        """,
      accepted: """
        param many_entries: number = 3
        """),
    ErrorDoc(
      code: "E0207", summary: "more on a line than belongs there",
      explanation: "An item ends with its line, or with a comma inside `{ }`.",
      example: """
        rule busy { on entry emit warning "Busy." }
        """,
      accepted: """
        rule busy { on entry, emit warning "Busy." }
        """),
    ErrorDoc(
      code: "E0208", summary: "a value given with `:`",
      explanation: "`:` comes before a type, `=` before a value.",
      example: """
        param many: number = 2
        preset calm { many: 3 }
        """,
      accepted: """
        param many: number = 2
        preset calm { many = 3 }
        """),
  ]

  private static let items = [
    ErrorDoc(
      code: "E0209", summary: "a unit of time that there is not",
      explanation: """
        The units are `ms`, `s`, `min`, `h` and `d`. A month has no fixed length; `m` could be taken for one, \
        so minutes are `min`. A week is `7 d`.
        """,
      example: """
        define recent = count(entry, last 5 m)
        """,
      accepted: """
        define recent = count(entry, last 5 min)
        """),
    ErrorDoc(
      code: "E0210", summary: "a percentage",
      explanation: "Write the fraction: `0.15` for 15 %. Between two values `%` is the remainder.",
      example: """
        param share: number = 15%
        """,
      accepted: """
        param share: number = 0.15
        """),
    ErrorDoc(
      code: "E0211", summary: "a duration that is too fine, or a fraction in the middle of one",
      explanation:
        "Time is whole milliseconds. Only the first number of a duration may have a fraction: `1.5 h`, `1 h 30 min`.",
      example: """
        define recent = count(entry, last 0.5 ms)
        """,
      accepted: """
        define recent = count(entry, last 1 ms)
        """),
    ErrorDoc(
      code: "E0212", summary: "a duration that is too long",
      explanation: "Durations are kept as milliseconds in 64 bits.",
      example: """
        define recent = count(entry, last 999999999999 d)
        """,
      accepted: """
        define recent = count(entry, last 3650 d)
        """),
    ErrorDoc(
      code: "E0213", summary: "a type that there is not",
      explanation: """
        The types are `number`, `duration`, `time`, `bool`, `text`, `preset`, `schedule` and `date`, or the \
        values themselves, joined by `|`.
        """,
      example: """
        param many: integer = 3
        """,
      accepted: """
        param many: number = 3
        """),
    ErrorDoc(
      code: "E0214", summary: "`for` or `until` away from its `when`",
      explanation: "They are parts of the `when` clause: `when … for 10 min until …`.",
      example: """
        rule busy {
          for 10 min
          emit warning "Busy."
        }
        """,
      accepted: """
        rule busy {
          when count(entry, last 60 min) > 3 for 10 min
          emit warning "Busy."
        }
        """),
    ErrorDoc(
      code: "E0215", summary: "a clause that a rule has twice",
      explanation: """
        Only `unless` and the other gates may stand several times. Join two conditions with `and`; write a \
        second rule for a second notice.
        """,
      example: """
        rule busy {
          on entry
          when count(entry) > 3
          when count(small) > 2
          emit warning "Busy."
        }
        """,
      accepted: """
        rule busy {
          on entry
          when count(entry) > 3 and count(small) > 2
          emit warning "Busy."
        }
        """),
  ]
}
