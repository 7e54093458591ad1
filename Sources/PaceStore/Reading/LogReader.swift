public import PaceEngine
public import PaceLanguage

/// Reads a log subject by subject, in the order of their ids' bytes, each with its events in order.
///
/// `nextSubject` and `nextEvent` fill records that the caller keeps, and hold no more than one subject:
///
/// ```
/// while true {
///   machine.clear()
///   guard try reader.nextSubject(&subject, intern: { machine.intern($0) }) else { break }
///   machine.begin(subject)
///   while try reader.nextEvent(&event, intern: { machine.intern($0) }) { … }
/// }
/// ```
public struct LogReader: ~Copyable {
  public struct Options: Sendable {
    public enum Order: Sendable {
      /// Checks first whether rows are stored in order, and gathers and sorts them if not.
      case verified
      /// Takes rows as they are stored, and throws `outOfOrder` at a row out of order.
      ///
      /// Everything read so far is then void: `restart` begins again, with sorted rows.
      case optimistic
    }
    public var order = Order.verified
    /// Only this subject, by its whole id.
    public var subject: String?
    /// Only the subjects of this part.
    public var part: SubjectPart?
    /// Only rows of events at these instants, if instants are stored as Unix milliseconds.
    public var within: ClosedRange<Int64>?
    /// Whether given notices are read.
    public var readsGiven = false
    /// Rules that the program no longer has; their notices are skipped without a problem.
    public var otherRules: [String] = []
    /// Whether `id(of:)` will be called.
    public var keepsIDs = true
    /// Whether `device` will be read.
    public var keepsDevices = false
    /// How many bits of the ids' hashes are compared; with fewer, more ids are suspected and read again.
    public var idHashBits = 64
    /// How many bytes unordered rows may take before they go to a temporary file.
    public var memory = 1 << 30
    /// How many problems are kept with their details.
    public var keptProblems = RowProblems.usualLimit
    /// The zone of subjects that have none of their own.
    public var zone = Zone.utc
    /// The clock's instant, by which strange times are doubted; nil to leave the clock out.
    public var clock: Instant?

    public init() {}
  }

  public let layout: Layout
  public private(set) var options: Options
  private var unreadable: RowProblems
  /// The plans of the tables with cursors.
  private(set) var plans: [TablePlan] = []
  /// The order in which rows were last requested.
  private var order: RowSink.Order?
  /// Whether the current subject has a row of its own, and not only rows of events.
  public private(set) var hasSubjectRow = false
  /// The device of the event that was handed over last; nil if its row names none.
  public private(set) var device: String?

  let connection: Connection
  let program: Program
  private var zones: ZoneDirectory
  /// The zone of subjects that name none.
  private let common: Zone
  /// The calendar that subjects are days of; nil if they aren't.
  private let calendarOfDays: LocalCalendar?
  /// The cursors of events in declaration order, then of notices, then of subjects.
  private(set) var tables: [TableCursor] = []
  var events: Range<Int> { layout.events.indices }
  private var notices = 0..<0
  private var subjects: Int?
  /// A table that names the current subject.
  private var leader: Int?
  private var calendars = WallCalendars(.utc)
  private var cache = TextCache()
  /// The ids of the current subject's events so far.
  public private(set) var ids = RowIDs()
  /// For each table of events, the hashes that the second pass looks for; nil in the first pass.
  private var suspects: [HashSet]?

  public init(
    _ connection: consuming Connection, program: Program, layout: Layout, zones: ZoneDirectory,
    options: Options = Options()
  ) throws(StoreError) {
    self.connection = connection
    self.program = program
    self.layout = layout
    self.zones = zones
    common = self.zones.common(for: program, else: options.zone)
    self.options = options
    calendarOfDays = program.subject.isPerDay ? program.calendar.calendar(in: options.zone) : nil
    unreadable = RowProblems(keeping: options.keptProblems)
    try begin()
  }

  private mutating func begin() throws(StoreError) {
    do throws(StoreError) {
      try open(order: options.order == .verified ? nil : .stored)
    } catch {
      // The caller need not know of rows that are out of order right at the start.
      guard error.code == .outOfOrder else { throw error }
      try open(order: nil)
    }
  }

  /// Begins again with the rows of another subject as they stand now.
  mutating func restart(subject: String, within: ClosedRange<Int64>?) throws(StoreError) {
    try connection.checkPlace()
    (options.subject, options.within) = (subject, within)
    if suspects != nil { (suspects, plans) = (nil, []) }
    try begin()
  }

  /// Ends early, so that no lock is kept.
  func end() { for table in tables { table.rows.end() } }

  /// Begins again, with a check of every table's order.
  public mutating func restart() throws(StoreError) {
    try open(order: nil)
  }

  /// The id of the current subject.
  public var subject: String { leader.map { String(decoding: tables[$0].subject, as: UTF8.self) } ?? "" }

  /// The id of an event of the current subject, empty if its row has none.
  public func id(of event: EventOrdinal) -> String {
    ids.indices.contains(event.index) ? ids[event.index] : ""
  }

  /// What could not be read so far, or was probably misread; nothing can be read after this call.
  ///
  /// If the hash of an id came again, all subjects up to the current one are read a second time.
  public mutating func problems() throws(StoreError) -> RowProblems {
    if suspects != nil { return unreadable }
    var all = unreadable
    all.passedOver = layout.passedOver
    if layout.passedOver.isEmpty { all.strange = layout.strange }
    all.unpassed = try unpassedTables()
    all.doubts = tables.flatMap { $0.doubts(in: program, by: options.clock) }
    for index in tables.indices where !notices.contains(index) {
      if try isLost(index) { all.lost.append(lostTable(index)) }
    }
    for wall in tables.flatMap({ $0.wallTimes(of: calendars.words(for: program)) }) { all.note(wall) }
    let found = events.map { tables[$0].check.suspects }
    if found.allSatisfy(\.isEmpty) { return all }
    let last = leader.map { tables[$0].subject }
    suspects = found
    try open(order: order)
    var subject = SubjectRecord(attributes: [], zone: .utc)
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    while try nextSubject(&subject, intern: { _ in .unknown }) {
      while try nextEvent(&event, intern: { _ in .unknown }) {}
      if leader.map({ tables[$0].subject }) == last { break }
    }
    all.repeated = unreadable.repeated
    unreadable = all
    return all
  }

  /// Goes on to the next subject; false after the last.
  ///
  /// - Parameter intern: returns the value that stands for a text; called once for each of a subject's texts.
  public mutating func nextSubject(
    _ record: inout SubjectRecord, intern: (String) -> Value
  ) throws(StoreError) -> Bool {
    repeat {
      for index in tables.indices where tables[index].isActive { try tables[index].advance(&unreadable) }
      leader = activateNext()
      guard let leader else { return false }
      // Tables that don't name the subject give the rows of every subject.
      let isWanted = options.subject.map { $0.utf8.elementsEqual(tables[leader].subject) } ?? true
      if isWanted, options.part?.contains(tables[leader].subject) ?? true { break }
    } while true
    cache.removeAll()
    if options.keepsIDs { ids.removeAll(keepingCapacity: true) }
    try fill(&record, intern: intern)
    return true
  }

  /// Whether the current subject has anything but notices.
  private var hasMoreThanNotices: Bool {
    tables.indices.contains { tables[$0].isActive && !notices.contains($0) }
  }

  /// Goes on to the subject's next event; false after its last.
  public mutating func nextEvent(
    _ record: inout EventRecord, intern: (String) -> Value
  ) throws(StoreError) -> Bool {
    // A fast path, because most programs log one event and rows are many.
    if readsOneTable {
      return try tables[0].next(into: &record, &unreadable, &cache, intern: intern)
    }
    guard let first = try loadFirst() else { return false }
    if options.keepsIDs { tables[first].appendID(to: &ids) }
    if options.keepsDevices { device = tables[first].device }
    return try tables[first].next(into: &record, &unreadable, &cache, intern: intern)
  }

  /// Whether rows come from one table, and neither ids nor devices are kept.
  private var readsOneTable: Bool {
    events.count == 1 && !options.keepsIDs && !options.keepsDevices
  }

  /// Whether `nextRows` may be called instead of `nextEvent`.
  public var givesRows: Bool { readsOneTable && tables[0].hasPlainRows }

  /// Hands over the subject's next events in the form that `EventRows.append` takes; false after its last.
  public mutating func nextRows(
    _ body: (Span<Int64>, _ stride: Int, _ values: Int, EventID) -> Void
  ) throws(StoreError) -> Bool {
    let (values, event) = (tables[0].fieldCount, tables[0].event)
    return try tables[0].nextRows(&unreadable) { words, stride in body(words, stride, values, event) }
  }

  /// The table of events whose row comes next.
  private mutating func loadFirst() throws(StoreError) -> Int? {
    var best: Int?
    var least = Instant(.max)
    for index in events {
      guard try tables[index].load(&unreadable) else { continue }
      let at = tables[index].at
      if let best, at > least || (at == least && !goes(index, before: best)) { continue }
      best = index
      least = at
    }
    return best
  }

  /// Whether the row of table `index` comes before that of the earlier table `other` at the same instant.
  private mutating func goes(_ index: Int, before other: Int) -> Bool {
    tables[index].event == tables[other].event
      && tables[index].id.lexicographicallyPrecedes(tables[other].id)
  }

  /// Makes the least of the tables' subjects the current one, and returns a table that names it; nil after the last.
  private mutating func activateNext() -> Int? {
    var least: Int?
    for index in tables.indices where tables[index].hasSubject {
      let order = least.map { Bytes.order(tables[index].subject, tables[$0].subject) } ?? -1
      if order < 0 {
        for other in 0..<index { tables[other].isActive = false }
        least = index
      }
      tables[index].isActive = order <= 0
    }
    return least
  }
}

extension LogReader {
  private mutating func open(order: RowSink.Order?) throws(StoreError) {
    self.order = order
    unreadable = RowProblems(keeping: options.keptProblems)
    for table in layout.unreadable {
      unreadable.add(.tableSkipped, of: table.table) {
        RowProblem(table: table.table, column: "", cause: table.lack)
      }
    }
    leader = nil
    calendars = try wallCalendars()
    let given = options.readsGiven ? layout.notices : []
    let earlier = tables
    tables = []
    // The plans know the zones of the subjects that have their own.
    if suspects != nil || program.subject.zoneAttribute != nil { plans = [] }
    if plans.isEmpty {
      for table in layout.events + given { plans.append(try plan(table, calendarOfDays)) }
      if let table = layout.subject { plans.append(try plan(table, nil)) }
    }
    for plan in plans { tables.append(try cursor(plan, order, after: earlier.first { $0.plan === plan })) }
    notices = events.upperBound..<events.upperBound + given.count
    subjects = layout.subject == nil ? nil : notices.upperBound
    for index in tables.indices { try tables[index].advance(&unreadable) }
  }

  /// The calendars for times without an offset, with subjects' own only if there may be such times.
  private mutating func wallCalendars() throws(StoreError) -> WallCalendars {
    guard let attribute = program.subject.zoneAttribute else { return WallCalendars(options.zone) }
    guard let table = layout.subject, table.column(for: .attribute(attribute)) != nil,
      (layout.events + layout.notices + [table]).contains(where: \.hasWrittenTimes)
    else { return WallCalendars(common) }
    calendars = WallCalendars(common)
    var cursor = try cursor(try plan(table, nil), nil, after: nil)
    var own: [[UInt8]: Zone] = [:]
    var problems = RowProblems(keeping: 0)
    try cursor.advance(&problems)
    while cursor.hasSubject {
      cursor.isActive = true
      if try cursor.load(&problems), let name = cursor.text(of: attribute.index),
        let zone = zones.zone(named: name)
      {
        own[cursor.subject] = zone
      }
      try cursor.advance(&problems)
    }
    return WallCalendars(common, own: own)
  }

  /// How many tables share the memory for unordered rows.
  private var tableCount: Int {
    layout.events.count + (options.readsGiven ? layout.notices.count : 0) + (layout.subject == nil ? 0 : 1)
  }

  private func plan(_ table: Layout.Table, _ calendar: LocalCalendar?) throws(StoreError) -> TablePlan {
    // Rows of one event are ordered by their ids across its tables.
    let isShared = layout.events.filter { $0.target == table.target }.count > 1
    let hasUniqueIDs = try table.hasUniqueIDs(in: connection)
    let isEvent = table.target.event != nil
    let isNotice = table.target == .notice
    return TablePlan(
      table, program, calendar: calendar,
      keepsIDs: options.keepsIDs || isShared || suspects != nil || (isNotice && !hasUniqueIDs),
      hasSureIDs: options.subject == nil ? try table.hasSureIDs(in: connection) : false,
      checksIDs: isEvent && !hasUniqueIDs,
      calendars: calendars, keepsDevices: isEvent && options.keepsDevices, otherRules: options.otherRules)
  }

  /// A cursor over a table's rows in the given order, or, for nil, in the one that suits how they are stored.
  ///
  /// - Parameter earlier: the cursor with that plan which was used last.
  private mutating func cursor(
    _ plan: TablePlan, _ order: RowSink.Order?, after earlier: TableCursor?
  ) throws(StoreError) -> TableCursor {
    let memory = options.memory / max(1, tableCount)
    let rows = try plan.rows(in: connection, order, options, memory: memory, after: earlier?.rows)
    let index = tables.count
    let check = RepeatedIDCheck(
      suspects: suspects.map { events.contains(index) ? $0[index] : HashSet() }, hashBits: options.idHashBits)
    return TableCursor(plan, rows, check)
  }

  private mutating func fill(
    _ record: inout SubjectRecord, intern: (String) -> Value
  ) throws(StoreError) {
    let count = program.subject.attributes.count
    if record.attributes.count != count {
      record.attributes = [Value](repeating: .unknown, count: count)
    }
    hasSubjectRow =
      try subjects.map { (index) throws(StoreError) in try tables[index].load(&unreadable) } ?? false
    if let subjects, hasSubjectRow {
      tables[subjects].read(into: &record, &unreadable, &cache, intern: intern)
    } else {
      (record.startedAt, record.endedAt) = (nil, nil)
      for index in record.attributes.indices { record.attributes[index] = .unknown }
      if let table = layout.subject?.name, count > 0, !program.subject.isPerDay, hasMoreThanNotices {
        unreadable.note(RowlessSubjects(table: table, count: 1, first: subject))
      }
    }
    fillZone(&record)
    record.lastInstant = calendarOfDays?.lastInstant(ofDayNamed: subject)
    if !record.given.isEmpty { record.given.removeAll(keepingCapacity: true) }
    for index in notices { try takeNotices(index, into: &record) }
    if notices.count > 1 { record.given.sort { $0.at < $1.at } }
  }

  /// Adds a subject's notices; one that several devices gave under one id counts once.
  private mutating func takeNotices(_ index: Int, into record: inout SubjectRecord) throws(StoreError) {
    var known: [[UInt8]: GivenNotice] = [:]
    while try tables[index].load(&unreadable) {
      let notice = tables[index].notice
      let id = tables[index].id
      tables[index].drop()
      if notice.rule.index >= program.rules.count { continue }
      if !id.isEmpty {
        if let same = known[id], same.rule == notice.rule, same.at == notice.at { continue }
        known[id] = notice
      }
      record.given.append(notice)
    }
  }

  /// Sets the subject's own zone, else its attribute's default, else the zone for all.
  private mutating func fillZone(_ record: inout SubjectRecord) {
    // Most subjects share the zone of the one before.
    if record.zone != common { record.zone = common }
    guard let attribute = program.subject.zoneAttribute?.index, let subjects, tables[subjects].isActive,
      let name = tables[subjects].text(of: attribute),
      let cause = record.setZone(name, attribute: attribute, &zones)
    else { return }
    let plan = tables[subjects].plan
    let problem = RowProblem(
      table: plan.layout.name, id: subject,
      column: plan.descriptions[TablePlan.columnsBeforeFields + attribute].name, cause: cause)
    unreadable.add(.defaultTaken, of: problem.table) { problem }
  }
}
