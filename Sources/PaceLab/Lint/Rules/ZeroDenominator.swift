import PaceLanguage

extension LintRule {
  static let zeroDenominator = LintRule(
    code: "zero-denominator", severity: .warning,
    summary: "a division by what is 0 at a parameter's default or under a preset",
    rationale: """
      A division by zero is unknown, and so is what is made of it: a condition never holds there, and a
      message says `unknown`. Keep 0 out of the parameter's range, or say with `else` what holds instead.
      """,
    reported: """
      param portion: number = 0 in 0 .. 10

      \(busy(when: "sum(entry.amount, last 60 min) / portion >= 3"))
      """,
    mended: ["param portion: number = 0 in 0 .. 10": "param portion: number = 1 in 0.5 .. 10"]
  ) { rule, context in
    let program = context.program
    let usual = BoundsAnalysis(program, values: program.params.map { $0.initial })
    let ofPresets = zip(program.presets, context.presetBounds).map { ("under preset `\($0.name.text)`", $1) }
    let assignments = ([("by default", usual)] + ofPresets).map { name, bounds in
      (name: name, bounds: bounds, handled: program.divisionsHandled(bounds))
    }
    return program.expressions.indices.compactMap { index in
      guard let divisor = program.expressions[index].operation.divisor else { return nil }
      if program.isZero(divisor) {
        return rule.finding(program[divisor].span, "nothing can be divided by 0: this is always unknown")
      }
      let found = assignments.filter {
        $0.bounds[divisor].isZero && !$0.handled.contains(ExpressionID(index))
      }
      guard !found.isEmpty else { return nil }
      let names = found.map { $0.name }.joined(separator: ", ")
      return rule.finding(
        program[divisor].span, "this is 0 \(names), so what it divides is unknown",
        help: "keep 0 out of the range, or write `else` and the value that holds instead")
    }
  }
}

extension Program {
  /// The expressions that may be unknown without consequence: an `else` gives a value in their place, or
  /// another part settles the truth.
  fileprivate func divisionsHandled(_ bounds: BoundsAnalysis) -> Set<ExpressionID> {
    var handled: Set<ExpressionID> = []
    for node in expressions {
      let sides = node.operation.children
      let isSettled =
        switch node.operation.shape {
        case .junction(.and): sides.contains { bounds[$0].isNeverTrue && !bounds[$0].mayBeUnknown }
        case .junction: sides.contains { bounds[$0].isAlwaysTrue }
        case .definition, .negation, .relation, .range, .list, .plain: false
        }
      let roots = isSettled ? sides : node.operation.replaceable.map { [$0] } ?? []
      for root in roots where !handled.contains(root) { walk(root) { handled.insert($0) } }
    }
    return handled
  }
}

extension Program {
  /// Whether an expression is written as 0.
  fileprivate func isZero(_ id: ExpressionID) -> Bool {
    self[resolved(id)].operation.constant?.bits == 0
  }

  /// Whether an expression divides anything by a constant 0.
  func dividesByZero(_ root: ExpressionID) -> Bool {
    contains(root) { $0.divisor.map(isZero) ?? false }
  }
}
