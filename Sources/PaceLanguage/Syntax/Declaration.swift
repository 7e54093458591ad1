/// One declaration of a file.
public enum Declaration: Sendable {
  case include(IncludeSyntax)
  case calendar(CalendarSyntax)
  case subject(SubjectSyntax)
  case event(EventSyntax)
  case stream(StreamSyntax)
  case scale(ScaleSyntax)
  case param(ValueSyntax)
  case define(DefineSyntax)
  case rule(RuleSyntax)
  case policy(PolicySyntax)
  case preset(PresetSyntax)
  case order(OrderSyntax)
  case `guard`(GuardSyntax)
  case disclaimer(StringSyntax, span: SourceSpan)
  case source(SourceSyntax)
  case scenario(ScenarioSyntax)

  /// The place of the whole declaration.
  public var span: SourceSpan {
    switch self {
    case .include(let it): it.span
    case .calendar(let it): it.span
    case .subject(let it): it.span
    case .event(let it): it.span
    case .stream(let it): it.span
    case .scale(let it): it.span
    case .param(let it): it.span
    case .define(let it): it.span
    case .rule(let it): it.span
    case .policy(let it): it.span
    case .preset(let it): it.span
    case .order(let it): it.span
    case .guard(let it): it.span
    case .disclaimer(_, let span): span
    case .source(let it): it.span
    case .scenario(let it): it.span
    }
  }
}

/// A string as written: its text with escapes resolved, and its place with the quotes.
public struct StringSyntax: Equatable, Sendable {
  public var text: String
  public var span: SourceSpan
  init(_ text: String, _ span: SourceSpan) {
    self.text = text
    self.span = span
  }
}

/// A comment from its `#` to the end of its line, without the line ending.
public struct Comment: Equatable, Sendable {
  public var text: String
  public var span: SourceSpan

  /// Whether it says `allow` and a code of `pace lint`.
  var isAllowance: Bool {
    let words = text.drop { $0 == "#" }.split { $0 == " " || $0 == "\t" }
    guard words.count > 1, words[0] == "allow" || words[0] == "allow:" else { return false }
    return words[1].utf8.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  init(_ text: String, _ span: SourceSpan) {
    self.text = text
    self.span = span
  }
}

/// A file's syntax: what it declares, in order, and its comments.
public struct FileSyntax: Sendable {
  public var file: FileID
  public var declarations: [Declaration]
  public var comments: [Comment]
  /// Whether the text has lexical or syntactic errors, so that the tree may lack parts of it.
  public var hasErrors: Bool
  /// The names in text that was skipped after an error, which may be declared there.
  var unreadNames: Set<String>
}

public struct IncludeSyntax: Sendable {
  public var path: StringSyntax
  public var span: SourceSpan
}

public struct CalendarSyntax: Sendable {
  public enum Item: Sendable {
    case zone(StringSyntax)
    case dayStarts(Literal)
    case weekStarts(Identifier)
  }
  public var items: [Item]
  public var span: SourceSpan
}

/// A type as written: one name, or an enumeration's values.
public struct TypeSyntax: Equatable, Sendable {
  public var names: [Identifier]
  public var span: SourceSpan
}

/// `in low .. high`
public struct RangeSyntax: Equatable, Sendable {
  public var low: Literal
  public var high: Literal
  public var span: SourceSpan
}

/// A declared value: an attribute of a subject, a field of an event, or a parameter.
public struct ValueSyntax: Sendable {
  public var name: Identifier
  public var type: TypeSyntax
  public var initial: Literal?
  public var range: RangeSyntax?
  /// Of a parameter only.
  public var step: Literal?
  public var label: StringSyntax?
  public var span: SourceSpan
}

public struct SubjectSyntax: Sendable {
  public enum Item: Sendable {
    case attribute(ValueSyntax)
    case ends(after: Literal, without: Identifier, span: SourceSpan)
  }
  public var name: Identifier
  public var isPerDay: Bool
  public var items: [Item]
  public var span: SourceSpan
}

/// `name = literal`
public struct AssignmentSyntax: Sendable {
  public var name: Identifier
  public var value: Literal
  public var span: SourceSpan
}

public struct KindSyntax: Sendable {
  public enum Item: Sendable {
    case value(AssignmentSyntax)
    case debounce(Literal, span: SourceSpan)
  }
  public var name: Identifier
  public var label: StringSyntax?
  public var items: [Item]
  public var span: SourceSpan
}

public struct EventSyntax: Sendable {
  public enum Item: Sendable {
    case field(ValueSyntax)
    case kind(KindSyntax)
    case debounce(Literal, span: SourceSpan)
  }
  public var name: Identifier
  public var subject: Identifier
  public var items: [Item]
  public var span: SourceSpan
}

/// `stream name = members…` or `stream name = member where condition`.
public struct StreamSyntax: Sendable {
  public var name: Identifier
  public var members: [Identifier]
  public var condition: Expression?
  public var span: SourceSpan
}

public struct LevelSyntax: Sendable {
  public var name: Identifier
  public var colour: StringSyntax?
}

public struct ScaleSyntax: Sendable {
  public var name: Identifier
  public var levels: [LevelSyntax]
  public var span: SourceSpan
}

public struct DefineSyntax: Sendable {
  public var name: Identifier
  public var value: Expression
  public var label: StringSyntax?
  public var span: SourceSpan
}

public struct PresetSyntax: Sendable {
  public var name: Identifier
  public var base: Identifier?
  public var label: StringSyntax?
  public var values: [AssignmentSyntax]
  public var span: SourceSpan
}

public struct OrderSyntax: Sendable {
  public var names: [Identifier]
  public var span: SourceSpan
}

public struct GuardSyntax: Sendable {
  public var phrases: [StringSyntax]
  public var span: SourceSpan
}
