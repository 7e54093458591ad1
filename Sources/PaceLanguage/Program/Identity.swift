/// The index of an element in one list of a program; `List` keeps the indices of different lists apart.
public struct Identity<List>: Hashable, Sendable {
  public var index: Int
  public init(_ index: Int) { self.index = index }
}

/// The index of an event type in `Program.events`.
public typealias EventID = Identity<EventType>
/// The index of a kind in the `kinds` of its event.
public typealias KindID = Identity<EventKind>
/// The index of a stream in `Program.streams`.
public typealias StreamID = Identity<Stream>
/// The index of a rule in `Program.rules`.
public typealias RuleID = Identity<Rule>
/// The index of a notice kind in `Program.noticeKinds`.
public typealias NoticeKindID = Identity<NoticeKind>
/// The index of a scale in `Program.scales`.
public typealias ScaleID = Identity<Scale>
/// The index of a parameter in `Program.params`.
public typealias ParamID = Identity<Param>
/// The index of an attribute in `Program.subject.attributes`.
public typealias AttributeID = Identity<Subject>
/// The index of a definition in `Program.defines`.
public typealias DefineID = Identity<Define>
/// The index of a preset in `Program.presets`.
public typealias PresetID = Identity<Preset>
/// The index of an enumeration in `Program.enumerations`.
public typealias EnumerationID = Identity<Enumeration>
/// The index of a field name in `Program.fieldNames`; fields of several events with one name share it.
public typealias FieldNameID = Identity<FieldName>
/// The index of a node in `Program.expressions`.
public typealias ExpressionID = Identity<ExpressionNode>

extension Array {
  /// The index of each element of a program's list.
  package var ids: [Identity<Element>] { indices.map { Identity($0) } }
}
