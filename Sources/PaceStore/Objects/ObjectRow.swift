public import PaceEngine
public import PaceLanguage

/// The content of an object as plain values; ids are as they came.
public enum ObjectRow: Equatable, Sendable {
  case subject(Subject)
  case event(Event)
  /// In the order of the source.
  case settings([Setting])
  case kinds([Kind])

  /// What an object says about a subject: its beginning, its end, attributes.
  public struct Subject: Equatable, Sendable {
    public var id: String
    public var startedAt: Instant?
    public var endedAt: Instant?
    /// One for each attribute of the program: nil if the source reads none, unknown for `null`.
    public var attributes: [Constant?]

    public init(id: String, startedAt: Instant?, endedAt: Instant?, attributes: [Constant?]) {
      self.id = id
      self.startedAt = startedAt
      self.endedAt = endedAt
      self.attributes = attributes
    }
  }

  public struct Event: Equatable, Sendable {
    public var event: EventID
    public var id: String
    /// Whether the object gave none, so that `id` is made from its content.
    public var isIDMade: Bool
    /// Nil if the source reads none: then it is the only subject, or the day.
    public var subject: String?
    public var at: Instant
    public var kind: KindID?
    /// One for each field of the event: nil if the source reads none, unknown for `null`.
    public var fields: [Constant?]
    public var device: String?

    public init(
      event: EventID, id: String, isIDMade: Bool, subject: String?, at: Instant, kind: KindID?,
      fields: [Constant?], device: String?
    ) {
      self.event = event
      self.id = id
      self.isIDMade = isIDMade
      self.subject = subject
      self.at = at
      self.kind = kind
      self.fields = fields
      self.device = device
    }
  }

  public struct Setting: Equatable, Sendable {
    public enum Value: Equatable, Sendable {
      /// Unknown for `null`.
      case attribute(AttributeID, Constant)
      /// A setting that is not named like an attribute; nil clears it.
      case text(String?)
      /// Such a setting that the source maps as an instant; a missing one changes nothing.
      case instant(Instant)
    }
    public var name: String
    public var value: Value

    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// What the catalogue says about a kind; nil values are not given.
  public struct Kind: Equatable, Sendable {
    /// The event that declares the kind.
    public var event: EventID
    public var kind: KindID
    public var label: String?
    public var isEnabled: Bool?
    /// In millionths.
    public var order: Value?
    /// One for each field of the event: nil if the source reads none, unknown for `null`.
    public var fields: [Constant?]

    public init(
      event: EventID, kind: KindID, label: String?, isEnabled: Bool?, order: Value?,
      fields: [Constant?]
    ) {
      self.event = event
      self.kind = kind
      self.label = label
      self.isEnabled = isEnabled
      self.order = order
      self.fields = fields
    }
  }
}

/// Where an object stands in its text.
public enum ObjectPlace: Hashable, Sendable {
  /// Its line, from 1.
  case line(Int)
  /// Its number among the elements of an array, or among objects that take several lines, from 1.
  case object(Int)

  public var text: String {
    switch self {
    case .line(let number): "line \(number)"
    case .object(let number): "object \(number)"
    }
  }
}

/// Why an object, or an item of the catalogue, was skipped; or a value of it that counts as another.
public struct ObjectProblem: Error, Equatable, Sendable {
  public var place: ObjectPlace
  /// The number of the item in the list that the source reads, from 1.
  public var item: Int?
  /// The member, as the source writes it; nil for the whole object.
  public var member: String?
  /// In lower case, with values in backticks.
  public var cause: String
  /// Whether the object or the item was skipped; else the value counts, as `cause` says.
  public var isSkipped = true
  /// The event of which it would have been a row.
  var event: EventID?

  /// `line 3, item 2: `at` is missing`
  public var text: String { "\(placeText): " + (member.map { "`\($0)` " } ?? "") + cause }

  /// `line 3, item 2`
  var placeText: String { place.text + (item.map { ", item \($0)" } ?? "") }
}

extension RowProblems {
  /// Counts the problem of an object, and keeps it if there is room.
  public mutating func add(_ problem: ObjectProblem) {
    add(problem.isSkipped ? .rowSkipped : .counted) {
      RowProblem(table: problem.placeText, column: problem.member ?? "", cause: problem.cause)
    }
  }
}

/// An object's rows and problems.
public struct ReadObject: Equatable, Sendable {
  public var place: ObjectPlace
  /// Empty if the object was skipped.
  public var rows: [ObjectRow]
  /// Why it was skipped; else which items of the catalogue were, and which values count as others.
  public var problems: [ObjectProblem] = []

  /// An object that an app has read by itself.
  public init(place: ObjectPlace, rows: [ObjectRow]) {
    self.place = place
    self.rows = rows
  }
}
