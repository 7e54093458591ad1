extension Program {
  /// A value as the language writes it; empty if it is out of range, or of another program's type.
  ///
  /// Also empty for texts and schedules, which only a machine knows.
  public func text(of value: Value, type: ValueType) -> String {
    if value.isUnknown { return "unknown" }
    let index = Int(clamping: value.bits)
    switch type {
    case .number: return ValueText.number(value.bits)
    case .duration: return ValueText.duration(value.bits)
    case .time: return ValueText.time(value.bits)
    case .date: return ValueText.date(value.bits)
    case .bool: return value.isTrue ? "yes" : "no"
    case .weekday: return ValueText.weekdays.indices.contains(index) ? ValueText.weekdays[index] : ""
    case .preset: return presets.indices.contains(index) ? presets[index].name.text : ""
    case .enumeration(let id):
      guard enumerations.indices.contains(id.index) else { return "" }
      let cases = enumerations[id.index].cases
      return cases.indices.contains(index) ? cases[index] : ""
    case .level(let id):
      guard scales.indices.contains(id.index) else { return "" }
      let levels = scales[id.index].levels
      return levels.indices.contains(index) ? levels[index].name : ""
    case .text, .schedule: return ""
    }
  }

  /// A constant as the language writes it, texts in quotes.
  public func text(of constant: Constant, type: ValueType) -> String {
    switch constant {
    case .value(let value): text(of: value, type: type)
    case .text(let text): ValueText.quoted(text)
    }
  }

  /// A range of values: `0 .. 300`.
  package func text(of range: ClosedRange<Int64>, type: ValueType) -> String {
    text(of: Value(range.lowerBound), type: type) + " .. " + text(of: Value(range.upperBound), type: type)
  }

  /// A parameter's or attribute's name, or the constant.
  public func text(of operand: Operand, type: ValueType = .duration) -> String {
    switch operand {
    case .constant(let value): text(of: value, type: type)
    case .param(let param): params[param.index].name.text
    case .attribute(let attribute): subject.attributes[attribute.index].name.text
    }
  }

  /// The place of a span: `rules/take-care.pace:52`.
  public func place(of span: SourceSpan) -> String { files.place(of: span) }

  /// A copy in which each message says whether it must be searched for guard phrases once it is filled in.
  func judgingMessages() -> Program {
    changing { content in
      for index in rules.indices {
        guard let message = rules[index].emission?.message, message.hasValues else { continue }
        let words = TemplateWords(message) { self.words(of: self[$0].type) }
        content.rules[index].emission?.message.maySayForbidden = guardMatcher.mayOccur(in: words)
      }
    }
  }

  /// The words that values of a type are written with, besides numbers; nil if they may be any.
  private func words(of type: ValueType) -> [String]? {
    switch type {
    case .text, .schedule: nil
    case .number, .time, .date: ["unknown"]
    case .duration: Unit.allCases.map { $0.text } + ["unknown"]
    case .bool: [ValueText.bool(false), ValueText.bool(true), "unknown"]
    case .preset, .weekday, .enumeration, .level: (names(of: type) ?? []) + ["unknown"]
    }
  }
}
