extension FindingPage {
  static let motion = [
    FindingPage(
      code: "E0701", summary: "both sides of a comparison move alike",
      rationale: """
        Between events only `since` and `elapsed` move. The instant at which a comparison changes is found \
        exactly if one side moves, or if both move in opposite directions; two that rise together may cross \
        any number of times after rounding. A factor may turn a side either way unless its range tells its sign. \
        Two `since` alone never cross between events: whether the newest `large` came after the newest `small` is \
        `count(large, after small) >= 1`.
        """,
      reported: #"rule apart { when since(small) > since(large), emit warning "Apart." }"#,
      accepted: #"rule apart { when count(large, after small) >= 1, emit warning "Apart." }"#),
    FindingPage(
      code: "E0702", summary: "parts that move against each other are joined",
      rationale:
        "A sum of something that rises and something that falls may go up and down; compare the parts instead.",
      reported: #"rule apart { when since(small) - since(large) > 5 min, emit warning "Apart." }"#,
      accepted: #"rule apart { when since(small) > 10 min and since(large) < 5 min, emit warning "Apart." }"#),
    FindingPage(
      code: "E0703", summary: "both factors of a product move",
      rationale: "One factor of a product must be constant between events.",
      reported: #"rule apart { when since(small) * (since(large) / 1 min) > 5 min, emit warning "Apart." }"#,
      accepted: #"rule apart { when since(small) * count(large) > 5 min, emit warning "Apart." }"#),
    FindingPage(
      code: "E0704", summary: "a divisor moves",
      rationale: "Multiply the other side of the comparison by it instead.",
      reported: #"rule apart { when 1 h / since(entry) > 2, emit warning "Apart." }"#,
      accepted: #"rule apart { when since(entry) * 2 < 1 h, emit warning "Apart." }"#),
    FindingPage(
      code: "E0705", summary: "the remainder of something that moves",
      rationale:
        "`%` of something that moves jumps back again and again. Use `every` or `repeat` for what recurs.",
      reported: #"rule apart { when since(entry) % 10 min < 1 min, emit warning "Apart." }"#,
      accepted: #"rule apart { when since(entry) > 10 min, emit warning "Apart.", repeat 10 min }"#),
    FindingPage(
      code: "E0706", summary: "the lesser or the greater of something that moves",
      rationale: """
        `least` and `greatest` take values that stand still between events. `least(a, b) > c` says the same as \
        `a > c and b > c`, `greatest(a, b) > c` the same as `a > c or b > c`.
        """,
      reported: #"rule apart { when least(since(entry), 1 h) > 30 min, emit warning "Apart." }"#,
      accepted: #"rule apart { when since(entry) > 30 min, emit warning "Apart." }"#),
  ]
}
