internal import PaceEngine

extension StoredValue {
  /// An instant in milliseconds; NULL for nil.
  init(_ instant: Instant?) { self = instant.map { .integer($0.milliseconds) } ?? .null }

  /// The instant of a time in milliseconds, rounded as an evaluation rounds it; nil for what it can't read.
  var instant: Instant? {
    let milliseconds: Int64? =
      switch self {
      case .integer(let value): value
      case .real(let value): DecimalRounding.scaled(value, by: 1)
      case .null, .text, .blob: nil
      }
    return milliseconds.flatMap { Instant.milliseconds.contains($0) ? Instant($0) : nil }
  }
}

extension SQLText {
  /// The condition that a column holds a number of milliseconds in the years 1 to 9999.
  static func isInstant(_ column: String) -> String {
    let years = Instant.milliseconds
    return "\(column) BETWEEN \(years.lowerBound) AND \(years.upperBound)"
  }
}
