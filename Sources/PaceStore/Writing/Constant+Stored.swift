import PaceLanguage

extension StoredValue {
  /// A value of a type as pace stores it; NULL for nil and for what is unknown.
  init(_ constant: Constant?, _ type: ValueType, _ program: Program) {
    switch constant {
    case nil: self = .null
    case .text(let text): self = .text(text)
    case .value(let value) where value.isUnknown: self = .null
    case .value(let value):
      switch type {
      case .number: self = .real(Double(value.bits) / 1_000_000)
      case .duration, .bool: self = .integer(value.bits)
      case .time: self = .text(ValueText.time(value.bits))
      case .date: self = .text(ValueText.date(value.bits))
      case .preset, .enumeration, .weekday, .level:
        let isNamed = 0..<Int64(program.names(of: type)?.count ?? 0) ~= value.bits
        self = isNamed ? .text(program.text(of: value, type: type)) : .null
      case .text, .schedule: self = .null
      }
    }
  }
}

extension Program {
  /// A value as the rules write it, texts without quotes; nil for nil and for what is unknown.
  func written(_ constant: Constant?, _ type: ValueType) -> String? {
    switch constant {
    case nil: nil
    case .text(let text): text
    case .value(let value): value.isUnknown ? nil : text(of: value, type: type)
    }
  }

  /// The value of a field that a setting or the catalogue keeps as a text; nil if the field can't hold it.
  func kept(_ text: String, for field: Field) -> Constant? {
    constant(from: text, as: field.type).flatMap { admits($0, in: field) ? $0 : nil }
  }

  /// What a log gives back of a `number` that it keeps as a real; nil if that real is too large to be read.
  ///
  /// All of up to 2^53 millionths come back, because the division rounds to the nearest double.
  func readBack(_ number: Constant) -> Constant? {
    Constant(StoredValue(number, .number, self), .number, self)
  }
}

extension [Constant?] {
  /// The values with nil for what is unknown, as a log gives them back.
  var known: [Constant?] { map { $0 == .value(.unknown) ? nil : $0 } }
}

extension Constant {
  /// The value of a type that pace has stored; nil for NULL and for what is not of the type.
  init?(_ stored: StoredValue, _ type: ValueType, _ program: Program) {
    switch (stored, type) {
    case (.null, _), (.blob, _): return nil
    case (.integer(let value), .number):
      guard let bits = DecimalRounding.scaled(value, by: 1_000_000) else { return nil }
      self = .value(Value(bits))
    case (.real(let value), .number):
      guard let bits = DecimalRounding.scaled(value, by: 1_000_000) else { return nil }
      self = .value(Value(bits))
    // A column that was made for numbers stores whole ones as reals too.
    case (.real(let value), .duration), (.real(let value), .bool):
      guard let whole = Int64(exactly: value) else { return nil }
      self.init(.integer(whole), type, program)
    case (.integer(let value), .duration): self = .value(Value(value))
    case (.integer(let value), .bool):
      guard value == 0 || value == 1 else { return nil }
      self = .value(Value(value))
    default:
      guard let text = stored.text, let found = program.constant(from: text, as: type) else { return nil }
      self = found
    }
  }
}
