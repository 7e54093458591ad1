/// The index of an event type in `Program.events`.
public struct EventID: Hashable, Sendable {
  public var index: Int
  public init(_ index: Int) { self.index = index }
}

/// The index of a kind in the `kinds` of its event.
public struct KindID: Hashable, Sendable {
  public var index: Int
  public init(_ index: Int) { self.index = index }
}

/// The index of a stream in `Program.streams`.
public struct StreamID: Hashable, Sendable {
  public var index: Int
  public init(_ index: Int) { self.index = index }
}

/// The index of a rule in `Program.rules`.
public struct RuleID: Hashable, Sendable {
  public var index: Int
  public init(_ index: Int) { self.index = index }
}

/// The index of a notice kind in `Program.noticeKinds`.
public struct NoticeKindID: Hashable, Sendable {
  public var index: Int
  public init(_ index: Int) { self.index = index }
}

/// The index of a scale in `Program.scales`.
public struct ScaleID: Hashable, Sendable {
  public var index: Int
  public init(_ index: Int) { self.index = index }
}

/// The index of a parameter in `Program.params`.
public struct ParamID: Hashable, Sendable {
  public var index: Int
  public init(_ index: Int) { self.index = index }
}

/// The index of an attribute in `Program.subject.attributes`.
public struct AttributeID: Hashable, Sendable {
  public var index: Int
  public init(_ index: Int) { self.index = index }
}

/// The index of a definition in `Program.defines`.
public struct DefineID: Hashable, Sendable {
  public var index: Int
  public init(_ index: Int) { self.index = index }
}

/// The index of a preset in `Program.presets`.
public struct PresetID: Hashable, Sendable {
  public var index: Int
  public init(_ index: Int) { self.index = index }
}

/// The index of an enumeration in `Program.enumerations`.
public struct EnumerationID: Hashable, Sendable {
  public var index: Int
  public init(_ index: Int) { self.index = index }
}

/// The index of a field name in `Program.fieldNames`; fields of several events with one name share it.
public struct FieldNameID: Hashable, Sendable {
  public var index: Int
  public init(_ index: Int) { self.index = index }
}

/// The index of a node in `Program.expressions`.
public struct ExpressionID: Hashable, Sendable {
  public var index: Int
  public init(_ index: Int) { self.index = index }
}
