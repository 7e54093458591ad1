/// `source name { … }`: how the tables of a foreign database are read.
public struct SourceSyntax: Sendable {
  public struct Table: Sendable {
    /// The subject, an event, or `notice`.
    public var target: Identifier
    public var table: StringSyntax
    public var condition: (column: StringSyntax, value: Literal)?
    public var columns: [Column]
    public var span: SourceSpan
  }

  public struct Column: Sendable {
    public enum Value: Sendable {
      case column(StringSyntax)
      case literal(Literal)
    }
    public enum Encoding: Sendable {
      case named(Identifier)
      case map([(from: Literal, to: Literal)])
    }
    public var name: Identifier
    public var value: Value
    public var encoding: Encoding?
    public var span: SourceSpan
  }

  public var name: Identifier
  public var tables: [Table]
  public var span: SourceSpan
}
