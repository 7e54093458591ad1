import PaceEngine
import PaceLab
public import PaceLanguage

/// `explain --format json`: one object per instant, each on a line.
public enum ExplainJSON {
  /// The line of an instant, with the given rules.
  public static func line(
    of explanation: Explanation, rules: Set<RuleID>, _ program: Program
  ) -> [UInt8] {
    let printer = ValuePrinter(program, explanation.machine, explanation.log)
    return JSONWriter.line { object in
      let account = explanation.account
      object.field("subject", explanation.log.id)
      object.fields(at: account.at)
      if let asked = explanation.asked { object.field("asked_ms", asked.milliseconds) }
      object.field("preset", program.presetName(account.preset))
      object.field("levels", levels: account.levels, program)
      object.objects("rules", account.rules.filter { rules.contains($0.rule) }) { rule, object in
        write(rule, explanation, printer, &object)
      }
      object.objects("flips", explanation.flips.flatMap({ $0.flips })) { flip, object in
        write(flip, explanation, program, &object)
      }
      object.array("no_flips") { list in
        for report in explanation.flips {
          for other in report.others { list.object { write(other, of: report.rule, program, &$0) } }
        }
      }
      object.objects("next", explanation.next) { step, object in write(step, program, &object) }
    }
  }

  private static func write(
    _ account: RuleAccount, _ explanation: Explanation, _ printer: ValuePrinter, _ object: inout JSONWriter
  ) {
    object.field("rule", printer.program[account.rule].name.text)
    object.field("outcome", account.outcome.text)
    object.field("gate", account.gate.map { $0.fullName })
    object.field("opens_at_ms", account.opensAt?.milliseconds)
    object.object("condition", of: account.condition) { write($0, explanation.log, printer, &$1) }
    object.field("event", account.event.flatMap { row($0, explanation.log) })
    let trigger = printer.program[account.rule].trigger.stream
    let asked = trigger.map { explanation.account.asked(of: $0, printer.program) } ?? []
    if !asked.isEmpty {
      object.objects("streams", asked) { stream, object in
        object.field("stream", printer.program[stream.stream].name)
        object.field("event", row(stream.event, explanation.log))
        object.object("condition") { write(stream.condition, explanation.log, printer, &$0) }
      }
    }
    object.field("is_on", account.isOn)
    object.field("true_since_ms", account.trueSince?.milliseconds)
    object.field("waits_until_ms", account.waitsUntil?.milliseconds)
    object.field("spoke_at_ms", account.spokeAt?.milliseconds)
    object.object("until", of: account.until) { write($0, explanation.log, printer, &$1) }
    object.objects("gates", account.gates) { gate, object in write(gate, explanation, printer, &object) }
    object.field("message", account.message)
  }

  private static func write(
    _ gate: GateAccount, _ explanation: Explanation, _ printer: ValuePrinter, _ object: inout JSONWriter
  ) {
    object.field("gate", gate.gate.fullName)
    object.field("holds", gate.isHolding)
    object.field("opens_at_ms", gate.opensAt?.milliseconds)
    object.field("count", gate.count)
    object.field("allowed", gate.allowed)
    object.field("last_firing_ms", gate.lastFiring?.milliseconds)
    object.object("condition", of: gate.condition) { write($0, explanation.log, printer, &$1) }
  }

  /// The id of an event's row.
  static func row(_ event: EventOrdinal, _ log: SubjectLog) -> String? {
    log.rows.indices.contains(event.index) ? log.rows[event.index] : nil
  }

  /// Writes a part of a condition: its value, its margin, the rows behind it, and its own parts.
  static func write(
    _ node: ConditionNode, _ log: SubjectLog, _ printer: ValuePrinter, _ object: inout JSONWriter
  ) {
    object.field("text", node.text)
    object.field("value", printer.constant(node.value, node.type), node.type, printer.program)
    object.field("margin", node.margin.map { .value($0) }, node.marginType ?? .number, printer.program)
    object.field("evidence", strings: node.evidence.compactMap { row($0, log) })
    object.objects("children", node.children) { write($0, log, printer, &$1) }
  }
}
