/// What a name's value is.
enum NameType: Equatable {
  case number, duration, time, bool, text, preset, schedule, date, weekday
  case cases([String])
  /// A level of the scale of this name.
  case level(String)

  init?(_ syntax: TypeSyntax) {
    if syntax.names.count > 1 {
      self = .cases(syntax.names.map { $0.text })
      return
    }
    switch syntax.names.first?.text {
    case "number": self = .number
    case "duration": self = .duration
    case "time": self = .time
    case "bool": self = .bool
    case "text": self = .text
    case "preset": self = .preset
    case "schedule": self = .schedule
    case "date": self = .date
    case let name?: self = .cases([name])
    case nil: return nil
    }
  }

  init?(_ literal: Literal) {
    switch literal.kind {
    case .number: self = .number
    case .duration: self = .duration
    case .time: self = .time
    case .date: self = .date
    case .bool: self = .bool
    case .string: self = .text
    case .name, .invalid: return nil
    }
  }
}

extension Keyword {
  static let functions: [Keyword] = [
    .count, .sum, .min, .max, .avg, .median, .latest, .since, .gap, .fires, .due, .streak,
    .elapsed, .least, .greatest, .round, .floor,
  ]
  static let windows: [Keyword] = [.last, .today, .yesterday, .this, .after]

  /// What a function gives; nil where that depends on what it is given.
  var resultType: NameType? {
    switch self {
    case .count, .streak: .number
    case .since, .gap, .elapsed: .duration
    case .fires, .due: .bool
    default: nil
    }
  }

  /// What a function is given where that is no stream and no condition.
  var argumentType: NameType? {
    switch self {
    case .due: .schedule
    case .elapsed: .time
    default: nil
    }
  }

  /// What stands after the word in a rule; nil where that depends on what stands before it.
  var operandType: NameType? {
    switch self {
    case .when, .unless, .and, .or, .not, .where, .skip, .until: .bool
    case .cooldown, .for, .debounce, .repeat, .last, .every, .after: .duration
    case .quiet, .from, .at: .time
    case .limit, .severity: .number
    default: nil
    }
  }
}

extension Expression {
  /// The type of its value as far as names tell.
  func type(_ known: (String, [DeclaredName.Sort]) -> NameType?) -> NameType? {
    switch kind {
    case .literal(let literal): NameType(literal)
    case .name("weekday"): .weekday
    case .name("date"): .date
    case .name(let name): known(name, [.parameter, .attribute, .definition, .scale])
    case .parenthesized(let inner), .negate(let inner): inner.type(known)
    case .not, .comparison, .within, .among: .bool
    case .binary(.or, _, _), .binary(.and, _, _): .bool
    case .binary(_, let left, _): left.type(known)
    case .call(let call): call.type { known($0.text, [.field]) }
    case .invalid: nil
    }
  }
}

extension Call {
  fileprivate func type(_ field: (Identifier) -> NameType?) -> NameType? {
    switch self {
    case .aggregate(.count, _, _, _), .streak: .number
    case .aggregate(_, _, let name, _): name.flatMap(field)
    case .latest(_, let name): field(name)
    case .since, .gap, .elapsed: .duration
    case .fires, .due: .bool
    }
  }
}
