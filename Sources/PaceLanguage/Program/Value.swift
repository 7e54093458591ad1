/// The type of a checked value.
public enum ValueType: Hashable, Sendable {
  case number, duration, time, bool, text, preset, schedule, date, weekday
  case enumeration(EnumerationID)
  /// A level of this scale.
  case level(ScaleID)
}

/// A value of any type in 64 bits, or unknown.
///
/// | type | bits |
/// |---|---|
/// | number | millionths |
/// | duration | milliseconds |
/// | time | milliseconds since midnight |
/// | bool | 0 or 1 |
/// | text, schedule | the index in the machine's table of texts |
/// | preset, enumeration, level | the index of the case, from 0 |
/// | date | days since 1970-01-01 |
/// | weekday | 0 (Monday) to 6 (Sunday) |
public struct Value: Hashable, Sendable {
  public var bits: Int64

  public init(_ bits: Int64) { self.bits = bits }

  /// The value of an expression without a value: it is neither true nor false.
  public static let unknown = Value(.min)
  public static let yes = Value(1)
  public static let no = Value(0)

  public var isUnknown: Bool { bits == .min }
  public var isTrue: Bool { bits == 1 }
}

/// A constant in a program's text; texts are interned when a plan is made.
public enum Constant: Hashable, Sendable {
  case value(Value)
  case text(String)
}
