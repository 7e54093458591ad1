import PaceEngine
import PaceLab
import PaceLanguage

/// `explain --format json`: one object an instant, a line each.
struct ExplainJSON: Sendable {
  let program: Program
  private var json = JSONWriter()

  init(_ program: Program) { self.program = program }

  /// The line of an instant; `rules` are those to be told of.
  mutating func line(of explanation: Explanation, rules: Set<RuleID>) -> [UInt8] {
    json.clear()
    let printer = ValuePrinter(program: program, evaluator: explanation.evaluator)
    json.object { [program] object in
      let account = explanation.account
      object.field("subject", explanation.log.id)
      object.field("at", TimeText.iso(account.at))
      object.field("at_ms", account.at.milliseconds)
      object.field("preset", program.presetName(account.preset))
      object.key("levels")
      object.object { levels in
        for (scale, level) in zip(program.scales, account.levels) {
          levels.field(scale.name.text, scale.levels[level].name)
        }
      }
      object.key("rules")
      object.array { list in
        for rule in account.rules where rules.contains(rule.rule) {
          list.object { Self.write(rule, explanation, printer, &$0) }
        }
      }
      object.key("flips")
      object.array { _ in }
      object.key("next")
      object.array { list in
        for step in explanation.next { list.object { Self.write(step, program, &$0) } }
      }
    }
    json.endLine()
    return json.bytes
  }

  private static func write(
    _ account: RuleAccount, _ explanation: Explanation, _ printer: ValuePrinter, _ object: inout JSONWriter
  ) {
    object.field("rule", printer.program[account.rule].name.text)
    object.field("outcome", account.outcome.text)
    object.field("gate", account.gate.map { $0.isPolicy ? "policy \($0.name.text)" : $0.name.text })
    object.field("opens_at_ms", account.opensAt?.milliseconds)
    object.key("condition")
    if let condition = account.condition {
      write(condition, explanation, printer, &object)
    } else {
      object.null()
    }
    object.field("event", account.event.flatMap { row($0, explanation) })
    object.field("waits_until_ms", account.waitsUntil?.milliseconds)
    object.field("message", account.message)
  }

  private static func row(_ event: EventOrdinal, _ explanation: Explanation) -> String? {
    explanation.log.rows.indices.contains(event.index) ? explanation.log.rows[event.index] : nil
  }

  private static func write(
    _ node: ConditionNode, _ explanation: Explanation, _ printer: ValuePrinter, _ json: inout JSONWriter
  ) {
    json.object { object in
      object.field("text", node.text)
      object.key("value")
      write(node.value, node.type, printer, &object)
      object.key("margin")
      if let margin = node.margin, let type = node.marginType {
        write(margin, type, printer, &object)
      } else {
        object.null()
      }
      object.field("evidence", strings: node.allEvidence.compactMap { row($0, explanation) })
      object.key("children")
      object.array { list in
        for child in node.children { write(child, explanation, printer, &list) }
      }
    }
  }

  /// Numbers and truth values as JSON has them, durations in milliseconds, the rest as text.
  private static func write(
    _ value: Value, _ type: ValueType, _ printer: ValuePrinter, _ json: inout JSONWriter
  ) {
    if value.isUnknown { return json.null() }
    switch type {
    case .number: json.raw(printer.text(value, type))
    case .duration: json.integer(value.bits)
    case .bool: json.bool(value.isTrue)
    case .text, .schedule: json.string(printer.evaluator.text(of: value))
    default: json.string(printer.text(value, type))
    }
  }

  private static func write(_ step: NextStep, _ program: Program, _ object: inout JSONWriter) {
    switch step.what {
    case .clears(let rule):
      object.field("what", "clears")
      object.field("rule", program[rule].name.text)
    case .opens(let rule):
      object.field("what", "opens")
      object.field("rule", program[rule].name.text)
    case .level(let scale, let level):
      object.field("what", "level")
      object.field("scale", program.scales[scale.index].name.text)
      object.field("level", program.scales[scale.index].levels[level].name)
    }
    object.field("at_ms", step.at.milliseconds)
  }
}
