public import PaceEngine
import PaceLanguage

/// Looking at a log without writing to it.
extension Keeper {
  /// The status of a log at an instant, which at one before the clock's goes by the rows and notices up to it.
  ///
  /// - Parameter name: the subject's id or a prefix of it; nil for the open subject.
  public mutating func status(at: Instant? = nil, subject name: String? = nil) throws(KeepingError)
    -> LogStatus
  {
    let t = try instant(at)
    var status = LogStatus(at: t, zone: zone, in: program)
    let open = try open(at: t).map(\.subject)
    let subject = try name.map { (name) throws(KeepingError) in try named(name) }
    if let subject {
      let log = try log(of: subject)
      (status.asked, status.zone) = (subject, log.record.zone)
      status.startsAt = log.start.flatMap { $0 > t ? $0 : nil }
    }
    if name == nil, open.count > 1, program.subject.ends == nil { _ = try self.subject(forRowAt: t) }
    status.last = try lastRows(of: subject, at: t)
    let shown = subject ?? open.first
    try count(of: program.subject.isPerDay ? subject : shown, at: t, into: &status)
    status.alsoOpen = open.filter { !(shown?.isExactly($0) ?? false) }
    guard let shown, open.contains(where: shown.isExactly) else { return status }
    try fill(&status, with: shown, at: t)
    return status
  }

  /// The first later instant at which a level changes or a notice is due, of any subject, if nothing more is logged.
  ///
  /// Rows ahead of the clock count too. Nil if no subject that `notify` gives to has a `next`.
  public mutating func nextInstant(at: Instant? = nil) throws(KeepingError) -> Instant? {
    let t = try instant(at)
    var next: [Instant] = []
    for subject in try subjectsToNotify(nil, at: t) {
      if let found = try status(of: subject, try log(of: subject), at: t).next { next.append(found) }
    }
    return next.min()
  }

  /// The ids of all subjects that have a row of their own or of an event, in the order of bytes.
  public func subjects() throws(KeepingError) -> [String] {
    return try storing(file.subjects.ids(zone: zone, zones: zones))
  }

  /// The ids of rows and subjects that begin most like an id: in each table those next to it.
  public func neighbours(of id: String) throws(StoreError) -> [String] {
    try file.rows.neighbours(of: id)
  }

  /// A subject's rows and the notices that it was given, read as commands read them: for a `SubjectWalk` or a
  /// `Situation` of PaceLab.
  ///
  /// Rows that can't be read are left out; `problems` then names them. Without `record.given` the rules derive the
  /// notices anew.
  ///
  /// - Parameter name: the subject's id or a prefix of it.
  public mutating func subjectLog(of name: String) throws(KeepingError) -> SubjectLog {
    let subject = try named(name)
    var log = try log(of: subject)
    // That of a day is in its record; here it would hide the present from a walk.
    log.until = nil
    let notices = try standingNotices(of: subject)
    log.record.given = given(notices)
    log.notices = notices
    return log
  }

  private mutating func fill(_ status: inout LogStatus, with subject: String, at t: Instant)
    throws(KeepingError)
  {
    var log = try log(of: subject, at: t)
    status.attributes =
      zip(program.subject.attributes, log.record.attributes).map { attribute, value in
        value.isUnknown ? attribute.initial : machine.constant(value, type: attribute.type)
      }
    let given = try standingNotices(of: subject)
    let before = given.filter { $0.at <= t }
    let floor = try floor(of: subject, at: t)
    let figures = program.figures.map(\.value)
    let isPast = t < clock
    if isPast { log.cut(after: t) }
    let found = try due(
      log, at: t, notices: isPast ? before : given, floor: floor, isPast: isPast, figures: figures)
    status.show(log, found)
    status.notices = NoticeTally(of: program, before)
  }

  /// The newest row of each event that counts, the newest first.
  private mutating func lastRows(of subject: String?, at t: Instant) throws(KeepingError) -> [KeptRow] {
    guard let span = span(of: subject, upTo: t) else { return [] }
    var kept: [ExactText: Set<ExactText>] = [:]
    var rows: [KeptRow] = []
    for index in program.events.indices {
      if let row = try lastRow(of: EventID(index), subject, at: t, within: span, &kept) {
        rows.append(row)
      }
    }
    return rows.sorted { $0.at > $1.at }
  }

  /// - Parameter kept: the rows that count of each subject looked at so far.
  private mutating func lastRow(
    of event: EventID, _ subject: String?, at t: Instant, within span: ClosedRange<Int64>,
    _ kept: inout [ExactText: Set<ExactText>]
  ) throws(KeepingError) -> KeptRow? {
    var found: KeptRow?
    try file.rows.searchNewest(event, of: subject, within: span) { id throws(KeepingError) in
      guard let row = try storing(row(event, id)) else { return false }
      let subject = ExactText(row.subject)
      if kept[subject] == nil { kept[subject] = try keptRows(of: row.subject, at: t) }
      if kept[subject]?.contains(ExactText(id)) ?? false { found = row }
      return found != nil
    }
    return found
  }

  /// The ids of a subject's rows that can be read and are not debounced.
  private mutating func keptRows(of subject: String, at t: Instant) throws(KeepingError) -> Set<ExactText> {
    let log = try log(of: subject)
    let admissions = try afresh(log, at: t).admissions
    return Set(zip(log.rows, admissions).compactMap { $1 == .debounced ? nil : ExactText($0) })
  }

  /// Counts the rows of the calendar day, by each subject's own calendar.
  ///
  /// - Parameter subject: counted alone, unless subjects end by themselves; nil for all.
  private mutating func count(
    of subject: String?, at t: Instant, into status: inout LogStatus
  ) throws(KeepingError) {
    let only = program.countsDayOfAll ? nil : subject
    let subjects = if let only { [only] } else { try subjectsOfToday(at: t) }
    for subject in subjects {
      let log = try log(of: subject)
      let calendar = program.subject.isPerDay ? calendar : program.calendar.calendar(in: log.record.zone)
      log.count(try afresh(log, at: t).admissions, sinceDayOf: t, in: calendar, program, into: &status.today)
    }
  }

  /// Subjects that may have rows of today.
  private func subjectsOfToday(at t: Instant) throws(KeepingError) -> [String] {
    if program.subject.isPerDay { return [day(of: t)] }
    // In another zone the day may have begun earlier; no day is as long as 48 hours.
    let first = t.milliseconds - 2 * 86_400_000
    return try storing(file.subjects.mayBeOpen(from: first, through: t.milliseconds, longest: 0))
  }
}

/// What is checked of changes before they are written.
extension Keeper {
  /// The row or subject as it is now; an error if it is gone.
  func present(_ target: Target) throws(KeepingError) -> Target {
    switch target {
    case .subject(let id): return .subject(try named(id))
    case .row(let row):
      _ = try checking(program.type(of: row.event))
      if let now = try storing(self.row(row.event, row.id)) { return .row(now) }
      throw .refused(.noRow, "there is no row `\(row.id)`", help: "give one that was not taken back")
    }
  }

  /// The edits with their values as the columns store them; an error if a column can't hold its value.
  func checked(_ edits: [Edit], of target: Target) throws(KeepingError) -> [Edit] {
    try edits.map { (edit) throws(KeepingError) in try checked(edit, of: target) }
  }

  private func checked(_ edit: Edit, of target: Target) throws(KeepingError) -> Edit {
    let noun = program.noun
    switch target {
    case .subject:
      if !program.subject.isPerDay, edit.column == "started_at" || edit.column == "ended_at" {
        if edit.instant != nil || edit.value.isNull { return edit }
        throw .usage(
          .badValue, "`\(edit.column)` needs an instant", help: "give an instant, or nil to clear it")
      }
      let checked = try checked(edit, among: program.subject.attributes, of: noun)
      let names = program.subject.attributes.map(\.name.text)
      if let index = names.firstIndex(of: edit.column) {
        try checking(checkZone(edit.constant, for: AttributeID(index)))
      }
      return checked
    case .row(let row):
      let type = program.events[row.event.index]
      switch edit.column {
      case "at":
        if edit.instant != nil { return edit }
        throw .usage(.badValue, "a row has to have a time", help: "give `at` an instant")
      case "kind":
        if edit.value.isNull || type.kinds.contains(where: { $0.name.text == edit.value.text }) {
          return edit
        }
        let name = edit.value.text ?? ""
        throw .usage(
          .unknownName, "`\(type.name.text)` has no kind `\(name)`",
          help: Spelling.help(for: name, among: type.kinds.map(\.name.text)))
      case noun where !program.subject.isPerDay:
        if let name = edit.value.text { return Edit(column: noun, text: try named(name)) }
        throw .usage(
          .badValue, "a row has to have \(Noun.one(noun))", help: "give the id of one, or its beginning")
      default: return try checked(edit, among: type.fields, of: type.name.text)
      }
    }
  }

  /// Refuses a value of the subjects' zone that is the name of none that the system has.
  func checkZone(_ value: Constant?, for attribute: AttributeID) throws(Refusal) {
    guard attribute == program.subject.zoneAttribute, case .text(let name)? = value else { return }
    try zones.check(name)
  }

  private func checked(_ edit: Edit, among fields: [Field], of owner: String) throws(KeepingError) -> Edit {
    guard let field = fields.first(where: { $0.name.text == edit.column }) else {
      throw .usage(
        .unknownName, "`\(owner)` has no field `\(edit.column)` that can be changed",
        help: Spelling.help(for: edit.column, among: fields.map(\.name.text)))
    }
    try fitting(KeepingError.usage) { () throws(Refusal) in
      if let type = edit.type, type != field.type {
        let expected = program.expectation(of: field, unmetBy: nil)
        throw Refusal(
          .badValue, "`\(owner).\(edit.column)` takes \(expected), and the edit gives another type")
      }
      try program.check(given: edit.constant, in: field, of: owner)
      if edit.instant != nil { throw Refusal(.badValue, "`\(owner).\(edit.column)` holds no instant") }
    }
    return Edit(column: edit.column, value: edit.constant, field.type, program)
  }
}
