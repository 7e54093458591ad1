/// The type of a name's value, as far as the text alone tells.
enum NameType: Equatable {
  case number, duration, time, bool, text, preset, schedule, date, weekday
  case cases([String])
  /// A level of the scale of this name.
  case level(String)

  /// The type that one name or several cases write; nil for no names.
  init?(_ names: [String]) {
    if names.count > 1 {
      self = .cases(names)
      return
    }
    switch names.first {
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

extension Expression {
  /// The type of its value, as far as `known` tells the types of names; nil if unknown.
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
    case .aggregate(_, _, let name?, _): field(name)
    case .aggregate(_, _, nil, _), .streak: .number
    case .latest(_, let name): field(name)
    case .since, .gap, .elapsed: .duration
    case .fires, .due: .bool
    }
  }
}
