internal import PaceEngine
internal import PaceLanguage

/// What determines a row's subject.
enum SubjectInput: Sendable {
  case column(Int)
  /// A column of dates; with a calendar, the date has to be the calendar day of the row's time.
  case dayColumn(Int, LocalCalendar?)
  /// Every row belongs to this subject.
  case fixed([UInt8])
  /// The calendar day of the row's time.
  case day(LocalCalendar)
}

/// Takes the rows of one table as SQLite visits them, checks their order, and decodes them into batches.
struct RowSink: ~Copyable {
  enum Order {
    /// As stored, which is hoped to be by subject and time.
    case stored
    /// In any order, to be gathered and sorted.
    case gathered
  }

  /// The batch that rows are written into.
  var batch: RowBatch
  /// The previous batch, once it is full.
  var full: RowBatch
  /// Whether a row came out of order.
  private(set) var isOutOfOrder = false

  let order: Order
  private let plan: TablePlan
  private let decoder: RowDecoder
  /// Whether rows are kept, or only checked for their order.
  private let keepsRows: Bool
  /// Whether rows are those of the subjects' own table.
  private let isSubjects: Bool

  /// The column of subjects, if it names each row's subject; nil for days and fixed subjects.
  private let plainSubject: Int?
  private var gatherer: RowGatherer
  /// The subjects whose rows are gathered; nil for all.
  private let part: SubjectPart?

  private var subject = Buffer<UInt8>()
  private var time: Int64 = .min
  private var hasSubject = false
  /// Whether a row of the current subject is in a batch; one whose rows are all skipped is in none.
  private var isMarked = false
  /// A row's subject, which may be a new one.
  private var scratch: [UInt8] = []
  /// The first row of the current subject and instant.
  private var groupStart = 0
  /// Looks up an id by the row's number, if ids are read only when needed.
  private let idOfNumber: Statement?
  private let keptProblems: Int
  /// The instants of the calendar day found last, and its date.
  private var days: Range<Int64> = 0..<0
  private var date: [UInt8] = []

  /// - Parameters:
  ///   - memory: how many bytes gathered rows may take before they go to a file.
  ///   - idOfNumber: needed if the plan's ids are numbers.
  init(
    _ plan: TablePlan, order: Order, keepsRows: Bool, keptProblems: Int, memory: Int = 0,
    part: SubjectPart? = nil, idOfNumber: consuming Statement? = nil
  ) {
    self.plan = plan
    decoder = plan.decoder
    self.order = order
    self.keepsRows = keepsRows
    self.keptProblems = keptProblems
    self.idOfNumber = idOfNumber
    self.part = part
    isSubjects = plan.layout.target == .subject
    gatherer = RowGatherer(memory: memory, sortsRows: !isSubjects)
    if case .column(let column) = plan.subject { plainSubject = column } else { plainSubject = nil }
    batch = RowBatch(blank: decoder.blank, texts: decoder.texts, keptProblems: keptProblems)
    full = RowBatch(blank: decoder.blank, texts: decoder.texts, keptProblems: keptProblems)
  }

  var emptyBatch: RowBatch {
    RowBatch(blank: decoder.blank, texts: decoder.texts, keptProblems: keptProblems)
  }

  /// Forgets the rows so far, which are taken as stored.
  mutating func restart() {
    batch.restart()
    full.restart()
    isOutOfOrder = false
    subject.removeAll()
    (hasSubject, isMarked) = (false, false)
    (time, groupStart) = (.min, 0)
  }

  /// Takes a row; true if a batch or part is full, or the row is out of order.
  @inline(__always)
  mutating func take(_ row: borrowing Row) -> Bool {
    // Most rows are readable and later than the one before, or begin a later subject.
    guard keepsRows else {
      if let plainSubject, let time = time(of: row), goesOn(row.cell(plainSubject), at: time) { return false }
      return takeWithCare(row)
    }
    batch.decode(row, by: decoder)
    if order == .gathered { return gather(row) }
    if let plainSubject, batch.findings.isEmpty, !batch.isFull,
      goesOn(row.cell(plainSubject), at: isSubjects ? .min : batch.decodedTime)
    {
      closeGroup()
      groupStart = batch.count
      keep()
      return false
    }
    return takeWithCare(row)
  }

  /// The time of a row that is not decoded; nil if the fast path doesn't cover it.
  @inline(__always)
  private func time(of row: borrowing Row) -> Int64? {
    if isSubjects { return .min }
    guard let step = decoder.steps.first, step.index == 0 else { return nil }
    return step.bits(row, decoder)
  }

  /// Goes on to a row's subject and instant if they come after the last row's; false if not.
  @inline(__always)
  private mutating func goesOn(_ cell: borrowing Cell, at now: Int64) -> Bool {
    guard cell.storage == Cell.textStorage else { return false }
    let isSame = hasSubject && subject.withSpan { subject in cell.lendText { Bytes.areSame($0, subject) } }
    guard isSame ? now > time : cell.lendText({ beginsSubject($0) }) else { return false }
    time = now
    return true
  }

  /// Whether a cell holds the current subject's id.
  @inline(__always)
  private func isSubject(_ cell: borrowing Cell) -> Bool {
    hasSubject && subject.withSpan { cell.isText(equalTo: $0) }
  }

  /// Begins a subject if `text` may be the next one; false if not.
  private mutating func beginsSubject(_ text: Span<UInt8>) -> Bool {
    if subject.withSpan({ Bytes.order(text, $0) }) <= 0 || !Bytes.areUTF8(text) { return false }
    subject.removeAll()
    subject.append(text)
    hasSubject = true
    isMarked = false
    return true
  }

  /// Gathers an unordered row; true if the part is full.
  private mutating func gather(_ row: borrowing Row) -> Bool {
    if let plainSubject, batch.findings.isEmpty {
      let cell = row.cell(plainSubject)
      if cell.storage == Cell.textStorage, cell.lendText({ gatherer.find($0) }) {
        batch.commit()
        return gatherer.take(batch)
      }
    }
    guard let place = readPlace(row) else { return false }
    if !place.isSame {
      if let part, !part.contains(scratch) { return false }
      subject.removeAll()
      subject.append(scratch)
      hasSubject = true
    }
    guard isKept(row) else { return false }
    let name = subject[0..<subject.count]
    if !gatherer.find(name.span) { gatherer.add(name, to: &batch) }
    batch.commit()
    return gatherer.take(batch)
  }

  /// Ends a part of gathered rows, which goes to a file unless it is the last.
  mutating func endPart(isLast: Bool) throws(StoreError) {
    var part = emptyBatch
    swap(&part, &batch)
    swap(&part.problems, &batch.problems)
    batch.wallColumns = part.wallColumns
    try gatherer.endPart(part, spills: !isLast, block: emptyBatch)
  }

  /// Fills a batch with gathered rows; false if these are the last.
  mutating func merge(into sorted: inout RowBatch) throws(StoreError) -> Bool {
    swap(&sorted.problems, &batch.problems)
    sorted.wallColumns |= batch.wallColumns
    while !sorted.isFull {
      guard let start = try gatherer.takeSubject(into: &sorted) else { return false }
      if isSubjects {
        dropRepeated(&sorted, from: start + 1)
      } else {
        Self.sort(&sorted, from: start, idOfNumber)
      }
    }
    return true
  }

  /// Skips all rows of a subject but its first, and reports them.
  private func dropRepeated(_ sorted: inout RowBatch, from start: Int) {
    guard start < sorted.count, let mark = sorted.marks.last else { return }
    var name: [UInt8] = []
    sorted.copyID(of: mark, to: &name)
    let problem = plan.duplicateProblem(id: String(decoding: name, as: UTF8.self))
    for _ in start..<sorted.count {
      sorted.problems.add(.rowSkipped, sorted.problems.keepsMore ? problem : nil)
    }
    sorted.drop(from: start)
  }

  @inline(never)
  private mutating func takeWithCare(_ row: borrowing Row) -> Bool {
    guard let (now, isSame) = readPlace(row) else { return false }
    if isSame {
      if now < time { return refuse() }
      if isSubjects {
        report(.rowSkipped) { $0.plan.duplicateProblem(id: $0.id(of: row)) }
        return false
      }
    } else {
      if hasSubject, subject.withSpan({ Bytes.order($0, scratch.span) }) >= 0 { return refuse() }
      subject.removeAll()
      subject.append(scratch)
      hasSubject = true
      isMarked = false
    }
    let isLater = now != time
    time = now
    guard keepsRows else { return false }
    let isFull = !isSame || isLater ? beginGroup(row) : false
    if isKept(row) { keep() }
    return isFull
  }

  /// Sorts the rows of one subject and instant, once all of them have come.
  @inline(__always)
  mutating func closeGroup() {
    if batch.count - groupStart > 1 { Self.sort(&batch, from: groupStart, idOfNumber) }
  }

  /// Begins the rows of another subject or instant; true if the batch is full without them.
  private mutating func beginGroup(_ row: borrowing Row) -> Bool {
    closeGroup()
    let isFull = batch.isFull
    if isFull {
      swap(&batch, &full)
      batch.decode(row, by: decoder)
    }
    groupStart = batch.count
    return isFull
  }

  /// Adds the decoded row to the batch, the first of a subject with its mark.
  @inline(__always)
  private mutating func keep() {
    if !isMarked {
      subject.withSpan { batch.beginSubject($0) }
      isMarked = true
    }
    batch.commit()
  }

  /// Whether the decoded row is kept; reports what cannot be read.
  private mutating func isKept(_ row: borrowing Row) -> Bool {
    let findings = batch.findings
    if !isSubjects, let first = findings.first(where: { $0.sort == .unreadable }) {
      report(.rowSkipped) { $0.plan.problem(row, first.column, id: $0.id(of: row)) }
      return false
    }
    for finding in findings {
      if finding.sort == .repeatedTime {
        batch.problems.repeatedTimes += 1
        continue
      }
      // Attributes that cannot be read stay unknown, so that their defaults hold if they have any.
      let isCounted = finding.sort == .skippedTime
      let effect =
        isCounted ? RowProblem.Effect.counted : plan.descriptions[finding.column].effectIfUnreadable
      report(effect) { $0.plan.problem(row, finding.column, id: $0.id(of: row)) }
    }
    return true
  }

  private static func sort(_ batch: inout RowBatch, from start: Int, _ idOfNumber: borrowing Statement?) {
    switch idOfNumber {
    case .some(let statement): batch.sort(from: start) { id(ofNumber: $0, statement) }
    case .none: batch.sort(from: start) { _ in [] }
    }
  }

  /// The row's time, and whether its subject is the current one; nil if one of them can't be read.
  ///
  /// Another subject is left in `scratch`.
  private mutating func readPlace(_ row: borrowing Row) -> (now: Int64, isSame: Bool)? {
    var now = Int64.min
    if !isSubjects {
      now = keepsRows ? batch.decodedTime : decoder.bits(0, row) ?? .min
      if now == .min {
        report(.rowSkipped) { $0.plan.problem(row, 0, id: $0.id(of: row)) }
        return nil
      }
    }
    guard let isSame = readSubject(row, at: now) else {
      report(.rowSkipped) { $0.plan.subjectProblem(row, id: $0.id(of: row)) }
      return nil
    }
    return (now, isSame)
  }

  private mutating func refuse() -> Bool {
    isOutOfOrder = true
    return true
  }

  /// Whether the row's subject is the current one, nil without a subject; another one is left in `scratch`.
  @inline(__always)
  private mutating func readSubject(_ row: borrowing Row, at now: Int64) -> Bool? {
    switch plan.subject {
    case .column(let column):
      let cell = row.cell(column)
      if isSubject(cell) { return true }
      scratch.removeAll(keepingCapacity: true)
      guard IdentifierText.append(cell, to: &scratch), Bytes.areUTF8(scratch.span) else { return nil }
      return hasSubject && subject.withSpan { Bytes.areSame($0, scratch.span) }
    case .dayColumn(let column, let calendar):
      scratch.removeAll(keepingCapacity: true)
      guard IdentifierText.append(row.cell(column), to: &scratch) else { return nil }
      if let calendar {
        findDay(of: now, calendar)
        guard scratch == date else { return nil }
      } else if TimeParser.date(scratch.span) == nil {
        return nil
      }
      return hasSubject && subject.withSpan { Bytes.areSame($0, scratch.span) }
    case .fixed(let name):
      if hasSubject { return true }
      scratch = name
      return false
    case .day(let calendar):
      findDay(of: now, calendar)
      // The day found last may be one whose rows are not gathered.
      if hasSubject, subject.withSpan({ Bytes.areSame($0, date.span) }) { return true }
      scratch = date
      return false
    }
  }

  private mutating func findDay(of now: Int64, _ calendar: LocalCalendar) {
    if days.contains(now) { return }
    let day = calendar.day(at: now)
    days = (calendar.dayStart(of: day) ?? now)..<max(now + 1, calendar.dayEnd(of: day))
    date = Array(ValueText.date(day).utf8)
  }

  private mutating func report(_ effect: RowProblem.Effect, _ describe: (borrowing RowSink) -> RowProblem) {
    let problem = batch.problems.keepsMore ? describe(self) : nil
    batch.problems.add(effect, problem)
  }

  /// The id of a row as messages name it, or else its number.
  private func id(of row: borrowing Row) -> String? {
    var id: String?
    var number: Int?
    switch plan.id {
    case .none: return nil
    case .column(let column, let numbered):
      id = IdentifierText.text(row.cell(column))
      number = numbered
    case .number(let column, let unsure):
      switch idOfNumber {
      case .some(let statement):
        id = String(decoding: Self.id(ofNumber: row.cell(column).integer, statement), as: UTF8.self)
      case .none: break
      }
      if unsure != nil { number = column }
    }
    if let id, !id.isEmpty { return id }
    return number.map { "rowid \(row.cell($0).integer)" }
  }

  /// The id of the row with a number; empty if it cannot be read.
  private static func id(ofNumber number: Int64, _ statement: borrowing Statement) -> [UInt8] {
    var bytes: [UInt8] = []
    statement.bind(.integer(number), at: 1)
    if (try? statement.step()) ?? false, !IdentifierText.append(statement.cell(0), to: &bytes) { bytes = [] }
    statement.reset()
    return bytes
  }
}
