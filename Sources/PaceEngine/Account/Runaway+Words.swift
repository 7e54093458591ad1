public import PaceLanguage

extension Runaway {
  /// Why the evaluation of a subject ended; `subject` is what the sentence is about, such as a scenario's name.
  public func sentence(_ subject: String, _ program: Program) -> String {
    "\(subject): \(Self.sentence(rule: program[rule].name.text, every: step?.milliseconds, at: at))"
  }

  static func sentence(rule: String, every milliseconds: Int64?, at: Instant) -> String {
    let often = milliseconds.map { "every \(ValueText.duration($0))" } ?? "again and again"
    return "evaluation ended at \(at.iso), because `\(rule)` comes due \(often): "
      + "more than 1,000,000 instants in 24 hours with nothing logged"
  }

  /// Where the rule's step comes from, and what may help.
  public func help(_ program: Program) -> String {
    let place = program.place(of: program[rule].name.span)
    switch step?.operand {
    case nil: return "what it reads changes that often: \(place); longer spans or a `cooldown` may help"
    case .constant: return "the rule says so: \(place)"
    case .param(let param):
      return "it is the parameter `\(program.params[param.index].name.text)`"
    case .attribute(let attribute):
      let name = program.subject.attributes[attribute.index].name.text
      guard let (table, column) = program.column(of: attribute) else {
        return "it is the attribute `\(name)`; is its column in milliseconds?"
      }
      return "it is the attribute `\(name)`, column `\(column)` of \(table); "
        + "a source can read it as minutes: `\(column) as minutes`"
    }
  }
}

extension Program {
  /// The column that fills an attribute, as the pack's source says.
  fileprivate func column(of attribute: AttributeID) -> (table: String, column: String)? {
    for table in sources.flatMap({ $0.tables }) where table.target == .subject {
      for column in table.columns where column.slot == .attribute(attribute) {
        if case .column(let name) = column.input { return (table.name, name) }
      }
    }
    return nil
  }
}
