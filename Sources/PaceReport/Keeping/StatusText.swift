public import PaceEngine
import PaceLab
public import PaceLanguage

/// `status` for people.
public struct StatusText {
  private let program: Program
  private let style: Style
  /// Whether anyone has named the zone.
  private let isZoneNamed: Bool

  /// - Parameter isZoneNamed: whether somebody has named the zone; if not, the text says how to.
  public init(_ program: Program, isZoneNamed: Bool, style: Style) {
    self.program = program
    self.isZoneNamed = isZoneNamed
    self.style = style
  }

  public func lines(_ status: LogStatus) -> [String] {
    let time = TimeText(status.zone)
    let zone = LogZone(status.zone, isNamed: isZoneNamed).words(for: status.zone)
    var lines = style.wrapped("\(time.day(status.at)), \(time.clock(status.at)) in \(zone)")
    lines += style.wrapped(heading(status, time))
    var table = TextTable([.left, .left])
    if let standing = status.status {
      let text = KeepingText(program, zone: status.zone, today: status.at, style: style)
      lines += text.lines(of: standing)
    }
    for (index, define) in program.figures.enumerated() where index < status.figures.count {
      let value = program.unquotedText(of: status.figures[index], type: program[define.value].type)
      table.append([define.title.printable, value])
    }
    for row in status.last {
      let name = (row.kind ?? program.events[row.event.index].name.text).printable
      table.append([
        "last \(name)", "\(time.clock(row.at, besides: status.at)), \(Self.ago(row.at, status.at))",
      ])
    }
    for (index, count) in status.today.enumerated() where count.rows > 0 {
      table.append(["today", today(EventID(index), count)])
    }
    if !status.notices.counts.isEmpty {
      table.append(["notices", Words.notices(status.notices.counts.map { ($0.kind, $0.count) })])
    }
    if let last = status.notices.last {
      table.append(["last notice", "\(time.clock(last.at, besides: status.at))  \(last.message.printable)"])
    }
    if let next = status.status?.next { table.append(["next", self.next(next, status, time)]) }
    lines += table.lines(within: style.width)
    if !status.alsoOpen.isEmpty {
      let ids = ids(of: status)
      lines += style.wrapped("also open: \(status.alsoOpen.map { ids[$0] }.joined(separator: ", "))")
    }
    return lines + style.disclaimers(of: program)
  }

  private func ids(of status: LogStatus) -> ShortIDs {
    ShortIDs(status.alsoOpen + [status.subject, status.asked].compactMap { $0 })
  }

  private func heading(_ status: LogStatus, _ time: TimeText) -> String {
    let noun = program.noun
    guard let subject = status.subject else {
      guard let asked = status.asked else { return "no \(noun) is open" }
      let start = status.startsAt.map { "starts at \(time.clock($0, besides: status.at))" }
      return "\(Words.subject(ids(of: status)[asked], of: program)) \(start ?? "is not open")"
    }
    var text = style.bold(Words.subject(ids(of: status)[subject], of: program))
    if let start = status.startedAt { text += ", since \(time.clock(start, besides: status.at))" }
    if let end = status.status?.end { text += ", ends at \(time.clock(end, besides: status.at))" }
    if let preset = program.presetName(status.status?.preset) { text += ", preset \(preset)" }
    return text
  }

  /// `22:15:00.001  reminder stretch`
  private func next(_ next: Instant, _ status: LogStatus, _ time: TimeText) -> String {
    let rules = (status.status?.nextRules ?? []).map { id in
      "\(program.kindName(of: id) ?? "") \(program[id].name.text)"
    }
    let what = rules.isEmpty ? "a level changes" : rules.joined(separator: ", ")
    return "\(time.clock(next, besides: status.at))  \(what)"
  }

  private func today(_ id: EventID, _ count: DayCount) -> String {
    let event = program.events[id.index]
    var parts = [Noun.count(count.rows, event.name.text)]
    if !event.kinds.isEmpty { parts += count.ranked(of: event).map { "\($0.name) \($0.count)" } }
    for field in program.summedFields(of: id) {
      parts.append("\(event.fields[field].name.text) \(program.text(of: count.sums[field], type: .number))")
    }
    return parts.joined(separator: " · ")
  }

  /// Whole minutes, cut: `just now`, `1 min ago`, `9 h 45 min ago`.
  static func ago(_ instant: Instant, _ now: Instant) -> String {
    let minutes = (now.milliseconds - instant.milliseconds) / 60_000
    return minutes < 1 ? "just now" : "\(ValueText.duration(minutes * 60_000)) ago"
  }
}
