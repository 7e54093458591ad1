public import PaceEngine
public import PaceLanguage

/// A change of what the catalogue says of a kind; nil restores what the rules say.
public enum KindChange: Equatable, Sendable {
  case label(String?)
  /// Whether it may be logged.
  case isEnabled(Bool?)
  /// Its place among the kinds of its event, in millionths.
  case order(Value?)
  /// The value that fills a field of its rows, by the field's name.
  case field(String, Constant?)
}

/// The catalogue: how kinds are shown, whether they may be logged, and the values that fill a row.
public struct KindTable {
  let file: LogFile

  /// What the catalogue records about a kind besides the values of fields.
  enum Property: String {
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

  private static func entry(
    _ event: EventID, _ kind: KindID, _ kept: [String: String], _ program: Program
  ) -> KeptKind {
    let number = kept[Property.order.rawValue].flatMap { program.constant(from: $0, as: .number) }
    let order: Value? = if case .value(let order)? = number { order } else { nil }
    let type = program.events[event.index]
    let declared = type.kinds[kind.index]
    let values = type.fields.indices.map { index in
      let field = type.fields[index]
      return kept[field.name.text].flatMap { program.kept($0, for: field) }
        ?? declared.values[index] ?? field.initial
    }
    return KeptKind(
      event: event, kind: kind, label: kept[Property.label.rawValue] ?? declared.label?.text,
      isEnabled: kept[Property.enabled.rawValue] != "no",
      order: order, values: values)
  }

  /// The values in force whose fields can't hold them, as other rules may have written them.
  public func outdated() throws(StoreError) -> [(kind: EventKind, field: Field, value: String)] {
    var outdated: [(kind: EventKind, field: Field, value: String)] = []
    for (event, kinds) in try inForce().sorted(by: { $0.key < $1.key }) {
      guard let type = file.program.events.first(where: { $0.name.text == event }) else { continue }
      for kind in type.kinds {
        for field in type.fields {
          guard let text = kinds[kind.name.text]?[field.name.text], file.program.kept(text, for: field) == nil
          else { continue }
          outdated.append((kind, field, text))
        }
      }
    }
    return outdated
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

  func set(_ changes: [KindChange], of kind: KindID, in event: EventID, _ stamp: Stamp) throws(StoreError) {
    let type = file.program.events[event.index]
    let names: [StoredValue] = [.text(type.name.text), .text(type.kinds[kind.index].name.text)]
    for change in changes {
      let (name, value) = change.written(in: type, file.program)
      try file.connection.run(
        "INSERT OR REPLACE INTO _kind VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        names + [.text(name), StoredValue(value)] + stamp.stored)
    }
  }
}

extension [KeptKind] {
  /// What fills the fields of a row: the values of its kind, else the defaults.
  func values(of kind: KindID?, in event: EventID, _ program: Program) -> [Constant?] {
    first { $0.event == event && $0.kind == kind }?.values
      ?? program.events[event.index].fields.map(\.initial)
  }
}

extension KindChange {
  /// The name and the value that the catalogue keeps; texts without quotes, nil for unknown.
  fileprivate func written(in type: EventType, _ program: Program) -> (name: String, value: String?) {
    switch self {
    case .label(let label): (KindTable.Property.label.rawValue, label)
    case .isEnabled(let isEnabled):
      (KindTable.Property.enabled.rawValue, isEnabled.map { ValueText.bool($0) })
    case .order(let order): (KindTable.Property.order.rawValue, order.map { ValueText.number($0.bits) })
    case .field(let name, let value):
      (name, type.fields.first { $0.name.text == name }.flatMap { program.written(value, $0.type) })
    }
  }
}

extension Program {
  /// Refuses a change that the catalogue can't hold.
  func check(_ change: KindChange, of type: EventType) throws(Refusal) {
    switch change {
    case .label, .isEnabled: break
    case .order(let order):
      if let order, order.isUnknown {
        throw Refusal(.badValue, "`order` can't be unknown", help: "nil clears it")
      }
    case .field(let name, let value):
      guard let field = type.fields.first(where: { $0.name.text == name }) else {
        throw Refusal(
          .unknownName, "`\(type.name.text)` has no field `\(name)`",
          help: Spelling.help(for: name, among: type.fields.map(\.name.text)))
      }
      try check(setting: value, in: field, of: type.name.text)
    }
  }
}
