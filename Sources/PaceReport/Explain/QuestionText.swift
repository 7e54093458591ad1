public import PaceEngine
public import PaceLab
public import PaceLanguage

/// Short answers to questions about rules over a whole log, a line each.
public struct QuestionText: Sendable {
  /// A near miss, with the log and the machine that its values come from.
  public typealias Miss = (miss: NearMiss, log: SubjectLog, machine: Machine)

  private let program: Program
  private let style: Style
  /// The least width that has a column for the reasons of a timeline; in a narrower one each word would take a line.
  private static let narrowest = 80

  public init(_ program: Program, _ style: Style) {
    self.program = program
    self.style = style
  }

  /// `explain --all --rule R --format json`
  public func json(of timeline: OutcomeTimeline, _ rule: RuleID, _ log: SubjectLog) -> [UInt8] {
    JSONWriter.line { object in
      object.field("subject", log.id)
      object.field("rule", program[rule].name.text)
      object.objects("outcomes", timeline.entries) { entry, object in
        object.field("at_ms", entry.at.milliseconds)
        object.field("outcome", entry.account.outcome.text)
        object.field("gate", entry.account.gate.map { $0.fullName })
      }
    }
  }

  /// `explain --all --rule R`
  public func lines(
    of timeline: OutcomeTimeline, _ rule: RuleID, _ log: SubjectLog, _ machine: Machine
  ) -> [String] {
    let time = TimeText(log.record.zone)
    let day = log.start.map { ", \(time.day($0))" } ?? ""
    let subject = "\(program.noun) \(log.id.printable)"
    let heading = "\(style.bold(program[rule].name.text)) for \(subject)\(day), times in \(time.zone)"
    return [heading] + lines(of: timeline, log, machine).map { "  \($0)" }
  }

  /// `21:09:00  held by cooldown  opens after 21:24:00`
  private func lines(of timeline: OutcomeTimeline, _ log: SubjectLog, _ machine: Machine) -> [String] {
    let text = ConditionText(program, machine, log, namesMany: true)
    let time = TimeText(log.record.zone)
    let first = log.start ?? Instant(0)
    var table = TextTable([.left, .left, .left, .left])
    let isNarrow = style.width.map { $0 < Self.narrowest } ?? false
    var reasons: [String] = []
    for entry in timeline.entries {
      let account = entry.account
      let event = account.event.map { text.evidence.parts([$0]).joined() } ?? ""
      let since = account.isKeptOn ? account.onSince.map { time.clock($0, besides: first) } : nil
      let reason = since.map { "on since \($0), and not ended" } ?? account.condition.map(text.brief) ?? ""
      reasons.append(reason)
      table.append([
        time.clock(entry.at, besides: first), Self.outcome(account, program, style), event,
        isNarrow ? "" : reason,
      ])
    }
    guard let width = style.width, isNarrow else { return table.lines(within: style.width.map { $0 - 2 }) }
    var lines: [String] = []
    for (line, reason) in zip(table.lines(within: nil), reasons) {
      lines.append(line)
      for part in Wrapping.lines(reason, width: width - 6) where !part.isEmpty { lines.append("    \(part)") }
    }
    return lines
  }

  static func outcome(_ account: RuleAccount, _ program: Program, _ style: Style) -> String {
    if account.outcome == .fired { return style.green("FIRED") }
    guard account.outcome == .held, let gate = account.gate else {
      return CourseText.state(account, program)
    }
    return style.yellow("held by \(gate.fullName)")
  }

  /// `explain --closest N --format json`
  public func json(of misses: [Miss]) -> [UInt8] {
    misses.flatMap { miss, log, machine in
      JSONWriter.line { object in
        object.field("subject", log.id)
        object.fields(at: miss.at)
        object.field("rule", program[miss.account.rule].name.text)
        object.field("distance", raw: ValueText.number(Int64((miss.distance * 1_000_000).rounded())))
        object.field("outcome", miss.account.outcome.text)
        if let hold = miss.hold {
          object.field("lasted_ms", hold.lasted)
          object.field("for_ms", hold.needed)
        }
        if let condition = miss.account.condition {
          let printer = ValuePrinter(program, machine, log)
          object.object("condition") { ExplainJSON.write(condition, log, printer, &$0) }
        }
      }
    }
  }

  /// `explain --closest N`; none without a miss. The zone of the first one's subject goes for all that name no other.
  public func lines(of misses: [Miss], _ zone: LogZone) -> [String] {
    guard let first = misses.first?.log.record.zone else { return [] }
    let rows = misses.map { cells(of: $0.miss, $0.log, $0.machine, besides: first) }
    let table = TextTable([.right, .left, .left, .left, .left], rows: rows)
    return style.wrapped("Times in \(zone.words(for: first))") + table.lines(within: style.width)
  }

  /// The cells of a near miss: by how much, the rule, when, whose, and why.
  private func cells(
    of miss: NearMiss, _ log: SubjectLog, _ machine: Machine, besides zone: Zone
  ) -> [String] {
    let time = TimeText(log.record.zone)
    var reason = miss.account.condition.map(ConditionText(program, machine, log).brief) ?? ""
    if let hold = miss.hold {
      let (lasted, needed) = (
        program.text(of: Value(hold.lasted), type: .duration),
        program.text(of: Value(hold.needed), type: .duration)
      )
      reason += ", but only for \(lasted) of \(needed)"
    }
    return [
      ValueText.percent(miss.distance), program[miss.account.rule].name.text,
      time.exactMoment(miss.at) + time.zone(besides: zone), log.id.printable, reason,
    ]
  }
}
