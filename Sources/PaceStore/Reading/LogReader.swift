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
  private var cursors: [TableCursorBox] = []
  private var notices: [TableCursorBox] = []
  private var subjects: SubjectCursor?
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
    try open(order: options.order == .optimistic ? .stored : nil)
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
      for box in cursors { try box.cursor.finish(&problems) }
      for box in notices { try box.cursor.finish(&problems) }
      if hasRow { try subjects?.advance(&problems) }
      guard let next = nextKey() else {
        hasRow = false
        return false
      }
      current = next
      for box in cursors { box.cursor.begin(current) }
      for box in notices { box.cursor.begin(current) }
      hasRow = subjects?.subject == current
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
    // Most programs log one event, and rows are many.
    if cursors.count == 1 {
      return try cursors[0].cursor.next(
        &record, ids: &ids, keepsIDs: options.keepsIDs, &problems, &cache, intern: intern)
    }
    var best: TableCursorBox?
    for box in cursors {
      guard try box.cursor.load(&problems, &cache, intern: intern) else { continue }
      if let found = best, !box.cursor.precedes(found.cursor) { continue }
      best = box
    }
    guard let best else { return false }
    if options.keepsIDs { ids.append(best.cursor.head.id) }
    best.cursor.take(into: &record)
    return true
  }

  private func nextKey() -> [UInt8]? {
    var least = subjects?.subject
    func take(_ key: [UInt8]?) {
      guard let key else { return }
      if let found = least, !key.lexicographicallyPrecedes(found) { return }
      least = key
    }
    for box in cursors { take(box.cursor.subject) }
    for box in notices { take(box.cursor.subject) }
    return least
  }
}

extension LogReader {
  private mutating func open(order: KeyedRows.Order?) throws(StoreError) {
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
      let plan = TablePlan(table, program, calendar: calendar)
      cursors.append(TableCursorBox(TableCursor(plan, try rows(plan, order))))
    }
    if options.readsGiven {
      for table in layout.notices {
        let plan = TablePlan(table, program, calendar: calendar)
        notices.append(TableCursorBox(TableCursor(plan, try rows(plan, order))))
      }
    }
    if let table = layout.subject {
      let plan = TablePlan(table, program, calendar: nil)
      subjects = SubjectCursor(plan, try rows(plan, order))
    }
    for box in cursors { try box.cursor.advance(&problems) }
    for box in notices { try box.cursor.advance(&problems) }
    try subjects?.advance(&problems)
  }

  /// The rows of a table in the given order, or else in the one that a look at them asks for.
  private func rows(_ plan: TablePlan, _ order: KeyedRows.Order?) throws(StoreError) -> KeyedRows {
    try plan.rows(
      in: connection, order: order, subject: options.subject, isUTF8: layout.isUTF8)
  }

  private mutating func fill(
    _ record: inout SubjectRecord, intern: (String) -> Value
  ) throws(StoreError) {
    let count = program.subject.attributes.count
    if record.attributes.count != count {
      record.attributes = [Value](repeating: .unknown, count: count)
    }
    if hasRow, let subjects {
      subjects.read(into: &record, &problems, &cache, intern: intern)
    } else {
      record.startedAt = nil
      record.endedAt = nil
      for index in record.attributes.indices { record.attributes[index] = .unknown }
    }
    try fillZone(&record)
    record.given.removeAll(keepingCapacity: true)
    for box in notices {
      while try box.cursor.load(&problems, &cache, intern: intern) {
        record.given.append(
          GivenNotice(rule: RuleID(box.cursor.head.kind), at: Instant(box.cursor.head.at)))
        box.cursor.drop()
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
    problems.add(.defaultTaken) { subjects.problem(of: attribute, cause: cause) }
  }
}
