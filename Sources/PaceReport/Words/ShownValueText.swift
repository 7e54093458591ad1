public import PaceEngine
public import PaceLab
public import PaceLanguage

extension Program {
  /// A value as the language writes it, on one line; texts have no quotes.
  public func text(of shown: ShownValue) -> String {
    if let text = shown.text { return text.printable }
    return text(of: shown.value, type: shown.type)
  }

  /// A value of a row or a subject as the language writes it; texts have no quotes.
  public func unquotedText(of constant: Constant, type: ValueType) -> String {
    switch constant {
    case .text(let text): text.printable
    case .value(let value): text(of: value, type: type)
    }
  }

  /// A value as in JSON, but without quotes; empty if unknown.
  func cell(of value: Value, _ type: ValueType) -> String {
    if value.isUnknown { return "" }
    return type == .duration ? String(value.bits) : text(of: value, type: type)
  }
}

extension ShownValue {
  var constant: Constant { text.map { .text($0) } ?? .value(value) }

  /// The value as in JSON, but without quotes; empty if unknown.
  func cell(_ program: Program) -> String { text ?? program.cell(of: value, type) }
}

extension Words {
  /// How long something lasted, in whole minutes if there are any: `3 h 12 min`.
  static func length(_ milliseconds: Int64) -> String {
    for unit: Int64 in [60_000, 1000] where milliseconds.magnitude >= unit.magnitude {
      return ValueText.duration(milliseconds / unit * unit)
    }
    return ValueText.duration(milliseconds)
  }

  /// A number, in millionths, rounded to hundredths; below 0.1 it keeps two digits, so that it is not shown as 0.
  static func rounded(_ millionths: Int64) -> String {
    var step: Int64 = 10_000
    while step > 1, millionths.magnitude < step.magnitude * 10 { step /= 10 }
    return ValueText.number(rounded(millionths, to: step))
  }

  /// The nearest multiple of `step`, which is positive; halves go away from zero.
  ///
  /// A number whose nearest multiple doesn't fit gets the next one towards zero.
  static func rounded(_ number: Int64, to step: Int64) -> Int64 {
    let rest = number % step
    if rest.magnitude * 2 < step.magnitude { return number - rest }
    let (rounded, overflow) = (number - rest).addingReportingOverflow(number < 0 ? -step : step)
    return overflow ? number - rest : rounded
  }

  /// `2 warnings, 1 reminder`: kinds of notices are never added up.
  static func notices(_ kinds: [(name: String, count: Int)]) -> String {
    kinds.map { Noun.count($0.count, $0.name.printable) }.joined(separator: ", ")
  }
}

extension TimeText {
  /// `2026-11-20 21:09`: the minute that an instant lies in.
  public func moment(_ instant: Instant) -> String { "\(ValueText.date(date(instant))) \(minute(instant))" }

  /// `2026-11-20 21:09:00`, with milliseconds only where there are any.
  public func exactMoment(_ instant: Instant) -> String {
    "\(ValueText.date(date(instant))) \(clock(instant))"
  }

  /// `21:09`, with the date too if it is not that of `other`.
  func moment(_ instant: Instant, after other: Instant) -> String {
    date(instant) == date(other) ? minute(instant) : moment(instant)
  }
}

extension JSONWriter {
  /// The name of each scale's level.
  mutating func field(_ name: String, levels: [Int], _ program: Program) {
    object(name, each: zip(program.scales, levels)) { $1.field($0.0.name.text, $0.0.levels[$0.1].name) }
  }

  /// Numbers and truth values as such, durations in milliseconds, all else as text; null if unknown.
  mutating func field(_ name: String, _ constant: Constant?, _ type: ValueType, _ program: Program) {
    key(name)
    switch constant {
    case .text(let text): string(text)
    case .value(let value) where !value.isUnknown:
      switch type {
      case .number: raw(ValueText.number(value.bits))
      case .bool: bool(value.isTrue)
      case .duration: integer(value.bits)
      case .time, .text, .preset, .schedule, .date, .weekday, .enumeration, .level:
        string(program.text(of: value, type: type))
      }
    case .value, nil: null()
    }
  }

  /// An object with the value of each attribute or field.
  mutating func object(_ name: String, _ fields: [Field], _ values: [Constant?], _ program: Program) {
    object(name, each: zip(fields, values)) { $1.field($0.0.name.text, $0.1, $0.0.type, program) }
  }

  /// A list of the figures, as far as there are values.
  mutating func figures(_ values: [Constant], _ program: Program) {
    objects("figures", zip(program.figures, values)) { figure, object in
      let (define, value) = figure
      let type = program[define.value].type
      object.field("name", define.name.text)
      object.field("label", define.label?.text)
      object.field("value", value, type, program)
      object.field("text", value == .value(.unknown) ? nil : program.unquotedText(of: value, type: type))
    }
  }
}
