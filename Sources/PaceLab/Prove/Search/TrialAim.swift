import PaceLanguage

/// The numbers of a trial that can be turned to bring a comparison to its edge.
struct TrialAim {
  enum Place {
    case start
    case gap(Int)
    case value(row: Int, slot: Int)
    case attribute(Int)
    case tail
  }

  struct Knob {
    var place: Place
    /// How far it is turned to see what that does.
    var step: Int64
  }

  private(set) var knobs: [Knob] = []
  private let trial: Trial
  private let alphabet: TrialAlphabet
  private let program: Program

  private static let one: Int64 = 1_000_000

  init(_ trial: Trial, _ alphabet: TrialAlphabet, _ program: Program) {
    self.trial = trial
    self.alphabet = alphabet
    self.program = program
    knobs = [Knob(place: .start, step: Trial.minute), Knob(place: .tail, step: Trial.minute)]
    for (index, row) in trial.rows.enumerated() {
      knobs.append(Knob(place: .gap(index), step: Trial.minute))
      for (slot, field) in program.events[row.event.index].fields.enumerated() where isTurnable(field) {
        knobs.append(Knob(place: .value(row: index, slot: slot), step: step(of: field)))
      }
    }
    for (index, attribute) in alphabet.attributes.enumerated() {
      let field = program.subject.attributes[attribute.id.index]
      if isTurnable(field) { knobs.append(Knob(place: .attribute(index), step: step(of: field))) }
    }
  }

  private func isTurnable(_ field: Field) -> Bool {
    field.type == .number || field.type == .duration || field.type == .time
  }

  private func step(of field: Field) -> Int64 { field.type == .number ? Self.one : Trial.minute }

  /// The trial with one number turned, whatever comes of it.
  func turned(_ knob: Knob, by distance: Int64) -> Trial {
    var trial = trial
    switch knob.place {
    case .start:
      let time = (trial.startTime &+ distance) % Trial.day
      trial.startTime = time < 0 ? time + Trial.day : time
    case .tail: trial.tail = trial.tail &+ distance
    case .gap(let row): trial.rows[row].gap = trial.rows[row].gap &+ distance
    case .value(let row, let slot):
      let old = bits(of: trial.rows[row], slot)
      trial.rows[row].values[slot] = .value(Value(old &+ distance))
    case .attribute(let index):
      let id = alphabet.attributes[index].id
      trial.set(id, to: .value(Value(bits(of: id) &+ distance)))
    }
    return trial
  }

  /// The same, if that is a trial that a scenario can tell of.
  func checked(_ knob: Knob, by distance: Int64) -> Trial? {
    let found = turned(knob, by: distance)
    switch knob.place {
    case .start: return abs(distance) < Trial.day ? found : nil
    case .tail: return TrialAlphabet.lengths.contains(found.tail) ? found : nil
    case .gap(let row): return TrialAlphabet.lengths.contains(found.rows[row].gap) ? found : nil
    case .value(let row, let slot):
      let field = program.events[trial.rows[row].event.index].fields[slot]
      return isAllowed(found.rows[row].values[slot], field) ? found : nil
    case .attribute(let index):
      let id = alphabet.attributes[index].id
      let value = found.attributes.first { $0.id == id }?.value
      return isAllowed(value, program.subject.attributes[id.index]) ? found : nil
    }
  }

  private func isAllowed(_ constant: Constant?, _ field: Field) -> Bool {
    guard case .value(let value)? = constant, !value.isUnknown else { return false }
    switch field.type {
    case .time: return (0..<Trial.day).contains(value.bits)
    case .duration: return TrialAlphabet.lengths.contains(value.bits) && isInRange(value.bits, field)
    default: return abs(value.bits) < .max / 1_000 && isInRange(value.bits, field)
    }
  }

  private func isInRange(_ bits: Int64, _ field: Field) -> Bool { field.range?.contains(bits) ?? true }

  private func bits(of row: Trial.Row, _ slot: Int) -> Int64 {
    let event = program.events[row.event.index]
    let value = row.values[slot] ?? row.kind.flatMap { event.kinds[$0.index].values[slot] }
    return bits(of: value, event.fields[slot])
  }

  private func bits(of id: AttributeID) -> Int64 {
    bits(of: trial.attributes.first { $0.id == id }?.value, program.subject.attributes[id.index])
  }

  /// A field that has no value starts at the least one.
  private func bits(of constant: Constant?, _ field: Field) -> Int64 {
    if case .value(let value)? = constant ?? field.initial { return value.bits }
    return field.range?.lowerBound ?? 0
  }
}
