public import PaceEngine
public import PaceLanguage

/// A row to be written.
public struct NewRow: Sendable {
  public var event: EventID
  public var kind: KindID?
  /// One for each field of the event; nil, or unknown, takes the catalogue's value, or else the default.
  public var fields: [Constant?]
  /// Nil for a new random id.
  public var id: String?
  /// The subject's id or a prefix of it; nil for the open subject.
  public var subject: String?
  /// Nil for the clock's instant, or 1 ms after the subject's newest row that was logged on this device if that is
  /// later. If that row lies `Keeper.furthestAhead` or more after the clock, `.newestAhead` is thrown.
  public var at: Instant?
  /// Whether to write the row even if a refusal fires, which is then given, or if its instant lies well ahead of the
  /// clock.
  public var isForced = false

  public init(event: EventID, kind: KindID?, fields: [Constant?]) {
    self.event = event
    self.kind = kind
    self.fields = fields
  }
}

/// What became of a row to be written.
public enum LogOutcome: Sendable {
  /// It was written, or was there already with the same content.
  case written(Written)
  /// Rules of kind `refusal` would fire with it.
  case refused([Firing])
  /// It follows another of its kind too soon to count; one counts again from `until` on.
  case debounced(until: Instant)
  /// Its kind may not be logged; `enabled` names those that may.
  case disabled(kind: String, enabled: [String])
  /// Its id belongs to a row with other content or, if `table` is given, to a row of that table.
  case conflict(id: String, table: String?)
  /// Its id is that of a row that was taken back.
  case gone(id: String)

  public struct Written: Sendable {
    public var row: KeptRow
    /// Whether it was there already with the same content.
    public var isKnown = false
    /// Whether the subject started with it.
    public var hasStarted = false
    /// The subjects that were open at its instant, of which it has the first; none if its subject was named.
    public var open: [String] = []
    /// Subjects that started after the row and are open alongside its new one.
    public var openLater: [String] = []
    /// The notices given with it, and the subject's status.
    public var told: NotifyOutcome?
    public var zone: Zone
  }

  var isWritten: Bool { if case .written = self { true } else { false } }
}

/// Writing one row.
extension Keeper {
  /// Writes a row and gives the notices that are due; writes nothing unless the outcome is `written`.
  public mutating func log(_ new: NewRow) throws(KeepingError) -> LogOutcome {
    return try writing(keeps: { $0.isWritten }) { keeper throws(KeepingError) in
      try keeper.logInTransaction(new)
    }
  }

  private mutating func logInTransaction(_ new: NewRow) throws(KeepingError) -> LogOutcome {
    var new = new
    new.fields = new.fields.known
    try checking(
      program.check(event: new.event, id: new.id, subject: nil, at: nil, kind: new.kind, fields: new.fields))
    if let id = new.id.map({ CanonicalID.of($0) }), let known = try knownRow(id, new) { return known }
    let type = program.events[new.event.index]
    for (field, value) in zip(type.fields, new.fields) {
      try checking(program.check(given: value, in: field, of: type.name.text))
    }
    let catalogue = try storing(file.catalogue.entries())
    let enabled = catalogue.filter { $0.event == new.event && $0.isEnabled }
      .map { type.kinds[$0.kind.index].name.text }
    let kind = new.kind.map { type.kinds[$0.index].name.text }
    if let kind, !enabled.contains(kind) { return .disabled(kind: kind, enabled: enabled) }
    var t = try instant(new.at)
    let open = new.subject == nil ? try open(at: t).map(\.subject) : []
    let found = try subject(of: new, at: t, open)
    if new.at == nil {
      let only = program.subject.ends == nil && !program.subject.isPerDay ? TablePlan.onlySubject : nil
      t = try instantOfNow(for: found ?? only)
    }
    if new.at == nil, !new.isForced, t.milliseconds > clock.milliseconds + Self.furthestAhead {
      throw .refused(
        .newestAhead,
        "this device's newest row is of \(time(Instant(t.milliseconds - 1), zone)), "
          + "and one logged without an instant comes after it",
        help: Self.wrongNewest)
    }
    try checkTime(t, isForced: new.isForced)
    let hasStarted = found == nil ? try !isOnlyStarted() : false
    let subject = if let found { found } else { try startSubject(nil, at: t) }
    try makeDay(subject, at: t)
    var outcome = LogOutcome.Written(
      row: KeptRow(
        id: new.id.map { CanonicalID.of($0) } ?? CanonicalID.make(), subject: subject, event: new.event,
        kind: kind, at: t, device: device,
        fields: catalogue.values(of: new.kind, in: new.event, program).enumerated().map { index, filling in
          (index < new.fields.count ? new.fields[index] : nil) ?? filling
        }), zone: zone)
    (outcome.hasStarted, outcome.open) = (hasStarted, open)
    try insert(outcome.row)
    let log = try log(of: subject)
    outcome.zone = log.record.zone
    if let obstacle = try obstacle(to: outcome.row, in: log, isForced: new.isForced) { return obstacle }
    outcome.told = try give(subject, log, at: t)
    if outcome.hasStarted { outcome.openLater = try openLater(than: t, besides: subject) }
    return .written(outcome)
  }

  private static let wrongNewest =
    "give the instant; or is that row wrong? Then edit it, or take it back"

  private func subject(of new: NewRow, at t: Instant, _ open: [String]) throws(KeepingError) -> String? {
    guard let name = new.subject else { return try subject(among: open) }
    let subject = try named(name, mayStart: true)
    if program.subject.isPerDay, subject != day(of: t) {
      let noun = program.noun
      throw .usage(
        .subjectIsDay,
        "\(time(t, zone)) belongs to \(noun) `\(day(of: t))`, not to `\(subject)`",
        help: "name no \(noun), or give an instant of that day")
    }
    return subject
  }

  /// The clock's instant, or the millisecond after this device's newest row of the subject if that is later.
  private func instantOfNow(for subject: String?) throws(KeepingError) -> Instant {
    guard let subject else { return clock }
    let newest = try storing(file.rows.newest(of: subject, device: device, within: span(of: subject)))
    guard let newest, newest.at >= clock else { return clock }
    if let next = newest.at.next { return next }
    throw .refused(
      .newestAhead, "this device's newest row is of the last instant of the year 9999", help: Self.wrongNewest
    )
  }

  /// The outcome if the id is taken, else nil; only given values are compared, as the catalogue may have changed.
  private mutating func knownRow(_ id: String, _ new: NewRow) throws(KeepingError) -> LogOutcome? {
    let name = program.events[new.event.index].name.text
    if try storing(file.stamps.isGone(name, id)) { return .gone(id: id) }
    if let other = try otherTable(with: id, than: .event(new.event)) {
      return .conflict(id: id, table: file.rows.entity(other))
    }
    guard let own = try storing(file.rows.event(new.event, id)) else { return nil }
    let kind = new.kind.map { program.events[new.event.index].kinds[$0.index].name.text }
    let subject = program.subject.isPerDay ? day(of: own.at) : own.subject
    var isSame = kind == nil || kind == own.kind
    isSame = isSame && zip(new.fields, own.fields).allSatisfy { given, own in given == nil || given == own }
    if let at = new.at, at != own.at { isSame = false }
    if let name = new.subject, try !named(name).isExactly(subject) { isSame = false }
    guard isSame else { return .conflict(id: id, table: nil) }
    var known = LogOutcome.Written(row: own, zone: zone)
    known.row.subject = subject
    known.isKnown = true
    let log = try log(of: subject)
    known.zone = log.record.zone
    let t = new.at ?? max(own.at, clock)
    known.told = NotifyOutcome(status: try status(of: subject, log, at: t), zone: log.record.zone)
    return .written(known)
  }

  /// Another table that has a row with an id.
  func otherTable(with id: String, than table: KeptTable) throws(KeepingError) -> KeptTable? {
    for other in file.rows.tables where other != table {
      if try storing(file.rows.row(other, id)) != nil { return other }
    }
    return nil
  }

  func insert(_ row: KeptRow) throws(KeepingError) {
    let values = TableDefinitions.values(
      of: row.event, subject: row.subject, at: row.at, kind: row.kind, fields: row.fields,
      device: row.device, program)
    let columns = file.rows.columns(.event(row.event))
    let known = Dictionary(zip(columns, values)) { first, _ in first }
    try storing(file.rows.insert(.event(row.event), row.id, known))
  }

  /// Why a row may not be written: it would be debounced, or a refusal would fire.
  private mutating func obstacle(
    to row: KeptRow, in log: SubjectLog, isForced: Bool
  ) throws(KeepingError) -> LogOutcome? {
    var refusals: [Firing] = []
    let program = program
    let fresh = try afresh(log, at: row.at) { firing in
      if firing.at == row.at, program.isRefusal(firing.rule) { refusals.append(firing) }
      return true
    }
    if let index = log.rows.firstIndex(where: row.id.isExactly), index < fresh.admissions.count,
      isDebounced(index, fresh.admissions) || takesPlace(index, in: log, fresh.admissions)
    {
      return .debounced(until: debounceEnd(of: row, in: log, fresh.admissions))
    }
    return refusals.isEmpty || isForced ? nil : .refused(refusals)
  }

  private func isDebounced(_ index: Int, _ admissions: [Admission]) -> Bool {
    if case .debounced = admissions[index] { true } else { false }
  }

  /// Whether a row displaces another of its kind and instant, just because its id comes first.
  private func takesPlace(_ index: Int, in log: SubjectLog, _ admissions: [Admission]) -> Bool {
    let row = log.events[index]
    return (index + 1..<admissions.count).prefix { log.events.instant(of: $0) == row.at }.contains {
      log.events[$0].event == row.event && log.events[$0].kind == row.kind && isDebounced($0, admissions)
    }
  }

  /// The first instant at which a row of that kind counts again.
  private func debounceEnd(of row: KeptRow, in log: SubjectLog, _ admissions: [Admission]) -> Instant {
    let type = program.events[row.event.index]
    let kind = row.kind.flatMap { name in type.kinds.firstIndex { $0.name.text == name } }
    let span = kind.flatMap { type.kinds[$0].debounce } ?? type.debounce ?? 0
    for index in admissions.indices.reversed() {
      let event = log.events[index]
      guard case .kept = admissions[index], event.event == row.event, event.kind?.index == kind else {
        continue
      }
      return Instant(event.at.milliseconds + span)
    }
    return row.at
  }

  /// Subjects that started after `t` and are open at the clock's instant, or at their start if that is later.
  private mutating func openLater(than t: Instant, besides subject: String) throws(KeepingError) -> [String] {
    let first = max(t, clock).milliseconds
    let candidates = try storing(
      file.subjects.mayBeOpen(from: first, through: .max, longest: file.subjects.longestDelay()))
    var found: [String] = []
    for other in candidates where !other.isExactly(subject) {
      let log = try log(of: other)
      if let start = log.start, start > t, isOpen(log, at: max(start, clock)) { found.append(other) }
    }
    return found
  }
}

extension Program {
  /// Whether a rule's notices are of kind `refusal`.
  fileprivate func isRefusal(_ rule: RuleID) -> Bool {
    kindName(of: rule) == "refusal"
  }
}
