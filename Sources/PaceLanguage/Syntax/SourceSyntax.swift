/// `source name { … }`: how the tables of a foreign database, or JSON objects, are read.
public struct SourceSyntax: Sendable {
  public struct Block: Sendable {
    /// The subject, an event, `notice`, `settings` or `kinds`.
    public var target: Identifier
    public var origin: Origin
    public var columns: [Column]
    public var span: SourceSpan
  }

  public enum Origin: Sendable {
    case table(StringSyntax, tests: [Test])
    /// The objects that pass all tests, or if `list` is given, the objects in that member's array.
    case json(tests: [Test], list: Member?)
  }

  public enum Test: Sendable {
    case has(Member)
    /// `==` one, `!=` one, or `in` several.
    case isAmong(Member, [Literal], isNegated: Bool)
  }

  /// A column, or a member of an object, or of an object in it: `a.b`.
  public struct Member: Sendable {
    public var names: [StringSyntax]
  }

  public struct Column: Sendable {
    public enum Value: Sendable {
      case input(Member)
      /// `ended - started`
      case difference(Member, Member)
      case literal(Literal)
    }
    public enum Encoding: Sendable {
      case named(Identifier)
      case map([(from: Literal, to: Literal)], otherwise: Literal?)
    }
    public var name: Identifier
    public var value: Value
    public var encoding: Encoding?
    public var span: SourceSpan
  }

  public var name: Identifier
  public var blocks: [Block]
  public var span: SourceSpan
}
