import PaceLanguage

/// Finds parts of a condition that cannot be true together.
struct Contradiction {
  /// The part that leaves no value, and the earlier part that it contradicts.
  var part: ExpressionID
  var against: ExpressionID

  /// The first contradiction among parts that must all be true; `range` gives an expression's possible values.
  static func first(
    in parts: [ExpressionID], of program: Program, _ canonical: CanonicalExpressions,
    _ range: (ExpressionID) -> ValueRange
  ) -> Contradiction? {
    var left: [ExpressionID: (range: ValueRange, by: ExpressionID)] = [:]
    for part in parts {
      for (subject, demand) in demands(of: part, in: program, range) {
        let key = canonical[subject]
        guard let known = left[key] else {
          if let narrowed = range(key).intersected(demand) { left[key] = (narrowed, part) }
          continue
        }
        guard let narrowed = known.range.intersected(demand) else {
          return Contradiction(part: part, against: known.by)
        }
        left[key] = (narrowed, narrowed == known.range ? known.by : part)
      }
    }
    return nil
  }

  /// The range in which each compared expression must lie for `part` to be true.
  static func demands(
    of part: ExpressionID, in program: Program, _ range: (ExpressionID) -> ValueRange
  ) -> [(ExpressionID, ValueRange)] {
    program[part].operation.limits.flatMap { [$0, $0.mirrored] }
      .compactMap { side in range(side.limit).demand(side.relation).map { (side.value, $0) } }
  }
}

extension ValueRange {
  /// The values that can stand in `relation` to some value of this range; nil if all can.
  func demand(_ relation: Relation) -> ValueRange? {
    let all = ValueRange.everything
    return switch relation {
    case .equal: self
    case .notEqual: nil
    case .less: high == all.low ? nil : ValueRange(all.low, high - 1)
    case .lessOrEqual: ValueRange(all.low, high)
    case .greater: low == all.high ? nil : ValueRange(low + 1, all.high)
    case .greaterOrEqual: ValueRange(low, all.high)
    }
  }
}
