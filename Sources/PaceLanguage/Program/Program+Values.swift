extension Program {
  /// The names of the values of a type, that of value 0 first; nil for types that are not lists of names.
  ///
  /// Another program's type has none here.
  public func names(of type: ValueType) -> [String]? {
    switch type {
    case .preset: presets.map { $0.name.text }
    case .weekday: ValueText.weekdays
    case .enumeration(let id): enumerations.indices.contains(id.index) ? enumerations[id.index].cases : []
    case .level(let id):
      scales.indices.contains(id.index) ? scales[id.index].levels.map { $0.name } : []
    case .number, .duration, .time, .bool, .text, .schedule, .date: nil
    }
  }

  /// The values that the program gives an operand, by default and under each preset.
  public func values(of operand: Operand) -> [Value] {
    constants(of: operand).compactMap { if case .value(let value) = $0 { value } else { nil } }
  }

  /// The texts that the program gives an operand, by default and under each preset.
  public func texts(of operand: Operand) -> [String] {
    constants(of: operand).compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  private func constants(of operand: Operand) -> [Constant] {
    switch operand {
    case .constant(let value): [.value(value)]
    case .param(let param):
      (presets.map { $0.values[param.index] } + [params[param.index].initial]).compactMap { $0 }
    case .attribute(let attribute):
      [subject.attributes[attribute.index].initial].compactMap { $0 }
    }
  }

  /// Whether a field can hold a value: it has the field's type, lies in its range and meets its demands.
  ///
  /// Any field but a text or a schedule can be unknown.
  public func admits(_ constant: Constant, in field: Field) -> Bool {
    switch (constant, field.type) {
    case (.text(let text), .schedule): return Schedule(text) != nil
    case (.text, .text): return true
    case (.text, _), (.value, .text), (.value, .schedule): return false
    case (.value(let value), let type):
      if value.isUnknown { return true }
      let bits = value.bits
      let isOfType =
        switch type {
        case .time: 0..<CivilDate.dayLength ~= bits
        case .date: CivilDate.dayNumbers.contains(bits)
        case .bool: 0...1 ~= bits
        case .preset, .weekday, .enumeration, .level: 0..<Int64(names(of: type)?.count ?? 0) ~= bits
        case .number, .duration, .text, .schedule: true
        }
      return isOfType && field.range?.contains(bits) ?? true && field.demands.unmet(by: bits) == nil
    }
  }

  /// The first parameter without a default, a value in the preset and one in `settings`; nil if there is none.
  public func paramWithoutValue(
    under preset: PresetID?, settings: [(param: ParamID, value: Constant)] = []
  ) -> ParamID? {
    params.ids.first { param in
      params[param.index].initial == nil && !settings.contains { $0.param == param }
        && preset.flatMap { presets[$0.index].values[param.index] } == nil
    }
  }

  /// The value of a type that `text` writes; nil if there is none. Texts and schedules are taken as they are, unquoted.
  public func constant(from text: String, as type: ValueType) -> Constant? {
    if type == .text || type == .schedule { return .text(text) }
    if let names = names(of: type) {
      return names.firstIndex(of: text).map { .value(Value(Int64($0))) }
    }
    guard let written = parseLiteral(text)?.constant, written.type == type else { return nil }
    return written.value
  }
}

extension Program {
  /// What keeps a text from being the number, duration, time or date that it looks like, such as too many digits.
  ///
  /// Nil if nothing does, or if it looks like none.
  public static func problem(ofLiteral text: String) -> Diagnostic? { readLiteral(text).problem }

  /// The milliseconds of a duration as rules have it, such as `1 h 30 min`; nil for any other text.
  public static func duration(writtenAs literal: String) -> Int64? {
    if case .duration(let milliseconds)? = parseLiteral(literal) { return milliseconds }
    return nil
  }

  /// The text that a literal in quotes stands for, with escapes resolved; nil for anything else.
  public static func text(writtenAs literal: String) -> String? {
    if case .string(let text)? = parseLiteral(literal) { return text }
    return nil
  }

  public func presetName(_ preset: PresetID?) -> String? { preset.map { presets[$0.index].name.text } }

  /// Where the text gives a parameter a value: as its default, and in each preset that sets it.
  public func valuePlaces(of param: ParamID) -> [(preset: PresetID?, span: SourceSpan)] {
    let initial = params[param.index].initialSpan.map { [(preset: PresetID?.none, span: $0)] } ?? []
    return presets.indices.reduce(into: initial) { places, preset in
      for own in presets[preset].own where own.param == param {
        places.append((PresetID(preset), own.valueSpan))
      }
    }
  }

  /// The definitions that are shown: those with a label, in the order of their declaration.
  public var figures: [Define] { defines.filter { $0.label != nil } }
}
