import PaceLanguage

/// The values of a subject's parameters, before any are set one by one.
struct ParamAssignment {
  /// The preset that gives them; nil for the parameters' own values.
  var preset: PresetID?
  /// One for each parameter; nil if it has none.
  var values: [Constant?]

  /// The value of an operand, in bits; nil if it is unknown or differs between subjects.
  private func bits(of operand: Operand) -> Int64? {
    switch operand {
    case .constant(let value): Constant.value(value).bits
    case .param(let param): values.indices.contains(param.index) ? values[param.index]?.bits : nil
    case .attribute: nil
    }
  }

  /// The span between two times of day; nil without hours, or if an end may differ between subjects.
  func span(of hours: ClockHours?) -> ClockSpan? { ClockSpan(hours, bits) }

  /// The times of day of a clock trigger that are the same for every subject; none for a step below a minute.
  func times(of trigger: Rule.Trigger) -> [Int64] {
    if let time = trigger.time.flatMap(bits) { return [time] }
    guard let ticks = trigger.ticks, let step = bits(of: ticks.step), step >= 60_000,
      let span = span(of: ticks.span)
    else { return [] }
    return stride(from: 0 as Int64, to: span.length, by: Int(clamping: step)).map {
      (span.start + $0) % ClockSpan.day
    }
  }
}

extension Program {
  /// A preset, then the one that it extends, and so on; empty for nil.
  func lineage(of preset: PresetID?) -> [PresetID] {
    preset.map { Array(sequence(first: $0) { self.presets[$0.index].base }) } ?? []
  }

  /// The values of the parameters under each preset, and without one if a subject may have none.
  var possibleAssignments: [ParamAssignment] {
    let initial = params.map { $0.initial }
    var assignments = presets.indices.map {
      ParamAssignment(preset: PresetID($0), values: presets[$0].values)
    }
    // A subject that picks none has the parameters' own values.
    if assignments.isEmpty || (defaultPreset == nil && !initial.contains { $0 == nil }) {
      assignments.append(ParamAssignment(preset: nil, values: initial))
    }
    return assignments
  }
}
