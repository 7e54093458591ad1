import PaceLanguage

/// The rows and given notices of a log after an instant, which a look ahead meets.
struct LaterRows {
  private let events: EventRows
  private var row: Int
  private var given: ArraySlice<GivenNotice>

  /// - Parameter first: the index of the first later row.
  init(_ log: SubjectLog, from first: Int, after t: Instant) {
    events = log.events
    row = first
    given = log.record.given.drop { $0.at <= t }
  }

  /// The instant of the next row or given notice; nil if there is none.
  var next: Instant? {
    let at = row < events.count ? events.instant(of: row) : nil
    guard let notice = given.first?.at else { return at }
    return at.map { min($0, notice) } ?? notice
  }

  /// Enters everything of the next instant; the machine has evaluated all that lies before it.
  mutating func enter(_ machine: inout Machine) {
    guard let at = next else { return }
    let notices = given.prefix { $0.at == at }
    if !notices.isEmpty { machine.give(Array(notices), silentThrough: at) }
    given = given.dropFirst(notices.count)
    while row < events.count, events.instant(of: row) == at {
      _ = machine.append(events[row])
      row += 1
    }
  }
}
