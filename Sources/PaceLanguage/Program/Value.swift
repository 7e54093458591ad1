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

  /// Texts are the same only if they have the same bytes.
  public static func == (a: Constant, b: Constant) -> Bool {
    switch (a, b) {
    case (.value(let a), .value(let b)): a == b
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.value, .text), (.text, .value): false
    }
  }
}

extension LiteralKind {
  /// The constant that it writes, with its type; nil for a name, which has no type of its own.
  var constant: (value: Constant, type: ValueType)? {
    switch self {
    case .number(let bits): (.value(Value(bits)), .number)
    case .duration(let bits): (.value(Value(bits)), .duration)
    case .time(let bits): (.value(Value(bits)), .time)
    case .date(let bits): (.value(Value(bits)), .date)
    case .bool(let flag): (.value(flag ? .yes : .no), .bool)
    case .string(let text): (.text(text), .text)
    case .name, .invalid: nil
    }
  }
}
