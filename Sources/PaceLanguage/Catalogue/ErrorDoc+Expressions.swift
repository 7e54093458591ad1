extension ErrorDoc {
  /// Errors in the order of words inside expressions and messages.
  static let expressions = operators + messages

  private static let operators = [
    ErrorDoc(
      code: "E0220", summary: "`=` in a condition",
      explanation: "Values are compared with `==`; a single `=` gives a value.",
      example: """
        rule busy { when count(entry) = 3, emit warning "Busy." }
        """,
      accepted: """
        rule busy { when count(entry) == 3, emit warning "Busy." }
        """),
    ErrorDoc(
      code: "E0221", summary: "a chain of comparisons",
      explanation: "Join two comparisons with `and`, or write `x in 3 .. 5` for a range with both its ends.",
      example: """
        rule busy { when 3 < count(entry) < 5, emit warning "Busy." }
        """,
      accepted: """
        rule busy { when count(entry) in 3 .. 5, emit warning "Busy." }
        """),
    ErrorDoc(
      code: "E0222", summary: "`not` inside a comparison",
      explanation: "`not` stands before the whole comparison: `not clock in 22:00 to 07:00`.",
      example: """
        rule busy { on entry, when clock not in 22:00 to 07:00, emit warning "Busy." }
        """,
      accepted: """
        rule busy { on entry, when not clock in 22:00 to 07:00, emit warning "Busy." }
        """),
    ErrorDoc(
      code: "E0223", summary: "a function that there is not",
      explanation: "The functions are \(Noun.all(Function.quoted)).",
      example: """
        define busy = average(entry.amount)
        """,
      accepted: """
        define busy = avg(entry.amount)
        """),
    ErrorDoc(
      code: "E0224", summary: "a field read without a function",
      explanation: """
        Many events have the field, so say which: `latest(entry.amount)`, or \
        \(Noun.either(Function.quotedOverFields)) over a window.
        """,
      example: """
        rule busy { on entry, when entry.amount > 3, emit warning "Busy." }
        """,
      accepted: """
        rule busy { on entry, when latest(entry.amount) > 3, emit warning "Busy." }
        """),
    ErrorDoc(
      code: "E0225", summary: "a field in `count`",
      explanation: "`count` counts events; it takes a stream and, if need be, a window.",
      example: """
        define busy = count(entry.amount, today)
        """,
      accepted: """
        define busy = count(entry, today)
        """),
    ErrorDoc(
      code: "E0226", summary: "a field is missing",
      explanation:
        "\(Noun.all(Function.quotedOverFields + ["`latest`"])) read a field of a stream: `sum(entry.amount)`.",
      example: """
        define total = sum(entry)
        """,
      accepted: """
        define total = sum(entry.amount)
        """),
    ErrorDoc(
      code: "E0227", summary: "a comma is missing before a window",
      explanation: "A call has its stream, a comma, and its window: `count(entry, last 60 min)`.",
      example: """
        define busy = count(entry last 60 min)
        """,
      accepted: """
        define busy = count(entry, last 60 min)
        """),
    ErrorDoc(
      code: "E0228", summary: "nesting that is too deep",
      explanation: "Give inner parts names with `define`.", example: ""),
    ErrorDoc(
      code: "E0229", summary: "too many operators in one expression",
      explanation: "Give parts of it names with `define`.", example: ""),
    ErrorDoc(
      code: "E0230", summary: "a `(` that is not closed",
      explanation: "The note shows the `(` that is still open.",
      example: """
        define busy = (count(entry) + 2
        """,
      accepted: """
        define busy = (count(entry) + 2)
        """),
  ]

  private static let messages = [
    ErrorDoc(
      code: "E0231", summary: "a `{` in a message that is not closed",
      explanation:
        "In a message `{…}` is a value to be filled in. A brace that should be seen is written twice.",
      example: """
        rule busy { on entry, emit warning "Busy: {count(entry)." }
        """,
      accepted: """
        rule busy { on entry, emit warning "Busy: {count(entry)}." }
        """),
    ErrorDoc(
      code: "E0232", summary: "a `}` in a message that closes nothing",
      explanation: "A brace that should be seen is written twice.",
      example: """
        rule busy { on entry, emit warning "Busy: 3}." }
        """,
      accepted: """
        rule busy { on entry, emit warning "Busy: 3}}." }
        """),
    ErrorDoc(
      code: "E0233", summary: "empty braces in a message",
      explanation: "Between the braces stands an expression whose value is filled in.",
      example: """
        rule busy { on entry, emit warning "Busy: {}." }
        """,
      accepted: """
        rule busy { on entry, emit warning "Busy: {count(entry)}." }
        """),
  ]
}
