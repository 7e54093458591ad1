import PaceLanguage

extension BoundsAnalysis {
  /// Whether a condition is true wherever another is, as far as comparisons of the same values show it.
  func holds(
    _ condition: ExpressionID, wherever other: ExpressionID, _ canonical: CanonicalExpressions
  ) -> Bool {
    let given = program.conjuncts(of: other)
    return program.conjuncts(of: condition).allSatisfy {
      self[$0].isAlwaysTrue || canonical.isMet($0, by: given) || isGuaranteed($0, by: given, canonical)
    }
  }

  private func isGuaranteed(
    _ needed: ExpressionID, by given: [ExpressionID], _ canonical: CanonicalExpressions
  ) -> Bool {
    let demands = given.flatMap { Contradiction.demands(of: $0, under: self) }
    let limits = program[needed].operation.limits
    return !limits.isEmpty
      && limits.allSatisfy { limit in
        [limit, limit.mirrored].contains { side in
          let bounds = self[side.limit]
          guard !bounds.mayBeUnknown, let enough = bounds.range.guarantee(side.relation) else { return false }
          return demands.contains { canonical[$0] == canonical[side.value] && $1.intersected(enough) == $1 }
        }
      }
  }
}

extension ValueRange {
  /// The values that stand in `relation` to every value of this range; nil if none does, or they are no range.
  fileprivate func guarantee(_ relation: Relation) -> ValueRange? {
    switch relation {
    case .equal: low == high ? self : nil
    case .less, .lessOrEqual: ValueRange(low).demand(relation)
    case .notEqual, .greater, .greaterOrEqual: ValueRange(high).demand(relation)
    }
  }
}
