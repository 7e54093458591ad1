public import PaceEngine
public import PaceLanguage

/// `export --format jsonl`: lines as `eval --stdin` reads them; what is unknown is left out.
public struct ExportJSONLines {
  private let program: Program
  private var json = JSONWriter()

  public init(_ program: Program) { self.program = program }

  /// - Parameter texts: the texts that values stand for, by index.
  public mutating func add(
    subject id: String, _ record: SubjectRecord, texts: [String], to out: inout ByteBuffer
  ) {
    json.object { json in
      json.field("subject", id)
      if let start = record.startedAt { json.field("started_at", start.milliseconds) }
      if let end = record.endedAt { json.field("ended_at", end.milliseconds) }
      json.object("attributes") {
        let values = zip(program.subject.attributes, record.attributes).map { field, value in
          value.isUnknown ? nil : ExportedValue.constant(value, field.type, texts)
        }
        Self.write(values, program.subject.attributes, program, to: &$0)
      }
    }
    endLine(&out)
  }

  /// - Parameters:
  ///   - id: empty for a row without one.
  ///   - device: nil for a row that names none.
  ///   - texts: the texts that values stand for, by index.
  public mutating func add(
    _ record: EventRecord, id: String, subject: String, device: String?, texts: [String],
    to out: inout ByteBuffer
  ) {
    let event = program.events[record.event.index]
    json.object { json in
      json.field("subject", subject)
      json.field("at_ms", record.at.milliseconds)
      json.field("event", event.name.text)
      if let kind = record.kind { json.field("kind", event.kinds[kind.index].name.text) }
      Self.write(ExportedValue.fields(of: record, event, texts), event.fields, program, to: &json)
      if !id.isEmpty { json.field("id", id) }
      if let device { json.field("device", device) }
    }
    endLine(&out)
  }

  private mutating func endLine(_ out: inout ByteBuffer) {
    json.endLine()
    out.append(json.bytes)
    json.clear()
  }

  private static func write(
    _ values: [Constant?], _ fields: [Field], _ program: Program, to json: inout JSONWriter
  ) {
    for (field, value) in zip(fields, values) {
      guard let value else { continue }
      json.field(field.name.text, value, field.type, program)
    }
  }
}

/// `export --format csv`: one event's table.
public struct ExportCSV {
  private let program: Program
  private let event: EventType
  private var csv: CSVWriter

  /// - Parameter isShown: whether it is written to a terminal, so that control characters are escaped.
  public init(_ program: Program, _ event: EventID, isShown: Bool) {
    csv = CSVWriter(isShown: isShown)
    self.program = program
    self.event = program.events[event.index]
  }

  public mutating func start(_ out: inout ByteBuffer) {
    let names = event.fields.map { $0.name.text }
    csv.move(["id", program.noun, "at", "at_ms", "kind"] + names + ["device"], to: &out)
  }

  /// - Parameters:
  ///   - id: empty for a row without one.
  ///   - device: nil for a row that names none.
  ///   - texts: the texts that values stand for, by index.
  public mutating func add(
    _ record: EventRecord, id: String, subject: String, device: String?, texts: [String],
    to out: inout ByteBuffer
  ) {
    csv.field(id)
    csv.field(subject)
    csv.field(record.at)
    csv.field(record.at.milliseconds)
    csv.field(orNothing: record.kind.map { event.kinds[$0.index].name.text })
    for (field, value) in zip(event.fields, ExportedValue.fields(of: record, event, texts)) {
      csv.field(orNothing: value.map { ExportedValue.text($0, field.type, program) })
    }
    csv.move([device ?? ""], to: &out)
  }
}

/// Values of rows as they are exported.
private enum ExportedValue {
  static func constant(_ value: Value, _ type: ValueType, _ texts: [String]) -> Constant {
    guard type == .text || type == .schedule else { return .value(value) }
    let index = Int(clamping: value.bits)
    return .text(texts.indices.contains(index) ? texts[index] : "")
  }

  /// The value of each field of a row: the one stored, else the kind's, else the default.
  static func fields(of record: EventRecord, _ event: EventType, _ texts: [String]) -> [Constant?] {
    event.fields.indices.map { index in
      let value = record.values[index]
      return value.isUnknown
        ? event.initial(of: index, kind: record.kind) : constant(value, event.fields[index].type, texts)
    }
  }

  /// A value as in JSON, but without quotes.
  static func text(_ constant: Constant, _ type: ValueType, _ program: Program) -> String {
    switch (constant, type) {
    case (.text(let text), _): text
    case (.value(let value), .duration): String(value.bits)
    case (.value(let value), .bool): value.isTrue ? "true" : "false"
    case (.value(let value), _): program.text(of: value, type: type)
    }
  }
}
