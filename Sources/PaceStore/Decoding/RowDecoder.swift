internal import PaceEngine
internal import PaceLanguage

/// Decodes the columns of one table's rows.
///
/// A class, because copying all this for each row would take longer than decoding it.
final class RowDecoder: Sendable {
  /// What identifies a row within its table.
  enum RowID: Sendable {
    case none
    /// The id's column; messages name a row without a good id by its `number`, if that is read too.
    case column(Int, number: Int?)
    /// The column of SQLite's row number, by which the id can be looked up.
    ///
    /// `unsure` is the id's column if some rows may lack a good id.
    case number(Int, unsure: Int?)
  }

  /// The fast path for a stored column; values that it does not cover are left to `bits`.
  struct Step: Sendable {
    enum Sort: UInt8, Sendable {
      /// Integers that stand for themselves.
      case whole
      /// Numbers in another unit.
      case scaled
      /// Texts that are looked up.
      case lookup
      case other
    }

    let sort: Sort
    /// Whether every row must hold a value.
    let isRequired: Bool
    /// The index in the result row.
    let column: Int32
    /// The index in `columns`, which holds the rarely needed rest.
    let index: Int32
    /// The values allowed, both ends included.
    let low: Int64
    let high: Int64
  }

  /// The index that means the id instead of a column.
  static let idIndex = -1

  let columns: [ColumnPlan]
  let steps: [Step]
  /// The bits of each column before a row is decoded: its constant, else the least `Int64`.
  let blank: [Int64]
  /// The indices of the columns that hold texts of the log.
  let texts: [Int]
  let id: RowID
  /// The column of ids to hash; nil if their hashes aren't needed.
  let hashedID: Int?
  let lookups: ByteTable
  private let calendars: WallCalendars
  /// The index of the subject in the result row.
  private let subject: Int?

  /// - Parameters:
  ///   - required: how many columns, from the first on, must hold a value.
  ///   - subject: the index of the subject in the result row.
  init(
    _ columns: [ColumnPlan], required: Int, id: RowID, hashedID: Int?, lookups: [ByteTable],
    calendars: WallCalendars, subject: Int?
  ) {
    self.calendars = calendars
    self.subject = subject
    var columns = columns
    for index in columns.indices.prefix(required) { columns[index].isRequired = true }
    self.columns = columns
    self.id = id
    self.hashedID = hashedID
    self.lookups = ByteTable(merging: lookups)
    steps = columns.indices.compactMap { Step(columns[$0], $0) }
    blank = columns.map { $0.form == .constant ? $0.constant : .min }
    texts = columns.indices.filter { columns[$0].isStoredText }
  }

  /// The bits of a column's value: the least `Int64` for NULL, nil for what cannot be read.
  ///
  /// A text of the source is returned as its index; texts of the log have no bits.
  func bits(_ index: Int, _ row: borrowing Row) -> Int64? {
    let plan = columns[index]
    if plan.form == .absent { return .min }
    if plan.form == .constant { return plan.constant }
    if plan.restsOnRow { return timed(index, row)?.bits }
    guard let bits = unchecked(index, row.cell(plan.column)) else { return nil }
    return bits == .min || plan.allows(bits) ? bits : nil
  }

  /// The bits of a difference or of a time written as text, and whether it is a wall time.
  ///
  /// - Parameter isChecked: whether a value outside the range gives nil.
  func timed(
    _ index: Int, _ row: borrowing Row, isChecked: Bool = true
  ) -> (bits: Int64, wallTime: TimeParser.WallTime)? {
    let plan = columns[index]
    guard var value = instant(index, row.cell(plan.column), row) else { return nil }
    if let other = plan.other {
      guard let earlier = instant(index, row.cell(other), row) else { return nil }
      if value.bits == .min || earlier.bits == .min { return (.min, .absolute) }
      let (difference, overflow) = value.bits.subtractingReportingOverflow(earlier.bits)
      if overflow { return nil }
      value = (difference, max(value.wallTime, earlier.wallTime))
    }
    return value.bits == .min || !isChecked || plan.allows(value.bits) ? value : nil
  }

  private func instant(
    _ index: Int, _ cell: borrowing Cell, _ row: borrowing Row
  ) -> (bits: Int64, wallTime: TimeParser.WallTime)? {
    let plan = columns[index]
    let isNumber = plan.takesNumbers && (cell.storageClass == .integer || cell.storageClass == .real)
    if isNumber { return Self.scaled(cell, plan).map { ($0, .absolute) } }
    guard plan.form == .iso8601 else { return unchecked(index, cell).map { ($0, .absolute) } }
    let (storage, found) = cell.withText { storage, text in
      (storage, storage == .text ? TimeParser.instant(text, in: calendar(of: row)) : nil)
    }
    return storage == .null ? (.min, .absolute) : found.map { ($0.milliseconds, $0.wallTime) }
  }

  /// The calendar by which a row's wall times are read.
  func calendar(of row: borrowing Row) -> LocalCalendar {
    guard let subject, !calendars.own.isEmpty else { return calendars.common }
    var id: [UInt8] = []
    _ = IdentifierText.append(row.cell(subject), to: &id)
    return calendars.own[id] ?? calendars.common
  }

  /// The bits of a stored column's value, with its range unchecked.
  func unchecked(_ index: Int, _ cell: borrowing Cell) -> Int64? {
    let plan = columns[index]
    switch plan.form {
    case .lookup, .lookupText: return looked(up: plan.lookup, cell, otherwise: plan.otherwise)
    case .bool: return Self.bool(cell)
    case .scaled: return Self.scaled(cell, plan)
    case .constantText: return plan.constant
    case .timeOfDay:
      return cell.withText { $0 == .null ? .min : $0 == .text ? TimeParser.timeOfDay($1) : nil }
    case .date: return cell.withText { $0 == .null ? .min : $0 == .text ? TimeParser.date($1) : nil }
    case .iso8601:
      let calendar = calendars.common
      return cell.withText {
        $0 == .null ? .min : $0 == .text ? TimeParser.instant($1, in: calendar)?.milliseconds : nil
      }
    case .hoursMinutes:
      return cell.withText { $0 == .null ? .min : $0 == .text ? TimeParser.duration($1) : nil }
    case .absent, .constant, .text, .schedule: return nil
    }
  }

  /// Whether a cell is valid in a column of texts or schedules.
  func isGood(_ index: Int, _ cell: borrowing Cell) -> Bool {
    switch cell.storageClass {
    case .text, .integer:
      columns[index].form == .text
        ? cell.lendText { Bytes.areUTF8($0) } : cell.text.flatMap { Schedule($0) } != nil
    // An application may store the JSON object of a schedule as bytes.
    case .blob: columns[index].form == .schedule && Self.isSchedule(cell)
    case .null, .real: false
    }
  }

  private static func isSchedule(_ cell: borrowing Cell) -> Bool {
    cell.withBlob { bytes in
      let text = String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      return Bytes.areUTF8(bytes) && Schedule(text) != nil
    }
  }

  @inline(never)
  static func scaled(_ cell: borrowing Cell, _ plan: ColumnPlan) -> Int64? {
    let product: Int64?
    switch cell.storageClass {
    case .null: return .min
    case .integer: product = DecimalRounding.scaled(cell.integer, by: plan.scale, over: plan.divisor)
    case .real: product = DecimalRounding.scaled(cell.real, by: plan.scale, over: plan.divisor)
    case .text, .blob: return nil
    }
    guard let product else { return nil }
    let (sum, overflow) = product.addingReportingOverflow(plan.offset)
    // The least `Int64` stands for NULL.
    return overflow || sum == .min ? nil : sum
  }

  private static func bool(_ cell: borrowing Cell) -> Int64? {
    switch cell.storageClass {
    case .null: .min
    case .integer: cell.integer == 0 || cell.integer == 1 ? cell.integer : nil
    case .real: cell.real == 0 ? 0 : cell.real == 1 ? 1 : nil
    case .text, .blob: nil
    }
  }

  private func looked(up table: Int, _ cell: borrowing Cell, otherwise: Int64?) -> Int64? {
    let (storage, found) = cell.withText { ($0, $0 == .null ? nil : lookups.find($1, in: table)) }
    switch storage {
    case .null: return .min
    case .text, .integer: return found ?? otherwise
    case .real:
      // `1.0` also matches `1`.
      if let found { return found }
      let whole = Int64(exactly: cell.real)
      return whole.flatMap { lookups.find(Array(String($0).utf8).span, in: table) } ?? otherwise
    case .blob: return otherwise
    }
  }
}

extension RowDecoder.Step {
  /// The bits of a value that this step covers; nil for any other.
  @inline(__always)
  func bits(_ row: borrowing Row, _ decoder: RowDecoder) -> Int64? {
    let cell = row.cell(Int(column))
    let storage = cell.storage
    if storage == Cell.nullStorage, !isRequired { return .min }
    let index = Int(index)
    var found: Int64?
    switch sort {
    case .whole: if storage == Cell.integerStorage { found = cell.integer }
    case .lookup:
      if storage == Cell.textStorage {
        found = cell.lendText { decoder.lookups.find($0, in: decoder.columns[index].lookup) }
      }
    case .scaled:
      found = RowDecoder.scaled(cell, decoder.columns[index])
    case .other: break
    }
    guard let found, found >= low, found <= high else { return nil }
    return found
  }

  /// Nil if every row has the same value.
  fileprivate init?(_ plan: ColumnPlan, _ index: Int) {
    switch plan.form {
    case .absent where !plan.isRequired, .constant: return nil
    case _ where plan.isWhole || plan.other != nil: sort = .other
    case .scaled: sort = plan.isAsStored ? .whole : .scaled
    case .bool: sort = .whole
    case .lookup: sort = .lookup
    default: sort = .other
    }
    isRequired = plan.isRequired
    column = Int32(clamping: plan.column)
    self.index = Int32(clamping: index)
    low = plan.low
    high = plan.high
  }
}
