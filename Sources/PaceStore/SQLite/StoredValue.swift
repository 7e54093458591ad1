internal import PaceEngine

/// A value of a column, as it is stored.
///
/// Merging chooses between values with equal stamps by this order: NULL, numbers, texts, BLOBs.
public enum StoredValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  init(_ cell: borrowing Cell) {
    switch cell.storageClass {
    case .null: self = .null
    case .integer: self = .integer(cell.integer)
    case .real: self = .real(cell.real)
    case .text: self = .text(cell.text ?? "")
    case .blob: self = .blob(cell.withBlob { blob in blob.indices.map { blob[$0] } })
    }
  }

  init(_ text: String?) { self = text.map { .text($0) } ?? .null }

  /// The value as text; nil for NULL and BLOBs.
  var text: String? {
    switch self {
    case .null, .blob: nil
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text): text
    }
  }

  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

  var isNull: Bool { self == .null }

  /// Whether two values are the same; equal numbers are, whether stored as INTEGER or as REAL.
  func isSame(as other: StoredValue) -> Bool {
    switch (self, other) {
    case (.integer(let whole), .real(let real)), (.real(let real), .integer(let whole)):
      Int64(exactly: real) == whole
    default: self == other
    }
  }

  /// Texts are the same only if they have the same bytes, by which `<` and the database order them.
  public static func == (a: StoredValue, b: StoredValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a == b
    case (.text(let a), .text(let b)): a.isExactly(b)
    case (.blob(let a), .blob(let b)): a == b
    default: false
    }
  }
}

extension StoredValue: Comparable {
  public static func < (a: StoredValue, b: StoredValue) -> Bool {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): a < b
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.blob(let a), .blob(let b)): a.lexicographicallyPrecedes(b)
    default: a.rank == b.rank ? (a.number, a.isReal ? 1 : 0) < (b.number, b.isReal ? 1 : 0) : a.rank < b.rank
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  private var number: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .null, .text, .blob: 0
    }
  }

  private var isReal: Bool { if case .real = self { true } else { false } }
}
