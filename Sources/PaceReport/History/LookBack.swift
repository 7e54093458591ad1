public import PaceEngine
public import PaceLab
public import PaceLanguage

/// What `history`, `show` and `insights` say first and last: the zone, whose notices count, and the disclaimer.
public struct LookBack: Sendable {
  let program: Program
  let layout: TallyLayout
  private let logZone: LogZone
  let notices: SubjectWalk.Notices
  /// The last instant that is looked at.
  private let present: Instant
  /// Whether that instant is of a row that is ahead of the clock.
  private let isAhead: Bool

  /// - Parameters:
  ///   - otherKinds: kinds of given notices that the program doesn't have.
  ///   - present: the last instant that is looked at; `isAhead` says whether it is of a row ahead of the clock.
  public init(
    _ program: Program, zone: LogZone, notices: SubjectWalk.Notices, otherKinds: [String], present: Instant,
    isAhead: Bool
  ) {
    self.program = program
    layout = TallyLayout(program, otherKinds: otherKinds)
    logZone = zone
    self.notices = notices
    self.present = present
    self.isAhead = isAhead
  }

  var zone: Zone { logZone.zone }
  var time: TimeText { TimeText(zone) }

  /// The first line of text.
  var heading: String {
    "Times in \(logZone.words(for: zone)) · notices \(source)"
      + (isAhead ? " · \(horizon(time))" : notices == .derived ? ", up to now" : "")
  }

  /// The last instant that counts: `up to 2026-11-22 10:00`.
  func horizon(_ time: TimeText) -> String {
    "up to \(time.moment(present))" + (isAhead ? ", the newest row" : "")
  }

  /// Whose notices count, in words.
  var source: String {
    switch notices {
    case .given: "as they were given (`--derive`: as the rules derive them)"
    case .derived: "as the rules derive them"
    }
  }

  /// The same for pages, where no option can be typed.
  var plainSource: String {
    notices == .given ? "as they were given" : "as the rules derive them"
  }

  /// Writes the zone, and whose notices count.
  func write(to json: inout JSONWriter) {
    json.field("zone", zone.name)
    json.field("notices_from", notices == .given ? "log" : "rules")
  }

  func notices(_ tally: Tally) -> String {
    Words.notices(counted(tally))
  }

  func counted(_ tally: Tally) -> [(name: String, count: Int)] {
    zip(layout.noticeKinds, tally.notices).filter { $1 > 0 }.map { (name: $0, count: $1) }
  }

  /// `3.5 size`: sums of zero are left out.
  func sums(_ tally: Tally) -> String {
    zip(layout.sums, tally.sums).filter { $1.bits != 0 }
      .map { "\(program.text(of: $1, type: .number)) \($0.name)" }.joined(separator: ", ")
  }

  func kinds(_ tally: Tally) -> String {
    layout.ranked(tally).map { "\($0.count) \($0.name)" }.joined(separator: ", ")
  }

  /// The highest levels, with the names of scales where there are several.
  func highest(_ summary: SubjectSummary) -> String {
    let names = zip(program.scales, summary.highest).map { scale, level in
      let name = scale.levels[level].name
      return program.scales.count == 1 ? name : "\(scale.name.text) \(name)"
    }
    return names.joined(separator: ", ")
  }
}

extension JSONWriter {
  /// The keys `rows`, `kinds`, `sums` and `notices`.
  mutating func write(_ tally: Tally, _ view: LookBack) {
    field("rows", tally.rows)
    object("kinds", each: view.layout.ranked(tally)) { $1.field($0.name, $0.count) }
    object("sums", each: zip(view.layout.sums, tally.sums)) {
      $1.field($0.0.name, .value($0.1), .number, view.program)
    }
    object("notices", each: view.counted(tally)) { $1.field($0.name, $0.count) }
  }

  /// The keys of a subject's line.
  mutating func write(_ summary: SubjectSummary, _ view: LookBack) {
    field("subject", summary.subject)
    field("started_at_ms", summary.start?.milliseconds)
    field("ended_at_ms", summary.end?.milliseconds)
    field("ended_by", summary.ending?.rawValue)
    field("open", summary.isOpen)
    field("preset", view.program.presetName(summary.preset))
    write(summary.tally, view)
    field("highest", levels: summary.highest, view.program)
  }
}

/// The CSV columns of a tally.
struct TallyColumns {
  let view: LookBack

  var names: [String] {
    ["rows"] + view.layout.kinds.map { "kind:\($0)" } + view.layout.sums.map { "sum:\($0.name)" }
      + view.layout.noticeKinds.map { "notices:\($0)" }
  }

  func cells(_ tally: Tally) -> [String] {
    [String(tally.rows)] + tally.kinds.map { String($0) }
      + tally.sums.map { $0.isUnknown ? "" : ValueText.number($0.bits) } + tally.notices.map { String($0) }
  }
}
