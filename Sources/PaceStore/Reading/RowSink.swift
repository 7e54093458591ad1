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

/// Takes the rows of one table as SQLite comes to them, checks their order, and decodes them into batches.
struct RowSink: ~Copyable {
  enum Order {
    /// As stored, in the hope that this is by subject and time.
    case stored
    /// By subject and time.
    case sorted
    /// By subject only, because the order of times is not that of what is stored.
    case sortedBySubject
  }

  /// What is written into.
  var batch: RowBatch
  /// The batch before, once it is full.
  var full: RowBatch
  /// Whether a row came that is not in order.
  private(set) var isOutOfOrder = false

  private let plan: TablePlan
  private let decoder: RowDecoder
  let order: Order
  /// Whether rows are kept, or only looked at for their order.
  private let keepsRows: Bool
  /// Whether rows are those of the subjects' own table.
  private let isSubjects: Bool

  /// The column of subjects, where all that matters of a row can be seen from it and the time.
  private let plainSubject: Int?

  private var subject: [UInt8] = []
  private var time: Int64 = .min
  private var hasSubject = false
  /// The subject of a row that may begin another one.
  private var scratch: [UInt8] = []
  /// The first row of the subject and instant, or of the subject if times come in no order.
  private var groupStart = 0
  /// Gives the id of the row with a number, where ids are read only if they are needed.
  private let idOfNumber: Statement?
  /// Up to here the calendar day is still that of the row before.
  private var days: Range<Int64> = 0..<0

  /// - Parameter idOfNumber: needed where the plan's ids are numbers.
  init(
    _ plan: TablePlan, order: Order, keepsRows: Bool, keptProblems: Int,
    idOfNumber: consuming Statement? = nil
  ) {
    self.plan = plan
    decoder = plan.decoder
    self.order = order
    self.keepsRows = keepsRows
    self.idOfNumber = idOfNumber
    isSubjects = plan.layout.target == .subject
    if case .column(let column) = plan.subject, keepsRows, !isSubjects, order != .sortedBySubject {
      plainSubject = column
    } else {
      plainSubject = nil
    }
    batch = RowBatch(columns: plan.columns.count, keptProblems: keptProblems)
    full = batch
  }

  /// Takes a row; true if a batch is full, or the row is out of order.
  mutating func take(_ row: borrowing Row) -> Bool {
    if keepsRows { batch.decode(row, by: decoder) }
    // Most rows are good ones of the subject that the row before is of, and later.
    if let plainSubject, hasSubject, batch.unreadable.isEmpty, batch.decodedTime > time,
      row.cell(plainSubject).isText(equalTo: subject), !batch.isFull
    {
      closeGroup()
      groupStart = batch.count
      time = batch.decodedTime
      batch.commit()
      return false
    }
    return takeWithCare(row)
  }

  @inline(never)
  private mutating func takeWithCare(_ row: borrowing Row) -> Bool {
    var now = Int64.min
    if !isSubjects {
      guard let read = plan.decoder.bits(0, row), read != .min else {
        report(.rowSkipped) { $0.plan.problem(row, 0, .rowSkipped, id: $0.id(of: row)) }
        return false
      }
      now = read
    }
    guard let isSame = readSubject(row, at: now) else {
      report(.rowSkipped) { $0.plan.subjectProblem(row, id: $0.id(of: row)) }
      return false
    }
    if isSame {
      if now < time, order != .sortedBySubject { return refuse() }
      if isSubjects {
        report(.rowSkipped) { $0.plan.duplicateProblem(row, id: $0.id(of: row)) }
        return false
      }
    } else {
      if hasSubject, !Bytes.precedes(subject.span, scratch.span) { return refuse() }
      swap(&subject, &scratch)
      hasSubject = true
    }
    guard keepsRows else {
      time = now
      return false
    }
    var isFull = false
    if !isSame || (now != time && order != .sortedBySubject) { isFull = beginGroup(row, isSame) }
    time = now
    commit(row)
    return isFull
  }

  /// Puts the rows that are due together in their order; no more of them will come.
  @inline(__always)
  mutating func closeGroup() {
    if batch.count - groupStart > 1 { sortGroup() }
  }

  /// Begins the rows of another subject or instant; true if the batch is full without them.
  private mutating func beginGroup(_ row: borrowing Row, _ isSame: Bool) -> Bool {
    closeGroup()
    let isFull = batch.isFull
    if isFull {
      swap(&batch, &full)
      batch.decode(row, by: decoder)
    }
    groupStart = batch.count
    if !isSame { batch.beginSubject(subject) }
    return isFull
  }

  /// Counts the decoded row in, if it can be read.
  private mutating func commit(_ row: borrowing Row) {
    let unreadable = batch.unreadable
    if isSubjects {
      // Attributes that cannot be read stay unknown, so that their defaults hold.
      for index in unreadable {
        report(.defaultTaken) { $0.plan.problem(row, index, .defaultTaken, id: $0.id(of: row)) }
      }
    } else if let index = unreadable.first {
      report(.rowSkipped) { $0.plan.problem(row, index, .rowSkipped, id: $0.id(of: row)) }
      return
    }
    batch.commit()
  }

  private mutating func sortGroup() {
    switch idOfNumber {
    case .some(let statement):
      batch.readIDs(from: groupStart) { number, bytes in Self.read(number, statement, into: &bytes) }
    case .none: break
    }
    batch.sort(from: groupStart)
  }

  private mutating func refuse() -> Bool {
    isOutOfOrder = true
    return true
  }

  /// Whether the row's subject is the one before; if not, it is left in `scratch`. Nil without a subject.
  @inline(__always)
  private mutating func readSubject(_ row: borrowing Row, at now: Int64) -> Bool? {
    switch plan.subject {
    case .column(let column):
      let cell = row.cell(column)
      if hasSubject, cell.isText(equalTo: subject) { return true }
      scratch.removeAll(keepingCapacity: true)
      guard IdentifierText.append(cell, to: &scratch) else { return nil }
      return hasSubject && scratch == subject
    case .fixed(let name):
      if hasSubject { return true }
      scratch = name
      return false
    case .day(let calendar):
      if hasSubject, days.contains(now) { return true }
      let day = calendar.day(at: now)
      days = (calendar.dayStart(of: day) ?? now)..<max(now + 1, calendar.dayEnd(of: day))
      scratch = Array(ValueText.date(day).utf8)
      return hasSubject && scratch == subject
    }
  }

  private mutating func report(_ effect: RowProblem.Effect, _ describe: (borrowing RowSink) -> RowProblem) {
    let problem = batch.problems.keepsMore ? describe(self) : nil
    batch.add(effect, problem)
  }

  /// The id of a row for people.
  private func id(of row: borrowing Row) -> String? {
    switch plan.id {
    case .none: return nil
    case .column(let column): return IdentifierText.text(row.cell(column))
    case .number(let column):
      var bytes: [UInt8] = []
      switch idOfNumber {
      case .some(let statement): Self.read(row.cell(column).integer, statement, into: &bytes)
      case .none: return nil
      }
      return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Adds the id of the row with a number; nothing if it cannot be read.
  private static func read(_ number: Int64, _ statement: borrowing Statement, into bytes: inout [UInt8]) {
    statement.bind(number, at: 1)
    let start = bytes.count
    if (try? statement.step()) ?? false, !IdentifierText.append(statement.cell(0), to: &bytes) {
      bytes.removeSubrange(start...)
    }
    statement.reset()
  }
}

extension ColumnPlan {
  /// Whether the log's own texts are read.
  @inline(__always)
  var isStoredText: Bool { form == .text || form == .schedule }
}
