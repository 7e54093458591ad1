internal import PaceEngine
internal import PaceLanguage

/// The rows of one table, subject after subject, each in the order of time and id.
struct TableCursor {
  let plan: TablePlan
  /// The subject whose rows come next; meaningless where there is none.
  private(set) var subject: [UInt8] = []
  private(set) var hasSubject = false
  /// Whether that is the reader's current subject.
  private(set) var isActive = false

  private let rows: RowStream
  private var batch: RowBatch
  /// The next row of the batch.
  private var position = 0
  /// The end of the subject's rows in the batch.
  private var end = 0
  private var nextMark = 0

  init(_ plan: TablePlan, _ rows: RowStream, keptProblems: Int) {
    self.plan = plan
    self.rows = rows
    batch = RowBatch(columns: plan.columns.count, keptProblems: keptProblems)
  }

  /// Passes over what is left of the subject and goes on to the next; the first call goes to the first.
  mutating func advance(_ problems: inout RowProblems) throws(StoreError) {
    isActive = false
    while nextMark == batch.marks.count {
      if rows.isDone {
        hasSubject = false
        position = 0
        end = 0
        return
      }
      try refill(&problems)
    }
    let mark = batch.marks[nextMark]
    nextMark += 1
    position = mark.row
    end = nextMark < batch.marks.count ? batch.marks[nextMark].row : batch.count
    subject.removeAll(keepingCapacity: true)
    subject.append(contentsOf: batch.id(mark))
    hasSubject = true
  }

  /// Tells the cursor which subject is the reader's.
  mutating func begin(_ id: [UInt8]) { isActive = hasSubject && Bytes.areSame(subject.span, id.span) }

  /// Whether the current subject has another row, which is then there to be looked at and taken.
  @inline(__always)
  mutating func load(_ problems: inout RowProblems) throws(StoreError) -> Bool {
    if position < end, isActive { return true }
    return try loadFromNextBatch(&problems)
  }

  private mutating func loadFromNextBatch(_ problems: inout RowProblems) throws(StoreError) -> Bool {
    guard isActive else { return false }
    while position == end {
      if nextMark < batch.marks.count || rows.isDone { return false }
      try refill(&problems)
      end = batch.marks.first?.row ?? batch.count
    }
    return true
  }

  private mutating func refill(_ problems: inout RowProblems) throws(StoreError) {
    guard try rows.fill(&batch) else { throw plan.outOfOrder(rows.order, path: rows.path) }
    if !batch.problems.isEmpty { problems.append(batch.problems) }
    position = 0
    nextMark = 0
  }

  // MARK: The loaded row

  var at: Instant { Instant(batch.time(position)) }

  /// The id's text, by which rows of one instant are ordered.
  var id: ArraySlice<UInt8> { batch.id(position) }

  var notice: GivenNotice { GivenNotice(rule: RuleID(Int(batch.kind(position))), at: at) }

  /// Whether it comes before another's, of the same subject.
  func precedes(_ other: TableCursor) -> Bool {
    if at != other.at { return at < other.at }
    if plan.layout.eventIndex != other.plan.layout.eventIndex {
      return plan.layout.eventIndex < other.plan.layout.eventIndex
    }
    return id.lexicographicallyPrecedes(other.id)
  }

  /// Goes past it.
  mutating func drop() { position += 1 }

  /// Hands it over; what `record` held is used again.
  @inline(__always)
  mutating func take(into record: inout EventRecord, _ cache: inout TextCache, intern: (String) -> Value) {
    record.event = plan.event
    let kind = batch.kind(position)
    record.kind = kind < 0 ? nil : KindID(Int(truncatingIfNeeded: kind))
    record.at = at
    copyFields(to: &record.values, &cache, intern: intern)
    position += 1
  }

  /// Reads a subject's own row.
  func read(into record: inout SubjectRecord, _ cache: inout TextCache, intern: (String) -> Value) {
    let (started, ended) = (batch.time(position), batch.kind(position))
    record.startedAt = started == .min ? nil : Instant(started)
    record.endedAt = ended == .min ? nil : Instant(ended)
    copyFields(to: &record.attributes, &cache, intern: intern)
  }

  /// The text of a field.
  func text(of field: Int) -> String? {
    let bits = batch.field(field, position)
    if bits == .min { return nil }
    if plan.field(field).isStoredText { return String(decoding: batch.text(bits), as: UTF8.self) }
    return plan.textFields.contains(field) ? plan.texts[Int(bits)] : nil
  }

  @inline(__always)
  private func copyFields(to values: inout [Value], _ cache: inout TextCache, intern: (String) -> Value) {
    if values.count != plan.fieldCount {
      values = [Value](repeating: .unknown, count: plan.fieldCount)
    }
    batch.copyFields(of: position, to: &values)
    if plan.textFields.isEmpty { return }
    for field in plan.textFields where !values[field].isUnknown {
      if plan.field(field).isStoredText {
        values[field] = cache.value(of: batch.text(values[field].bits), intern: intern)
      } else {
        values[field] = cache.value(of: plan.texts[Int(values[field].bits)], intern: intern)
      }
    }
  }
}
