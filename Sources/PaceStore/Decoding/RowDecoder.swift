internal import PaceEngine
internal import PaceLanguage

/// Decodes the columns of one table's rows.
///
/// Columns are told by their index, because to hand over a plan takes longer than to decode most values; a
/// class, because to copy all this for each row would too.
final class RowDecoder: Sendable {
  /// What tells a row from others of its table.
  enum RowID: Sendable {
    case none
    case column(Int)
    /// The number that SQLite gives each row, with which its id can be looked up.
    case number(Int)
  }

  let columns: [ColumnPlan]
  /// How many of the columns must hold something.
  let requiredColumns: Int
  let id: RowID
  private let lookups: ByteTable

  init(_ columns: [ColumnPlan], required: Int, id: RowID, lookups: [ByteTable]) {
    self.columns = columns
    requiredColumns = required
    self.id = id
    self.lookups = ByteTable(merging: lookups)
  }

  /// The bits of a column's value: the least `Int64` for NULL, nil for what cannot be read.
  ///
  /// Texts of the source have their index; those of the log have none.
  @inline(__always)
  func bits(_ index: Int, _ row: borrowing Row) -> Int64? {
    let columns = columns
    if columns[index].form == .absent { return .min }
    if columns[index].form == .constant { return columns[index].constant }
    guard let bits = unchecked(index, row.cell(columns[index].column)) else { return nil }
    return bits >= columns[index].low && bits <= columns[index].high || bits == .min ? bits : nil
  }

  /// Of a column that is stored, without a look at the range.
  @inline(__always)
  func unchecked(_ index: Int, _ cell: borrowing Cell) -> Int64? {
    let columns = columns
    switch columns[index].form {
    case .lookup: return looked(up: index, cell)
    case .bool: return Self.bool(cell)
    case .scaled:
      let storage = cell.storageClass
      if storage == .null { return .min }
      if storage == .integer, columns[index].scale == 1, columns[index].offset == 0 {
        let bits = cell.integer
        // The least stands for NULL.
        return bits == .min ? nil : bits
      }
      return scaled(index, cell)
    case .timeOfDay, .date, .iso8601, .lookupText, .constantText: return other(index, cell)
    case .absent, .constant, .text, .schedule: return nil
    }
  }

  /// Whether a cell holds what a column of texts, or of schedules, may hold.
  func isGood(_ index: Int, _ cell: borrowing Cell) -> Bool {
    switch cell.storageClass {
    case .text, .integer: columns[index].form == .text || cell.text.flatMap { Schedule($0) } != nil
    case .null, .real, .blob: false
    }
  }

  @inline(never)
  private func scaled(_ index: Int, _ cell: borrowing Cell) -> Int64? {
    let product: Int64?
    switch cell.scalar {
    case .null: return .min
    case .integer(let integer): product = DecimalRounding.scaled(integer, by: columns[index].scale)
    case .real(let real): product = DecimalRounding.scaled(real, by: columns[index].scale)
    case .text, .blob: return nil
    }
    guard let product else { return nil }
    let (sum, overflow) = product.addingReportingOverflow(columns[index].offset)
    return overflow || sum == .min ? nil : sum
  }

  @inline(__always)
  private static func bool(_ cell: borrowing Cell) -> Int64? {
    switch cell.scalar {
    case .null: .min
    case .integer(let integer): integer == 0 || integer == 1 ? integer : nil
    case .real(let real): real == 0 ? 0 : real == 1 ? 1 : nil
    case .text, .blob: nil
    }
  }

  @inline(never)
  private func other(_ index: Int, _ cell: borrowing Cell) -> Int64? {
    switch columns[index].form {
    case .constantText: columns[index].constant
    case .timeOfDay: cell.withText { $0 == .null ? .min : $0 == .text ? TimeText.timeOfDay($1) : nil }
    case .date: cell.withText { $0 == .null ? .min : $0 == .text ? TimeText.date($1) : nil }
    case .iso8601: cell.withText { $0 == .null ? .min : $0 == .text ? TimeText.instant($1) : nil }
    case .lookupText: looked(up: index, cell)
    case .absent, .constant, .scaled, .bool, .lookup, .text, .schedule: nil
    }
  }

  @inline(__always)
  private func looked(up index: Int, _ cell: borrowing Cell) -> Int64? {
    let lookup = columns[index].lookup
    let (storage, found) = cell.withText { ($0, $0 == .null ? nil : lookups.find($1, in: lookup)) }
    switch storage {
    case .null: return .min
    case .text, .integer: return found
    case .real:
      // `1.0` is written `1` as well.
      if let found { return found }
      return Int64(exactly: cell.real).flatMap { lookups.find(Array(String($0).utf8).span, in: lookup) }
    case .blob: return nil
    }
  }
}
