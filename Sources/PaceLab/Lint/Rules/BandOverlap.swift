import PaceLanguage

extension LintRule {
  static let bandOverlap = LintRule(
    code: "band-overlap", severity: .warning,
    summary: "values that lie in two bands of one scale",
    rationale: """
      Rules that raise a scale by stretches of one number look like a division of it. A value in two of
      them makes both rules' states hold: the higher level shows, and both may speak.
      """,
    reported: """
      scale band = clean < mild < high

      rule mild {
        when count(entry, last 24 h) in 1 .. 5
        raise band to mild
      }

      rule high {
        when count(entry, last 24 h) in 5 .. 9
        raise band to high
      }
      """,
    mended: ["  when count(entry, last 24 h) in 1 .. 5": "  when count(entry, last 24 h) in 1 .. 4"]
  ) { rule, context in
    let program = context.program
    return NeighbouringBands.all(in: context).compactMap { bands in
      guard bands.end >= bands.above.low, bands.below.level != bands.above.level else { return nil }
      let text = bands.text(bands.above.low, in: program)
      return rule.finding(
        bands.above.span,
        "\(text) lies in this band and in the one of `\(program[bands.below.rule].name.text)`",
        notes: [DiagnosticNote(bands.below.span, "the other band is here")])
    }
  }
}
