import PaceEngine
import PaceLanguage

/// Subjects as they are stored, and which of them may be open.
struct SubjectTable {
  let file: LogFile

  private var program: Program { file.program }
  private var name: String { program.noun }
  private var table: String { SQLText.name(name) }

  func exists(_ id: String) throws(StoreError) -> Bool { try file.rows.row(.subject, id) != nil }

  /// Whether a subject has a row of its own or rows of events.
  func isKnown(_ id: String) throws(StoreError) -> Bool {
    if try exists(id) { return true }
    for event in program.events {
      let found = try file.connection.number(
        "SELECT 1 FROM \(SQLText.name(event.name.text)) WHERE \(table) = ?1 LIMIT 1", [.text(id)])
      if found != nil { return true }
    }
    return false
  }

  /// The ids that a name may stand for, at most six for each spelling of it.
  func ids(named name: String) throws(StoreError) -> [String] {
    try SubjectDirectory.ids(
      named: SubjectName(name), limit: 6, in: file.connection, layout: try file.readerLayout(),
      program: program)
  }

  /// Every subject with a row of its own or, unless subjects are days, of an event; in the order of bytes.
  func all() throws(StoreError) -> [String] { try all(withRowsOf: program.events.map(\.name.text)) }

  /// Every subject with a row of its own or, unless subjects are days, of some tables; in the order of bytes.
  func all(withRowsOf tables: [String]) throws(StoreError) -> [String] {
    if program.subject.isPerDay {
      return try file.connection.texts("SELECT id FROM \(table) ORDER BY CAST(id AS BLOB)")
    }
    return try ids(
      in: ["SELECT id FROM \(table)"] + tables.map { "SELECT \(table) FROM \(SQLText.name($0))" })
  }

  /// The ids that any of some queries gives.
  private func ids(in queries: [String], _ values: [StoredValue] = []) throws(StoreError) -> [String] {
    try file.connection.texts(
      "SELECT id FROM (\(queries.joined(separator: " UNION "))) WHERE id IS NOT NULL ORDER BY CAST(id AS BLOB)",
      values)
  }

  /// Subjects that may be open at some instant from `first` to `last`: those with a recent start or row, or a later
  /// end.
  ///
  /// - Parameter longest: the longest delay, in milliseconds, after which a subject ends by itself; nil if none does.
  func mayBeOpen(from first: Int64, through last: Int64, longest: Int64?) throws(StoreError) -> [String] {
    guard let longest else { return try all() }
    let (difference, overflow) = first.subtractingReportingOverflow(longest)
    let since = overflow ? .min : difference
    var parts = [
      "SELECT id FROM \(table) WHERE started_at BETWEEN ?1 AND ?2",
      "SELECT id FROM \(table) WHERE ended_at >= ?3 AND ifnull(started_at, ?2) <= ?2",
    ]
    for event in program.events {
      parts.append("SELECT \(table) FROM \(SQLText.name(event.name.text)) WHERE at BETWEEN ?1 AND ?2")
    }
    return try ids(in: parts, [.integer(since), .integer(last), .integer(first)])
  }

  /// Subjects for which something may be due after their floors, known at `t`.
  func mayHaveDue(at t: Int64, device: String) throws(StoreError) -> [String] {
    guard !program.subject.isPerDay, let longest = try longestDelay() else { return try all() }
    var parts = ["SELECT id, max(ifnull(started_at, 0), ifnull(ended_at, 0)) AS newest FROM \(table)"]
    for event in program.events {
      parts.append(
        "SELECT \(table), max(at) FROM \(SQLText.name(event.name.text)) GROUP BY \(table)")
    }
    return try file.connection.texts(
      """
      SELECT id FROM (\(parts.joined(separator: " UNION ALL "))) WHERE id IS NOT NULL GROUP BY id
      HAVING max(newest) > ifnull((
        SELECT max(until) FROM _floor WHERE subject = id AND (device = ?2 OR until <= ?1)), -1) - ?3
      ORDER BY CAST(id AS BLOB)
      """, [.integer(t), .text(device), .integer(longest)])
  }

  /// The longest delay after which any subject ends by itself; nil if the pack has no `ends after`.
  func longestDelay() throws(StoreError) -> Int64? {
    guard let ends = program.subject.ends else { return nil }
    var longest = program.values(of: ends.delay).map(\.bits).max() ?? 0
    if case .attribute(let attribute) = ends.delay {
      let column = SQLText.name(program.subject.attributes[attribute.index].name.text)
      // A fraction is read as the next whole number, and a text as none.
      let own = try file.connection.number(
        "SELECT max(CAST(\(column) AS INTEGER)) FROM \(table) WHERE typeof(\(column)) IN ('integer', 'real')")
      longest = max(longest, own.map { $0 == .max ? $0 : $0 + 1 } ?? 0)
    }
    return longest
  }

  /// A subject's rows in the engine's form, without given notices.
  ///
  /// - Parameters:
  ///   - interner: numbers their texts anew.
  ///   - problems: replaced by what can't be read, of which it keeps as many as before.
  func log(
    _ id: String, within: ClosedRange<Int64>?, zone: Zone, zones: ZoneDirectory, interner: inout Machine,
    problems: inout RowProblems
  ) throws(StoreError) -> SubjectLog {
    let reader = try reader(of: id, within, zone, zones, keptProblems: problems.limit)
    defer { reader.value.end() }
    if let log = try log(from: &reader.value, &interner) {
      problems = try reader.value.problems()
      return log
    }
    let values = program.subject.attributes.map { _ in Value.unknown }
    var log = SubjectLog(id: id, record: SubjectRecord(attributes: values, zone: zone))
    if program.subject.isPerDay {
      log.record.lastInstant = program.calendar.calendar(in: zone).lastInstant(ofDayNamed: id)
    }
    return log
  }

  /// The file's reader, which begins anew with a subject.
  private func reader(
    of id: String, _ within: ClosedRange<Int64>?, _ zone: Zone, _ zones: ZoneDirectory, keptProblems: Int
  ) throws(StoreError) -> Box<LogReader> {
    let known = file.reader.flatMap { reader in
      let options = reader.value.options
      return options.zone == zone && options.keptProblems == keptProblems ? reader : nil
    }
    // One that fails is not used again.
    file.reader = nil
    try known?.value.restart(subject: id, within: within)
    var options = LogReader.Options()
    options.subject = id
    options.within = within
    options.zone = zone
    options.keptProblems = keptProblems
    // An index gives a subject's rows in order, so that this need not be checked first.
    options.order = .optimistic
    let reader = if let known { known } else { Box(try self.reader(options, zones)) }
    file.reader = reader
    return reader
  }

  /// The log of the reader's next subject, which it reads once more if rows turn out to be in no order.
  private func log(
    from reader: inout LogReader, _ interner: inout Machine
  ) throws(StoreError) -> SubjectLog? {
    interner.clear()
    do throws(StoreError) {
      return try reader.nextLog { interner.intern($0) }
    } catch {
      guard error.code == .outOfOrder else { throw error }
      interner.clear()
      try reader.restart()
      return try reader.nextLog { interner.intern($0) }
    }
  }

  /// A reader that sees what a transaction has written so far.
  private func reader(
    _ options: LogReader.Options, _ zones: ZoneDirectory
  ) throws(StoreError) -> LogReader {
    try LogReader(
      Connection(sharing: file.connection), program: program, layout: try file.readerLayout(), zones: zones,
      options: options)
  }

  /// The id of every subject that has a row of its own or of an event, in the order of bytes.
  func ids(zone: Zone, zones: ZoneDirectory) throws(StoreError) -> [String] {
    var options = LogReader.Options()
    options.zone = zone
    options.keepsIDs = false
    var reader = try reader(options, zones)
    var record = SubjectRecord(attributes: [], zone: zone)
    var ids: [String] = []
    while try reader.nextSubject(&record, intern: { _ in .unknown }) { ids.append(reader.subject) }
    return ids
  }
}
