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
    accepted: """
      scale band = clean < mild < high

      rule mild {
        when count(entry, last 24 h) in 1 .. 4
        raise band to mild
      }

      rule high {
        when count(entry, last 24 h) >= 5
        raise band to high
      }
      """
  ) { rule, context in
    let program = context.program
    return program.scales.flatMap { scale in
      Band.groups(of: scale, in: context).flatMap { bands in
        zip(bands, bands.dropFirst()).compactMap { below, above -> Diagnostic? in
          guard let high = below.high, Band.next(after: high, below.subject, in: program) < above.low else {
            return nil
          }
          let type = program[below.subject].type
          let from = program.text(of: Value(high), type: type)
          let to = program.text(of: Value(above.low), type: type)
          return rule.finding(
            above.span, "between \(from) and \(to), `\(scale.name.text)` rests",
            notes: [DiagnosticNote(below.span, "the band below ends here")])
        }
      }
    }
  }
}
