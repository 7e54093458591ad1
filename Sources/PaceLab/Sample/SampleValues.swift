import PaceEngine
import PaceLanguage

/// Plausible values for a program's events, fields and attributes, from their types, ranges and defaults.
struct SampleValues {
  let program: Program

  /// An event, of the first declared ones most often; nil if the program has none.
  func event(
    _ number: Int, _ random: inout SampleRandom
  ) -> (event: EventID, kind: KindID?, fields: [Constant?])? {
    // The first row is of the first declared event, which the others mostly answer.
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

  /// The default, four times out of five.
  func attribute(_ attribute: Field, _ random: inout SampleRandom) -> Constant? {
    if attribute.initial != nil, random.chance(80) { return nil }
    let found = value(of: attribute, near: attribute.initial, &random)
    if case .value(let value)? = found, attribute.demands.unmet(by: value.bits) != nil { return nil }
    return found
  }

  /// Nil for texts, whose meaning only the program's author knows.
  private func value(of field: Field, near initial: Constant?, _ random: inout SampleRandom) -> Constant? {
    let usual = initial?.bits
    switch field.type {
    case .number:
      return .value(Value(amount(in: field.range, near: usual, unit: Arithmetic.unit, &random)))
    case .duration: return .value(Value(amount(in: field.range, near: usual, unit: 60_000, &random)))
    case .time: return .value(Value(within(field.range, usual ?? random.whole(0, 95) * 900_000)))
    case .bool: return .value(random.chance(50) ? .yes : .no)
    case .weekday: return .value(Value(random.whole(0, 6)))
    case .enumeration(let id):
      return .value(Value(random.whole(0, Int64(program.enumerations[id.index].cases.count) - 1)))
    case .schedule: return .text(["daily", "weekly mon wed fri", "monthly 1 15"][Int(random.whole(0, 2))])
    case .preset:
      return program.presets.isEmpty ? nil : .value(Value(random.whole(0, Int64(program.presets.count) - 1)))
    case .text, .date, .level: return nil
    }
  }

  /// Half to double of what is usual, or small: in the lowest tenth of the range and below 500 units,
  /// or up to ten units.
  private func amount(
    in range: ClosedRange<Int64>?, near usual: Int64?, unit: Int64, _ random: inout SampleRandom
  ) -> Int64 {
    var grain = unit
    if let usual, usual > 0, usual < .max / 256 {
      while grain > 1, usual % grain != 0 { grain /= 10 }
      return within(range, rounded(usual * random.whole(50, 200) / 100, grain))
    }
    guard let range else { return unit * random.whole(1, 10) }
    guard range.upperBound > 0 else { return range.upperBound }
    let low = max(range.lowerBound, 0)
    let width = range.upperBound - low
    while grain > 1, width / 2 < grain { grain /= 10 }
    let most = max(min(width / 10, 500 * unit), min(width, 2 * grain))
    return within(range, rounded(low + random.whole(0, most), grain))
  }

  /// The nearest whole number of grains that has at most two significant digits; at least one grain.
  private func rounded(_ value: Int64, _ grain: Int64) -> Int64 {
    var step = max(grain, 1)
    while value / step >= 100 { step *= 10 }
    return max((value / step + (value % step >= step - value % step ? 1 : 0)) * step, grain)
  }

  private func within(_ range: ClosedRange<Int64>?, _ value: Int64) -> Int64 {
    range.map { min(max(value, $0.lowerBound), $0.upperBound) } ?? value
  }
}
