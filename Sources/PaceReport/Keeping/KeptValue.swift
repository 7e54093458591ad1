import PaceEngine
package import PaceLanguage

/// Values of rows and subjects as they are shown.
package enum KeptValue {
  /// As the rules write it; texts without quotes.
  package static func text(_ value: Constant, _ type: ValueType, _ program: Program) -> String {
    switch value {
    case .text(let text): text.printable
    case .value(let value): program.text(of: value, type: type)
    }
  }

  /// Durations are milliseconds, times of day `HH:MM`, what is unknown is null.
  static func write(_ value: Constant?, _ type: ValueType, _ program: Program, to json: inout JSONWriter) {
    switch value {
    case nil: json.null()
    case .text(let text): json.string(text)
    case .value(let value):
      if value.isUnknown { return json.null() }
      switch type {
      case .number: json.raw(ValueText.number(value.bits))
      case .duration: json.integer(value.bits)
      case .bool: json.bool(value.isTrue)
      case .time, .date, .text, .preset, .schedule, .weekday, .enumeration, .level:
        json.string(program.text(of: value, type: type))
      }
    }
  }
}
