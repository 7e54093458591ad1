import PaceLanguage

/// Works out the status of a log at an instant, from its subjects one after the other.
public struct StatusGathering {
  public private(set) var status: LogStatus
  /// Subjects that are open; `finish` puts the newest first.
  public private(set) var open: [(subject: String, start: Instant)] = []
  /// The newest of them so far.
  private var newest: (subject: String, start: Instant)?
  private let program: Program
  private var machine: Machine
  /// The only subject that the status may be about; nil for any.
  private let asked: String?
  /// Whether the instant is before the present, so that later rows and notices don't count for what comes next.
  private let isPast: Bool
  /// The rows of the day of the subject that the status is about.
  private var todayOfShown: [DayCount]?

  public init(_ plan: Plan, at t: Instant, now: Instant, zone: Zone, asked: String? = nil) {
    program = plan.program
    self.asked = asked
    isPast = t < now
    status = LogStatus(at: t, zone: zone, in: program)
    machine = Machine(plan, options: SubjectLog.dueOptions())
  }

  /// Adds a subject, with the ids of its rows; ignores one that has not started by the status's instant.
  ///
  /// - Parameter isDerived: whether to count the notices that the rules derive, not the given ones.
  /// - Throws: if a runaway rule ended the evaluation.
  public mutating func add(_ log: SubjectLog, isDerived: Bool) throws(RunawaySubject) {
    let t = status.at
    guard let start = log.beginning(in: program) else { return }
    let isAsked = asked.map(log.id.isExactly)
    if isAsked == true, start > t { status.startsAt = log.start }
    if start > t { return }
    var log = log
    if isPast { log.cut(after: t) }
    if isDerived { log.record.given = [] }
    let program = program
    var derived = NoticeTally(of: program)
    var last: Firing?
    let due = try log.due(at: t, figures: program.figures.map { $0.value }, in: &machine) { firing in
      if isDerived, firing.message != nil, !firing.isWithheld {
        derived.count(program.kindName(of: firing.rule) ?? "")
        last = firing
      }
      return true
    }
    if isAsked ?? true { note(log, due.admissions) }
    count(log, due.admissions, in: &status.today)
    guard isOpen(log, due) else { return }
    open.append((log.id, start))
    let isNewest = newest.map { LogStatus.isShownBefore((log.id, start), $0) } ?? true
    if isNewest { newest = (log.id, start) }
    guard isAsked ?? isNewest else { return }
    status.show(log, due)
    var today = program.events.map { DayCount(of: $0) }
    count(log, due.admissions, in: &today)
    todayOfShown = today
    status.attributes = attributes(of: log)
    if let last, let message = last.message {
      derived.last = KeptNotice(
        last, occurrence: 0, message: message, of: log.id, in: program, preset: due.status.preset,
        givenAt: last.at, device: "")
    }
    status.notices = isDerived ? derived : NoticeTally(of: program, given(to: log))
  }

  private func isOpen(_ log: SubjectLog, _ due: Due) -> Bool {
    // A day is open before its first row.
    if let last = log.record.lastInstant { status.at <= last } else { due.status.isOpen }
  }

  /// Completes the status after the last subject: lists the other open subjects, and sorts the newest rows.
  public mutating func finish() {
    open.sort(by: LogStatus.isShownBefore)
    status.alsoOpen = open.map { $0.subject }.filter { !(status.subject?.isExactly($0) ?? false) }
    if !program.countsDayOfAll, let todayOfShown { status.today = todayOfShown }
    status.last.sort { $0.at > $1.at }
  }

  // MARK: Rows

  private func count(_ log: SubjectLog, _ admissions: [Admission], in today: inout [DayCount]) {
    let calendar = program.calendar.calendar(in: log.record.zone)
    log.count(admissions, sinceDayOf: status.at, in: calendar, program, into: &today)
  }

  /// Keeps the newest of each event among a subject's rows that count.
  private mutating func note(_ log: SubjectLog, _ admissions: [Admission]) {
    for (index, admission) in admissions.enumerated() {
      guard case .kept = admission else { continue }
      note(log.events[index], row: log.rows.indices.contains(index) ? log.rows[index] : "", of: log.id)
    }
  }

  private mutating func note(_ event: EventRecord, row: String, of subject: String) {
    let known = status.last.firstIndex { $0.event == event.event }
    if let known, status.last[known].at > event.at { return }
    let type = program.events[event.event.index]
    let newest = KeptRow(
      id: row, subject: subject, event: event.event, kind: event.kind.map { type.kinds[$0.index].name.text },
      at: event.at, device: nil, fields: [])
    if let known { status.last[known] = newest } else { status.last.append(newest) }
  }

  // MARK: The shown subject

  /// The value of each attribute: from the subject's row, else the default.
  private func attributes(of log: SubjectLog) -> [Constant?] {
    zip(program.subject.attributes, log.record.attributes).map { attribute, value in
      if value.isUnknown { return attribute.initial }
      return machine.constant(value, type: attribute.type)
    }
  }

  private func given(to log: SubjectLog) -> [KeptNotice] {
    if let notices = log.notices { return notices.filter { $0.at <= status.at } }
    return log.record.given.filter { $0.at <= status.at }.map { notice in
      let rule = program[notice.rule]
      return KeptNotice(
        subject: log.id, at: notice.at, rule: rule.name.text, occurrence: 0,
        kind: program.kindName(of: notice.rule) ?? "", level: nil, severity: rule.severity,
        message: "", preset: nil, givenAt: notice.at, device: "")
    }
  }
}
