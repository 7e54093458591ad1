/// An attribute of the subject, a field of an event, or a parameter: a value that presets and `--set` choose.
public struct Field: Sendable {
  public var name: Identifier
  public var type: ValueType
  /// The default; nil for none.
  public var initial: Constant?
  public var initialSpan: SourceSpan?
  /// In the bits of `Value`, both ends included; nil if any value will do.
  public var range: ClosedRange<Int64>?
  /// Of a parameter: the distance between grid points, counted from the range's low end, in the bits of `Value`.
  /// Nil without a range.
  public var step: Int64?
  /// Whether the text says the step; else it is a unit of the last place written in the range.
  public var hasOwnStep: Bool
  public var label: StringSyntax?
  public var span: SourceSpan
  /// What clauses that name an attribute or a parameter ask of its values.
  public var demands: [Demand] = []
}

public typealias Param = Field

/// The `subject` declaration: who or what a log is about.
public struct Subject: Sendable {
  public var name: Identifier
  public var isPerDay: Bool
  public var attributes: [Field]
  /// The attribute of type `preset` that picks a subject's preset, if there is one.
  public var presetAttribute: AttributeID?
  /// The attribute called `zone`, of type text.
  public var zoneAttribute: AttributeID?
  public var ends: Ends?
  public var span: SourceSpan

  /// `ends after delay without stream`
  public struct Ends: Sendable {
    public var delay: Operand
    public var stream: StreamID
  }
}

/// A kind of an event: defaults for the fields that a row leaves empty.
public struct EventKind: Sendable {
  public var name: Identifier
  public var label: StringSyntax?
  /// One for each field of the event; nil if the kind gives none.
  public var values: [Constant?]
  /// Milliseconds; nil if the event's applies.
  public var debounce: Int64?
  public var stream: StreamID
}

/// An `event` declaration.
public struct EventType: Sendable {
  public var name: Identifier
  public var fields: [Field]
  public var fieldNames: [FieldNameID]
  public var kinds: [EventKind]
  /// Milliseconds; nil if nothing is dropped.
  public var debounce: Int64?
  public var stream: StreamID
}

extension EventType {
  /// What a row is called: its kind, or the event if it has none.
  package func name(of kind: KindID?) -> String { kind.map { kinds[$0.index].name.text } ?? name.text }

  /// The value of a field that a row leaves empty: that of its kind, else the field's default.
  package func initial(of field: Int, kind: KindID?) -> Constant? {
    kind.flatMap { kinds[$0.index].values[field] } ?? fields[field].initial
  }
}

/// A name of fields, which several events may share.
public struct FieldName: Sendable {
  public var name: String
  /// One for each event: the index of the field in its `fields`; nil if it has no such field.
  public var slots: [Int?]
}

/// A series of instants: logged events, or firings.
public struct Stream: Sendable {
  public enum Kind: Sendable {
    case event(EventID)
    case kind(EventID, KindID)
    /// The members are streams of logged events; without a condition, all their events are in it.
    case derived(members: [StreamID], condition: ExpressionID?)
    case firings(RuleID)
    case notices(NoticeKindID)

    /// What it is, with its article.
    var sort: String {
      switch self {
      case .event: "an event"
      case .kind: "a kind"
      case .derived: "a stream"
      case .firings: "a rule"
      case .notices: "a notice kind"
      }
    }
  }
  public var name: String
  public var kind: Kind
  public var span: SourceSpan

  /// Whether it is an event or one of its kinds, and so can be logged itself.
  public var isOfEvent: Bool {
    switch kind {
    case .event, .kind: true
    case .derived, .firings, .notices: false
    }
  }

  /// Whether its instants come from the log, not from rules.
  public var isLogged: Bool {
    switch kind {
    case .event, .kind, .derived: true
    case .firings, .notices: false
    }
  }
}

/// The values of a `NAME | NAME | …` type.
public struct Enumeration: Hashable, Sendable {
  public var cases: [String]
}

/// A list of levels that rules raise.
public struct Scale: Sendable {
  public struct Level: Sendable {
    public var name: String
    /// A CSS colour name or `#rrggbb`; nil for none.
    public var colour: String?
    /// Where it is declared.
    public var span: SourceSpan
  }
  public var name: Identifier
  /// From the resting level up.
  public var levels: [Level]
  /// The rules that raise it, in declaration order.
  public var rules: [RuleID]
  public var span: SourceSpan
}

/// A definition; one with a label is a figure.
public struct Define: Sendable {
  public var name: Identifier
  public var value: ExpressionID
  public var label: StringSyntax?
}

/// Values of parameters under one name.
public struct Preset: Sendable {
  /// A value that the preset sets itself, with the places of the item and of the value in it.
  public typealias Own = (param: ParamID, value: Constant, span: SourceSpan, valueSpan: SourceSpan)
  public var name: Identifier
  /// The preset that it extends.
  public var base: PresetID?
  public var label: StringSyntax?
  public var own: [Own]
  /// One for each parameter, through `extends` and defaults; nil if the parameter has none.
  public var values: [Constant?]
}

/// `order a < b < …`
public struct Order: Sendable {
  public var presets: [PresetID]
  public var span: SourceSpan
}

/// The `calendar` declaration: the zone, and when days and weeks start.
public struct CalendarRules: Sendable {
  /// The name of the zone; nil if the rules name none.
  public var zone: String?
  public var zoneSpan: SourceSpan?
  /// Milliseconds since midnight.
  public var dayStart: Int64 = 0
  /// 0 (Monday) to 6 (Sunday).
  public var weekStart: Int = 0
}
