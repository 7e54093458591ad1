import PaceEngine

private let unit = Int128(Arithmetic.unit)

/// Arithmetic on pairs.
///
/// Rounding a product or quotient never reverses an order, but may make unequal values equal. A result that
/// doesn't fit in 64 bits is unknown, so either side may be unknown unless the bounds are narrow; with the same
/// values on both sides, both are unknown together.
extension QuantityPair {
  var negated: QuantityPair {
    QuantityPair(standings.reversed, left.negated, right.negated)
  }

  func adding(_ other: QuantityPair) -> QuantityPair {
    let (left, leftOverflows) = self.left.corners(other.left) { $0 + $1 }
    let (right, rightOverflows) = self.right.corners(other.right) { $0 + $1 }
    return joined(other, left, right, leftOverflows || rightOverflows) { QuantityPair.sum($0, $1) }
  }

  func multiplied(by other: QuantityPair) -> QuantityPair {
    let product: (Int128, Int128) -> Int128 = { Arithmetic.quotient($0 * $1, unit) }
    let (left, leftOverflows) = self.left.corners(other.left, product)
    let (right, rightOverflows) = self.right.corners(other.right, product)
    // From l·m to r·m with the other's left value fixed, then to r·n with this one's right value fixed.
    let leftBounds = other.left
    let rightBounds = self.right
    return joined(other, left, right, leftOverflows || rightOverflows) { mine, its in
      let first = QuantityPair.scaled(mine, by: leftBounds)
      let second = QuantityPair.scaled(its, by: rightBounds)
      return QuantityPair.sum(first, second).weakened
    }
  }

  func divided(by other: QuantityPair) -> QuantityPair {
    var result: QuantityPair
    if let left = self.left.quotient(other.left), let right = self.right.quotient(other.right) {
      let divisor = other.left.joined(other.right)
      let (left, leftOverflows) = left
      let (right, rightOverflows) = right
      let rightBounds = self.right
      result = joined(other, left, right, leftOverflows || rightOverflows) { mine, its in
        let first = QuantityPair.scaled(mine, by: divisor)
        // A growing divisor of one sign makes a positive quotient smaller, a negative one larger.
        let second =
          divisor.isOneSided || its == .equal
          ? QuantityPair.scaled(its.reversed, by: rightBounds) : Standings.known
        return QuantityPair.sum(first, second).weakened
      }
    } else {
      result = QuantityPair(isSame && other.isSame ? .same : .everything, .everything, .everything)
    }
    if other.left.holdsZero || other.right.holdsZero {
      result.standings.insert(.bothUnknown)
      if !(isSame && other.isSame) { result.standings.formUnion([.onlyLeftKnown, .onlyRightKnown]) }
    }
    return result
  }

  /// The remainder, which takes the sign of the dividend and is nearer to zero than the divisor.
  func remainder(by other: QuantityPair) -> QuantityPair {
    let (value, divisor) = (left.joined(right), other.left.joined(other.right))
    let limit = max(divisor.low.magnitude, divisor.high.magnitude, 1) - 1
    let high = Int64(clamping: limit)
    var rest = joinedSomehow(other, bounds: ValueRange(value.isPositiveOrZero ? 0 : -high, high))
    if divisor.holdsZero { rest.standings.insert(.bothUnknown) }
    return rest
  }

  /// A multiple of a step next to a value: unknown for a step of 0 or less, and where no such multiple fits.
  func rounded(to step: QuantityPair) -> QuantityPair {
    let (value, size) = (left.joined(right), step.left.joined(step.right))
    let low = Int128(value.low) - Int128(size.high)
    let high = Int128(value.high) + Int128(size.high)
    var multiple = joinedSomehow(step, bounds: .everything)
    if size.low <= 0 || ValueRange.fitted(low, high).mayOverflow { multiple.standings.insert(.bothUnknown) }
    return multiple
  }

  /// The lesser of two values; it moves as both of them do, and always fits.
  func lesser(_ other: QuantityPair) -> QuantityPair {
    let (left, _) = self.left.corners(other.left) { min($0, $1) }
    let (right, _) = self.right.corners(other.right) { min($0, $1) }
    return joined(other, left, right, false) { QuantityPair.sum($0, $1).weakened }
  }

  /// The result of an operation known only to give equal results for equal operands.
  func joinedSomehow(_ other: QuantityPair, bounds: ValueRange) -> QuantityPair {
    let isSame = self.isSame && other.isSame
    return QuantityPair(isSame ? standings.union(other.standings) : .everything, bounds, bounds)
  }

  /// This quantity, or `other` if this one is unknown.
  func otherwise(_ other: QuantityPair) -> QuantityPair {
    var result: Standings = []
    for standing in standings.members {
      switch standing {
      case .bothUnknown: result.formUnion(other.standings)
      case .onlyLeftKnown:
        if other.standings.rightMayBeKnown { result.formUnion(QuantityPair.standings(left, other.right)) }
        if !other.standings.isDisjoint(with: [.bothUnknown, .onlyLeftKnown]) {
          result.insert(.onlyLeftKnown)
        }
      case .onlyRightKnown:
        if other.standings.leftMayBeKnown { result.formUnion(QuantityPair.standings(other.left, right)) }
        if !other.standings.isDisjoint(with: [.bothUnknown, .onlyRightKnown]) {
          result.insert(.onlyRightKnown)
        }
      default: result.insert(standing)
      }
    }
    return QuantityPair(result, left.joined(other.left), right.joined(other.right))
  }

  // MARK: Parts

  /// Combines every standing of one with every standing of the other; `join` sees known pairs only.
  private func joined(
    _ other: QuantityPair, _ left: ValueRange, _ right: ValueRange, _ mayOverflow: Bool,
    _ join: (Standings, Standings) -> Standings
  ) -> QuantityPair {
    var result: Standings = []
    for mine in standings.members {
      for its in other.standings.members {
        let leftKnown = mine.leftMayBeKnown && its.leftMayBeKnown
        let rightKnown = mine.rightMayBeKnown && its.rightMayBeKnown
        switch (leftKnown, rightKnown) {
        case (false, false): result.insert(.bothUnknown)
        case (true, false): result.insert(.onlyLeftKnown)
        case (false, true): result.insert(.onlyRightKnown)
        case (true, true):
          let joined = join(mine, its)
          result.formUnion(joined)
          if mayOverflow {
            result.insert(.bothUnknown)
            if mine != .equal || its != .equal { result.formUnion([.onlyLeftKnown, .onlyRightKnown]) }
          }
        }
        if mayOverflow, leftKnown != rightKnown { result.insert(.bothUnknown) }
      }
    }
    let isSame = self.isSame && other.isSame
    return QuantityPair(isSame ? result.intersection(.same) : result, left, right).narrowed
  }

  /// The standings of a sum, given those of its terms.
  private static func sum(_ a: Standings, _ b: Standings) -> Standings {
    var result: Standings = []
    for mine in a.members {
      for its in b.members {
        if mine == .equal {
          result.insert(its)
        } else if its == .equal || its == mine {
          result.insert(mine)
        } else {
          result.formUnion(.known)
        }
      }
    }
    return result
  }

  /// The standings of a product, given those of one factor; the other factor lies in `factor`.
  private static func scaled(_ standing: Standings, by factor: ValueRange) -> Standings {
    if standing == .equal || (factor.low == 0 && factor.high == 0) { return .equal }
    if factor.isPositiveOrZero { return factor.low > 0 ? standing : standing.union(.equal) }
    if factor.high <= 0 {
      return factor.high < 0 ? standing.reversed : standing.reversed.union(.equal)
    }
    return .known
  }
}

extension ValueRange {
  var negated: ValueRange { ValueRange(-high, -low) }

  /// Whether its values all have one sign. Zero may be among them, since nothing is divided by zero.
  var isOneSided: Bool { low >= 0 || high <= 0 }

  /// The bounds of quotients; nil if the divisor may have either sign or is always 0.
  fileprivate func quotient(_ divisor: ValueRange) -> (ValueRange, mayOverflow: Bool)? {
    guard divisor.isOneSided, let divisor = divisor.withoutZero else { return nil }
    return corners(divisor) { Arithmetic.quotient($0 * unit, $1) }
  }

  private var withoutZero: ValueRange? {
    if low > 0 || high < 0 { return self }
    if high > 0 { return ValueRange(1, high) }
    return low < 0 ? ValueRange(low, -1) : nil
  }
}
