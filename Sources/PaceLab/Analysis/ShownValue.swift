import PaceEngine
public import PaceLanguage

/// A value to be shown, with the text that it stands for, if any.
public struct ShownValue: Sendable, Equatable {
  public var type: ValueType
  public var value: Value
  /// What a text or schedule says; nil for other types, and if the value is unknown.
  public var text: String?

  init(_ value: Value, _ type: ValueType, in machine: Machine) {
    self.type = type
    self.value = value
    switch type {
    case .text, .schedule: text = value.isUnknown ? nil : machine.text(of: value)
    case .number, .duration, .time, .bool, .preset, .date, .weekday, .enumeration, .level: text = nil
    }
  }
}

extension SubjectLog {
  /// The subject's attributes with defaults filled in; `machine` must hold this subject, whose texts it knows.
  func attributes(in machine: Machine) -> [ShownValue] {
    machine.plan.program.subject.attributes.enumerated().map { index, attribute in
      let own = index < record.attributes.count ? record.attributes[index] : .unknown
      var shown = ShownValue(own, attribute.type, in: machine)
      switch attribute.initial {
      case .value(let value) where own.isUnknown: shown.value = value
      case .text(let text) where own.isUnknown: shown.text = text
      case .value, .text, nil: break
      }
      return shown
    }
  }
}
