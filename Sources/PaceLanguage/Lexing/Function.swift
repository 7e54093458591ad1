/// A function of the language, which is called with parentheses.
public enum Function: Hashable, Sendable {
  case aggregate(Aggregate)
  case latest, since, gap, fires, due, streak, elapsed
  /// An operator that is written as a call of two values.
  case pair(BinaryOperator)

  /// All functions, in the order in which messages list them.
  public static let all: [Function] =
    Aggregate.allCases.map(aggregate) + [.latest, .since, .gap, .fires, .due, .streak, .elapsed]
    + [BinaryOperator.least, .greatest, .round, .floor].map(pair)

  /// As it is written.
  public var text: String {
    switch self {
    case .aggregate(let aggregate): aggregate.rawValue
    case .latest: "latest"
    case .since: "since"
    case .gap: "gap"
    case .fires: "fires"
    case .due: "due"
    case .streak: "streak"
    case .elapsed: "elapsed"
    case .pair(let sign): sign.text
    }
  }

  /// The function of this name.
  init?(_ text: String) {
    guard let function = Function.all.first(where: { $0.text == text }) else { return nil }
    self = function
  }

  var aggregate: Aggregate? { if case .aggregate(let aggregate) = self { aggregate } else { nil } }

  /// Whether it is `min` or `max`, which other languages use for two values.
  var isExtreme: Bool { self == .aggregate(.min) || self == .aggregate(.max) }

  /// What the first argument names.
  enum Argument {
    case stream, field, rule, schedule, time, days, value
  }

  var argument: Argument {
    switch self {
    case .aggregate(let aggregate): aggregate == .count ? .stream : .field
    case .since, .gap: .stream
    case .latest: .field
    case .fires: .rule
    case .due: .schedule
    case .elapsed: .time
    case .streak: .days
    case .pair: .value
    }
  }

  /// The type of the function's value; nil if it is the type of the argument.
  var resultType: NameType? {
    switch self {
    case .aggregate(let aggregate): aggregate == .count ? .number : nil
    case .streak: .number
    case .since, .gap, .elapsed: .duration
    case .fires, .due: .bool
    case .latest, .pair: nil
    }
  }
}

/// Lists of functions for messages.
extension Function {
  static var quoted: [String] { all.map { "`\($0.text)`" } }

  /// The functions over a field of the events in a window, in backticks.
  static var quotedOverFields: [String] {
    all.filter { $0.argument == .field && $0.aggregate != nil }.map { "`\($0.text)`" }
  }
}

extension Function.Argument {
  /// Nil for streams, rules and conditions.
  var type: NameType? {
    switch self {
    case .schedule: .schedule
    case .time: .time
    case .stream, .field, .rule, .days, .value: nil
    }
  }
}
