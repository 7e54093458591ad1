import PaceLanguage

extension LintRule {
  static let bandGap = LintRule(
    code: "band-gap", severity: .warning,
    summary: "values between two bands of one scale that belong to neither",
    rationale: """
      Rules that raise a scale by stretches of one number look like a division of it. For a value between
      two of them the scale falls back to rest, unless a rule that looks at something else raises it.
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
    mended: ["  when count(entry, last 24 h) in 1 .. 3": "  when count(entry, last 24 h) in 1 .. 4"]
  ) { rule, context in
    let program = context.program
    return NeighbouringBands.all(in: context).compactMap { bands in
      let step = Band.step(of: bands.below.subject, in: program)
      let missing = ValueRange(bands.end + step, bands.above.low - step)
      guard missing.low <= missing.high, context.mayLie(bands.below.subject, in: missing),
        context.standsOnlyInBands(bands.below.subject, of: bands.scale, outside: missing)
      else { return nil }
      let (from, to) = (bands.text(bands.end, in: program), bands.text(bands.above.low, in: program))
      let name = program[bands.below.rule].name.text
      return rule.finding(
        bands.above.span, "values between \(from) and \(to) are in neither this band nor that of `\(name)`",
        notes: [DiagnosticNote(bands.below.span, "the band below ends here")])
    }
  }
}

extension LintContext {
  /// Whether an expression is read or counted, not computed from others, with values that may lie in a range.
  fileprivate func mayLie(_ subject: ExpressionID, in range: ValueRange) -> Bool {
    let operation = program[subject].operation
    return (operation.children.isEmpty || operation.countsWhole)
      && bounds[subject].range.intersected(range) != nil
  }

  /// Whether every rule of a scale that reads an expression is a band of that expression, and lies outside a range.
  fileprivate func standsOnlyInBands(
    _ subject: ExpressionID, of scale: Scale, outside range: ValueRange
  ) -> Bool {
    scale.rules.allSatisfy { id in
      if let band = Band(id, in: self), band.subject == subject {
        return ValueRange(band.low, band.high ?? .max).intersected(range) == nil
      }
      return !(program[id].condition.map { looks(at: subject, $0) } ?? false)
    }
  }

  private func looks(at subject: ExpressionID, _ condition: ExpressionID) -> Bool {
    var isFound = false
    program.walk(condition) { isFound = isFound || canonical[$0] == subject }
    return isFound
  }
}
