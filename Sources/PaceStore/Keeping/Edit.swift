public import PaceEngine
public import PaceLanguage

/// A change of one column.
public struct Edit: Sendable {
  /// A field or attribute, `at`, `kind`, `started_at`, `ended_at`, or the subject's name.
  public var column: String
  /// The new value as it is stored; NULL clears the column.
  var value: StoredValue
  /// The instant that it sets; nil if it sets none.
  private(set) var instant: Instant?
  /// The value as it was given; nil if it is an instant.
  private(set) var constant: Constant?
  /// The type that the value was given as; nil if it was none of a field or an attribute.
  private(set) var type: ValueType?

  init(column: String, value: StoredValue) {
    self.column = column
    self.value = value
  }

  /// A field or an attribute; nil clears it. `Keeper.edit` refuses a type that is not the column's.
  public init(column: String, value: Constant?, _ type: ValueType, _ program: Program) {
    self.init(column: column, value: StoredValue(value, type, program))
    constant = value
    self.type = type
  }

  /// An instant of a row or a subject; nil clears it.
  public init(column: String, instant: Instant?) {
    self.init(column: column, value: StoredValue(instant))
    self.instant = instant
  }

  /// A kind, or the subject that a row belongs to; nil clears it.
  public init(column: String, text: String?) {
    self.init(column: column, value: StoredValue(text))
    constant = text.map { .text($0) }
  }
}
