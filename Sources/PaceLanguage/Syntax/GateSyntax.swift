/// The gates by their words, in the order in which lists have them.
public enum GateName: String, CaseIterable, Sendable {
  case unless, cooldown, quiet, limit

  public var text: String { rawValue }

  /// Its form, for people who wrote it otherwise.
  var form: String {
    switch self {
    case .unless: "`unless` and a condition, such as `unless since(EVENT) < 20 min`"
    case .cooldown: "`cooldown 15 min`"
    case .quiet: "`quiet 22:00 to 07:00`"
    case .limit: "`limit 3 today` or `limit 3 last 1 h`"
    }
  }

  /// The type of what stands after the word.
  var operandType: NameType {
    switch self {
    case .unless: .bool
    case .cooldown: .duration
    case .quiet: .time
    case .limit: .number
    }
  }

  /// Words that people put after it and that add nothing.
  var needlessWords: [String] {
    switch self {
    case .unless: []
    case .cooldown: ["for", "of"]
    case .quiet: ["from", "between", "hours"]
    case .limit: ["to", "of", "kind"]
    }
  }
}

/// Something that can hold a firing back.
public struct GateSyntax: Sendable {
  public enum Kind: Sendable {
    case unless(Expression)
    case cooldown(Literal)
    case quiet(Literal, to: Literal)
    case limit(Literal, WindowSyntax?)
  }
  public var kind: Kind
  public var span: SourceSpan
  init(_ kind: Kind, _ span: SourceSpan) {
    self.kind = kind
    self.span = span
  }

  /// What tests and outcomes call this gate.
  public var name: GateName {
    switch kind {
    case .unless: .unless
    case .cooldown: .cooldown
    case .quiet: .quiet
    case .limit: .limit
    }
  }
}
