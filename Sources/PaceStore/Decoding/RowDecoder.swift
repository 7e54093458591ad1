internal import PaceEngine
internal import PaceLanguage

/// Decodes the columns of one table's rows.
struct RowDecoder: Sendable {
  var lookups: [ByteTable] = []
  var texts: [String] = []

  /// The column's value; unknown for NULL, nil for what cannot be read.
  func value(
    _ plan: ColumnPlan, _ row: borrowing Statement, _ cache: inout TextCache, intern: (String) -> Value
  ) -> Value? {
    switch plan.form {
    case .absent: return .unknown
    case .constant: return Value(plan.constant)
    case .constantText: return cache.value(of: texts[Int(plan.constant)], intern: intern)
    case .text, .schedule: return text(plan, row, &cache, intern: intern)
    case .lookupText:
      guard let found = bits(plan, row) else { return nil }
      return found == .min ? .unknown : cache.value(of: texts[Int(found)], intern: intern)
    case .scaled, .bool, .timeOfDay, .date, .iso8601, .lookup:
      return bits(plan, row).map { Value($0) }
    }
  }

  /// The same for columns that need no text: the least `Int64` for NULL.
  func bits(_ plan: ColumnPlan, _ row: borrowing Statement) -> Int64? {
    guard let bits = unchecked(plan, row) else { return nil }
    if bits == .min { return row.storageClass(plan.column) == .null || plan.form == .absent ? bits : nil }
    return bits >= plan.low && bits <= plan.high ? bits : nil
  }

  /// Without a look at the range.
  func unchecked(_ plan: ColumnPlan, _ row: borrowing Statement) -> Int64? {
    let storage = plan.form == .constant ? .integer : row.storageClass(plan.column)
    if storage == .null || plan.form == .absent { return .min }
    switch plan.form {
    case .scaled:
      return scaled(plan, row, storage)
    case .bool:
      guard storage == .integer || storage == .real else { return nil }
      let number = row.real(plan.column)
      return number == 0 ? 0 : number == 1 ? 1 : nil
    case .timeOfDay:
      return storage == .text ? row.withText(plan.column) { TimeText.timeOfDay($0) } : nil
    case .date:
      return storage == .text ? row.withText(plan.column) { TimeText.date($0) } : nil
    case .iso8601:
      return storage == .text ? row.withText(plan.column) { TimeText.instant($0) } : nil
    case .lookup, .lookupText:
      return looked(up: plan, row, storage)
    case .constant:
      return plan.constant
    case .absent, .constantText, .text, .schedule:
      return nil
    }
  }

  private func scaled(_ plan: ColumnPlan, _ row: borrowing Statement, _ storage: StorageClass) -> Int64? {
    let product: Int64?
    switch storage {
    case .integer: product = DecimalRounding.scaled(row.integer(plan.column), by: plan.scale)
    case .real: product = DecimalRounding.scaled(row.real(plan.column), by: plan.scale)
    case .null, .text, .blob: return nil
    }
    guard let product else { return nil }
    let (sum, overflow) = product.addingReportingOverflow(plan.offset)
    return overflow ? nil : sum
  }

  private func looked(up plan: ColumnPlan, _ row: borrowing Statement, _ storage: StorageClass) -> Int64? {
    switch storage {
    case .text, .integer:
      return row.withText(plan.column) { lookups[plan.lookup].find($0) }
    case .real:
      // `1.0` is written `1` as well.
      if let found = row.withText(plan.column, { lookups[plan.lookup].find($0) }) { return found }
      return Int64(exactly: row.real(plan.column)).flatMap {
        lookups[plan.lookup].find(Array(String($0).utf8))
      }
    case .null, .blob:
      return nil
    }
  }

  private func text(
    _ plan: ColumnPlan, _ row: borrowing Statement, _ cache: inout TextCache, intern: (String) -> Value
  ) -> Value? {
    switch row.storageClass(plan.column) {
    case .null: return .unknown
    case .text, .integer:
      if let known = row.withText(plan.column, { cache.find($0) }) { return known }
      guard let text = row.text(plan.column) else { return .unknown }
      if plan.form == .schedule, Schedule(text) == nil { return nil }
      return cache.value(of: text, intern: intern)
    case .real, .blob: return nil
    }
  }
}
