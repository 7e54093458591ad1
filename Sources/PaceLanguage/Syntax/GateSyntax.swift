/// The gates by their words, in the order in which messages list them.
public enum GateName: String, CaseIterable, Sendable {
  case unless, cooldown, quiet, limit

  public var text: String { rawValue }

  /// How the gate is written, for help in messages.
  var form: String {
    switch self {
    case .unless: "`unless` and a condition, such as `unless since(EVENT) < 20 min`"
    case .cooldown: "`cooldown 15 min`"
    case .quiet: "`quiet 22:00 to 07:00`"
    case .limit: "`limit 3 today` or `limit 3 last 1 h`"
    }
  }

  /// The type of the value after the word.
  var operandType: NameType {
    switch self {
    case .unless: .bool
    case .cooldown: .duration
    case .quiet: .time
    case .limit: .number
    }
  }

  /// Words that people write after the gate's word though they add nothing.
  var needlessWords: [String] {
    switch self {
    case .unless: []
    case .cooldown: ["for", "of"]
    case .quiet: ["from", "between", "hours"]
    case .limit: ["to", "of", "kind"]
    }
  }
}

/// A gate as written.
public typealias GateSyntax = Written<GateKind>

public enum GateKind: Sendable {
  case unless(Expression)
  case cooldown(Literal)
  case quiet(Literal, to: Literal)
  case limit(Literal, WindowSyntax?)
}

extension GateSyntax {
  /// The name of the gate in tests and outcomes.
  public var name: GateName {
    switch kind {
    case .unless: .unless
    case .cooldown: .cooldown
    case .quiet: .quiet
    case .limit: .limit
    }
  }
}
