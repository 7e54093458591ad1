public import PaceEngine
import PaceLanguage

/// Looking at a log; nothing is written.
extension Keeper {
  /// How a log stands at an instant.
  ///
  /// - Parameter name: the subject, or the beginning of its id; nil for the one that is open.
  public mutating func status(at: Instant? = nil, subject name: String? = nil) throws(KeepingError)
    -> LogStatus
  {
    let t = at ?? clock
    var status = LogStatus(at: t, zone: zone, in: program)
    let open = try open(at: t).map(\.subject)
    let subject = try name.map { (name) throws(KeepingError) in try named(name) }
    if name == nil, open.count > 1, program.subject.ends == nil { _ = try self.subject(forRowAt: t) }
    status.last = try lastRows(of: subject, at: t)
    try count(of: subject, at: t, into: &status)
    let shown = subject ?? open.first
    status.alsoOpen = open.filter { $0 != shown }
    guard let shown, open.contains(shown) else { return status }
    try fill(&status, with: shown, at: t)
    return status
  }

  private mutating func fill(_ status: inout LogStatus, with subject: String, at t: Instant)
    throws(KeepingError)
  {
    let log = try log(of: subject)
    let standing = try notices(of: subject).filter { $0.at <= t }
    let floor = try floor(of: subject, at: t)
    let figures = program.figures.map(\.value)
    let found = try due(log, at: t, notices: standing, floor: floor, figures: figures)
    status.subject = subject
    status.zone = log.record.zone
    status.startedAt = log.start
    status.status = found.status
    status.figures = found.figures
    status.notices = standing
    let row = try storing { () throws(StoreError) in try file.rows.row(.subject, subject) } ?? [:]
    status.attributes = program.subject.attributes.map { attribute in
      row[attribute.name.text].flatMap { Constant($0, attribute.type, program) } ?? attribute.initial
    }
  }

  /// The newest row of each event, the newest first.
  private func lastRows(of subject: String?, at t: Instant) throws(KeepingError) -> [KeptRow] {
    var span = subject.map { self.span(of: $0) } ?? Int64.min...Int64.max
    if span.lowerBound > t.milliseconds { return [] }
    span = span.lowerBound...min(span.upperBound, t.milliseconds)
    return try storing { () throws(StoreError) in
      var rows: [KeptRow] = []
      for index in program.events.indices {
        guard let found = try file.rows.newest(of: subject, event: EventID(index), within: span) else {
          continue
        }
        if let row = try row(found.event, found.id) { rows.append(row) }
      }
      return rows.sorted { $0.at > $1.at }
    }
  }

  /// Counts the rows of the calendar day, of one subject or of all.
  private mutating func count(
    of subject: String?, at t: Instant, into status: inout LogStatus
  ) throws(KeepingError) {
    let calendar = calendar
    let day = calendar.day(at: t.milliseconds)
    guard let start = calendar.dayStart(of: day) else { return }
    var subjects: [String] = []
    if let subject {
      subjects = [subject]
    } else if program.subject.isPerDay {
      subjects = [self.day(of: t)]
    } else {
      subjects = try storing { () throws(StoreError) in
        try file.subjects.mayBeOpen(from: start, through: t.milliseconds, longest: 0)
      }
    }
    for subject in subjects {
      let log = try log(of: subject)
      let admissions = try afresh(log, at: t).admissions
      for (event, admission) in zip(log.events, admissions) {
        guard case .kept = admission, event.at.milliseconds >= start else { continue }
        status.today[event.event.index].add(event, of: program.events[event.event.index])
      }
    }
  }
}

/// Reading all that a log says, in order.
extension Keeper {
  /// A reader of the log, or of one subject by its whole id.
  public func reader(subject: String? = nil, keptProblems: Int = 20) throws(KeepingError) -> LogReader {
    var options = LogReader.Options()
    options.subject = subject
    options.zone = zone
    options.keptProblems = keptProblems
    return try storing { () throws(StoreError) in
      try LogReader(
        Connection(sharing: file.connection), program: program, layout: try file.readerLayout(), zones: zones,
        options: options)
    }
  }
}
