public struct RuleSyntax: Sendable {
  public var name: Identifier
  public var label: StringSyntax?
  public var clauses: [ClauseSyntax]
  public var span: SourceSpan
}

public struct PolicySyntax: Sendable {
  /// The notice kind whose rules share these gates.
  public var name: Identifier
  public var gates: [GateSyntax]
  public var span: SourceSpan
}

/// One clause of a rule.
public typealias ClauseSyntax = Written<ClauseKind>

public enum ClauseKind: Sendable {
  case on(Identifier)
  case at(Literal)
  case every(Literal, from: Literal, to: Literal)
  case when(Expression, for: Literal?, until: Expression?)
  case raise(scale: Identifier, level: Identifier?, whenFired: Bool)
  case emit(kind: Identifier, message: StringSyntax)
  case severity(Literal)
  case `repeat`(Literal)
  case repeatDaily
  case gate(GateSyntax)

  /// The stream of an `on`; nil for other clauses.
  var event: Identifier? { if case .on(let name) = self { name } else { nil } }
}
