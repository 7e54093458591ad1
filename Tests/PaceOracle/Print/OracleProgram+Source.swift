extension OracleProgram {
  /// The program's text; `layout` picks among spellings with the same meaning.
  public var source: String {
    var printer = ProgramPrinter(program: self)
    return printer.print()
  }
}

private struct ProgramPrinter {
  let program: OracleProgram
  var choices: SplitMix64

  init(program: OracleProgram) {
    self.program = program
    choices = SplitMix64(program.layout)
  }

  /// Whether to take the second of two spellings; layout 0 always takes the first.
  mutating func varies() -> Bool { program.layout != 0 && choices.chance(1, in: 3) }

  mutating func print() -> String {
    var declarations: [String] = []
    if let calendar = program.calendar { declarations.append(text(calendar)) }
    declarations.append(text(program.subject))
    for event in program.events { declarations.append(text(event)) }
    for stream in program.streams { declarations.append(text(stream)) }
    for scale in program.scales {
      declarations.append("scale \(scale.name) = " + scale.levels.joined(separator: " < "))
    }
    for param in program.params { declarations.append(text(param)) }
    for define in program.defines { declarations.append(text(define)) }
    for rule in program.rules { declarations.append(text(rule)) }
    for policy in program.policies {
      declarations.append(block("policy \(policy.kind)", policy.gates.map { $0.source }))
    }
    for preset in program.presets {
      let base = preset.base.map { " extends \($0)" } ?? ""
      declarations.append(block("preset \(preset.name)\(base)", preset.values.map { text($0) }))
    }
    return declarations.joined(separator: "\n") + "\n"
  }

  private mutating func block(_ head: String, _ items: [String], listLast: Bool = false) -> String {
    if items.isEmpty { return head + " { }" }
    let comment = varies() ? "  # note" : ""
    if varies(), !listLast {
      return head + " { " + items.joined(separator: ", ") + (varies() ? ", }" : " }") + comment
    }
    return head + " {\(comment)\n" + items.map { "  " + $0 }.joined(separator: "\n") + "\n}"
  }

  private func text(_ assignment: OracleAssignment) -> String {
    "\(assignment.name) = \(assignment.value.source)"
  }

  private mutating func text(_ calendar: OracleCalendarRules) -> String {
    var items = calendar.zone.map { ["zone \"\($0)\""] } ?? []
    items.append("day starts \(OracleText.time(calendar.dayStart))")
    items.append("week starts \(OracleText.weekdays[calendar.weekStart])")
    return block("calendar", items)
  }

  private func text(_ field: OracleField) -> String {
    var result = "\(field.name): \(field.type.source)"
    if let initial = field.initial { result += " = \(initial.source)" }
    if let low = field.low, let high = field.high { result += " in \(low.source) .. \(high.source)" }
    return result
  }

  private mutating func text(_ subject: OracleSubject) -> String {
    var items = subject.attributes.map { text($0) }
    if let delay = subject.endsAfter {
      items.append("ends after \(delay.source) without \(subject.endsWithout)")
    }
    return block("subject \(subject.name)" + (subject.isPerDay ? " per day" : ""), items)
  }

  private mutating func text(_ event: OracleEvent) -> String {
    var items = event.fields.map { text($0) }
    for kind in event.kinds {
      var values = kind.values.map { text($0) }
      if let length = kind.debounce { values.append("debounce " + OracleText.duration(length)) }
      let isBare = values.isEmpty && varies()
      items.append(isBare ? "kind \(kind.name)" : "kind \(kind.name) { \(values.joined(separator: ", ")) }")
    }
    if let length = event.debounce { items.append("debounce " + OracleText.duration(length)) }
    return block("event \(event.name) of \(program.subject.name)", items)
  }

  private mutating func text(_ stream: OracleStream) -> String {
    let head = "stream \(stream.name) =" + (varies() ? "\n  " : " ") + stream.members.joined(separator: ", ")
    guard let condition = stream.condition else { return head }
    return head + " where " + condition.source
  }

  private func text(_ param: OracleParam) -> String {
    var result =
      "param "
      + text(OracleField(param.name, param.type, initial: param.initial, low: param.low, high: param.high))
    if let step = param.step { result += " step \(step.source)" }
    return result
  }

  private mutating func text(_ define: OracleDefine) -> String {
    let label = define.label.map { " \"\($0)\"" } ?? ""
    return "define \(define.name) =" + (varies() ? "\n  " : " ") + define.value.source + label
  }

  private mutating func text(_ rule: OracleRule) -> String {
    var items: [String] = []
    switch rule.trigger {
    case .none: break
    case .on(let stream): items.append("on \(stream)")
    case .at(let clock): items.append("at \(clock.source)")
    case .every(let step, let from, let to):
      items.append("every \(step.source) from \(from.source) to \(to.source)")
    }
    if let condition = rule.condition {
      var when = "when " + condition.source
      if let hold = rule.hold { when += (varies() ? "\n    for " : " for ") + hold.source }
      if let until = rule.until { when += (varies() ? "\n    until " : " until ") + until.source }
      items.append(when)
    }
    if let raise = rule.raise {
      items.append("raise \(raise.scale) to \(raise.level)" + (raise.whenFired ? " when fired" : ""))
    }
    if let kind = rule.kind { items.append("emit \(kind) \"\(rule.template)\"") }
    if let severity = rule.severity { items.append("severity \(severity)") }
    switch rule.repetition {
    case .never: break
    case .daily: items.append("repeat daily")
    case .after(let operand): items.append("repeat \(operand.source)")
    }
    items += rule.gates.map { $0.source }
    return block("rule \(rule.name)", items)
  }
}

extension OracleRule {
  var template: String {
    message.map { part in
      switch part {
      case .text(let text): text
      case .value(let expression): "{\(expression.source)}"
      }
    }.joined()
  }
}

extension OracleGate {
  var source: String {
    switch self {
    case .unless(let expression): "unless " + expression.source
    case .cooldown(let operand): "cooldown " + operand.source
    case .quiet(let from, let to): "quiet \(from.source) to \(to.source)"
    case .limit(let operand, let window): "limit " + operand.source + window.source(after: " ")
    }
  }
}
