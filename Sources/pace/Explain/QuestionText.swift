import PaceEngine
import PaceLab
import PaceLanguage

/// Short answers to questions about rules over a whole log, a line each.
struct QuestionText: Sendable {
  let program: Program
  let style: Style
  var width: Int?
  /// From which width on the reasons of a timeline stand in a column; below, it would have a word a line.
  private static let narrowest = 80

  /// `fast_pace` by the reasons of its outcome at one instant of one subject.
  private func condition(_ log: SubjectLog, _ evaluator: Machine) -> ConditionText {
    let time = TimeText(log.record.zone)
    let printer = ValuePrinter(program, evaluator, log)
    let evidence = EvidenceText(program: program, log: log, printer: printer, time: time)
    return ConditionText(program: program, printer: printer, evidence: evidence)
  }

  /// `21:09:00  held by cooldown  opens after 21:24:00`
  func lines(of timeline: OutcomeTimeline, _ log: SubjectLog, _ evaluator: Machine) -> [String] {
    let text = condition(log, evaluator)
    let time = TimeText(log.record.zone)
    let first = log.start ?? Instant(0)
    var table = TextTable([.left, .left, .left, .left])
    let isNarrow = width.map { $0 < Self.narrowest } ?? false
    var reasons: [String] = []
    for entry in timeline.entries {
      let account = entry.account
      let event = account.event.map { text.evidence.parts([$0]).joined() } ?? ""
      let reason = account.condition.map(text.brief) ?? ""
      reasons.append(reason)
      table.append([
        time.clock(entry.at, besides: first), Self.outcome(account, program, style), event,
        isNarrow ? "" : reason,
      ])
    }
    guard let width, isNarrow else { return table.lines(within: width.map { $0 - 2 }) }
    return zip(table.lines(within: nil), reasons).flatMap { line, reason in
      [line] + Wrapping.lines(reason, width: width - 6).filter { !$0.isEmpty }.map { "    " + $0 }
    }
  }

  static func outcome(_ account: RuleAccount, _ program: Program, _ style: Style) -> String {
    if account.outcome == .fired { return style.green("FIRED") }
    guard account.outcome == .held, let gate = account.gate else {
      return CourseText.state(account, program)
    }
    return style.yellow("held by \(gate.isPolicy ? "policy " : "")\(gate.name.text)")
  }

  /// The cells of a near miss: by how much, the rule, when, whose, and why.
  func cells(of miss: NearMiss, _ log: SubjectLog, _ evaluator: Machine) -> [String] {
    let time = TimeText(log.record.zone)
    let day = TimeText.iso(Instant(miss.at.milliseconds + time.calendar.offset(at: miss.at.milliseconds)))
    let reason = miss.account.condition.map(condition(log, evaluator).brief) ?? ""
    return [
      Self.percent(miss.distance), program[miss.account.rule].name.text,
      "\(day.prefix(10)) \(time.clock(miss.at))", log.id.printable, reason,
    ]
  }

  /// `4.2 %`
  static func percent(_ part: Double) -> String {
    let tenths = Int((part * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
