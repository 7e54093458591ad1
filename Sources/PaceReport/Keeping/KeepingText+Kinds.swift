package import PaceEngine
import PaceLanguage

extension KeepingText {
  /// A line for each kind: its name, its label, and what fills its rows.
  package func lines(of kinds: [KeptKind]) -> [String] {
    var table = TextTable([.left, .left, .left, .left])
    for entry in kinds {
      let event = program.events[entry.event.index]
      let values = zip(event.fields, entry.values).compactMap { field, value in
        value.map { "\(field.name.text) \(KeptValue.text($0, field.type, program))" }
      }
      table.append([
        event.kinds[entry.kind.index].name.text, (entry.label ?? "").printable,
        values.joined(separator: ", "), entry.isEnabled ? "" : "disabled",
      ])
    }
    return table.lines
  }
}
