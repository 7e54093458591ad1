import PaceEngine
import PaceLab
import PaceLanguage

/// Two verdicts side by side, only where they differ.
struct AgainstText: Sendable {
  let program: Program
  typealias Cells = (what: String, rule: RuleID?, one: String, other: String)

  /// What each side knows values by.
  let one: ValuePrinter
  let other: ValuePrinter

  /// What differs, and how it is on either side.
  func cells(of difference: AccountDifference) -> Cells {
    switch difference {
    case .preset(let mine, let theirs):
      ("preset", nil, program.presetName(mine) ?? "none", program.presetName(theirs) ?? "none")
    case .param(let param, let mine, let theirs):
      (
        program.params[param.index].name.text, nil, one.text(mine, program.params[param.index].type),
        other.text(theirs, program.params[param.index].type)
      )
    case .level(let scale, let mine, let theirs):
      (
        program.scales[scale.index].name.text, nil, program.scales[scale.index].levels[mine].name,
        program.scales[scale.index].levels[theirs].name
      )
    case .outcome(let rule, let mine, let theirs):
      (program[rule].name.text, rule, outcome(mine), outcome(theirs))
    case .part(let rule, let mine, let theirs):
      ("  \(mine.text)", rule, part(mine, one), part(theirs, other))
    case .gate(let rule, let mine, let theirs):
      ("  \(ExplainJSON.name(of: mine.gate))", rule, Self.gate(mine), Self.gate(theirs))
    }
  }

  private func outcome(_ account: RuleAccount) -> String {
    QuestionText.outcome(account, program, Style(isOn: false))
  }

  /// The values that are compared, and by how much it is true or not.
  private func part(_ node: ConditionNode, _ printer: ValuePrinter) -> String {
    let truth = node.value.isUnknown ? "unknown" : node.value.isTrue ? "true" : "false"
    guard let margin = node.margin, !margin.isUnknown, node.children.count > 1
    else { return node.children.isEmpty ? printer.text(node.value, node.type) : truth }
    let values = node.children.map { printer.text($0.value, $0.type) }.joined(separator: " against ")
    return "\(values), \(truth) by \(printer.text(margin: Value(abs(margin.bits)), of: node))"
  }

  private static func gate(_ gate: GateAccount) -> String {
    let count = gate.count.map { ", \($0) counted" } ?? ""
    return (gate.isHolding ? "holds" : "open") + count
  }
}
