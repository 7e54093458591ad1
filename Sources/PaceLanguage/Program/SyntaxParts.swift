/// A condition or a literal that a clause holds, with its role.
public enum SyntaxPart: Sendable {
  case expression(Expression, Role)
  case literal(Literal, Role)
}

extension Expression {
  /// The expressions right below, in the order written.
  public var children: [Expression] {
    switch kind {
    case .parenthesized(let inner), .negate(let inner), .not(let inner): [inner]
    case .binary(_, let left, let right), .comparison(_, let left, let right): [left, right]
    case .within(let value, let low, let high, _): [value, low, high]
    case .among(let value, let values): [value] + values
    case .call(.streak(let days, let skip)): [days] + (skip.map { [$0] } ?? [])
    case .call(.due(let schedule)): [schedule]
    case .literal, .name, .call, .invalid: []
    }
  }

  public var shape: ConditionShape {
    switch kind {
    case .not: .negation
    case .binary(let sign, _, _) where sign == .and || sign == .or: .junction(sign)
    case .comparison(let relation, _, _): .relation(relation)
    case .within(_, _, _, let isClosed): .range(isClosed: isClosed)
    case .among: .list
    case .literal, .name, .parenthesized, .negate, .binary, .call, .invalid: .plain
    }
  }

  /// The literals of a call: lengths of windows, ends of clock spans.
  public var callLiterals: [Literal] {
    guard case .call(let call) = kind else { return [] }
    switch call {
    case .aggregate(_, _, _, let window): return window?.length.map { [$0] } ?? []
    case .elapsed(let start, let end): return [start, end]
    case .latest, .since, .gap, .fires, .due, .streak: return []
    }
  }

  public var literal: Literal? { if case .literal(let literal) = kind { literal } else { nil } }

  /// The name, if the expression is nothing else; else nil.
  public var name: String? {
    switch kind {
    case .name(let name): name
    case .literal(let literal): if case .name(let name) = literal.kind { name } else { nil }
    case .parenthesized, .negate, .not, .binary, .comparison, .within, .among, .call, .invalid: nil
    }
  }
}

extension WindowSyntax {
  public var length: Literal? { if case .last(let length) = kind { length } else { nil } }

  /// Whether it is a stretch of time up to now.
  var endsNow: Bool {
    switch kind {
    case .last, .today, .thisWeek, .thisMonth, .after: true
    case .newest, .yesterday: false
    }
  }
}

extension ClauseSyntax {
  public var isTrigger: Bool {
    switch kind {
    case .on, .at, .every: true
    case .when, .raise, .emit, .severity, .repeat, .repeatDaily, .gate: false
    }
  }

  public var gate: GateSyntax? { if case .gate(let gate) = kind { gate } else { nil } }

  public var parts: [SyntaxPart] {
    switch kind {
    case .at(let time): [.literal(time, .triggerTime)]
    case .every(let step, let start, let end):
      [.literal(step, .tickStep), .literal(start, .tickStart), .literal(end, .tickEnd)]
    case .when(let condition, let hold, let until):
      [.expression(condition, .condition)] + (hold.map { [.literal($0, .hold)] } ?? [])
        + (until.map { [.expression($0, .until)] } ?? [])
    case .repeat(let delay): [.literal(delay, .repeatDelay)]
    case .gate(let gate): gate.parts
    case .on, .raise, .emit, .severity, .repeatDaily: []
    }
  }
}
