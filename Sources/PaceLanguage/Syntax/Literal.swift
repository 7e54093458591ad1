/// A name as written, with its place.
public struct Identifier: Hashable, Sendable {
  public var text: String
  public var span: SourceSpan

  init(_ text: String, _ span: SourceSpan) {
    self.text = text
    self.span = span
  }
}

/// A part of a file: what stands there, and its place.
public struct Written<Kind: Sendable>: Sendable {
  public var kind: Kind
  public var span: SourceSpan

  init(_ kind: Kind, _ span: SourceSpan) {
    self.kind = kind
    self.span = span
  }
}

extension Written: Equatable where Kind: Equatable {}

/// A literal or, where the grammar says `operand` or `literal`, a name.
public typealias Literal = Written<LiteralKind>

public enum LiteralKind: Equatable, Sendable {
  /// Millionths.
  case number(Int64)
  /// Milliseconds.
  case duration(Int64)
  /// Milliseconds since midnight, 0 to 86,399,999.
  case time(Int64)
  /// Days since 1970-01-01.
  case date(Int64)
  case bool(Bool)
  case string(String)
  case name(String)
  /// Something that could not be read; a diagnostic has been given.
  case invalid
}

extension Literal {
  /// A name, or a text without its quotes, taken as the name of something; nil for other literals.
  var word: Identifier? {
    switch kind {
    case .name(let text): Identifier(text, span)
    case .string(let text):
      Identifier(text, SourceSpan(file: span.file, start: Int(span.start) + 1, end: Int(span.end) - 1))
    case .number, .duration, .time, .date, .bool, .invalid: nil
    }
  }
}

/// `last …`, `today`, `yesterday`, `this …` or `after …` in a call or a limit.
public typealias WindowSyntax = Written<WindowKind>

public enum WindowKind: Equatable, Sendable {
  case last(Literal)
  /// `last N events`
  case newest(Literal)
  case today
  case yesterday
  case thisWeek
  case thisMonth
  case after(Identifier)
}
