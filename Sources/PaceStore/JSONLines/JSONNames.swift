internal import PaceLanguage

/// The form of one line; its values are decoded only once their subject has begun.
struct JSONEntry {
  /// The id's bytes.
  var subject: [UInt8] = []
  /// Nil for a line about the subject itself.
  var event: EventID?
  var at: Int64 = .min
  /// Indices in the line's members.
  var time: Int?
  var kind: Int?
  var device: Int?
  var id: Int?
  /// The member that names the rule whose notice was given.
  var notice: Int?
  var startedAt: Int?
  var endedAt: Int?
  /// The members with values, each with the index of its attribute or field.
  var values: [(index: Int, member: Int)] = []
  /// A member with a wall time that clocks skip, and the cause to report.
  var skippedTime: (name: String, cause: String)?
  /// How many of its wall times clocks show twice.
  var repeatedTimes = 0

  /// Clears the entry but keeps its memory.
  mutating func clear() {
    var cleared = JSONEntry()
    swap(&cleared.subject, &subject)
    swap(&cleared.values, &values)
    cleared.subject.removeAll(keepingCapacity: true)
    cleared.values.removeAll(keepingCapacity: true)
    self = cleared
  }
}

/// The names that JSON lines may use.
struct JSONNames {
  enum Key: Int64 {
    case subject, at, atMilliseconds, event, kind, id, device, attributes, startedAt, endedAt, notice
  }

  static let keys = [
    "subject", "at", "at_ms", "event", "kind", "id", "device", "attributes", "started_at", "ended_at",
    "notice",
  ]

  /// The keys of an event's line, besides its fields.
  static let eventKeys = ["subject", "at_ms", "at", "event", "kind", "id", "device"]

  let keyTable = ByteTable(keys)
  let events: ByteTable
  let attributes: ByteTable
  let rules: ByteTable
  let attributeDecoders: [JSONFieldDecoder]
  /// The names of each event's fields.
  let fields: [ByteTable]
  /// The names of all events' fields.
  let anyFields: ByteTable
  let kinds: [ByteTable]
  let fieldDecoders: [[JSONFieldDecoder]]

  init(_ program: Program) {
    events = ByteTable(program.events.map(\.name.text))
    attributes = ByteTable(program.subject.attributes.map(\.name.text))
    rules = ByteTable(program.rules.map(\.name.text))
    attributeDecoders = program.subject.attributes.map { JSONFieldDecoder($0.type, of: $0, program) }
    fields = program.events.map { ByteTable($0.fields.map(\.name.text)) }
    anyFields = ByteTable(program.fieldNames.map(\.name))
    kinds = program.events.map { ByteTable($0.kinds.map(\.name.text)) }
    fieldDecoders = program.events.map { $0.fields.map { JSONFieldDecoder($0.type, of: $0, program) } }
  }
}
