internal import PaceEngine
internal import PaceLanguage

/// The rows of one table, subject by subject, each in the order of time and id.
///
/// Even members that change nothing are `mutating`, so that a cursor is used in place instead of copied.
struct TableCursor {
  let plan: TablePlan
  /// The subject whose rows come next; meaningless if there is none.
  private(set) var subject: [UInt8] = []
  private(set) var hasSubject = false
  /// Whether that subject is the reader's current one.
  var isActive = false

  let rows: BatchStream
  let event: EventID
  let fieldCount: Int
  private let hasTexts: Bool
  /// The next row of the batch.
  private var position = 0
  /// The end of the subject's rows in the batch.
  private var end = 0
  private var nextMark = 0
  /// The ranges of the column of times or, for subjects, of the columns of starts and ends.
  private(set) var times: [TimeRange]
  /// How many rows were skipped, and how many were not.
  private(set) var skipped = 0
  private var taken = 0
  /// Whether no row was read, skipped ones included.
  var isEmpty: Bool { skipped == 0 && taken == 0 }
  /// Whether there are rows, and every one was skipped.
  var isLost: Bool { skipped > 0 && taken == 0 }
  /// Which of the table's columns hold times without an offset, one bit each.
  private(set) var wallColumns = 0
  private let checksIDs: Bool
  private(set) var check: RepeatedIDCheck

  init(_ plan: TablePlan, _ rows: BatchStream, _ check: RepeatedIDCheck) {
    self.plan = plan
    self.rows = rows
    self.check = check
    checksIDs = plan.checksIDs
    event = plan.event
    fieldCount = plan.fieldCount
    hasTexts = !plan.textFields.isEmpty
    times = [TimeRange](repeating: TimeRange(), count: plan.layout.target == .subject ? 2 : 1)
  }

  /// Skips the rest of the subject and goes on to the next; the first call goes to the first subject.
  mutating func advance(_ problems: inout RowProblems) throws(StoreError) {
    isActive = false
    while nextMark == rows.batch.marks.count {
      if rows.isDone {
        hasSubject = false
        position = 0
        end = 0
        return
      }
      try refill(&problems)
    }
    let mark = rows.batch.marks[nextMark]
    nextMark += 1
    position = mark.row
    end = endOfSubject
    if checksIDs { check.beginSubject() }
    rows.batch.copyID(of: mark, to: &subject)
    hasSubject = true
  }

  /// Where the rows of the next subject begin, or the batch ends.
  private var endOfSubject: Int {
    mutating get { nextMark < rows.batch.marks.count ? rows.batch.marks[nextMark].row : rows.batch.count }
  }

  /// Makes the current subject's next row the loaded one; false if there is none.
  @inline(__always)
  mutating func load(_ problems: inout RowProblems) throws(StoreError) -> Bool {
    if position < end, isActive { return true }
    return try loadFromNextBatch(&problems)
  }

  @inline(never)
  private mutating func loadFromNextBatch(_ problems: inout RowProblems) throws(StoreError) -> Bool {
    guard isActive else { return false }
    while position == end {
      if nextMark < rows.batch.marks.count || rows.isDone { return false }
      try refill(&problems)
      end = endOfSubject
    }
    return true
  }

  private mutating func refill(_ problems: inout RowProblems) throws(StoreError) {
    do throws(StoreError) {
      guard try rows.fill() else { throw plan.outOfOrder }
    } catch {
      throw error.told(ofTable: plan.layout.name)
    }
    position = 0
    nextMark = 0
    skipped += rows.batch.addProblems(to: &problems, of: plan.layout.name)
    taken += rows.batch.count
    wallColumns |= rows.batch.wallColumns
    for column in times.indices { rows.batch.add(column, to: &times[column]) }
  }

  // MARK: The loaded row

  var at: Instant { mutating get { Instant(rows.batch.time(position)) } }

  /// The id's text, by which rows of one instant are ordered.
  var id: [UInt8] { mutating get { rows.batch.id(position) } }

  func appendID(to ids: inout RowIDs) { rows.batch.appendID(of: position, to: &ids) }

  /// The device that logged it, if the plan keeps devices.
  var device: String? { mutating get { plan.keepsDevices ? text(of: fieldCount) : nil } }

  var notice: GivenNotice {
    mutating get { GivenNotice(rule: RuleID(Int(rows.batch.kind(position))), at: at) }
  }

  /// Skips the loaded row.
  mutating func drop() { position += 1 }

  /// Moves the next row into `record`, whose memory is reused; false if there is none.
  @inline(__always)
  mutating func next(
    into record: inout EventRecord, _ problems: inout RowProblems, _ cache: inout TextCache,
    intern: (String) -> Value
  ) throws(StoreError) -> Bool {
    guard try load(&problems) else { return false }
    record.event = event
    let kind = rows.batch.kind(position)
    record.kind = kind < 0 ? nil : KindID(Int(truncatingIfNeeded: kind))
    record.at = at
    copyFields(to: &record.values, &cache, intern: intern)
    if checksIDs { checkID(of: position, &problems) }
    position += 1
    return true
  }

  @inline(__always)
  private mutating func checkID(of row: Int, _ problems: inout RowProblems) {
    if check.isRepeated(rows.batch.idHash(row), id: { rows.batch.id(row) }) {
      problems.noteRepeated(String(decoding: rows.batch.id(row), as: UTF8.self), of: plan.layout.name)
    }
  }

  /// Whether the words of a row hold all of its values.
  var hasPlainRows: Bool { !hasTexts }

  /// Hands over the subject's rows in the batch as `RowBatch.withWords` does; false if there are no more.
  mutating func nextRows(
    _ problems: inout RowProblems, _ body: (Span<Int64>, _ stride: Int) -> Void
  ) throws(StoreError) -> Bool {
    guard try load(&problems) else { return false }
    rows.batch.withWords(of: position..<end, body)
    if checksIDs { for row in position..<end { checkID(of: row, &problems) } }
    position = end
    return true
  }

  /// Reads a subject's own row.
  mutating func read(
    into record: inout SubjectRecord, _ problems: inout RowProblems, _ cache: inout TextCache,
    intern: (String) -> Value
  ) {
    let (started, ended) = (rows.batch.time(position), rows.batch.kind(position))
    record.startedAt = started == .min ? nil : Instant(started)
    record.endedAt = ended == .min ? nil : Instant(ended)
    if record.endsBeforeStart {
      let problem = plan.backwardProblem(id: String(decoding: subject, as: UTF8.self))
      problems.add(.counted, of: plan.layout.name) { problem }
    }
    copyFields(to: &record.attributes, &cache, intern: intern)
  }

  /// The text of a field; nil if it is unknown or not a text.
  mutating func text(of field: Int) -> String? {
    let bits = rows.batch.field(field, position)
    if bits == .min { return nil }
    if plan.field(field).isStoredText { return String(decoding: rows.batch.text(bits), as: UTF8.self) }
    return plan.textFields.contains(field) ? plan.texts[Int(bits)] : nil
  }

  @inline(__always)
  private mutating func copyFields(
    to values: inout [Value], _ cache: inout TextCache, intern: (String) -> Value
  ) {
    if values.count != fieldCount { values = [Value](repeating: .unknown, count: fieldCount) }
    rows.batch.copyFields(of: position, to: &values)
    if hasTexts { internTexts(&values, &cache, intern: intern) }
  }

  private mutating func internTexts(
    _ values: inout [Value], _ cache: inout TextCache, intern: (String) -> Value
  ) {
    for field in plan.textFields where !values[field].isUnknown {
      let bits = values[field].bits
      let isStored = plan.field(field).isStoredText
      let text = isStored ? rows.batch.text(bits) : Array(plan.texts[Int(bits)].utf8)
      values[field] = cache.value(of: text, intern: intern)
    }
  }
}
