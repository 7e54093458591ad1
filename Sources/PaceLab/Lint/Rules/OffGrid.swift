import PaceLanguage

extension LintRule {
  static let offGrid = LintRule(
    code: "off-grid", severity: .warning,
    summary: "a parameter's value that its `step` never reaches",
    rationale: """
      A step lists the values that a parameter is meant to have, from the low end of its range up. Sweeps and
      counterfactuals try these only, so they never come back to a value between two of them.
      """,
    reported: """
      subject session { sensitivity: preset = calm }
      event entry of session { }

      param many: number in 50 .. 400 step 10

      preset calm { many = 150 }
      preset keen { many = 117 }

      \(busy(when: "count(entry) >= many"))
      """,
    mended: ["preset keen { many = 117 }": "preset keen { many = 120 }"]
  ) { rule, context in
    let program = context.program
    return program.params.indices.flatMap { index -> [Diagnostic] in
      let param = program.params[index]
      if !param.hasOwnStep { return [] }
      return program.valuePlaces(of: ParamID(index)).compactMap {
        rule.finding(at: $0.span, of: param, in: program)
      }
    }
  }

  private func finding(at span: SourceSpan, of param: Param, in program: Program) -> Diagnostic? {
    let text = program.text(in: span)
    guard case .value(let value)? = program.constant(from: text, as: param.type) else { return nil }
    guard let nearest = ParamGrid(param, in: program)?.nearest(to: value.bits) else { return nil }
    let values = nearest.map { program.text(of: Value($0), type: param.type) }
    let names = values.map { "`\($0)`" }.joined(separator: " and ")
    return finding(
      span, "`\(text)` lies between two steps of `\(param.name.text)`",
      notes: [DiagnosticNote(param.name.span, "its steps are counted from the low end of its range")],
      help: "\(names) \(values.count == 1 ? "is" : "are") nearest",
      fix: values.count == 1 ? [TextEdit(span, values[0])] : [], isGuess: true)
  }
}

extension ParamGrid {
  /// The grid's value nearest to another value, or two equally near ones; nil if that is on the grid or out of range.
  fileprivate func nearest(to value: Int64) -> [Int64]? {
    guard range.contains(value), let below = next(from: value, isAbove: false), value - below < step else {
      return nil
    }
    guard let above = next(from: value, isAbove: true) else { return [below] }
    let distances = (value - below, above - value)
    return distances.0 == distances.1 ? [below, above] : [distances.0 < distances.1 ? below : above]
  }
}
