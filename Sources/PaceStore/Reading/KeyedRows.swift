internal import PaceEngine
internal import PaceLanguage

/// Where a row's subject is told.
enum SubjectInput: Sendable {
  case column(Int)
  /// Every row belongs to this one.
  case fixed([UInt8])
  /// The calendar day of the row's time.
  case day(LocalCalendar)
}

/// The rows of a statement with subject and time read ahead, checked to come in order.
struct KeyedRows: ~Copyable {
  enum Order {
    /// As stored, in the hope that this is by subject and time.
    case stored
    /// By subject and time.
    case sorted
    /// By subject only, because the order of times is not that of what is stored.
    case sortedBySubject
  }

  let statement: Statement
  let input: SubjectInput
  /// Absent for the table of subjects.
  let at: ColumnPlan
  let order: Order
  let table: String
  let path: String
  let decoder: RowDecoder

  /// The subject of the row that the statement stands on.
  private(set) var subject: [UInt8] = []
  /// Its time.
  private(set) var time: Int64 = .min
  private(set) var isDone = false
  /// Whether the row's subject is not the one before.
  private(set) var isNewSubject = false

  private var hasSubject = false
  private var scratch: [UInt8] = []
  /// Up to here the calendar day is still that of the row before.
  private var days: Range<Int64> = 0..<0

  init(
    _ statement: consuming Statement, input: SubjectInput, at: ColumnPlan, order: Order, table: String,
    path: String, decoder: RowDecoder
  ) {
    self.statement = statement
    self.input = input
    self.at = at
    self.order = order
    self.table = table
    self.path = path
    self.decoder = decoder
  }

  /// Moves to the next row that has a subject and a time.
  ///
  /// - Parameter skip: told of rows that have not; `true` where the subject is missing, else the time.
  mutating func advance(skip: (borrowing Statement, _ isSubject: Bool) -> Void) throws(StoreError) {
    while try statement.step() {
      let earlier = time
      if at.form != .absent {
        guard let read = decoder.bits(at, statement), read != .min else {
          skip(statement, false)
          continue
        }
        time = read
      }
      guard let isSame = readSubject() else {
        time = earlier
        skip(statement, true)
        continue
      }
      if isSame {
        guard time >= earlier || order == .sortedBySubject else { throw outOfOrder() }
        isNewSubject = false
        return
      }
      guard !hasSubject || subject.lexicographicallyPrecedes(scratch) else { throw outOfOrder() }
      swap(&subject, &scratch)
      hasSubject = true
      isNewSubject = true
      return
    }
    isDone = true
    isNewSubject = true
  }

  /// Whether the row's subject is the one before; if not, it is left in `scratch`. Nil without a subject.
  private mutating func readSubject() -> Bool? {
    switch input {
    case .fixed(let name):
      if hasSubject { return true }
      scratch = name
      return false
    case .day(let calendar):
      if hasSubject, days.contains(time) { return true }
      let day = calendar.day(at: time)
      days = (calendar.dayStart(of: day) ?? time)..<max(time + 1, calendar.dayEnd(of: day))
      scratch = Array(ValueText.date(day).utf8)
      return hasSubject && scratch == subject
    case .column(let column):
      if hasSubject, statement.isText(column, equalTo: subject) { return true }
      guard IdentifierText.copy(statement, column, to: &scratch) else { return nil }
      return hasSubject && scratch == subject
    }
  }

  private func outOfOrder() -> StoreError {
    if order == .stored {
      return StoreError(.outOfOrder, "the rows of `\(table)` are not stored in order", path: path)
    }
    return StoreError(
      .corrupt, "an index of table `\(table)` gives rows in the wrong order",
      help: "repair it with `sqlite3 FILE REINDEX`", path: path)
  }
}
