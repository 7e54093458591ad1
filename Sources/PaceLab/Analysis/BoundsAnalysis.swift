import PaceLanguage

/// The bounds of every expression of a program, from the declared ranges alone.
struct BoundsAnalysis: Sendable {
  private let analysis: PairAnalysis
  private let known: [Bounds]

  /// Gives each parameter its value in `values` or, if that is nil, any value of its range.
  init(_ program: Program, values: [Constant?]? = nil) {
    self.init(program, values.map { PairAnalysis.Sides(left: $0, right: $0) })
  }

  private init(_ program: Program, _ sides: PairAnalysis.Sides?) {
    var analysis = PairAnalysis(program, sides)
    known = program.expressions.indices.map { Bounds(analysis.pair(ExpressionID($0))) }
    self.analysis = analysis
  }

  var program: Program { analysis.program }

  /// The bounds if a parameter may have any value of its range.
  func freeing(_ param: ParamID) -> BoundsAnalysis {
    var sides = analysis.sides
    sides?.free = param
    return BoundsAnalysis(program, sides)
  }

  subscript(_ id: ExpressionID) -> Bounds { known[id.index] }

  /// The range in which a constant of the subject lies.
  func bounds(of operand: Operand) -> Bounds { Bounds(.quantity(analysis.pair(of: operand))) }

  /// The values of expressions whenever a rule with `on` may speak; nil for other rules.
  func attempts(of rule: RuleID) -> PairAnalysis? {
    Attempt(of: rule, in: analysis.program).map { PairAnalysis(analysis.program, analysis.sides, at: $0) }
  }

  /// What makes a condition never true; nil if it may be.
  func impossiblePart(of condition: ExpressionID, _ canonical: CanonicalExpressions) -> Contradiction? {
    let parts = analysis.program.conjuncts(of: condition)
    if let part = parts.first(where: { self[$0].isNeverTrue }) { return Contradiction(part: part) }
    if self[condition].isNeverTrue { return Contradiction(part: condition) }
    return Contradiction.first(in: parts, under: self, canonical)
  }
}

/// The range in which an expression's values must lie, in the bits of its type.
///
/// Truth values lie in 0 to 1, so that `high` 0 means never true and `low` 1 never false.
struct Bounds: Sendable {
  var range: ValueRange
  /// Whether it may also be unknown.
  var mayBeUnknown: Bool

  /// The bounds of an expression that is the same on both sides.
  init(_ pair: Pair) {
    switch pair {
    case .truth(let truths):
      range = ValueRange(truths.contains(.no, .no) ? 0 : 1, truths.mayHoldLeft ? 1 : 0)
      mayBeUnknown = truths.contains(.unknown, .unknown)
    case .quantity(let quantity):
      range = quantity.left
      mayBeUnknown = quantity.standings.contains(.bothUnknown)
    }
  }

  /// The least value, nil if a log can make it arbitrarily low; `high` is the greatest, likewise.
  var low: Int64? { range.low <= -PairAnalysis.mostCount ? nil : range.low }
  var high: Int64? { range.high >= PairAnalysis.mostCount ? nil : range.high }

  var isZero: Bool { range == ValueRange(0) && !mayBeUnknown }
  var isNeverTrue: Bool { range.high == 0 }
  var isNeverFalse: Bool { range.low == 1 }
  /// Whether it is true at every instant.
  var isAlwaysTrue: Bool { isNeverFalse && !mayBeUnknown }
}
