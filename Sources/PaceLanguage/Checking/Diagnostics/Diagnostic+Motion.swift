/// What keeps a crossing from being found exactly.
extension Diagnostic {
  static func bothSidesMove(
    _ span: SourceSpan, left: Checker.MovingSide, right: Checker.MovingSide
  ) -> Diagnostic {
    let alike = left.motion == right.motion && left.motion != .either
    let move = alike ? left.motion == .rising ? "rise" : "fall" : "may move alike"
    return Diagnostic(
      code: "E0701", span: span,
      message: "both sides of this comparison \(move) between events: `\(left.text)` against `\(right.text)`",
      notes: [note(left), note(right)],
      help: "only one side may move, or they must move in opposite directions" + remedy(left, right))
  }

  /// How it is asked which of two events came last.
  static func helpWithLast(of one: String, _ other: String) -> String {
    "whether `\(one)` came last is asked by `count(\(one), after \(other)) >= 1`"
  }

  static func movingApart(
    _ span: SourceSpan, operation: BinaryOperator, left: Checker.MovingSide, right: Checker.MovingSide
  ) -> Diagnostic {
    let turned = operation == .subtract ? " and is taken away" : ""
    return Diagnostic(
      code: "E0702", span: span,
      message: "`\(operation.text)` joins parts that move against each other: `\(left.text)` \(verb(left)), "
        + "`\(right.text)` \(verb(right))\(turned)",
      notes: [note(left), note(right)],
      help: "compare each part by itself, so that every crossing has one instant" + remedy(left, right))
  }

  static func productOfMoving(
    _ span: SourceSpan, left: Checker.MovingSide, right: Checker.MovingSide
  ) -> Diagnostic {
    Diagnostic(
      code: "E0703", span: span,
      message:
        "both factors move between events: `\(left.text)` \(verb(left)), `\(right.text)` \(verb(right))",
      notes: [note(left), note(right)], help: "one factor of a product must be constant")
  }

  static func divisionByMoving(
    _ span: SourceSpan, divisor: Checker.MovingSide, isOfMoving: Bool
  ) -> Diagnostic {
    moving(
      "E0704", span, "the divisor", divisor,
      help: isOfMoving
        ? "compare each of the two that move by itself" : "multiply the other side by it instead")
  }

  static func remainderOfMoving(_ span: SourceSpan, moving side: Checker.MovingSide) -> Diagnostic {
    moving(
      "E0705", span, "`%` of something that moves:", side, help: "use `every` or `repeat` for what recurs")
  }

  static func choiceOfMoving(
    _ span: SourceSpan, operation: BinaryOperator, moving side: Checker.MovingSide
  ) -> Diagnostic {
    moving(
      "E0706", span, "`\(operation.text)` of something that moves:", side,
      help: operation == .round || operation == .floor
        ? "compare it as it is, without rounding" : "compare it with each value by itself")
  }

  /// - Parameter what: what the side is, before its text.
  private static func moving(
    _ code: String, _ span: SourceSpan, _ what: String, _ side: Checker.MovingSide, help: String
  ) -> Diagnostic {
    Diagnostic(
      code: code, span: span, message: "\(what) `\(side.text)` \(verb(side)) between events",
      notes: [note(side)], help: help)
  }

  private static func verb(_ side: Checker.MovingSide) -> String {
    switch side.motion {
    case .constant: "stands still"
    case .rising: "rises"
    case .falling: "falls"
    case .either: "may rise or fall"
    }
  }

  /// What settles the direction of a side that may move either way.
  private static func remedy(_ left: Checker.MovingSide, _ right: Checker.MovingSide) -> String {
    guard left.motion == .either || right.motion == .either else { return "" }
    return "; the range of a factor, such as `in 0 .. 10`, tells its sign"
  }

  private static func note(_ side: Checker.MovingSide) -> DiagnosticNote {
    DiagnosticNote(side.span, "this part \(verb(side))")
  }
}
