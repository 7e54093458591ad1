/// Expressions that grow or shrink with nothing logged.
extension PairGenerator {
  mutating func movingComparison(_ scope: Scope) -> OracleExpression? {
    guard options.usesMotion, !scope.isStream, chance(2, 3) else {
      let isGap = options.usesNewest && chance(1, 25)
      guard let time = isGap ? gap(scope) : since(scope) else { return nil }
      let bound = fixedLength(scope)
      return chance(1, 4)
        ? .comparison(relation(), bound, time) : .comparison(relation(), time, bound)
    }
    if chance(1, 4) {
      guard let value = rising(1, scope) else { return nil }
      return .within(value, fixedLength(scope), fixedLength(scope), isClosed: chance(1, 2))
    }
    if chance(1, 5), let value = rising(1, scope) {
      let ratio = OracleExpression.binary(.divided, value, .literal(.duration(random.pick(lengths) ?? 1)))
      return .comparison(relation(), ratio, .literal(smallNumber()))
    }
    if chance(1, 5), let up = rising(1, scope), let down = falling(1, scope) {
      return chance(1, 2) ? .comparison(relation(), up, down) : .comparison(relation(), down, up)
    }
    guard let value = chance(1, 2) ? rising(2, scope) : falling(2, scope) else { return nil }
    return chance(1, 4)
      ? .comparison(relation(), fixedLength(scope), value)
      : .comparison(relation(), value, fixedLength(scope))
  }

  /// A duration that changes only at rows, firings and the boundaries of windows.
  private mutating func fixedLength(_ scope: Scope) -> OracleExpression {
    if let read = readLength(scope) { return read }
    if chance(1, 3), let name = random.pick(constants(.duration)) { return .value(name) }
    let literal = OracleExpression.literal(.duration(random.pick(lengths) ?? 1))
    if options.usesChoice, chance(1, 12) { return choice(literal, fixedLength(scope)) }
    if options.usesChoice, chance(1, 16) {
      return .binary(chance(1, 2) ? .round : .floor, fixedLength(scope), literal)
    }
    if options.usesMotion, chance(1, 5) { return .binary(.times, .literal(smallNumber()), literal) }
    if options.usesMotion, chance(1, 8) { return .binary(.minus, literal, .minutes(7)) }
    return literal
  }

  /// `least` or `greatest` of two values, in either order.
  mutating func choice(_ left: OracleExpression, _ right: OracleExpression) -> OracleExpression {
    let symbol: OracleOperator = chance(1, 2) ? .least : .greatest
    return chance(1, 2) ? .binary(symbol, left, right) : .binary(symbol, right, left)
  }

  /// Sometimes a duration read from the log, otherwise nil.
  mutating func readLength(_ scope: Scope) -> OracleExpression? {
    if options.usesNewest, chance(1, 60) { return gap(scope) }
    guard options.usesWideAggregates, chance(1, 6), let stream = random.pick(scope.streams),
      let field = random.pick((fields[stream] ?? []).filter { $0.type == .duration })
    else { return nil }
    return wideAggregate(of: stream, field.name, scope)
  }

  private mutating func rising(_ depth: Int, _ scope: Scope) -> OracleExpression? {
    if depth > 0 {
      switch random.below(8) {
      case 0: return rising(depth - 1, scope).map { .binary(.plus, $0, fixedLength(scope)) }
      case 1:
        guard let a = rising(depth - 1, scope), let b = rising(depth - 1, scope) else { return nil }
        return .binary(.plus, a, b)
      case 2:
        let factors: [Int64] = [500_000, 333_333, 2_000_000, 1_500_000]
        let factor = OracleExpression.literal(.number(random.pick(factors) ?? 1_000_000))
        return rising(depth - 1, scope).map {
          chance(1, 2) ? .binary(.times, $0, factor) : .binary(.divided, $0, factor)
        }
      case 3: return falling(depth - 1, scope).map { .negate($0) }
      case 4:
        guard options.usesElse else { return nil }
        return rising(depth - 1, scope).map { .binary(.otherwise, $0, fixedLength(scope)) }
      default: break
      }
    }
    if options.usesClock, chance(1, 4) { return .elapsed(clock(), clock()) }
    return since(scope)
  }

  private mutating func since(_ scope: Scope) -> OracleExpression? {
    random.pick(scope.streams + scope.firings).map { .since($0) }
  }

  mutating func gap(_ scope: Scope) -> OracleExpression? {
    random.pick(scope.streams + scope.firings).map { .gap($0) }
  }

  private mutating func falling(_ depth: Int, _ scope: Scope) -> OracleExpression? {
    guard let value = rising(depth - 1, scope) else { return nil }
    switch random.below(3) {
    case 0: return .negate(value)
    case 1: return .binary(.times, value, .literal(.number(chance(1, 2) ? -500_000 : -1_333_333)))
    default: return .binary(.minus, fixedLength(scope), value)
    }
  }
}

/// The few facts about types that the generator needs.
enum OracleTyping {
  /// Whether a definition that is a number, a bool or a text is a number.
  static func isNumber(_ expression: OracleExpression, in program: OracleProgram) -> Bool {
    !isBool(expression, in: program) && !isText(expression, in: program)
  }

  static func isText(_ expression: OracleExpression, in program: OracleProgram) -> Bool {
    switch expression {
    case .value(let name):
      program.params.contains { $0.name == name && $0.type == .text }
        || program.subject.attributes.contains { $0.name == name && $0.type == .text }
        || program.defines.contains { $0.name == name && isText($0.value, in: program) }
    case .latest(_, let field): field == "word"
    default: false
    }
  }

  static func isBool(_ expression: OracleExpression, in program: OracleProgram) -> Bool {
    switch expression {
    case .literal(.bool), .comparison, .within, .among, .not, .fires, .due, .clockWithin,
      .binary(.and, _, _), .binary(.or, _, _):
      true
    case .binary(.otherwise, let left, _): isBool(left, in: program)
    case .value(let name):
      program.params.contains { $0.name == name && $0.type == .bool }
        || program.subject.attributes.contains { $0.name == name && $0.type == .bool }
        || program.defines.contains { $0.name == name && isBool($0.value, in: program) }
        || name == "flag"
    case .latest(_, let field): field == "flag"
    default: false
    }
  }
}
