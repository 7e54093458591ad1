import PaceEngine
import PaceLab
import PaceLanguage

extension ExplainCommand {
  /// Tells only what differs between two verdicts.
  func compare(
    _ one: Situation, with other: Situation?, asked: Instant?, _ console: inout Console
  ) throws(Failure) {
    guard let mine = one.evaluate(), let other, let theirs = other.evaluate() else {
      throw .data("there is no verdict to hold it against: the other side has not begun by then")
    }
    let program = pack.program
    let text = AgainstText(
      program: program, one: ValuePrinter(program, mine.evaluator, one.log),
      other: ValuePrinter(program, theirs.evaluator, other.log))
    let rules = question.rule.map { [$0] } ?? Set(program.rules.indices.map { RuleID($0) })
    let differences = AccountDifference.between(mine, theirs, rules: rules).map(text.cells)
    let sides = [(one, mine.account), (other, theirs.account)].map { side($0, $1, besides: one.at) }
    if isJSON {
      let bytes = Self.json(one, asked, other, theirs.account, differences, program)
      return try console.out.write(bytes)
    }
    try heading(one.log, one.at, asked: asked, &console)
    let isToldAlready = asked != nil && one.log.id == other.log.id && theirs.account.at == one.at
    if theirs.account.at != other.at, !isToldAlready {
      try console.out.line(ending(other, theirs.account, besides: one.at))
    }
    if let instants = instants(one, asked ?? one.at, other) { try console.out.line(instants) }
    if differences.isEmpty { return try console.out.line("the two do not differ") }
    var table = TextTable([.left, .left, .left])
    table.append([""] + sides)
    var told: RuleID?
    for difference in differences {
      // Where a rule comes to the same, its name stands alone above what differs in it.
      if let rule = difference.rule, rule != told, difference.what.hasPrefix(" ") {
        table.append([program[rule].name.text])
      }
      told = difference.rule
      table.append([difference.what, difference.one, difference.other])
    }
    for line in table.lines(within: console.width) { try console.out.line(line) }
  }

  private static func json(
    _ one: Situation, _ asked: Instant?, _ other: Situation, _ theirs: Account,
    _ differences: [AgainstText.Cells], _ program: Program
  ) -> [UInt8] {
    var json = JSONWriter()
    json.object { object in
      object.field("subject", one.log.id)
      object.field("at_ms", one.at.milliseconds)
      if let asked { object.field("asked_ms", asked.milliseconds) }
      object.key("against")
      object.object { against in
        against.field("subject", other.log.id)
        against.field("at_ms", theirs.at.milliseconds)
        if theirs.at != other.at { against.field("asked_ms", other.at.milliseconds) }
        against.field("preset", program.presetName(theirs.preset))
      }
      object.key("differences")
      object.array { list in
        for difference in differences {
          list.object { object in
            object.field("what", String(difference.what.drop { $0 == " " }))
            object.field("rule", difference.rule.map { program[$0].name.text })
            object.field("this", difference.one)
            object.field("that", difference.other)
          }
        }
      }
    }
    json.endLine()
    return json.bytes
  }

  /// At which instants two subjects are compared: each after as much of its own time.
  private func instants(_ one: Situation, _ asked: Instant, _ other: Situation) -> String? {
    guard one.log.id != other.log.id, let start = one.log.start else { return nil }
    let passed = ValueText.duration(asked.milliseconds - start.milliseconds)
    let sides = [(one.log, asked), (other.log, other.at)].map { log, at in
      let time = TimeText(log.record.zone)
      let zone = log.record.zone == one.log.record.zone ? "" : " (\(time.zone))"
      return "\(log.id.printable) on \(time.day(at)) at \(time.clock(at))\(zone)"
    }
    return "each \(passed) after its own start: \(sides.joined(separator: ", "))"
  }

  /// `s1 at 21:09:00, strict`
  private func side(_ situation: Situation, _ account: Account, besides at: Instant) -> String {
    let time = TimeText(situation.log.record.zone)
    let named = pack.program.presetName(account.preset).map { ", \($0)" } ?? ""
    return "\(situation.log.id.printable) at \(time.clock(account.at, besides: at))\(named)"
  }

  /// `session s2, strict, ended at 23:00:00; it stands as it did then`
  private func ending(_ situation: Situation, _ account: Account, besides at: Instant) -> String {
    let subject = Words.subject(situation.log.id, of: pack.program)
    let named = pack.program.presetName(account.preset).map { ", \($0)," } ?? ""
    let clock = TimeText(situation.log.record.zone).clock(account.at, besides: at)
    return "\(subject)\(named) ended at \(clock); it stands as it did then"
  }
}
