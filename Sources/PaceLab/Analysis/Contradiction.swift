import PaceLanguage

/// Finds parts of a condition that cannot be true together.
struct Contradiction {
  /// The part that leaves no value, and the earlier part that it stands against.
  var part: ExpressionID
  var against: ExpressionID

  /// The first in `parts`, all of which would have to be true.
  static func first(
    in parts: [ExpressionID], of program: Program, _ canonical: CanonicalExpressions,
    _ bounds: BoundsAnalysis
  ) -> Contradiction? {
    var left: [ExpressionID: (bounds: Bounds, by: ExpressionID)] = [:]
    for part in parts {
      for (subject, demand) in demands(of: part, in: program, bounds) {
        let key = canonical[subject]
        guard let known = left[key] else {
          left[key] = (demand.intersection(bounds[key]), part)
          continue
        }
        let narrowed = known.bounds.intersection(demand)
        if narrowed.isEmpty, !known.bounds.isEmpty { return Contradiction(part: part, against: known.by) }
        left[key] = (narrowed, narrowed == known.bounds ? known.by : part)
      }
    }
    return nil
  }

  /// The values that an expression has to have for `part` to be true, at its most generous.
  private static func demands(
    of part: ExpressionID, in program: Program, _ bounds: BoundsAnalysis
  ) -> [(ExpressionID, Bounds)] {
    program[part].operation.limits.flatMap { limit in
      let sides = [
        (limit.value, limit.relation, limit.limit), (limit.limit, limit.relation.mirrored, limit.value),
      ]
      return sides.compactMap { side, relation, other in bounds[other].demand(relation).map { (side, $0) } }
    }
  }
}

extension Relation {
  /// The same relation seen from the other side.
  var mirrored: Relation {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

extension Bounds {
  /// Where a value may lie that has `relation` to one that lies here.
  fileprivate func demand(_ relation: Relation) -> Bounds? {
    switch relation {
    case .equal: Bounds(low: low, high: high)
    case .notEqual: nil
    case .less: high.flatMap { $0 == .min ? nil : Bounds(low: nil, high: $0 - 1) }
    case .lessOrEqual: Bounds(low: nil, high: high)
    case .greater: low.flatMap { $0 == .max ? nil : Bounds(low: $0 + 1, high: nil) }
    case .greaterOrEqual: Bounds(low: low, high: nil)
    }
  }
}
