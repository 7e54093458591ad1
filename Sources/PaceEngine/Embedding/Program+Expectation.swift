package import PaceLanguage

extension Program {
  /// What a field takes, such as `a number in 0 .. 300`; `value` is one of its type that it refuses, nil if unknown.
  package func expectation(of field: Field, unmetBy value: Constant?) -> String {
    var text = kind(of: field.type)
    if let range = field.range { text += " in \(self.text(of: range, type: field.type))" }
    guard case .value(let value)? = value, let demand = field.demands.unmet(by: value.bits) else {
      return text
    }
    return "\(text) that is \(demand.need.text)"
  }

  private func kind(of type: ValueType) -> String {
    switch type {
    case .number: "a number"
    case .duration: "a duration"
    case .time: "a time of day"
    case .bool: "yes or no"
    case .text: "a text"
    case .date: "a date"
    case .schedule: "a schedule, such as `daily` or `weekly mon wed`"
    case .preset, .enumeration: "one of \((names(of: type) ?? []).joined(separator: ", "))"
    case .weekday, .level: "nothing: a log has no such values"
    }
  }
}
