import PaceLanguage

/// Parts of a condition that cannot be true together, or a part that is never true.
struct Contradiction {
  var part: ExpressionID
  /// The earlier part that `part` contradicts; nil if it is never true by itself.
  var against: ExpressionID?
  /// Whether both may be true on a day on which clocks change.
  var byClock = false

  /// The first contradiction among parts that must all be true.
  static func first(
    in parts: [ExpressionID], under bounds: BoundsAnalysis, _ canonical: CanonicalExpressions
  ) -> Contradiction? {
    var left: [ExpressionID: (range: ValueRange, by: ExpressionID)] = [:]
    var texts: [ExpressionID: (text: String, by: ExpressionID)] = [:]
    var hours: (span: ClockSpan, by: ExpressionID)?
    for part in parts {
      for (subject, demand) in demands(of: part, under: bounds) {
        let key = canonical[subject]
        guard let known = left[key] else {
          if let narrowed = bounds[key].range.intersected(demand) { left[key] = (narrowed, part) }
          continue
        }
        guard let narrowed = known.range.intersected(demand) else {
          return Contradiction(part: part, against: known.by)
        }
        left[key] = (narrowed, narrowed == known.range ? known.by : part)
      }
      if let (subject, text) = bounds.program.demandedText(of: part) {
        let known = texts[canonical[subject]] ?? (text, part)
        if known.text != text { return Contradiction(part: part, against: known.by) }
        texts[canonical[subject]] = known
      }
      if let span = bounds.demandedHours(of: part) {
        let known = hours ?? (span, part)
        if !known.span.overlaps(span) {
          let byClock = known.span.mayRunOn || span.mayRunOn
          return Contradiction(part: part, against: known.by, byClock: byClock)
        }
        hours = known
      }
      if let denied = bounds.program.denied(by: part),
        let other = parts.first(where: { $0 != part && bounds.holds(denied, wherever: $0, canonical) })
      {
        return Contradiction(part: part, against: other)
      }
    }
    return nil
  }

  /// The range in which each compared expression must lie for `part` to be true.
  static func demands(
    of part: ExpressionID, under bounds: BoundsAnalysis
  ) -> [(ExpressionID, ValueRange)] {
    bounds.program[part].operation.limits.flatMap { [$0, $0.mirrored] }
      .compactMap { side in bounds[side.limit].range.demand(side.relation).map { (side.value, $0) } }
  }
}

extension Program {
  /// What must be false for a condition to be true; nil unless the condition is a negation.
  fileprivate func denied(by condition: ExpressionID) -> ExpressionID? {
    let operation = self[resolved(condition)].operation
    return operation.shape == .negation ? operation.children.first : nil
  }

  /// The expression that must be a text for a condition to be true, and that text; nil if there is none.
  fileprivate func demandedText(of condition: ExpressionID) -> (subject: ExpressionID, text: String)? {
    let equal = self[condition].operation.limits.filter { $0.relation == .equal }
    for side in equal.flatMap({ [$0, $0.mirrored] }) {
      if case .text(let text)? = self[resolved(side.limit)].operation.constant { return (side.value, text) }
    }
    return nil
  }
}

extension BoundsAnalysis {
  /// The clock span outside which a condition is never true; nil without a span whose ends are known.
  fileprivate func demandedHours(of condition: ExpressionID) -> ClockSpan? {
    guard program[condition].type == .bool else { return nil }
    return ClockSpan(program[condition].operation.clockSpan) { end in
      let range = bounds(of: end).range
      return range.low == range.high ? range.low : nil
    }
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
