internal import PaceEngine
internal import PaceLanguage

/// One row of an event or notice, decoded.
struct LoadedRow {
  var at: Int64 = 0
  /// The index of the kind, or of a notice's rule; negative without one.
  var kind = -1
  var values: [Value] = []
  /// The id's text, by which rows of one instant are ordered.
  var id: [UInt8] = []
}

/// The rows of one event's or notice's table, subject after subject, each in the order of time and id.
///
/// Rows of one instant are held back until all of them are read.
struct TableCursor: ~Copyable {
  let plan: TablePlan
  /// Whether rows of the current subject are left.
  private(set) var isActive = false
  private(set) var head = LoadedRow()

  private var rows: KeyedRows
  private var isLoaded = false
  private var group: [LoadedRow] = []
  private var nextInGroup = 0
  /// Whether the statement stands on a row of a later subject.
  private var isPastSubject = false

  init(_ plan: TablePlan, _ rows: consuming KeyedRows) {
    self.plan = plan
    self.rows = rows
  }

  /// The subject of the row that comes next; nil at the end.
  var subject: [UInt8]? { rows.isDone ? nil : rows.subject }

  /// Reads on; the first call reads the first row.
  mutating func advance(_ problems: inout RowProblems) throws(StoreError) {
    try rows.advance { row, isSubject in
      problems.add(.rowSkipped) { plan.keyProblem(row, isSubject: isSubject) }
    }
  }

  /// Makes the rows of `id` the current ones.
  mutating func begin(_ id: [UInt8]) {
    isLoaded = false
    isPastSubject = false
    group.removeAll(keepingCapacity: true)
    nextInGroup = 0
    isActive = !rows.isDone && rows.subject == id
  }

  /// Passes over what is left of the current subject.
  mutating func finish(_ problems: inout RowProblems) throws(StoreError) {
    guard isActive else { return }
    isActive = false
    // What follows the last row that was read ahead may be the next subject already.
    while !rows.isDone, !isPastSubject { try step(&problems) }
  }

  /// Makes `head` the subject's next row; false if there is none.
  mutating func load(
    _ problems: inout RowProblems, _ cache: inout TextCache, intern: (String) -> Value
  ) throws(StoreError) -> Bool {
    if isLoaded { return true }
    guard isActive else { return false }
    if nextInGroup < group.count {
      swap(&head, &group[nextInGroup])
      nextInGroup += 1
      isLoaded = true
      return true
    }
    while !isPastSubject {
      let isGood = plan.decode(rows.statement, at: rows.time, into: &head, &problems, &cache, intern: intern)
      try step(&problems)
      guard isGood else { continue }
      isLoaded = true
      if !isPastSubject, rows.time == head.at || rows.order == .sortedBySubject {
        try gather(&problems, &cache, intern: intern)
      }
      return true
    }
    isActive = false
    return false
  }

  /// Loads and hands over in one step.
  mutating func next(
    _ record: inout EventRecord, ids: inout IDArena, keepsIDs: Bool, _ problems: inout RowProblems,
    _ cache: inout TextCache, intern: (String) -> Value
  ) throws(StoreError) -> Bool {
    guard try load(&problems, &cache, intern: intern) else { return false }
    if keepsIDs { ids.append(head.id) }
    take(into: &record)
    return true
  }

  /// Whether the head comes before another's, of the same subject.
  func precedes(_ other: borrowing TableCursor) -> Bool {
    if head.at != other.head.at { return head.at < other.head.at }
    if plan.layout.eventIndex != other.plan.layout.eventIndex {
      return plan.layout.eventIndex < other.plan.layout.eventIndex
    }
    return head.id.lexicographicallyPrecedes(other.head.id)
  }

  /// Hands the head over; what `record` held is used again.
  mutating func take(into record: inout EventRecord) {
    record.event = plan.event
    record.kind = head.kind < 0 ? nil : KindID(head.kind)
    record.at = Instant(head.at)
    swap(&record.values, &head.values)
    isLoaded = false
  }

  mutating func drop() { isLoaded = false }

  private mutating func step(_ problems: inout RowProblems) throws(StoreError) {
    try advance(&problems)
    isPastSubject = rows.isNewSubject
  }

  /// Reads all rows that are due together, and sorts them by time and id.
  private mutating func gather(
    _ problems: inout RowProblems, _ cache: inout TextCache, intern: (String) -> Value
  ) throws(StoreError) {
    group.removeAll(keepingCapacity: true)
    nextInGroup = 0
    group.append(head)
    while !isPastSubject, rows.time == head.at || rows.order == .sortedBySubject {
      var row = LoadedRow()
      if plan.decode(rows.statement, at: rows.time, into: &row, &problems, &cache, intern: intern) {
        group.append(row)
      }
      try step(&problems)
    }
    let order = group.indices.sorted { a, b in
      if group[a].at != group[b].at { return group[a].at < group[b].at }
      if group[a].id == group[b].id { return a < b }
      return group[a].id.lexicographicallyPrecedes(group[b].id)
    }
    group = order.map { group[$0] }
    head = group[0]
    nextInGroup = 1
  }
}

/// A cursor in an array, which holds no noncopyable values.
final class TableCursorBox {
  var cursor: TableCursor

  init(_ cursor: consuming TableCursor) { self.cursor = cursor }
}
