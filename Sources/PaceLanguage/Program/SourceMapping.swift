/// A checked `source`: how the tables of a foreign database are read.
public struct SourceMapping: Sendable {
  public enum Target: Hashable, Sendable {
    case subject
    case event(EventID)
    case notice
  }

  /// What a column fills.
  public enum Slot: Hashable, Sendable {
    case id
    /// The column that names the subject; events and notices only.
    case subject
    case at
    case startedAt
    case endedAt
    case kind
    case device
    /// The rule of a given notice.
    case rule
    case attribute(AttributeID)
    /// The index in the event's `fields`.
    case field(Int)
  }

  public enum Encoding: Hashable, Sendable {
    /// As the slot's type is stored by default.
    case plain
    case unixMilliseconds, unixSeconds, appleSeconds, iso8601, julianDay
    case milliseconds, seconds, minutes, hours
    /// From the column's value, as text, to a literal of the slot's type, or to a kind's or rule's name.
    case map([Entry])
  }

  public struct Entry: Hashable, Sendable {
    public var from: String
    public var to: Constant
  }

  public enum Input: Hashable, Sendable {
    case column(String)
    case constant(Constant)
  }

  public struct Column: Sendable {
    public var slot: Slot
    public var input: Input
    public var encoding: Encoding
    public var span: SourceSpan
  }

  public struct Table: Sendable {
    public var target: Target
    public var name: String
    /// Only rows whose column equals this; numbers in millionths, texts as they are.
    public var condition: (column: String, value: Constant)?
    public var columns: [Column]
    public var span: SourceSpan
  }

  public var name: Identifier
  public var tables: [Table]
  public var span: SourceSpan
}
