public import PaceEngine
public import PaceLanguage

/// Keeps a log: writes rows and takes them back, gives notices that are due, and reports the status.
///
/// Every command is one transaction, except a mutual merge, which is one for each file. What a command returns is on
/// disk.
///
/// A keeper and its `LogFile` belong to one thread or one actor, which makes both itself.
public struct Keeper {
  public let file: LogFile
  /// The zone of subjects that have none of their own.
  public let zone: Zone
  /// The calendar of subjects that have no zone of their own.
  public let calendar: LocalCalendar
  /// The present instant, which an app sets before each command. It is kept within the years 1 to 9999.
  public var clock: Instant {
    didSet { clock = Instant(clamping: clock.milliseconds) }
  }
  /// Reads the clock once a command has locked the file: while it waited for another writer, time went on.
  ///
  /// Nil leaves `clock` as it stands.
  public var clockReading: (@Sendable () -> Instant)?
  /// The device that writes.
  public let device: String
  /// Whether commands only return what they would do, and leave the file as it is.
  ///
  /// The file has to be opened for writing all the same.
  public var isDryRun = false

  /// The zones that the system has.
  public let zones: ZoneDirectory
  /// Files whose write-ahead logs couldn't be moved into them, and why; a copy without its log lacks rows.
  ///
  /// Frames that stay in a log because another process is reading are not noted: the next checkpoint moves them.
  public private(set) var uncheckpointed: [(path: String, cause: String)] = []
  /// A machine of the program, for any subject.
  private(set) var machine: Machine
  let rules: [String: RuleID]
  /// How many of the rows and values that can't be read are named in `problems`; all are counted.
  public var namedProblems = RowProblems.usualLimit
  /// For each subject whose last reading had problems, those.
  private var problemsOfSubjects: [ExactText: RowProblems] = [:]

  /// - Parameters:
  ///   - zone: the zone of subjects that have none of their own; nil for the file's own, else that of the program's
  ///     calendar, else UTC.
  ///   - clock: the present instant; it stands still until `clock` is set.
  ///   - device: nil for the file's own.
  /// - Throws: `.data` if `zone` is nil and `zones` lacks the zone that the file or the program names.
  public init(
    _ file: LogFile, zone: Zone? = nil, zones: ZoneDirectory, clock: Instant, device: String? = nil
  ) throws(StoreError) {
    self.file = file
    var zones = zones
    if let zone {
      self.zone = zone
    } else {
      self.zone = try zones.zone(of: file.zone.map { (file.path, $0) }, file.program) ?? .utc
    }
    calendar = file.program.calendar.calendar(in: self.zone)
    self.zones = zones
    self.clock = Instant(clamping: clock.milliseconds)
    self.device = device ?? file.device
    var options = SubjectLog.dueOptions()
    options.shouldStop = { Interrupt.isRequested }
    machine = Machine(Plan(file.program), options: options)
    let names = file.program.rules.enumerated().map { ($1.name.text, RuleID($0)) }
    rules = Dictionary(names, uniquingKeysWith: { first, _ in first })
  }

  public var program: Program { file.program }

  /// The problems of all subjects read so far, in the order of their ids.
  public var problems: RowProblems {
    problemsOfSubjects.sorted { $0.key > $1.key }
      .reduce(into: RowProblems(keeping: namedProblems)) { $0.add(earlier: $1.value) }
  }

  /// Forgets what a subject's unreadable values count as, for a command that tells nothing by it.
  mutating func forgetDefaults(of subject: String) {
    problemsOfSubjects[ExactText(subject)]?.forgetDefaults()
  }

  /// Moves a write-ahead log into its file, by default the keeper's own; notes a file for which that fails.
  public mutating func checkpoint(_ other: LogFile? = nil) {
    let file = other ?? file
    uncheckpointed.removeAll { $0.path == file.path }
    do throws(StoreError) {
      try file.checkpoint()
    } catch {
      uncheckpointed.append((file.path, error.message))
    }
  }

  /// How many milliseconds an instant may lie ahead of the clock; one further ahead is taken for a slip.
  public static let furthestAhead: Int64 = 5 * 60_000

  /// The start of the year 2000 in Unix seconds: an instant of so many milliseconds lies in January 1970.
  private static let firstSecondsMeant: Int64 = 946_684_800

  /// The instant that a command is for, by default the clock's.
  func instant(_ at: Instant?) throws(KeepingError) -> Instant {
    let t = at ?? clock
    try fitting(KeepingError.refused) { () throws(Refusal) in try program.check(t) }
    return t
  }

  /// Refuses an instant outside the years 1 to 9999.
  ///
  /// Unless it is forced, one too far ahead of the clock and one that was written in seconds are refused too.
  func checkTime(_ t: Instant, isForced: Bool) throws(KeepingError) {
    _ = try instant(t)
    if isForced { return }
    let latest = clock.milliseconds + Self.furthestAhead
    if t.milliseconds >= Self.firstSecondsMeant, t.milliseconds <= latest / 1_000 {
      let meant = Instant(t.milliseconds * 1_000)
      throw .refused(
        .writtenInSeconds(meant),
        "\(t.milliseconds) ms is \(time(t, zone)); as seconds it is \(time(meant, zone))",
        help: "give \(meant.milliseconds) if that is meant, or force it")
    }
    if t.milliseconds <= latest { return }
    throw .refused(
      .aheadOfClock,
      "\(time(t, zone)) is more than \(ValueText.duration(Self.furthestAhead)) ahead of the clock, "
        + time(clock, zone),
      help: "check the time, or force it")
  }

  /// An instant as messages show it, in local time.
  func time(_ instant: Instant, _ zone: Zone) -> String {
    let (calendar, t) = (LocalCalendar(zone: zone), instant.milliseconds)
    return "\(ValueText.date(calendar.wallDate(at: t))) \(ValueText.time(calendar.timeOfDay(at: t)))"
  }

  // MARK: Subjects

  /// The instants of a subject that is a day, none that a row may have if clocks never showed that date; all
  /// instants for other subjects.
  func span(of subject: String) -> ClosedRange<Int64> {
    program.subject.isPerDay ? calendar.span(ofDayNamed: subject) : Int64.min...Int64.max
  }

  /// The part of it up to an instant, of any subject if none is given; nil if there is none.
  func span(of subject: String?, upTo t: Instant?) -> ClosedRange<Int64>? {
    let span = subject.map { self.span(of: $0) } ?? Int64.min...Int64.max
    let last = min(span.upperBound, t?.milliseconds ?? .max)
    return span.lowerBound <= last ? span.lowerBound...last : nil
  }

  /// The zone of the named subject, else of the open one.
  public mutating func zone(ofSubject name: String?) -> Zone {
    if program.subject.zoneAttribute == nil { return zone }
    let subject = if let name { try? named(name) } else { (try? open(at: clock))?.first?.subject }
    return subject.flatMap { try? log(of: $0) }?.record.zone ?? zone
  }

  /// The day that an instant belongs to, as the id of a subject.
  func day(of t: Instant) -> String { ValueText.date(calendar.day(at: t.milliseconds)) }

  /// A subject's rows as they stand in the file.
  ///
  /// A day's log ends at its last instant, because anything later belongs to another day. A day without a row of its
  /// own has the settings.
  ///
  /// - Parameter t: the instant whose settings those are; nil for the clock's.
  mutating func log(of subject: String, at t: Instant? = nil) throws(KeepingError) -> SubjectLog {
    let days = program.subject.isPerDay ? span(of: subject) : nil
    var problems = RowProblems(keeping: namedProblems)
    var log = try storing { () throws(StoreError) in
      try file.subjects.log(
        subject, within: days, zone: zone, zones: zones, interner: &machine, problems: &problems)
    }
    problemsOfSubjects[ExactText(subject)] = problems.hasNothingToTell ? nil : problems
    log.until = days.map { Instant($0.upperBound) }
    if let attributes = try attributesToCome(of: subject, at: t ?? clock) { set(attributes, of: &log) }
    return log
  }

  /// Replaces the attributes of a subject's log; nil becomes unknown.
  private mutating func set(_ attributes: [Constant?], of log: inout SubjectLog) {
    machine.clear()
    for text in log.texts { _ = machine.intern(text) }
    log.record.attributes = attributes.map { attribute in
      switch attribute {
      case nil: return .unknown
      case .value(let value): return value
      case .text(let text):
        log.texts.append(text)
        return machine.intern(text)
      }
    }
  }

  /// The notices that a subject was given, in the order of time and rules.
  ///
  /// Withdrawn ones are no longer in the file: the command that withdraws them returns them.
  ///
  /// - Parameter name: the subject's id or a prefix of it.
  public func notices(of name: String) throws(KeepingError) -> [KeptNotice] {
    try standingNotices(of: try named(name))
  }

  /// The notices of the subject with this id that were given and not withdrawn.
  func standingNotices(of subject: String) throws(KeepingError) -> [KeptNotice] {
    try storing(file.notices.all(of: subject, zone: zone))
  }

  /// The floor of a subject: the instant up to which everything due has been given, as far as known at `t`.
  func floor(of subject: String, at t: Instant) throws(KeepingError) -> Instant? {
    try storing(file.bookkeeping.floor(of: subject, device: device, at: t.milliseconds)).map { Instant($0) }
  }

  /// The stamp of what is written now, or of what holds from a named instant on.
  func stamp(from at: Instant? = nil) throws(StoreError) -> Stamp {
    if let at { return Stamp(at: at.milliseconds, device: device) }
    return try file.stamps.next(clock: clock.milliseconds, device: device)
  }

  /// The stamps of a setting that is written now, or that holds from a named instant on.
  func stamps(ofSetting name: String, from at: Instant?) throws(StoreError) -> [Stamp] {
    if let at { return [Stamp(at: at.milliseconds, device: device)] }
    return try file.settings.stamps(of: name, clock: clock.milliseconds, device: device)
  }

  // MARK: Evaluating

  /// How a log stands at an instant, given `notices`; firings up to the floor are left out.
  ///
  /// - Parameters:
  ///   - isPast: whether what comes next is told as if nothing had been given since.
  ///   - tell: called for each firing; if it returns false, the evaluation ends there.
  mutating func due(
    _ log: SubjectLog, at t: Instant, notices: [KeptNotice], floor: Instant?, isPast: Bool = false,
    figures: [ExpressionID] = [], tell: (Firing) -> Bool = { _ in true }
  ) throws(KeepingError) -> Due {
    var log = log
    log.record.given = given(notices)
    log.record.silentThrough = isPast ? floor.map { min($0, t) } : floor
    let spokenThrough = isPast ? nil : try self.floor(of: log.id, at: max(t, clock))
    let due: Due
    do throws(RunawaySubject) {
      due = try log.due(
        at: t, spokenThrough: spokenThrough, figures: figures, in: &machine, tell: tell)
    } catch {
      throw .runaway(error)
    }
    try file.checkInterruption()
    return due
  }

  /// How a log stands at an instant if no notice has ever been given.
  mutating func afresh(
    _ log: SubjectLog, at t: Instant, tell: (Firing) -> Bool = { _ in true }
  ) throws(KeepingError) -> Due {
    try due(log, at: t, notices: [], floor: nil, tell: tell)
  }

  /// Notices as the engine takes them; those of rules that the program no longer has are left out.
  func given(_ notices: [KeptNotice]) -> [GivenNotice] {
    notices.compactMap { notice in
      rules[notice.rule].map { GivenNotice(rule: $0, at: notice.at) }
    }
  }
}

/// The notices that were given to a subject at an instant, and its status then.
public struct NotifyOutcome: Sendable {
  /// The notices given now, in the order of time.
  public var notices: [KeptNotice] = []
  public var status: SubjectStatus
  public var zone: Zone
  /// The floor, if it is not before the instant: no notice is given up to it.
  public var spokenFor: Instant?
  /// The rules whose messages were withheld, one entry for each message.
  public var withheld: [RuleID] = []

  fileprivate var hasMessages: Bool { !notices.isEmpty || !withheld.isEmpty }
}

/// Giving what is due.
extension Keeper {
  /// The most notices that one command gives, because memory has to hold them.
  static let mostNotices = 1_000_000

  /// The refusal to give too many notices; the last of the firings is the first beyond the limit.
  private func tooMany(_ firings: [Firing], of log: SubjectLog) -> KeepingError {
    var counts: [RuleID: Int] = [:]
    for firing in firings { counts[firing.rule, default: 0] += 1 }
    let busiest = firings.max { counts[$0.rule, default: 0] < counts[$1.rule, default: 0] }
    let rule = busiest.map { "by rule `\(program[$0.rule].name.text)` " } ?? ""
    let subject = "\(program.noun) `\(log.id)`"
    let second = firings.last.map { ($0.at.milliseconds - 1) / 1_000 * 1_000 } ?? 0
    let last = Instant(second)
    return .refused(
      .tooManyNotices(subject: log.id, through: last),
      "more than \(ValueText.count(Self.mostNotices)) notices are due, many of them \(rule)for \(subject)",
      help: "nothing was written; give those up to \(time(last, log.record.zone)) first, and so on; "
        + "or make the rule speak less often")
  }

  /// Gives a subject's notices that are due after its floor and up to an instant, and raises the floor.
  ///
  /// - Parameter room: how many notices the command may still give.
  mutating func give(
    _ subject: String, _ log: SubjectLog, at t: Instant, room: Int = mostNotices
  ) throws(KeepingError) -> NotifyOutcome {
    let floor = try floor(of: subject, at: t)
    let standing = try standingNotices(of: subject)
    var firings: [Firing] = []
    let found = try due(log, at: t, notices: standing, floor: floor) {
      firings.append($0)
      return firings.count <= room
    }
    if firings.count > room { throw tooMany(firings, of: log) }
    var told = NotifyOutcome(status: found.status, zone: log.record.zone)
    if let floor, floor >= t { told.spokenFor = floor }
    var occurrences: [RuleID: (at: Instant, count: Int)] = [:]
    for firing in firings {
      try file.checkInterruption()
      let known = occurrences[firing.rule]
      let occurrence = known?.at == firing.at ? known?.count ?? 0 : 0
      occurrences[firing.rule] = (firing.at, occurrence + 1)
      guard let message = firing.message, !firing.isWithheld else {
        if firing.isWithheld { told.withheld.append(firing.rule) }
        continue
      }
      let notice = KeptNotice(
        firing, occurrence: occurrence, message: message, of: subject, in: program,
        preset: found.status.preset, givenAt: clock, device: device)
      if try storing(file.notices.add(notice)) { told.notices.append(notice) }
    }
    try storing(
      file.bookkeeping.raiseFloor(of: subject, device: device, to: min(t.milliseconds, clock.milliseconds)))
    return told
  }

  /// Gives what is due up to an instant, of one subject or of every one for which something may be due.
  ///
  /// - Parameters:
  ///   - at: nil for the clock's instant.
  ///   - recordsSilence: whether the floors are raised even if no message is due; if not, nothing is written then.
  public mutating func notify(
    at: Instant? = nil, subject: String? = nil, isForced: Bool = false, recordsSilence: Bool = true
  ) throws(KeepingError) -> [(subject: String, told: NotifyOutcome)] {
    try writing(keeps: { all in recordsSilence || all.contains { $0.told.hasMessages } }) {
      (keeper) throws(KeepingError) in
      let t = try keeper.instant(at)
      try keeper.checkTime(t, isForced: isForced)
      return try keeper.notify(through: t, subject: subject)
    }
  }

  /// Gives what is due up to an instant, within a transaction.
  mutating func notify(
    through t: Instant, subject: String? = nil
  ) throws(KeepingError) -> [(subject: String, told: NotifyOutcome)] {
    var all: [(subject: String, told: NotifyOutcome)] = []
    var room = Self.mostNotices
    for subject in try subjectsToNotify(subject, at: t) {
      let told = try give(subject, try log(of: subject, at: t), at: t, room: room)
      room -= told.notices.count
      all.append((subject, told))
    }
    return all
  }

  /// The named subject, else those that had not ended at their floor.
  mutating func subjectsToNotify(_ subject: String?, at t: Instant) throws(KeepingError) -> [String] {
    if let subject { return [try named(subject)] }
    if program.subject.isPerDay { return try daysToNotify(at: t) }
    return try storing(file.subjects.mayHaveDue(at: t.milliseconds, device: device))
  }

  /// The days whose floor lies before their end, and the present day, which may have no row yet.
  private func daysToNotify(at t: Instant) throws(KeepingError) -> [String] {
    let (known, floors) = try storing { () throws(StoreError) in
      (try file.subjects.all(), try file.bookkeeping.floors(device: device, at: t.milliseconds))
    }
    let today = day(of: t)
    return known.filter { $0 != today && floors[$0] ?? .min < span(of: $0).upperBound } + [today]
  }

  /// Runs a command as one transaction, which a dry run rolls back.
  mutating func writing<Result>(
    keeps: (Result) -> Bool = { _ in true }, _ body: (inout Keeper) throws(KeepingError) -> Result
  ) throws(KeepingError) -> Result {
    // A file that names no device of its own is written to without one.
    if !file.device.isEmpty { try checking(program.check(device: device)) }
    var keeper = self
    let isDryRun = isDryRun
    defer { self = keeper }
    return try file.transaction(keeps: { keeps($0) && !isDryRun }) { () throws(KeepingError) in
      if let clockReading { keeper.clock = clockReading() }
      return try body(&keeper)
    }
  }
}
