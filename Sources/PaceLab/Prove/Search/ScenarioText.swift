import PaceEngine
import PaceLanguage

/// Writes what the search found as a scenario, ready to paste below a pack.
struct ScenarioText {
  private let program: Program
  private var lines: [String] = []

  /// `title` is the scenario's name.
  static func of(_ witness: Witness, title: String, in program: Program) -> String {
    var text = ScenarioText(program: program)
    text.write(witness, title)
    return text.lines.joined(separator: "\n") + "\n"
  }

  /// The text of a scenario with another name.
  static func of(_ text: String, retitled title: String) -> String {
    heading(title) + text.drop { $0 != "\n" }
  }

  private static func heading(_ title: String) -> String { "scenario \(ValueText.quoted(title)) {" }

  private mutating func write(_ witness: Witness, _ title: String) {
    let trial = witness.trial
    lines.append(Self.heading(title))
    lines.append("  start \(text(trial.startDay, .date)) \(text(trial.startTime, .time))")
    if program.calendar.zone != nil || program.subject.zoneAttribute != nil { lines.append("  zone \"UTC\"") }
    let presets = witness.presets.map { program.presets[$0.index].name.text }
    if !presets.isEmpty {
      lines.append("  \(presets.count == 1 ? "preset" : "presets") \(presets.joined(separator: ", "))")
    }
    if !trial.attributes.isEmpty {
      let values = program.subject.attributes.enumerated().compactMap { index, field in
        trial.attributes[AttributeID(index)].map { value in
          "\(field.name.text) = \(program.text(of: value, type: field.type))"
        }
      }
      lines += ItemBlock.lines("subject", values)
    }
    for (index, param) in program.params.enumerated() {
      guard let value = trial.settings[ParamID(index)] else { continue }
      lines.append("  set \(param.name.text) = \(program.text(of: value, type: param.type))")
    }
    for given in trial.given {
      lines.append("  given \(program[given.rule].name.text) at \(point(given.offset))")
    }
    for (row, offset) in zip(trial.rows, trial.offsets) { lines += self.lines(of: row, at: point(offset)) }
    lines.append("  expect \(text(witness.expectation, at: point(witness.offset)))")
    lines.append("}")
  }

  private func point(_ offset: Int64) -> String { "+" + text(offset, .duration) }

  private func text(_ bits: Int64, _ type: ValueType) -> String {
    program.text(of: Value(bits), type: type)
  }

  private func lines(of row: Trial.Row, at point: String) -> [String] {
    let event = program.events[row.event.index]
    let values = zip(event.fields, row.values).compactMap { field, value in
      value.map { "\(field.name.text) = \(program.text(of: $0, type: field.type))" }
    }
    return ItemBlock.lines("at \(point) \(event.name(of: row.kind))", values)
  }

  private func text(_ expectation: Witness.Expectation, at point: String) -> String {
    switch expectation {
    case .fires(let rule): return "\(program[rule].name.text) at \(point)"
    case .held(let rule, let gate):
      return "\(program[rule].name.text) held by \(gate.fullName) at \(point)"
    case .says(let rule, let message):
      return "\(program[rule].name.text) saying \(ValueText.quoted(message)) at \(point)"
    case .isSilent(let rule): return "no \(program[rule].name.text) at \(point)"
    case .outcome(let rule, let outcome):
      return "\(program[rule].name.text) is \(outcome.text) at \(point)"
    case .notEven(let rule, let outcome):
      return "\(program[rule].name.text) is \(outcome.text) at \(point) exactly 0 times"
    case .level(let scale, let relation, let level):
      let scale = program.scales[scale.index]
      return "\(scale.name.text) \(relation.text) \(scale.levels[level].name) at \(point)"
    }
  }
}
