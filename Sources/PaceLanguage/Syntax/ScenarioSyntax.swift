/// An instant as a scenario writes it.
public typealias PointSyntax = Written<PointKind>

public enum PointKind: Equatable, Sendable {
  /// Milliseconds after the start.
  case offset(Int64)
  /// The first such local time at or after the start; milliseconds since midnight.
  case time(Int64)
  /// A local date (days since 1970-01-01) and time.
  case dateTime(Int64, Int64)
  /// The day counted from the start's calendar day, which is 1, and a local time.
  case day(Int64, Int64)
  case invalid
}

extension PointSyntax {
  /// Milliseconds since midnight, if it is a time alone.
  public var time: Int64? { if case .time(let time) = kind { time } else { nil } }
}

public struct ScenarioSyntax: Sendable {
  public enum Item: Sendable {
    case start(date: Int64, time: Int64, span: SourceSpan)
    case zone(StringSyntax)
    case presets([Identifier])
    case set(AssignmentSyntax)
    case subject([AssignmentSyntax], span: SourceSpan)
    case at(PointSyntax, event: Identifier, values: [AssignmentSyntax], span: SourceSpan)
    case given(Identifier, at: PointSyntax, span: SourceSpan)
    case ended(PointSyntax, span: SourceSpan)
    case until(PointSyntax, span: SourceSpan)
    case expect(ExpectationSyntax)
  }
  public var name: StringSyntax
  public var items: [Item]
  public var span: SourceSpan
}

/// `expect …`, with everything that may follow.
public struct ExpectationSyntax: Sendable {
  public enum Claim: Sendable {
    case nothing
    case no(Identifier)
    /// A rule or a notice kind fires.
    case fires(Identifier)
    case level(scale: Identifier, Relation, level: Identifier)
    /// The gate is `unless`, `cooldown`, `quiet` or `limit`.
    case held(rule: Identifier, gate: Identifier, isPolicy: Bool)
    case outcome(rule: Identifier, Identifier)
  }
  public var claim: Claim
  public var message: StringSyntax?
  public var point: PointSyntax?
  public var times: (count: Int64, span: SourceSpan)?
  public var presets: [Identifier]
  public var span: SourceSpan
}
