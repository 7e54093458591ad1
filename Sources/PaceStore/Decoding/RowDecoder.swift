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
    guard let bits = unchecked(plan, row), bits >= plan.low || bits == .min, bits <= plan.high else {
      return nil
    }
    return bits
  }

  /// Without a look at the range.
  func unchecked(_ plan: ColumnPlan, _ row: borrowing Statement) -> Int64? {
    switch plan.form {
    case .scaled: scaled(plan, row)
    case .bool: Self.bool(row.scalar(plan.column))
    case .timeOfDay:
      row.withText(plan.column) { $0 == .null ? .min : $0 == .text ? TimeText.timeOfDay($1) : nil }
    case .date: row.withText(plan.column) { $0 == .null ? .min : $0 == .text ? TimeText.date($1) : nil }
    case .iso8601: row.withText(plan.column) { $0 == .null ? .min : $0 == .text ? TimeText.instant($1) : nil }
    case .lookup, .lookupText: looked(up: plan, row)
    case .absent: .min
    case .constant: plan.constant
    case .constantText, .text, .schedule: nil
    }
  }

  private func scaled(_ plan: ColumnPlan, _ row: borrowing Statement) -> Int64? {
    let product: Int64?
    switch row.scalar(plan.column) {
    case .null: return .min
    case .integer(let integer): product = DecimalRounding.scaled(integer, by: plan.scale)
    case .real(let real): product = DecimalRounding.scaled(real, by: plan.scale)
    case .text, .blob: return nil
    }
    guard let product else { return nil }
    let (sum, overflow) = product.addingReportingOverflow(plan.offset)
    // The least stands for NULL.
    return overflow || sum == .min ? nil : sum
  }

  private static func bool(_ scalar: Scalar) -> Int64? {
    switch scalar {
    case .null: .min
    case .integer(let integer): integer == 0 || integer == 1 ? integer : nil
    case .real(let real): real == 0 ? 0 : real == 1 ? 1 : nil
    case .text, .blob: nil
    }
  }

  private func looked(up plan: ColumnPlan, _ row: borrowing Statement) -> Int64? {
    let (storage, found) = row.withText(plan.column) { ($0, lookups[plan.lookup].find($1)) }
    switch storage {
    case .null: return .min
    case .text, .integer: return found
    case .real:
      // `1.0` is written `1` as well.
      if let found { return found }
      return Int64(exactly: row.real(plan.column)).flatMap {
        lookups[plan.lookup].find(Array(String($0).utf8))
      }
    case .blob: return nil
    }
  }

  private func text(
    _ plan: ColumnPlan, _ row: borrowing Statement, _ cache: inout TextCache, intern: (String) -> Value
  ) -> Value? {
    let (storage, known) = row.withText(plan.column) { ($0, cache.find($1)) }
    switch storage {
    case .null: return .unknown
    case .text, .integer:
      if let known { return known }
      guard let text = row.text(plan.column) else { return .unknown }
      if plan.form == .schedule, Schedule(text) == nil { return nil }
      return cache.value(of: text, intern: intern)
    case .real, .blob: return nil
    }
  }
}
