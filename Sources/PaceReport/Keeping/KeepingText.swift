public import PaceEngine
public import PaceLanguage

/// What the commands that keep a log print for people.
public struct KeepingText {
  let program: Program
  private let zone: Zone
  private let style: Style
  /// Times on the date of this instant are shown without a date.
  private let today: Instant
  /// Levels that end by this instant are told as past.
  private let now: Instant

  /// - Parameters:
  ///   - zone: in which times are shown.
  ///   - today: times on the date of this instant are shown without a date.
  ///   - now: levels that end by this instant are told as past; nil for `today`.
  public init(_ program: Program, zone: Zone, today: Instant, now: Instant? = nil, style: Style) {
    self.program = program
    self.today = today
    self.now = now ?? today
    self.style = style
    self.zone = zone
  }

  public func clock(_ instant: Instant) -> String { TimeText(zone).clock(instant, besides: today) }

  /// By the clocks of a subject, whose zone is named if it isn't this text's.
  public func clock(_ instant: Instant, in other: Zone) -> String {
    if other == zone { return clock(instant) }
    return "\(TimeText(other).clock(instant, besides: today)) \(other.name)"
  }

  /// `21:52:00  tea  cups 1, sweet yes   a1`
  ///
  /// - Parameters:
  ///   - other: the zone of the row's subject, which is named if it isn't this text's.
  ///   - ids: shortens the row's id.
  public func row(_ row: KeptRow, in other: Zone, _ ids: ShortIDs) -> String {
    let fields = text(row.fields, of: row.event)
    let told = fields.isEmpty ? "" : "  " + fields
    return "\(clock(row.at, in: other))  \(name(of: row))\(told)   \(ids[row.id])"
  }

  /// A row's kind, or its event if it has none.
  public func name(of row: KeptRow) -> String {
    style.bold((row.kind ?? program.events[row.event.index].name.text).printable)
  }

  /// `cups 1, sweet yes`: an event's fields that have values.
  private func text(_ values: [Constant?], of event: EventID) -> String {
    zip(program.events[event.index].fields, values).compactMap { field, value in
      value.map { "\(field.name.text) \(program.unquotedText(of: $0, type: field.type))" }
    }
    .joined(separator: ", ")
  }

  /// A line for each kind: its name, its label, and what fills its rows.
  public func lines(of kinds: [KeptKind]) -> [String] {
    let rows = kinds.map { entry in
      [
        program.events[entry.event.index].kinds[entry.kind.index].name.text, (entry.label ?? "").printable,
        text(entry.values, of: entry.event), entry.isEnabled ? "" : "disabled",
      ]
    }
    return TextTable([.left, .left, .left, .left], rows: rows).lines
  }

  /// A line for each notice, indented by one column, with its subject if it could be another's.
  ///
  /// - Parameters:
  ///   - open: the open subjects that a notice may be meant for.
  ///   - zones: the zones of subjects that may have others than this text's.
  public func lines(
    of notices: [KeptNotice], open: [String] = [], zones: [ExactText: Zone] = [:]
  ) -> [String] {
    var table = TextTable(
      [.left, .left, .left, .left, .left, .left], indent: " ", spare: [(2, "kind"), (4, "level")])
    let isOfOne = open.count < 2 && notices.allSatisfy { $0.subject.isExactly(notices[0].subject) }
    let ids = ShortIDs(notices.map { $0.subject } + open)
    for notice in notices {
      table.append([
        clock(notice.at, in: zones[ExactText(notice.subject)] ?? zone), isOfOne ? "" : ids[notice.subject],
        notice.kind.printable,
        style.bold(notice.rule.printable), notice.level.map { coloured($0, rule: notice.rule) } ?? "",
        notice.message.printable,
      ])
    }
    return table.notedLines(within: style.width)
  }

  /// `pace      caution, good from 22:07:00.001`, a line for each scale.
  ///
  /// Of a level that is past: `pace      caution until 22:07:00.001, then good`.
  public func lines(of status: SubjectStatus) -> [String] {
    var table = TextTable([.left, .left])
    for (index, scale) in program.scales.enumerated() {
      let standing = status.scales[index]
      var text = style.level(standing.level, of: scale)
      if let until = standing.until, let then = standing.then {
        let (next, time) = (scale.levels[then].name, clock(until))
        text += until <= now ? " until \(time), then \(next)" : ", \(next) from \(time)"
      }
      table.append([scale.name.text.padded(to: 8), text])
    }
    return table.lines(within: style.width)
  }

  /// `too_many and too_fast of 21:59:00`; nil if there are none.
  ///
  /// - Parameter isDated: whether every time has its date and zone.
  public func list(of notices: [KeptNotice], isDated: Bool = false) -> String? {
    if notices.isEmpty { return nil }
    var parts: [String] = []
    for (index, notice) in notices.enumerated() {
      let isLastOfInstant = index + 1 == notices.count || notices[index + 1].at != notice.at
      let time = isDated ? "\(TimeText(zone).exactMoment(notice.at)) \(zone.name)" : clock(notice.at)
      parts.append(notice.rule.printable + (isLastOfInstant ? " of \(time)" : ""))
    }
    return Noun.all(parts)
  }

  private func coloured(_ level: String, rule: String) -> String {
    guard let raise = program.rules.first(where: { $0.name.text == rule })?.raise else {
      return level.printable
    }
    let scale = program.scales[raise.scale.index]
    guard let index = scale.levels.firstIndex(where: { $0.name == level }) else { return level.printable }
    return style.level(index, of: scale)
  }
}
