public import PaceEngine
public import PaceLanguage

/// Reads a log subject after subject, in the order of their ids' bytes, each with its events in order.
///
/// `nextSubject` and `nextEvent` fill records that the caller keeps, and hold no more than one subject:
///
/// ```
/// while true {
///   evaluator.clear()
///   guard try reader.nextSubject(&subject, intern: { evaluator.intern($0) }) else { break }
///   evaluator.begin(subject)
///   while try reader.nextEvent(&event, intern: { evaluator.intern($0) }) { … }
/// }
/// ```
public struct LogReader: ~Copyable {
  public struct Options: Sendable {
    public enum Order: Sendable {
      /// Looks first whether rows are stored in order, and has them sorted if not.
      case verified
      /// Takes rows as they are stored; a row out of order throws `outOfOrder`. Everything read so far is then
      /// void: `restart` begins anew, with sorted rows.
      case optimistic
    }
    public var order = Order.verified
    /// Only this subject, by its whole id.
    public var subject: String?
    /// Whether the notices that an application really gave are read.
    public var readsGiven = false
    /// Whether `id(of:)` will be asked for.
    public var keepsIDs = true
    /// How many problems are kept with their details.
    public var keptProblems = 20
    /// The zone of subjects that have none of their own.
    public var zone = Zone.utc

    public init() {}
  }

  public let layout: Layout
  public let options: Options
  /// What could not be read so far.
  public private(set) var problems: RowProblems

  let connection: Connection
  let program: Program
  private var zones: ZoneDirectory
  private var cursors: [TableCursor] = []
  private var notices: [TableCursor] = []
  private var subjects: TableCursor?
  /// How many streams of rows there have been.
  private var streams = 0
  /// The id of the only subject asked for.
  private let wanted: [UInt8]?
  /// The id of the current subject.
  private var current: [UInt8] = []
  /// Whether the table of subjects has a row for the current one.
  private var hasRow = false
  private var cache = TextCache()
  private var ids = IDArena()

  public init(
    _ connection: consuming Connection, program: Program, layout: Layout, zones: ZoneDirectory,
    options: Options = Options()
  ) throws(StoreError) {
    self.connection = connection
    self.program = program
    self.layout = layout
    self.zones = zones
    self.options = options
    wanted = options.subject.map { Array($0.utf8) }
    problems = RowProblems(keeping: options.keptProblems)
    if options.order == .verified {
      try open(order: nil)
      return
    }
    do throws(StoreError) {
      try open(order: .stored)
    } catch {
      // What is out of order right at the start needs no caller.
      guard error.code == .outOfOrder else { throw error }
      try open(order: .sorted)
    }
  }

  /// Begins anew, with every table sorted.
  public mutating func restart() throws(StoreError) {
    try open(order: .sorted)
  }

  /// The id of the current subject.
  public var subject: String { String(decoding: current, as: UTF8.self) }

  /// The id of an event of the current subject, empty if its row has none.
  public func id(of event: EventOrdinal) -> String { ids[event.index] }

  /// Goes on to the next subject; false after the last.
  ///
  /// - Parameter intern: gives the value that stands for a text; of each subject's texts it is asked once.
  public mutating func nextSubject(
    _ record: inout SubjectRecord, intern: (String) -> Value
  ) throws(StoreError) -> Bool {
    repeat {
      for index in cursors.indices where cursors[index].isActive { try cursors[index].advance(&problems) }
      for index in notices.indices where notices[index].isActive { try notices[index].advance(&problems) }
      if hasRow { try subjects?.advance(&problems) }
      guard takeNextKey() else {
        hasRow = false
        return false
      }
      for index in cursors.indices { cursors[index].begin(current) }
      for index in notices.indices { notices[index].begin(current) }
      subjects?.begin(current)
      hasRow = subjects?.isActive ?? false
      // Tables that don't name the subject give the rows of all.
    } while wanted != nil && wanted != current
    cache.removeAll()
    ids.removeAll()
    try fill(&record, intern: intern)
    return true
  }

  /// Goes on to the subject's next event; false after its last.
  public mutating func nextEvent(
    _ record: inout EventRecord, intern: (String) -> Value
  ) throws(StoreError) -> Bool {
    var best = 0
    // Most programs log one event, and rows are many.
    if cursors.count == 1 {
      guard try cursors[0].load(&problems) else { return false }
    } else {
      guard let found = try loadFirst() else { return false }
      best = found
    }
    if options.keepsIDs { ids.append(cursors[best].id) }
    cursors[best].take(into: &record, &cache, intern: intern)
    return true
  }

  /// The cursor whose row comes next.
  private mutating func loadFirst() throws(StoreError) -> Int? {
    var best: Int?
    for index in cursors.indices {
      guard try cursors[index].load(&problems) else { continue }
      if let found = best, !cursors[index].precedes(cursors[found]) { continue }
      best = index
    }
    return best
  }

  /// Makes the least of the cursors' subjects the current one; false if there is none.
  private mutating func takeNextKey() -> Bool {
    var isFound = false
    func take(_ subject: [UInt8], _ isThere: Bool, _ least: inout [UInt8]) {
      if !isThere || (isFound && !Bytes.precedes(subject.span, least.span)) { return }
      least = subject
      isFound = true
    }
    if let subjects { take(subjects.subject, subjects.hasSubject, &current) }
    for index in cursors.indices { take(cursors[index].subject, cursors[index].hasSubject, &current) }
    for index in notices.indices { take(notices[index].subject, notices[index].hasSubject, &current) }
    return isFound
  }
}

extension LogReader {
  private mutating func open(order: RowSink.Order?) throws(StoreError) {
    problems = RowProblems(keeping: options.keptProblems)
    current = []
    hasRow = false
    let calendar: LocalCalendar? =
      program.subject.isPerDay
      ? LocalCalendar(zone: options.zone, dayStart: program.calendar.dayStart) : nil
    cursors = []
    notices = []
    subjects = nil
    for table in layout.events {
      cursors.append(try cursor(plan(table, calendar), order))
    }
    if options.readsGiven {
      for table in layout.notices {
        notices.append(try cursor(plan(table, calendar), order))
      }
    }
    if let table = layout.subject {
      subjects = try cursor(plan(table, nil), order)
    }
    for index in cursors.indices { try cursors[index].advance(&problems) }
    for index in notices.indices { try notices[index].advance(&problems) }
    try subjects?.advance(&problems)
  }

  private func plan(_ table: Layout.Table, _ calendar: LocalCalendar?) -> TablePlan {
    // Rows of one event are ordered by their ids across its tables.
    let isShared = layout.events.filter { $0.target == table.target }.count > 1
    return TablePlan(table, program, calendar: calendar, keepsIDs: options.keepsIDs || isShared)
  }

  /// A table's rows in the given order, or else in the one that a look at them asks for.
  private mutating func cursor(
    _ plan: TablePlan, _ order: RowSink.Order?
  ) throws(StoreError) -> TableCursor {
    streams += 1
    let request = RowRequest(
      order: order, subject: options.subject, keptProblems: options.keptProblems,
      isUTF8: layout.isUTF8, name: "pace_rows_\(streams)")
    return TableCursor(
      plan, try plan.rows(in: connection, request), keptProblems: options.keptProblems)
  }

  private mutating func fill(
    _ record: inout SubjectRecord, intern: (String) -> Value
  ) throws(StoreError) {
    let count = program.subject.attributes.count
    if record.attributes.count != count {
      record.attributes = [Value](repeating: .unknown, count: count)
    }
    if hasRow, try subjects?.load(&problems) ?? false {
      subjects?.read(into: &record, &cache, intern: intern)
    } else {
      record.startedAt = nil
      record.endedAt = nil
      for index in record.attributes.indices { record.attributes[index] = .unknown }
    }
    try fillZone(&record)
    record.given.removeAll(keepingCapacity: true)
    for index in notices.indices {
      while try notices[index].load(&problems) {
        record.given.append(notices[index].notice)
        notices[index].drop()
      }
    }
    if notices.count > 1 { record.given.sort { $0.at < $1.at } }
  }

  /// The subject's own zone, else its attribute's default, else the one for all.
  private mutating func fillZone(_ record: inout SubjectRecord) throws(StoreError) {
    record.zone = options.zone
    guard let attribute = program.subject.zoneAttribute?.index else { return }
    if case .text(let name) = program.subject.attributes[attribute].initial,
      let zone = zones.zone(named: name)
    {
      record.zone = zone
    }
    guard hasRow, let subjects, let name = subjects.text(of: attribute) else { return }
    if let zone = zones.zone(named: name) {
      record.zone = zone
      return
    }
    record.attributes[attribute] = .unknown
    let cause = "\(RowDecoder.quoted(name)) is no time zone; \(zones.help(for: name))"
    let problem = RowProblem(
      table: subjects.plan.layout.name, id: subject,
      column: subjects.plan.descriptions[TablePlan.columnsBeforeFields + attribute].name,
      cause: cause, effect: .defaultTaken)
    problems.add(.defaultTaken) { problem }
  }
}
