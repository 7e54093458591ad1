/// A checked `source`: how the tables of a foreign database, or JSON objects, are read.
public struct SourceMapping: Sendable {
  public enum Target: Hashable, Sendable {
    case subject
    case event(EventID)
    case notice
    /// What new subjects start with; from JSON only.
    case settings
    /// The catalogue: what each kind is called and fills in; from JSON only.
    case kinds

    /// The event whose rows are read; nil for other targets.
    public var event: EventID? {
      if case .event(let event) = self { event } else { nil }
    }
  }

  /// What a column or a member fills.
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
    /// A setting by a name that no attribute has; its value is a text.
    case setting(String)
    /// The field of this name, of whichever event has the kind; in the catalogue only.
    case fieldOfKind(FieldNameID)
    /// What the catalogue says of a kind itself.
    case label, enabled, order
  }

  public enum Encoding: Hashable, Sendable {
    /// As the slot's type is stored by default.
    case plain
    /// Instants: since 1970, but `webkitMicroseconds` since 1601 and `appleSeconds` since 2001, all UTC.
    case unixMilliseconds, unixSeconds, unixMicroseconds, unixNanoseconds, webkitMicroseconds, appleSeconds
    case iso8601, julianDay
    /// Durations as numbers.
    case milliseconds, microseconds, seconds, minutes, hours
    /// `H:MM` or `H:MM:SS` as text.
    case hoursMinutes
    /// From the column's value, as text, to a literal of the slot's type, or to a kind's or rule's name.
    ///
    /// `otherwise` replaces every other value but NULL.
    case map([Entry], otherwise: Constant?)
  }

  public struct Entry: Hashable, Sendable {
    public var from: Scalar
    public var to: Constant

    public init(from: Scalar, to: Constant) {
      self.from = from
      self.to = to
    }
  }

  /// A member of an object, or of an object nested in it, by the keys that lead there.
  public struct Path: Hashable, Sendable {
    public var keys: [String]
    public init(_ keys: [String]) { self.keys = keys }

    /// As a source writes it.
    public var text: String { keys.joined(separator: ".") }
  }

  public enum Input: Hashable, Sendable {
    case column(String)
    case member(Path)
    /// A duration: how much later the first is than the second. Each is a column or a member.
    case difference(Path, Path)
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
    /// Only rows that pass all of these tests are read.
    public var tests: [Test]
    public var columns: [Column]
  }

  /// A test that decides whether a row or an object belongs to a block.
  public enum Test: Hashable, Sendable {
    /// The member is there, `null` or not.
    case has(Path)
    /// The column's or member's value is one of these; negated, it is none of them, or not there.
    case isAmong(Path, [Scalar], isNegated: Bool)

    public var path: Path {
      switch self {
      case .has(let path), .isAmong(let path, _, _): path
      }
    }

    /// The texts that the test compares with.
    public var texts: [String] {
      guard case .isAmong(_, let values, _) = self else { return [] }
      return values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
  }

  public enum Scalar: Hashable, Sendable {
    case text(String)
    /// In millionths.
    case number(Int64)
    case truth(Bool)

    /// How it reads when the database gives it as text.
    public var stored: String {
      switch self {
      case .text(let text): text
      case .number(let bits): ValueText.number(bits)
      case .truth(let truth): truth ? "1" : "0"
      }
    }
  }

  /// Objects, and what their members fill.
  public struct Objects: Sendable {
    public var target: Target
    /// Only objects that pass all of these tests are read.
    public var tests: [Test]
    /// The member whose array holds the objects to read; nil to read the object itself.
    public var list: Path?
    public var columns: [Column]
    public var span: SourceSpan
  }

  public var name: Identifier
  public var tables: [Table]
  public var objects: [Objects] = []

  /// Whether it reads JSON objects and no tables.
  public var isJSON: Bool { !objects.isEmpty }
}

extension SourceMapping.Objects {
  /// The blocks that read lines as `export` writes them: one for each event, and for a subject's own line.
  public static func exported(by program: Program) -> [SourceMapping.Objects] {
    func block(
      _ target: SourceMapping.Target, _ tests: [SourceMapping.Test],
      _ columns: [(SourceMapping.Slot, String)], below outer: [String] = [],
      _ inner: [(SourceMapping.Slot, String)] = []
    ) -> SourceMapping.Objects {
      let span = program.subject.span
      let all = columns.map { ($0.0, [$0.1]) } + inner.map { ($0.0, outer + [$0.1]) }
      return SourceMapping.Objects(
        target: target, tests: tests, list: nil,
        columns: all.map { slot, keys in
          SourceMapping.Column(
            slot: slot, input: .member(SourceMapping.Path(keys)), encoding: .plain, span: span)
        }, span: span)
    }
    var blocks: [SourceMapping.Objects] = []
    for (index, event) in program.events.enumerated() {
      let fields = event.fields.enumerated().map {
        (SourceMapping.Slot.field($0.offset), $0.element.name.text)
      }
      let columns: [(SourceMapping.Slot, String)] =
        [(.id, "id"), (.subject, "subject"), (.kind, "kind"), (.device, "device")] + fields
      let isEvent = SourceMapping.Test.isAmong(
        .init(["event"]), [.text(event.name.text)], isNegated: false)
      let target = SourceMapping.Target.event(EventID(index))
      blocks.append(block(target, [isEvent, .has(.init(["at_ms"]))], columns + [(.at, "at_ms")]))
      blocks.append(block(target, [isEvent], columns + [(.at, "at")]))
    }
    let attributes = program.subject.attributes.enumerated().map {
      (SourceMapping.Slot.attribute(AttributeID($0.offset)), $0.element.name.text)
    }
    // The start and the end may stand among the attributes, too.
    let ends = [(SourceMapping.Slot.startedAt, "started_at"), (.endedAt, "ended_at")]
    for member in ["attributes", "started_at", "ended_at"] {
      blocks.append(
        block(
          .subject, [.has(.init([member]))], [(.id, "subject")] + ends, below: ["attributes"],
          attributes + ends))
    }
    return blocks
  }
}
