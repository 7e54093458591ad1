/// What a clause asks of its operand's value.
public enum Need: Sendable {
  case notNegative, positive, whole

  /// Whether a number or a duration, in the bits of `Value`, meets the need.
  public func isMet(by bits: Int64) -> Bool {
    switch self {
    case .notNegative: bits >= 0
    case .positive: bits > 0
    case .whole: bits >= 0 && bits % 1_000_000 == 0
    }
  }

  /// Completes "`x` is not …".
  public var text: String {
    switch self {
    case .notNegative: "0 or more"
    case .positive: "more than 0"
    case .whole: "a whole number from 0 on"
    }
  }
}

/// A need that every value of a param or an attribute has to meet, because a clause names it.
public struct Demand: Sendable {
  public var need: Need
  /// The clause, in backticks.
  public var use: String
  /// The name in the clause.
  public var span: SourceSpan
}

extension [Demand] {
  /// The first demand that a known value does not meet; nil if it meets all.
  public func unmet(by bits: Int64) -> Demand? { first { !$0.need.isMet(by: bits) } }
}
