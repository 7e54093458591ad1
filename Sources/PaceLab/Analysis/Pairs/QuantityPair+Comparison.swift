import PaceLanguage

extension QuantityPair {
  /// The truths of a comparison with another pair.
  ///
  /// If the left side rises from one assignment to the other and the right side does not, `>` may come true
  /// but not cease to be true, and so on. Bounds rule out the rest.
  func compared(_ relation: Relation, _ other: QuantityPair) -> TruthPairs {
    let left = QuantityPair.truths(relation, self.left, other.left)
    let right = QuantityPair.truths(relation, self.right, other.right)
    var result = TruthPairs.none
    for mine in standings.members {
      for its in other.standings.members {
        let leftKnown = mine.leftMayBeKnown && its.leftMayBeKnown
        let rightKnown = mine.rightMayBeKnown && its.rightMayBeKnown
        let allowed =
          leftKnown && rightKnown ? QuantityPair.changes(relation, mine, its) : TruthPairs.all
        for one in leftKnown ? left : [.unknown] {
          for two in rightKnown ? right : [.unknown] where allowed.contains(one, two) {
            result.insert(one, two)
          }
        }
      }
    }
    return result
  }

  /// The truths that a comparison of values within these bounds may have.
  private static func truths(_ relation: Relation, _ a: ValueRange, _ b: ValueRange) -> [Truth] {
    let standings = QuantityPair.standings(a, b)
    var truths: [Truth] = []
    for standing in standings.members {
      // The raw values are in order: `less`, `equal`, `greater`.
      let holds = relation.holds(standing.rawValue, Standings.equal.rawValue)
      if !truths.contains(holds ? .yes : .no) { truths.append(holds ? .yes : .no) }
    }
    return truths
  }

  /// How a comparison of known values may change, given how its sides change.
  private static func changes(_ relation: Relation, _ a: Standings, _ b: Standings) -> TruthPairs {
    let still = TruthPairs.sureSame
    if a == .equal && b == .equal { return still }
    let rises = (a == .less || a == .equal) && (b == .greater || b == .equal)
    let falls = (a == .greater || a == .equal) && (b == .less || b == .equal)
    let any = TruthPairs([(.no, .no), (.no, .yes), (.yes, .no), (.yes, .yes)])
    guard rises || falls else { return any }
    switch relation {
    case .greater, .greaterOrEqual:
      return still.union(TruthPairs([rises ? (.no, .yes) : (.yes, .no)]))
    case .less, .lessOrEqual:
      return still.union(TruthPairs([rises ? (.yes, .no) : (.no, .yes)]))
    // What is equal under one assignment cannot be equal under the other, because the difference has changed.
    case .equal: return TruthPairs([(.no, .no), (.no, .yes), (.yes, .no)])
    case .notEqual: return TruthPairs([(.yes, .yes), (.no, .yes), (.yes, .no)])
    }
  }
}

/// The truths or quantities that an expression may have under two assignments.
enum Pair: Equatable {
  case truth(TruthPairs)
  case quantity(QuantityPair)

  /// The pair as truths; a quantity in the place of a truth may be anything.
  var truths: TruthPairs {
    if case .truth(let pairs) = self { return pairs }
    return .all
  }

  /// The pair as quantities: no is 0 and yes is 1.
  var quantities: QuantityPair {
    switch self {
    case .quantity(let pair): return pair
    case .truth(let pairs):
      var standings: Standings = []
      for (left, right) in pairs.pairs {
        switch (left, right) {
        case (.unknown, .unknown): standings.insert(.bothUnknown)
        case (_, .unknown): standings.insert(.onlyLeftKnown)
        case (.unknown, _): standings.insert(.onlyRightKnown)
        default:
          standings.insert(left == right ? .equal : left == .no ? .less : .greater)
        }
      }
      return QuantityPair(
        standings, Pair.bounds(of: pairs.pairs.map { $0.left }), Pair.bounds(of: pairs.pairs.map { $0.right })
      )
    }
  }

  private static func bounds(of truths: [Truth]) -> ValueRange {
    let values = truths.filter { $0 != .unknown }.map { $0 == .yes ? Int64(1) : 0 }
    return ValueRange(values.min() ?? 0, values.max() ?? 1)
  }

  var isSame: Bool {
    switch self {
    case .truth(let pairs): pairs.union(.same) == .same
    case .quantity(let pair): pair.isSame
    }
  }
}

extension Relation {
  func holds<Number: Comparable>(_ left: Number, _ right: Number) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}
