public import PaceEngine
public import PaceLab
public import PaceLanguage

/// `explain --against`: two verdicts side by side, only where they differ.
public struct AgainstText: Sendable {
  private typealias Cells = (what: String, rule: RuleID?, one: String, other: String)

  /// One of the two situations, with its verdicts.
  private struct Side: Sendable {
    let situation: Situation
    let verdict: (account: Account, machine: Machine)

    /// Nil if the subject has not begun by then.
    init?(_ situation: Situation) {
      guard let verdict = situation.evaluate() else { return nil }
      self.situation = situation
      self.verdict = verdict
    }

    var account: Account { verdict.account }
    var printer: ValuePrinter { ValuePrinter(situation.program, verdict.machine, log) }
    var log: SubjectLog { situation.log }
    var time: TimeText { TimeText(log.record.zone) }
  }

  private let one: Side
  private let other: Side
  /// The instant asked about, if the first side had ended before it.
  private let asked: Instant?
  private let differences: [AccountDifference]

  private var program: Program { one.situation.program }

  /// Nil if either side has not begun by then.
  public init?(_ one: Situation, with other: Situation?, asked: Instant?, rules: Set<RuleID>) {
    guard let one = Side(one), let other = other.flatMap({ Side($0) }) else { return nil }
    self.one = one
    self.other = other
    self.asked = asked
    differences = AccountDifference.between(one.verdict, other.verdict, rules: rules)
  }

  /// The lines below the first side's heading.
  public func lines(within width: Int?) -> [String] {
    var lines: [String] = []
    let isToldAlready =
      asked != nil && one.log.id == other.log.id && other.account.at == one.situation.at
    if other.account.at != other.situation.at, !isToldAlready { lines.append(ending) }
    if let instants { lines.append(instants) }
    if differences.isEmpty { return lines + ["the two do not differ"] }
    var table = TextTable([.left, .left, .left])
    table.append(["", name(of: one), name(of: other)])
    var told: RuleID?
    for difference in differences.map(cells) {
      // A rule with the same outcome on both sides gets a row of its own above the parts that differ.
      if let rule = difference.rule, rule != told, difference.what.hasPrefix(" ") {
        table.append([program[rule].name.text] + [one, other].map { outcome($0.account.rules[rule.index]) })
      }
      told = difference.rule
      table.append([difference.what, difference.one, difference.other])
    }
    return lines + table.lines(within: width)
  }

  public var json: [UInt8] {
    JSONWriter.line { object in
      object.field("subject", one.log.id)
      object.field("at_ms", one.situation.at.milliseconds)
      if let asked { object.field("asked_ms", asked.milliseconds) }
      object.object("against") { against in
        against.field("subject", other.log.id)
        against.field("at_ms", other.account.at.milliseconds)
        if other.account.at != other.situation.at {
          against.field("asked_ms", other.situation.at.milliseconds)
        }
        against.field("preset", program.presetName(other.account.preset))
      }
      object.objects("differences", differences) { difference, object in
        let cells = cells(of: difference)
        object.field("what", String(cells.what.drop { $0 == " " }))
        object.field("rule", cells.rule.map { program[$0].name.text })
        object.field("this", cells.one)
        object.field("that", cells.other)
        if case .outcome(_, let mine, let theirs) = difference {
          object.object("outcome") {
            $0.field("this", mine.outcome.text)
            $0.field("that", theirs.outcome.text)
          }
          object.object("gate") {
            $0.field("this", mine.gate.map { $0.fullName })
            $0.field("that", theirs.gate.map { $0.fullName })
          }
        }
      }
    }
  }

  /// The instants at which two subjects are compared, each equally long after its subject's start.
  private var instants: String? {
    guard one.log.id != other.log.id, let start = one.log.start else { return nil }
    let asked = asked ?? one.situation.at
    let passed = ValueText.duration(asked.milliseconds - start.milliseconds)
    let sides = [(one, asked), (other, other.situation.at)].map { side, at in
      let zone = side.time.zone(besides: one.log.record.zone)
      return "\(side.log.id.printable) on \(side.time.day(at)) at \(side.time.clock(at))\(zone)"
    }
    return "each \(passed) after its own start: \(sides.joined(separator: ", "))"
  }

  /// `s1 at 21:09:00, strict`
  private func name(of side: Side) -> String {
    let named = program.presetName(side.account.preset).map { ", \($0)" } ?? ""
    return
      "\(side.log.id.printable) at \(side.time.clock(side.account.at, besides: one.situation.at))\(named)"
  }

  /// `session s2, strict, ended at 23:00:00; it stands as it did then`
  private var ending: String {
    let subject = Words.subject(other.log.id, of: program)
    let named = program.presetName(other.account.preset).map { ", \($0)," } ?? ""
    let clock = other.time.clock(other.account.at, besides: one.situation.at)
    return "\(subject)\(named) ended at \(clock); it stands as it did then"
  }

  /// What differs, and its value on each side.
  private func cells(of difference: AccountDifference) -> Cells {
    switch difference {
    case .preset(let mine, let theirs):
      ("preset", nil, program.presetName(mine) ?? "none", program.presetName(theirs) ?? "none")
    case .param(let param, let mine, let theirs):
      (
        program.params[param.index].name.text, nil, one.printer.text(mine, program.params[param.index].type),
        other.printer.text(theirs, program.params[param.index].type)
      )
    case .level(let scale, let mine, let theirs):
      (
        program.scales[scale.index].name.text, nil, program.scales[scale.index].levels[mine].name,
        program.scales[scale.index].levels[theirs].name
      )
    case .outcome(let rule, let mine, let theirs):
      (program[rule].name.text, rule, outcome(mine), outcome(theirs))
    case .part(let rule, let mine, let theirs):
      ("  \(mine.text)", rule, part(mine, one.printer), part(theirs, other.printer))
    case .gate(let rule, let mine, let theirs):
      ("  \(mine.gate.fullName)", rule, Self.gate(mine), Self.gate(theirs))
    }
  }

  private func outcome(_ account: RuleAccount) -> String {
    QuestionText.outcome(account, program, Style(isOn: false))
  }

  /// The compared values, and by how much the comparison is true or false.
  private func part(_ node: ConditionNode, _ printer: ValuePrinter) -> String {
    guard let margin = node.margin, !margin.isUnknown, node.children.count > 1
    else { return node.children.isEmpty ? printer.text(node.value, node.type) : node.truth }
    let values = node.children.map { printer.text($0.value, $0.type) }
    let away = "\(node.truth) by \(printer.text(margin: Value(abs(margin.bits)), of: node))"
    let isNot = node.value.isTrue ? "" : "not "
    switch program[node.expression].operation.shape {
    case .list: return "\(values[0]), \(isNot)in (\(values.dropFirst().joined(separator: ", ")))"
    case .range(let isClosed):
      let ends = values.dropFirst().joined(separator: isClosed ? " .. " : " to ")
      return "\(values[0]), \(isNot)in \(ends), \(away)"
    case .definition, .negation, .junction, .relation, .plain:
      return "\(values.joined(separator: " against ")), \(away)"
    }
  }

  private static func gate(_ gate: GateAccount) -> String {
    let count = gate.count.map { ", \($0) counted" } ?? ""
    return (gate.isHolding ? "holds" : "open") + count
  }
}
