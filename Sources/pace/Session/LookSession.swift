import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

extension Option {
  static let derive = Option.flag(
    "derive", "count the notices that the rules derive, though the log says which were given")
}

/// A pack and a log that is looked back at.
struct LookSession {
  let pack: Pack
  let plan: Plan
  let choices: Choices
  /// The zone of the subjects that are looked at, or of the log if they have several.
  private(set) var zone: Zone
  /// Whether given or derived notices count.
  let notices: SubjectWalk.Notices
  /// The table of given notices; nil if notices are derived, or pace doesn't keep the log.
  private let kept: NoticeTable?
  /// Kinds and rules of given notices that the pack no longer has.
  let otherKinds: [String]
  private let otherRules: [String]
  private let arguments: Arguments
  private let input: LogInput
  /// The instant of `--now`, else the clock's.
  let now: Instant
  private let isNowNamed: Bool

  /// A row later than this after the present is more likely wrong than meant: ten years, in milliseconds.
  private static let farAhead: Int64 = 3_653 * 86_400_000

  /// - Parameter isOfOne: whether one subject is looked at, which has to be named unless it is the only one.
  init(_ arguments: Arguments, _ console: Console, isOfOne: Bool = false) throws(Failure) {
    pack = try Pack.named(by: arguments, console)
    choices = try Choices(arguments, pack)
    var arguments = isOfOne ? try arguments.ofOneSubject(pack, choices) : arguments
    zone = choices.zone
    plan = Plan(pack.program)
    now = try arguments.present(in: choices.zone)
    isNowNamed = arguments.has(.now)
    var input = try LogInput(try arguments.database(), arguments, pack.program, zone: choices.zone)
    let isGiven = try input.withTables(pack.program) { _, layout in !layout.notices.isEmpty }
    notices = isGiven && !arguments.has(.derive) ? .given : .derived
    input.options.readsGiven = notices == .given
    self.input = input
    if let name = arguments[.subject] {
      arguments = arguments.with(.subject, try input.subject(SubjectName(name), pack.program))
    }
    self.arguments = arguments
    let isOwn = notices == .given && input.source == nil
    let (database, program) = (input.database, pack.program)
    (kept, otherKinds, otherRules) = try reading { () throws(StoreError) in
      let kept = isOwn ? try NoticeTable(in: database, program: program) : nil
      return (kept, try kept?.otherKinds() ?? [], try kept?.otherRules() ?? [])
    }
    zone = try zoneOfSubjects() ?? zone
  }

  /// The zone of all subjects that are looked at, if they may have their own; nil if they differ.
  private func zoneOfSubjects() throws(Failure) -> Zone? {
    guard program.subject.zoneAttribute != nil else { return nil }
    var found: Zone?
    var feed = try feed(readsGiven: false)
    try feed.fromStart { feed throws(Failure) in
      found = nil
      var record = SubjectRecord(attributes: [], zone: choices.zone)
      while try feed.nextSubject(&record, intern: { _ in .unknown }) {
        if found.map({ $0 != record.zone }) ?? false {
          found = choices.zone
          return
        }
        found = record.zone
      }
    }
    return found
  }

  /// The messages of a subject's given notices, if the notices don't hold them themselves; else nil.
  func messages(of subject: String, in zone: Zone) throws(Failure) -> GivenMessages? {
    if notices == .derived || kept != nil { return nil }
    return try input.withTables(program) { (connection, layout) throws(StoreError) in
      try GivenMessages(of: subject, in: zone, connection, layout: layout, program: program)
    }
  }

  /// Says which attributes of a subject were set after it began, because they count for all of it.
  func tellLaterSettings(of summary: SubjectSummary, _ console: inout Console) throws(Failure) {
    guard let start = summary.start else { return }
    let (database, program) = (input.database, program)
    let later = try reading { () throws(StoreError) in
      try LogFile.attributes(of: summary.subject, setAfter: start, in: database, program)
    }
    let time = TimeText(summary.zone)
    for (attribute, at) in later {
      let name = program.subject.attributes[attribute.index].name.text
      let subject = Words.subject(summary.subject, of: program)
      console.remark(
        "`\(name)` of \(subject) was set at \(time.clock(at, besides: start)), and counts from its start on")
    }
  }

  var program: Program { pack.program }
  /// The id of the subject that is looked at; nil for all.
  var subject: String? { arguments[.subject] }

  /// - Parameter present: the last instant that is looked at.
  func look(upTo present: Instant) -> LookBack {
    LookBack(
      program, zone: LogZone(zone, isNamed: choices.logZone.isNamed || zone != choices.zone),
      notices: notices, otherKinds: otherKinds, present: present, isAhead: present > now)
  }

  /// Reads subject after subject.
  ///
  /// - Parameters:
  ///   - present: the last instant that is looked at.
  ///   - figures: what is read, at `instants`.
  func walk(
    upTo present: Instant, reading figures: [ExpressionID] = [], at instants: [Instant] = []
  ) -> SubjectWalk {
    SubjectWalk(
      plan, notices: notices, present: present, otherKinds: otherKinds, reading: figures, at: instants)
  }

  /// The calendar of the subjects that are looked at, or of the log if they have several.
  var calendar: LocalCalendar {
    program.calendar.calendar(in: zone)
  }

  /// The instants that `--from` and `--to` name by the clocks of `zone`; a clock time is one of today.
  func span(in zone: Zone) throws(Failure) -> (from: Instant?, to: Instant?) {
    try arguments.span(in: zone, program.calendar, now: now)
  }

  /// The span of `--from` and `--to` in a zone, as a range.
  func range(in zone: Zone) throws(Failure) -> ClosedRange<Instant> {
    try arguments.range(in: zone, program.calendar, now: now)
  }

  /// Says on which day clock times were taken to be, for when nothing is found there.
  func tellSpan(_ console: inout Console) throws(Failure) {
    try console.tellSpan(arguments, in: zone, program.calendar, now: now)
  }

  /// The span of `--from` and `--to` for a subject; a clock time is the first one from its start on.
  func span(of summary: SubjectSummary) throws(Failure) -> (from: Instant?, to: Instant?) {
    try arguments.span(in: summary.zone, program.calendar, from: summary.start ?? now, now: now)
  }

  // MARK: Reading

  /// - Parameter isOfAll: whether all subjects are read, though one is looked at.
  func feed(
    keepsIDs: Bool = false, readsGiven: Bool = true, isOfAll: Bool = false
  ) throws(Failure) -> LogFeed {
    try LogFeed.open(
      isOfAll ? arguments.without(.subject) : arguments, pack, choices,
      readsGiven: readsGiven && notices == .given, otherRules: otherRules,
      keepsIDs: keepsIDs)
  }

  /// The instants of the first and the last row up to an instant, whether these rows count or not. Of a log without
  /// rows, the first start and the present.
  func extent(upTo last: Instant? = nil) throws(Failure) -> LogExtent {
    let last = isNowNamed ? min(last ?? now, now) : last
    var feed = try feed(readsGiven: false)
    var extent = LogExtent()
    var start = Instant(.max)
    try feed.fromStart { feed throws(Failure) in
      extent = LogExtent()
      start = Instant(.max)
      var record = SubjectRecord(attributes: [], zone: choices.zone)
      var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
      while try feed.nextSubject(&record, intern: { _ in .unknown }) {
        if let own = record.startedAt { start = min(start, own) }
        while try feed.nextEvent(&event, intern: { _ in .unknown }) {
          if last.map({ event.at <= $0 }) ?? true { extent.add(event.at) }
        }
      }
    }
    let present = min(last ?? now, now)
    if extent.first == nil, start <= present {
      extent.add(start)
      extent.add(present)
    }
    return extent
  }

  /// The last instant that is looked at: now, or, unless `--now` is given, the newest row if that is later.
  func present(_ extent: LogExtent) throws(Failure) -> Instant {
    guard let newest = extent.last, newest > now else { return now }
    if newest.milliseconds - now.milliseconds > Self.farAhead {
      let (row, clock) = (TimeText.iso(newest), TimeText.iso(now))
      throw .data(
        "the newest row is of \(row), more than ten years after now (\(clock))",
        help: "`--now now` leaves it out; if it is meant so, `--now \(row)` looks back from there")
    }
    return newest
  }

  /// Calls `body` with each subject of the log; `restart` comes before each reading of it.
  ///
  /// - Parameter isListing: whether subjects are listed. A list leaves out those that start after `--now`, and remarks
  ///   on those with neither a start nor a row.
  func forEachSubject(
    keepsIDs: Bool = false, isOfAll: Bool = false, isListing: Bool = false, _ console: inout Console,
    restart: () -> Void = {}, _ body: (SubjectLog) throws(RunawaySubject) -> Void
  ) throws(Failure) -> RowProblems {
    var feed = try feed(keepsIDs: keepsIDs, isOfAll: isOfAll)
    var count = 0
    var withoutRows = SubjectsWithoutRows()
    try feed.fromStart { feed throws(Failure) in
      restart()
      withoutRows = SubjectsWithoutRows()
      var reader = SubjectReader(plan, choices, keepsRows: keepsIDs)
      while var log = try reader.next(&feed) {
        let isKnown = log.start != nil
        if isNowNamed, isListing { log.cut(after: now) }
        guard let beginning = log.beginning(in: program) else {
          // In a log that pace keeps they are deleted subjects, whose notices came from another device.
          if !isKnown { withoutRows.add(log, isListed: feed.hasSubjectRow, hasNotices: kept == nil) }
          continue
        }
        if isNowNamed, isListing, beginning > now { continue }
        log.notices = try reading { () throws(StoreError) in try kept?.all(of: log.id, zone: choices.zone) }
        count += 1
        console.report("\(count) looked at, now \(log.id)", feed.progress())
        try refusingRunaways(program) { () throws(RunawaySubject) in try body(log) }
      }
    }
    if isListing { console.tell(withoutRows.ofSubjects(program)) }
    console.tell(withoutRows.ofNotices(program))
    if !otherRules.isEmpty {
      let names = otherRules.map { "`\($0)`" }.joined(separator: ", ")
      console.remark("notices of rules that the pack has no more count by their kinds: \(names)")
    }
    return try feed.problems()
  }
}

/// Subjects that have neither a start nor a row.
private struct SubjectsWithoutRows {
  /// Those that have a row of their own, such as one with nothing but an end.
  private var listed = NamedSubjects()
  /// Those that have given notices.
  private var noticed = NamedSubjects()
  private var notices = 0

  mutating func add(_ log: SubjectLog, isListed: Bool, hasNotices: Bool) {
    if isListed { listed.add(log.id) }
    guard hasNotices, !log.record.given.isEmpty else { return }
    noticed.add(log.id)
    notices += log.record.given.count
  }

  /// The remark that they are left out; nil if there are none.
  func ofSubjects(_ program: Program) -> String? {
    if listed.count == 0 { return nil }
    let subjects = Noun.count(listed.count, program.noun)
    return "\(subjects) without a start or a row "
      + "\(listed.count == 1 ? "is" : "are") left out: \(listed.names)"
  }

  /// The remark that their notices are not counted; nil if there are none.
  func ofNotices(_ program: Program) -> String? {
    if noticed.count == 0 { return nil }
    let subjects = Noun.count(noticed.count, program.noun)
    return "\(Noun.count(notices, "notice")) of \(subjects) without a start or a row "
      + "\(notices == 1 ? "is" : "are") not counted: \(noticed.names)"
  }
}

/// Subjects of which the first few are named.
private struct NamedSubjects {
  private(set) var count = 0
  private var ids: [String] = []
  private static let most = 3

  mutating func add(_ id: String) {
    if count < Self.most { ids.append("`\(id)`") }
    count += 1
  }

  /// `a`, `b`, `c` and 2 more
  var names: String { Noun.all(ids + (count > ids.count ? ["\(count - ids.count) more"] : [])) }
}
