import PaceLanguage

extension LintRule {
  static let valueBesideStep = LintRule(
    code: "value-beside-step", severity: .warning,
    summary: "a preset's value that no step from the lower end of the range reaches",
    rationale: """
      A step says which values of a parameter are tried. A value between two of them is mostly a slip, and a
      sweep passes it by.
      """,
    reported: """
      subject session { }
      event entry of session { }

      param many: number in 0 .. 100 step 10

      preset calm { many = 35 }

      rule busy {
        on entry
        when count(entry) >= many
        emit warning "That is a lot."
      }
      """,
    accepted: """
      subject session { }
      event entry of session { }

      param many: number in 0 .. 100 step 10

      preset calm { many = 30 }

      rule busy {
        on entry
        when count(entry) >= many
        emit warning "That is a lot."
      }
      """
  ) { rule, context in
    let program = context.program
    let stepped = Set(program.syntax.flatMap { $0.declarations }.compactMap { $0.nameOfSteppedParam })
    return program.presets.flatMap { preset in
      preset.own.compactMap { own -> Diagnostic? in
        let param = program.params[own.param.index]
        guard case .value(let value) = own.value, stepped.contains(param.name.text), let step = param.step,
          let range = param.range,
          param.type == .number || param.type == .duration,
          step > 0, range.contains(value.bits), (value.bits - range.lowerBound) % step != 0
        else { return nil }
        let below = value.bits - (value.bits - range.lowerBound) % step
        let (above, overflow) = below.addingReportingOverflow(step)
        let near = [below] + (overflow || above > range.upperBound ? [] : [above])
        let texts = near.map { "`\(program.text(of: Value($0), type: param.type))`" }
        let size = program.text(of: Value(step), type: param.type)
        return rule.finding(
          own.span, "`\(param.name.text)` goes in steps of `\(size)`, and this is none of them",
          help: "the nearest are \(Noun.either(texts))")
      }
    }
  }
}

extension Declaration {
  /// The name of a parameter whose step is written down; where none is, the range's digits give one.
  fileprivate var nameOfSteppedParam: String? {
    guard case .param(let syntax) = self, syntax.step != nil else { return nil }
    return syntax.name.text
  }
}
