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
      notes: notes(left, right),
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
      notes: notes(left, right),
      help: "compare each part by itself, so that every crossing has one instant" + remedy(left, right))
  }

  static func productOfMoving(
    _ span: SourceSpan, left: Checker.MovingSide, right: Checker.MovingSide
  ) -> Diagnostic {
    Diagnostic(
      code: "E0703", span: span,
      message:
        "both factors move between events: `\(left.text)` \(verb(left)), `\(right.text)` \(verb(right))",
      notes: notes(left, right), help: "one factor of a product must be constant")
  }

  static func divisionByMoving(
    _ span: SourceSpan, divisor: Checker.MovingSide, isOfMoving: Bool
  ) -> Diagnostic {
    Diagnostic(
      code: "E0704", span: span, message: "the divisor `\(divisor.text)` \(verb(divisor)) between events",
      notes: [DiagnosticNote(divisor.span, "this part \(verb(divisor))")],
      help: isOfMoving
        ? "compare each of the two that move by itself" : "multiply the other side by it instead")
  }

  static func remainderOfMoving(_ span: SourceSpan, moving: Checker.MovingSide) -> Diagnostic {
    Diagnostic(
      code: "E0705", span: span,
      message: "`%` of something that moves: `\(moving.text)` \(verb(moving)) between events",
      notes: [DiagnosticNote(moving.span, "this part \(verb(moving))")],
      help: "use `every` or `repeat` for what recurs")
  }

  static func choiceOfMoving(
    _ span: SourceSpan, operation: BinaryOperator, moving: Checker.MovingSide
  ) -> Diagnostic {
    Diagnostic(
      code: "E0706", span: span,
      message: "`\(operation.text)` of something that moves: `\(moving.text)` \(verb(moving)) between events",
      notes: [DiagnosticNote(moving.span, "this part \(verb(moving))")],
      help: operation == .round || operation == .floor
        ? "compare it as it is, without rounding" : "compare it with each value by itself")
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

  private static func notes(_ left: Checker.MovingSide, _ right: Checker.MovingSide) -> [DiagnosticNote] {
    [
      DiagnosticNote(left.span, "this part \(verb(left))"),
      DiagnosticNote(right.span, "this part \(verb(right))"),
    ]
  }
}
