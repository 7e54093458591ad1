public import PaceEngine
import PaceLanguage

/// The catalogue: how kinds are shown, whether they may be logged, and the values that fill a row.
public struct KindTable {
  let file: LogFile

  /// What the catalogue records about a kind besides the values of fields.
  public enum Property: String, CaseIterable, Sendable {
    case label, enabled, order
  }

  /// Every kind of the program, in the order in which to show them.
  public func entries() throws(StoreError) -> [KeptKind] {
    let kept = try inForce()
    let program = file.program
    var entries: [KeptKind] = []
    for (index, event) in program.events.enumerated() {
      var own: [KeptKind] = []
      for (place, kind) in event.kinds.enumerated() {
        let values = kept[event.name.text]?[kind.name.text] ?? [:]
        own.append(Self.entry(EventID(index), KindID(place), values, program))
      }
      entries += own.enumerated().sorted {
        ($0.element.order?.bits ?? .max, $0.offset) < ($1.element.order?.bits ?? .max, $1.offset)
      }.map(\.element)
    }
    return entries
  }

  func entry(_ event: EventID, _ kind: KindID) throws(StoreError) -> KeptKind {
    let type = file.program.events[event.index]
    let values = try inForce()[type.name.text]?[type.kinds[kind.index].name.text] ?? [:]
    return Self.entry(event, kind, values, file.program)
  }

  private static func entry(
    _ event: EventID, _ kind: KindID, _ kept: [String: String], _ program: Program
  ) -> KeptKind {
    let number = kept[Property.order.rawValue].flatMap { program.constant(from: $0, as: .number) }
    let order: Value? = if case .value(let order)? = number { order } else { nil }
    let type = program.events[event.index]
    let declared = type.kinds[kind.index]
    let values = type.fields.indices.map { index in
      let field = type.fields[index]
      return kept[field.name.text].flatMap { program.constant(from: $0, as: field.type) }
        ?? declared.values[index] ?? field.initial
    }
    return KeptKind(
      event: event, kind: kind, label: kept[Property.label.rawValue] ?? declared.label,
      isEnabled: kept[Property.enabled.rawValue] != "no",
      order: order, values: values)
  }

  /// The values in force, by event, kind and field.
  private func inForce() throws(StoreError) -> [String: [String: [String: String]]] {
    let rows = try file.connection.rows(
      "SELECT event, kind, field, value FROM _kind ORDER BY at, CAST(device AS BLOB)", width: 4)
    var values: [String: [String: [String: String]]] = [:]
    for row in rows {
      guard let event = row[0].text, let kind = row[1].text, let field = row[2].text else { continue }
      values[event, default: [:]][kind, default: [:]][field] = row[3].text
    }
    return values
  }

  func set(_ event: String, _ kind: String, _ field: String, _ value: String?, _ stamp: Stamp)
    throws(StoreError)
  {
    try file.connection.run(
      "INSERT OR REPLACE INTO _kind VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      [
        .text(event), .text(kind), .text(field), StoredValue(value), .integer(stamp.at), .text(stamp.device),
      ])
  }
}
