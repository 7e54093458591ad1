internal import PaceLanguage

/// Of up to 64 instants, which answer a question with yes and which with no; the others don't know.
struct BatchAnswers {
  var yes: UInt64
  var no: UInt64

  static var unknown: BatchAnswers { BatchAnswers(yes: 0, no: 0) }

  static func all(_ value: Int64) -> BatchAnswers {
    BatchAnswers(yes: value == 1 ? .max : 0, no: value == 0 ? .max : 0)
  }

  var negated: BatchAnswers { BatchAnswers(yes: no, no: yes) }

  func and(_ other: BatchAnswers) -> BatchAnswers {
    BatchAnswers(yes: yes & other.yes, no: no | other.no)
  }

  func or(_ other: BatchAnswers) -> BatchAnswers {
    BatchAnswers(yes: yes | other.yes, no: no & other.no)
  }

  /// The value that stands for the answer at an offset.
  func value(_ offset: Int) -> Int64 {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: offset)
    return yes & bit != 0 ? 1 : no & bit != 0 ? 0 : .min
  }
}

/// Up to 64 neighbours among the points at which something is asked.
struct BatchBlock {
  static let size = 64

  /// Where it begins in the list.
  var first: Int
  var count: Int
  /// Whether the instants are those of the rows, each with what came up to it, or those of a timeline, each with
  /// all that came then.
  var isOfRows: Bool

  var range: Range<Int> { first..<(first + count) }

  /// The bits that stand for its instants.
  var mask: UInt64 { count >= Self.size ? .max : (1 &<< UInt64(truncatingIfNeeded: count)) - 1 }
}

/// The values that stand in a relation to a bound, the unknown one aside.
struct BatchInterval {
  var low: Int64
  var high: Int64
  /// Whether it is the values outside of these that do.
  var isInverted = false

  init(_ relation: Relation, _ bound: Int64) {
    (low, high) = (Int64.min + 1, Int64.max)
    switch relation {
    case .equal, .notEqual:
      (low, high) = (bound, bound)
      isInverted = relation == .notEqual
    case .greaterOrEqual: low = bound
    case .lessOrEqual: high = bound
    case .greater, .less:
      // More than a bound is what isn't at most the bound.
      if relation == .greater { high = bound } else { low = bound }
      isInverted = true
    }
  }

  /// Whether no value lies within: there is none above the greatest, nor below the least but the unknown one.
  var isEmpty: Bool { low > high }

  /// The answers of which bits say that a value lies within, and that it is known.
  @inline(__always)
  func answers(within: UInt64, known: UInt64) -> BatchAnswers {
    let yes = isInverted ? ~within : within
    return BatchAnswers(yes: yes & known, no: ~yes & known)
  }
}
