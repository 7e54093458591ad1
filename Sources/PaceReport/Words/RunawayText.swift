package import PaceEngine
package import PaceLanguage

/// Why a runaway ended the evaluation of a subject, and what may help.
package struct RunawayText {
  private let program: Program
  private let runaway: Runaway

  package init(_ runaway: Runaway, _ program: Program) {
    self.runaway = runaway
    self.program = program
  }

  /// In one sentence; `subject` is what the sentence is about, such as a scenario's name.
  package func sentence(_ subject: String) -> String {
    let rule = program[runaway.rule].name.text
    let step = ValueText.duration(runaway.milliseconds)
    return "\(subject): evaluation ended at \(TimeText.iso(runaway.at)), because `\(rule)` comes due every "
      + "\(step): more than \(Self.most) instants in 24 hours with nothing logged"
  }

  private static let most = "1,000,000"

  /// Where the rule's step comes from.
  package var help: String {
    switch runaway.step {
    case .constant: return "the rule says so: \(program.place(of: program[runaway.rule].name.span))"
    case .param(let param):
      return "it is the parameter `\(program.params[param.index].name.text)`"
    case .attribute(let attribute):
      let name = program.subject.attributes[attribute.index].name.text
      guard let (table, column) = column(of: attribute) else {
        return "it is the attribute `\(name)`; is its column in milliseconds?"
      }
      return "it is the attribute `\(name)`, column `\(column)` of \(table); "
        + "a source can read it as minutes: `\(column) as minutes`"
    }
  }

  /// The column that fills an attribute, as the pack's source says.
  private func column(of attribute: AttributeID) -> (table: String, column: String)? {
    for table in program.sources.flatMap({ $0.tables }) where table.target == .subject {
      for column in table.columns where column.slot == .attribute(attribute) {
        if case .column(let name) = column.input { return (table.name, name) }
      }
    }
    return nil
  }
}
