import PaceLanguage

/// Plausible values for a program's events, fields and attributes, from their types, ranges and defaults.
struct SampleValues {
  private let program: Program

  init(_ program: Program) { self.program = program }

  /// An event, of the first declared ones most often; nil where the program has none.
  func event(
    _ number: Int, _ random: inout SampleRandom
  ) -> (event: EventID, kind: KindID?, fields: [Constant?])? {
    // What comes first is of the first event: the others mostly answer it.
    guard let index = number == 0 ? program.events.indices.first : random.early(program.events.count) else {
      return nil
    }
    let type = program.events[index]
    let kind = random.early(type.kinds.count)
    let fields = type.fields.enumerated().map { slot, field -> Constant? in
      let initial = kind.flatMap { type.kinds[$0].values[slot] } ?? field.initial
      if initial != nil, !random.chance(15) { return nil }
      return value(of: field, near: initial, &random)
    }
    return (EventID(index), kind.map { KindID($0) }, fields)
  }

  /// Mostly the default.
  func attribute(_ attribute: Field, _ random: inout SampleRandom) -> Constant? {
    if attribute.type == .preset, !program.presets.isEmpty, random.chance(60) {
      return .value(Value(random.whole(0, Int64(program.presets.count) - 1)))
    }
    if attribute.initial != nil, !random.chance(15) { return nil }
    let found = value(of: attribute, near: attribute.initial, &random)
    if case .value(let value)? = found, attribute.demands.unmet(by: value.bits) != nil { return nil }
    return found
  }

  /// Nil for texts, whose meaning only the program's author knows.
  private func value(of field: Field, near initial: Constant?, _ random: inout SampleRandom) -> Constant? {
    var usual: Int64?
    if case .value(let value)? = initial, !value.isUnknown { usual = value.bits }
    switch field.type {
    case .number:
      return .value(
        Value(amount(in: field.range, near: usual, grain: 100_000, otherwise: 1_000_000, &random)))
    case .duration:
      return .value(Value(amount(in: field.range, near: usual, grain: 60_000, otherwise: 600_000, &random)))
    case .time: return .value(Value(within(field.range, (usual ?? random.whole(0, 95) * 900_000), 0)))
    case .bool: return .value(random.chance(50) ? .yes : .no)
    case .weekday: return .value(Value(random.whole(0, 6)))
    case .enumeration(let id):
      return .value(Value(random.whole(0, Int64(program.enumerations[id.index].cases.count) - 1)))
    case .schedule: return .text(["daily", "weekly mon wed fri", "monthly 1 15"][Int(random.whole(0, 2))])
    case .text, .preset, .date, .level: return nil
    }
  }

  /// Half to double of what is usual, or from the low part of the range, on round numbers.
  private func amount(
    in range: ClosedRange<Int64>?, near usual: Int64?, grain: Int64, otherwise: Int64,
    _ random: inout SampleRandom
  ) -> Int64 {
    if let usual, usual > 0, usual < .max / 8 {
      return within(range, usual / 2 * random.whole(1, 4), grain)
    }
    guard let range else { return otherwise * random.whole(1, 10) }
    let (width, overflow) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
    guard !overflow, width > 0 else { return range.lowerBound }
    // The least of three draws: small amounts are common, large ones are not.
    let draw = min(random.whole(1, 20), random.whole(1, 20), random.whole(1, 20))
    return within(range, range.lowerBound + width / 20 * draw, grain)
  }

  private func within(_ range: ClosedRange<Int64>?, _ value: Int64, _ grain: Int64) -> Int64 {
    let round = grain > 0 && value.magnitude >= grain.magnitude ? value / grain * grain : value
    guard let range else { return round }
    return min(max(round, range.lowerBound), range.upperBound)
  }
}
