import PaceLanguage

extension LintRule {
  static let bandGap = LintRule(
    code: "band-gap", severity: .warning,
    summary: "values between two bands of one scale that belong to neither",
    rationale: """
      Rules that raise a scale by stretches of one number look like a division of it. For a value between
      two of them the scale falls back to rest.
      """,
    reported: """
      scale band = clean < mild < high

      rule mild {
        when count(entry, last 24 h) in 1 .. 3
        raise band to mild
      }

      rule high {
        when count(entry, last 24 h) >= 5
        raise band to high
      }
      """,
    mended: .lines(["  when count(entry, last 24 h) in 1 .. 3": "  when count(entry, last 24 h) in 1 .. 4"])
  ) { rule, context in
    let program = context.program
    return NeighbouringBands.all(in: context).compactMap { bands in
      let next = bands.end + Band.step(of: bands.below.subject, in: program)
      guard next < bands.above.low else { return nil }
      let (from, to) = (bands.text(bands.end, in: program), bands.text(bands.above.low, in: program))
      return rule.finding(
        bands.above.span, "between \(from) and \(to), `\(bands.scale.name.text)` rests",
        notes: [DiagnosticNote(bands.below.span, "the band below ends here")])
    }
  }
}
