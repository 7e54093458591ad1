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
        let sides = [
          (limit.value, limit.relation, limit.limit), (limit.limit, limit.relation.mirrored, limit.value),
        ]
        return sides.contains { side, relation, other in
          guard !self[other].mayBeUnknown, let enough = self[other].range.guarantee(relation)
          else { return false }
          return demands.contains { canonical[$0] == canonical[side] && $1.intersected(enough) == $1 }
        }
      }
  }
}

extension ValueRange {
  /// The values that stand in `relation` to every value of this range; nil if none does, or they are no range.
  fileprivate func guarantee(_ relation: Relation) -> ValueRange? {
    let all = ValueRange.everything
    return switch relation {
    case .equal: low == high ? self : nil
    case .notEqual: nil
    case .less: low == all.low ? nil : ValueRange(all.low, low - 1)
    case .lessOrEqual: ValueRange(all.low, low)
    case .greater: high == all.high ? nil : ValueRange(high + 1, all.high)
    case .greaterOrEqual: ValueRange(high, all.high)
    }
  }
}
