internal import PaceLanguage

/// One line as far as its form goes; values wait until their subject has begun.
struct JSONEntry {
  var subject: String
  /// Nil for a line about the subject itself.
  var event: EventID?
  var at: Int64 = .min
  /// Indices in the line's members.
  var kind: Int?
  var id: Int?
  var startedAt: Int?
  var endedAt: Int?
  /// Each with the index of the attribute or field.
  var values: [(index: Int, member: Int)] = []
}

/// The keys of JSON lines.
struct JSONNames {
  enum Key: Int64 {
    case subject, at, atMilliseconds, event, kind, id, device, attributes, startedAt, endedAt
  }

  static let keys = [
    "subject", "at", "at_ms", "event", "kind", "id", "device", "attributes", "started_at", "ended_at",
  ]

  let keyTable = ByteTable(keys)
  let events: ByteTable
  let attributes: ByteTable
  let attributeDecoder: JSONValueDecoder
  /// One for each event.
  let fields: [ByteTable]
  let kinds: [ByteTable]
  let fieldDecoders: [JSONValueDecoder]

  init(_ program: Program) {
    events = ByteTable(program.events.map(\.name.text))
    attributes = ByteTable(program.subject.attributes.map(\.name.text))
    attributeDecoder = JSONValueDecoder(program.subject.attributes, program)
    fields = program.events.map { ByteTable($0.fields.map(\.name.text)) }
    kinds = program.events.map { ByteTable($0.kinds.map(\.name.text)) }
    fieldDecoders = program.events.map { JSONValueDecoder($0.fields, program) }
  }
}
