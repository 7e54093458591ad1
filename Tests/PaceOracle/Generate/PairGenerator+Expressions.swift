/// The names that an expression may read at its place in the program.
struct Scope {
  var streams: [String] = []
  var firings: [String] = []
  var scales: [OracleScale] = []
  var fields: [OracleField] = []
  var fires: [String] = []
  var defines: [OracleDefine] = []
  /// Whether the expression is the condition of a stream.
  var isStream = false
  /// Whether the expression is the condition of a streak.
  var isStreak = false
}

extension PairGenerator {
  mutating func bool(_ depth: Int, _ scope: Scope) -> OracleExpression {
    if depth > 0, chance(2, 5) {
      switch random.below(5) {
      case 0, 1: return .binary(.and, bool(depth - 1, scope), bool(depth - 1, scope))
      case 2, 3: return .binary(.or, bool(depth - 1, scope), bool(depth - 1, scope))
      default: return .not(bool(depth - 1, scope))
      }
    }
    for _ in 0..<4 {
      if let leaf = leaf(depth, scope) { return leaf }
    }
    return comparison(depth, scope)
  }

  private mutating func leaf(_ depth: Int, _ scope: Scope) -> OracleExpression? {
    if hasWords, chance(1, 2) { return textTest(scope) }
    switch random.below(14) {
    case 0, 1: return comparison(depth, scope)
    case 2, 3: return scope.isStreak ? nil : movingComparison(scope)
    case 4:
      let low = OracleExpression.whole(Int64(random.below(3)))
      return .within(number(depth - 1, scope), low, number(0, scope), isClosed: chance(1, 2))
    case 5: return random.pick(constants(.bool) + boolDefines(scope)).map { .value($0) }
    case 6:
      guard let scale = random.pick(scope.scales), let level = random.pick(scale.levels) else { return nil }
      let place = scale.levels.firstIndex(of: level) ?? 0
      return .comparison(relation(), .level(scale.name), .literal(.choice(level, place)))
    case 7: return random.pick(scope.fires).map { .fires($0) }
    case 8: return fieldTest(scope)
    case 9:
      guard let name = random.pick(constants(.choice(Self.tones))) else { return nil }
      return .comparison(chance(1, 2) ? .equal : .unequal, .value(name), .literal(tone()))
    case 10, 11: return textTest(scope)
    default: return calendarTest(scope)
    }
  }

  private func boolDefines(_ scope: Scope) -> [String] {
    scope.defines.filter { OracleTyping.isBool($0.value, in: program) }.map(\.name)
  }

  private mutating func fieldTest(_ scope: Scope) -> OracleExpression? {
    if let field = random.pick(scope.fields.filter { ![.schedule, .text].contains($0.type) }) {
      switch field.type {
      case .bool: return .value(field.name)
      case .number, .duration:
        return .comparison(relation(), .value(field.name), .literal(value(of: field)))
      default:
        if options.usesChoice, chance(1, 3) {
          return .among(.value(field.name), [.literal(tone()), .literal(tone())])
        }
        return .comparison(chance(1, 2) ? .equal : .unequal, .value(field.name), .literal(tone()))
      }
    }
    guard options.usesWideAggregates, !scope.isStream,
      let stream = random.pick(scope.streams),
      let field = random.pick(
        (fields[stream] ?? []).filter { ![.number, .schedule, .text].contains($0.type) })
    else { return nil }
    let newest = OracleExpression.latest(stream, field: field.name)
    switch field.type {
    case .bool: return newest
    case .duration: return .comparison(relation(), newest, .literal(value(of: field)))
    default: return .comparison(chance(1, 2) ? .equal : .unequal, newest, .literal(tone()))
    }
  }

  /// Whether two texts are equal or not, or one is among some.
  private mutating func textTest(_ scope: Scope) -> OracleExpression? {
    guard let first = textRead(scope) else { return nil }
    let left = options.usesElse && chance(1, 6) ? .binary(.otherwise, first, text(scope)) : first
    if options.usesChoice, chance(1, 5) {
      return .among(left, (0...random.below(3)).map { _ in text(scope) })
    }
    let relation = chance(1, 2) ? OracleRelation.equal : .unequal
    let right = text(scope)
    return chance(1, 5) ? .comparison(relation, right, left) : .comparison(relation, left, right)
  }

  private mutating func text(_ scope: Scope) -> OracleExpression {
    (chance(1, 2) ? textRead(scope) : nil) ?? .literal(text())
  }

  /// A parameter, an attribute, a definition or a field that is a text; nil if there is none.
  mutating func textRead(_ scope: Scope) -> OracleExpression? {
    let defines = scope.defines.filter { OracleTyping.isText($0.value, in: program) }.map(\.name)
    let fields = scope.fields.filter { $0.type == .text }.map(\.name)
    let named = (constants(.text) + defines + fields).map { OracleExpression.value($0) }
    return random.pick(named + newest(.text, scope))
  }

  /// The newest value of each field of a type.
  private func newest(_ type: OracleType, _ scope: Scope) -> [OracleExpression] {
    guard options.usesWideAggregates, !scope.isStream else { return [] }
    return scope.streams.flatMap { stream in
      (fields[stream] ?? []).filter { $0.type == type }.map { .latest(stream, field: $0.name) }
    }
  }

  private mutating func calendarTest(_ scope: Scope) -> OracleExpression? {
    if options.usesClock, !scope.isStreak, chance(1, 2) { return .clockWithin(clock(), clock()) }
    guard options.usesCalendar else { return nil }
    switch random.below(4) {
    case 0:
      let days = (0...random.below(3)).map { _ in OracleExpression.literal(.weekday(random.below(7))) }
      if options.usesChoice, chance(1, 2) { return .among(.weekday, days) }
      return .comparison(chance(1, 2) ? .equal : .unequal, .weekday, days[0])
    case 1:
      let day = zone.date(of: Self.origin(of: zone)) + Int64(random.below(3))
      let literal = OracleExpression.literal(.date(day))
      if options.usesChoice, chance(1, 4) {
        let other = OracleExpression.literal(.date(day + Int64(random.below(3)) - 1))
        return .comparison(relation(), choice(.date, other), literal)
      }
      return .comparison(relation(), .date, literal)
    case 2:
      guard !scope.isStream else { return nil }
      return schedule(2, scope).map { .due($0) }
    default:
      guard !scope.isStream, !scope.isStreak else { return nil }
      var inner = Scope()
      inner.streams = scope.streams
      inner.isStreak = true
      let skip = chance(1, 3) ? bool(0, inner) : nil
      let streak = OracleExpression.streak(bool(0, inner), skip: skip)
      return .comparison(relation(), streak, .whole(Int64(random.below(4))))
    }
  }

  /// An attribute's schedule, the newest of a stream, or two of these joined by `else`.
  private mutating func schedule(_ depth: Int, _ scope: Scope) -> OracleExpression? {
    if depth > 0, chance(1, 2), let first = schedule(depth - 1, scope), let other = schedule(depth - 1, scope)
    {
      return .binary(.otherwise, first, other)
    }
    let named = constants(.schedule).map { OracleExpression.value($0) }
    return random.pick(named + newest(.schedule, scope))
  }

  mutating func relation() -> OracleRelation { random.pick(OracleRelation.allCases) ?? .equal }

  private mutating func comparison(_ depth: Int, _ scope: Scope) -> OracleExpression {
    let left = number(depth, scope)
    if options.usesChoice, chance(1, 8) {
      return .among(left, (0...random.below(3)).map { _ in .literal(smallNumber()) } + [number(0, scope)])
    }
    let right = chance(2, 3) ? .literal(smallNumber()) : number(depth - 1, scope)
    return chance(1, 5) ? .comparison(relation(), right, left) : .comparison(relation(), left, right)
  }

  /// A number that changes only at rows, firings and the boundaries of windows.
  mutating func number(_ depth: Int, _ scope: Scope) -> OracleExpression {
    if depth > 0, chance(1, 4) {
      let symbol = random.pick([OracleOperator.plus, .minus, .times, .divided, .modulo]) ?? .plus
      return .binary(symbol, number(depth - 1, scope), number(depth - 1, scope))
    }
    if options.usesElse, depth > 0, chance(1, 8) {
      return .binary(.otherwise, number(depth - 1, scope), .literal(smallNumber()))
    }
    if options.usesChoice, depth > 0, chance(1, 10) {
      return choice(number(depth - 1, scope), number(depth - 1, scope))
    }
    if options.usesChoice, depth > 0, chance(1, 12) {
      return .binary(chance(1, 2) ? .round : .floor, number(depth - 1, scope), .literal(smallNumber()))
    }
    if options.usesNewest, !scope.isStreak, chance(1, 100), let gap = gap(scope) {
      return .binary(.divided, gap, .literal(.duration(random.pick(lengths) ?? 1)))
    }
    switch random.below(9) {
    case 0, 1, 2, 3:
      let all = scope.streams + (chance(1, 2) ? scope.firings + scope.firings : [])
      guard let stream = random.pick(all) else { break }
      return .count(stream, callWindow(scope))
    case 4, 5, 6:
      guard let stream = random.pick(scope.streams),
        let field = random.pick((fields[stream] ?? []).filter { $0.type == .number })
      else { break }
      if options.usesWideAggregates, chance(1, 2) { return wideAggregate(of: stream, field.name, scope) }
      return .aggregate(.sum, stream, field: field.name, callWindow(scope))
    case 7:
      let defines = scope.defines.filter { OracleTyping.isNumber($0.value, in: program) }.map(\.name)
      let numbers = scope.fields.filter { $0.type == .number }.map(\.name)
      if let name = random.pick(constants(.number) + defines + numbers) { return .value(name) }
    default: break
    }
    return .literal(smallNumber())
  }

  mutating func wideAggregate(of stream: String, _ field: String, _ scope: Scope) -> OracleExpression {
    if !scope.isStream, chance(1, 4) { return .latest(stream, field: field) }
    let aggregate = random.pick(OracleAggregate.allCases) ?? .sum
    return .aggregate(aggregate, stream, field: field, callWindow(scope))
  }

  /// A window for a call; unlike a gate's, it may be `last N events` or `yesterday`.
  private mutating func callWindow(_ scope: Scope) -> OracleWindow {
    if options.usesCalendar, chance(1, 10) { return .yesterday }
    guard options.usesNewest, !scope.isStreak, chance(1, 30) else { return window(scope) }
    return .newest(random.pick([1, 2, 2, 3, 3, 4, 5, 8, 10_000]) ?? 1)
  }

  mutating func window(_ scope: Scope) -> OracleWindow {
    if scope.isStreak { return chance(1, 2) ? .today : .last(operand(ofDuration: lengths)) }
    switch random.below(options.usesCalendar ? 9 : 6) {
    case 0, 1: return .whole
    case 2, 3, 4: return .last(operand(ofDuration: lengths))
    case 5: return random.pick(scope.streams + scope.firings).map { .after($0) } ?? .whole
    case 6, 7: return .today
    default: return chance(1, 2) ? .thisWeek : .thisMonth
    }
  }
}
