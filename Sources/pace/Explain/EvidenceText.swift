import PaceEngine
import PaceLab
import PaceLanguage

/// The rows that a condition rests on, in words: `21:09 small 1.0 (77b0)`.
struct EvidenceText: Sendable {
  let program: Program
  let log: SubjectLog
  let printer: ValuePrinter
  let time: TimeText
  private static let limit = 12

  /// A part for each row, oldest first; many are cut down to the newest. `field` is what of a row counted.
  func parts(_ evidence: [EventOrdinal], field: FieldNameID?) -> [String] {
    let rows = evidence.map(\.index).filter(log.events.indices.contains)
    let shown = rows.suffix(Self.limit)
    let values = shown.map { row in field.flatMap { value(of: $0, in: log.events[row]) } }
    let decimals = values.reduce(0) { most, value in
      max(most, value.map { ValuePrinter.decimals($0.value, $0.type) } ?? 0)
    }
    var parts = zip(shown, values).map { row, value in
      let event = log.events[row]
      var text = "\(time.shortClock(event.at)) \(name(of: event))"
      if let value { text += " \(printer.text(value.value, value.type, decimals: decimals))" }
      return "\(text) (\(Self.short(log.rows[row])))"
    }
    if rows.count > shown.count { parts.insert("\(rows.count - shown.count) earlier", at: 0) }
    return parts
  }

  func name(of event: EventRecord) -> String {
    let type = program.events[event.event.index]
    return event.kind.map { type.kinds[$0.index].name.text } ?? type.name.text
  }

  /// The beginning of a long id: as much as a person compares.
  static func short(_ id: String) -> String {
    (id.utf8.count > 12 ? String(id.prefix(8)) : id).printable
  }

  /// The field's value with the defaults of its kind and type.
  private func value(of field: FieldNameID, in event: EventRecord) -> (value: Value, type: ValueType)? {
    guard let slot = program.fieldNames[field.index].slots[event.event.index] else { return nil }
    let type = program.events[event.event.index]
    let logged = event.values[slot]
    if !logged.isUnknown { return (logged, type.fields[slot].type) }
    let initial = event.kind.flatMap { type.kinds[$0.index].values[slot] } ?? type.fields[slot].initial
    guard case .value(let value)? = initial else { return nil }
    return (value, type.fields[slot].type)
  }
}

extension ConditionNode {
  /// The rows that the node or any part of it rests on, oldest first.
  var allEvidence: [EventOrdinal] {
    if children.isEmpty { return evidence }
    var rows: Set<EventOrdinal> = []
    collect(into: &rows)
    return rows.sorted { $0.index < $1.index }
  }

  private func collect(into rows: inout Set<EventOrdinal>) {
    rows.formUnion(evidence)
    for child in children { child.collect(into: &rows) }
  }
}
