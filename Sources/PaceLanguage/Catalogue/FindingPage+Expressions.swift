extension FindingPage {
  /// Errors in the order of words inside expressions and messages.
  static let expressions = operators + messages

  private static let operators = [
    FindingPage(
      code: "E0220", summary: "`=` in a condition",
      rationale: "Values are compared with `==`; a single `=` gives a value.",
      reported: #"rule busy { when count(entry) = 3, emit warning "Busy." }"#,
      accepted: #"rule busy { when count(entry) == 3, emit warning "Busy." }"#),
    FindingPage(
      code: "E0221", summary: "a chain of comparisons",
      rationale: "Join two comparisons with `and`, or write `x in 3 .. 5` for a range with both its ends.",
      reported: #"rule busy { when 3 < count(entry) < 5, emit warning "Busy." }"#,
      accepted: #"rule busy { when count(entry) in 3 .. 5, emit warning "Busy." }"#),
    FindingPage(
      code: "E0222", summary: "`not` inside a comparison",
      rationale: "`not` stands before the whole comparison: `not clock in 22:00 to 07:00`.",
      reported: #"rule busy { on entry, when clock not in 22:00 to 07:00, emit warning "Busy." }"#,
      accepted: #"rule busy { on entry, when not clock in 22:00 to 07:00, emit warning "Busy." }"#),
    FindingPage(
      code: "E0223", summary: "a function that there is not",
      rationale: "The functions are \(Noun.all(Function.quoted)).",
      reported: "define busy = average(entry.amount)",
      accepted: "define busy = avg(entry.amount)"),
    FindingPage(
      code: "E0224", summary: "a field read without a function",
      rationale: """
        Many events have the field, so say which: `latest(entry.amount)`, or \
        \(Noun.either(Function.quotedOverFields)) over a window.
        """,
      reported: #"rule busy { on entry, when entry.amount > 3, emit warning "Busy." }"#,
      accepted: #"rule busy { on entry, when latest(entry.amount) > 3, emit warning "Busy." }"#),
    FindingPage(
      code: "E0225", summary: "a field in `count`",
      rationale: "`count` counts events; it takes a stream and, if need be, a window.",
      reported: "define busy = count(entry.amount, today)",
      accepted: "define busy = count(entry, today)"),
    FindingPage(
      code: "E0226", summary: "a field is missing",
      rationale:
        "\(Noun.all(Function.quotedOverFields + ["`latest`"])) read a field of a stream: `sum(entry.amount)`.",
      reported: "define total = sum(entry)",
      accepted: "define total = sum(entry.amount)"),
    FindingPage(
      code: "E0227", summary: "a comma is missing before a window",
      rationale: "A call has its stream, a comma, and its window: `count(entry, last 60 min)`.",
      reported: "define busy = count(entry last 60 min)",
      accepted: "define busy = count(entry, last 60 min)"),
    FindingPage(
      code: "E0228", summary: "nesting that is too deep",
      rationale: "Give inner parts names with `define`."),
    FindingPage(
      code: "E0229", summary: "too many operators in one expression",
      rationale: "Give parts of it names with `define`."),
    FindingPage(
      code: "E0230", summary: "a `(` that is not closed",
      rationale: "The note shows the `(` that is still open.",
      reported: "define busy = (count(entry) + 2",
      accepted: "define busy = (count(entry) + 2)"),
  ]

  private static let messages = [
    FindingPage(
      code: "E0231", summary: "a `{` in a message that is not closed",
      rationale:
        "In a message `{…}` is a value to be filled in. A brace that should be seen is written twice.",
      reported: #"rule busy { on entry, emit warning "Busy: {count(entry)." }"#,
      accepted: #"rule busy { on entry, emit warning "Busy: {count(entry)}." }"#),
    FindingPage(
      code: "E0232", summary: "a `}` in a message that closes nothing",
      rationale: "A brace that should be seen is written twice.",
      reported: #"rule busy { on entry, emit warning "Busy: 3}." }"#,
      accepted: #"rule busy { on entry, emit warning "Busy: 3}}." }"#),
    FindingPage(
      code: "E0233", summary: "empty braces in a message",
      rationale: "Between the braces stands an expression whose value is filled in.",
      reported: #"rule busy { on entry, emit warning "Busy: {}." }"#,
      accepted: #"rule busy { on entry, emit warning "Busy: {count(entry)}." }"#),
  ]
}
