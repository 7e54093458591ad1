internal import PaceLanguage

/// How the value of one column becomes a `Value`; flat, so that reading a row touches no reference counts.
struct ColumnPlan: Sendable {
  enum Form: UInt8, Sendable {
    /// Nothing is stored.
    case absent
    case constant, constantText
    /// A number times `scale` over `divisor`, plus `offset`.
    case scaled
    case bool, timeOfDay, date, iso8601, hoursMinutes
    case text, schedule
    /// A text, or a number as text, maps to its entry in `lookup`: bits, or the index of a text.
    case lookup, lookupText
  }

  var form: Form
  /// The index in the result row.
  var column = 0
  /// For a difference, the index of the subtrahend in the result row.
  var other: Int?
  var scale: Int64 = 1
  var divisor: Int64 = 1
  var offset: Int64 = 0
  /// The range allowed, ends included; the least `Int64` stands for unknown and is never in range.
  var low: Int64 = .min + 1
  var high: Int64 = .max
  /// Whether only whole numbers are allowed.
  var isWhole = false
  /// The index of the table for `lookup`.
  var lookup = 0
  /// The bits for a value that `lookup` lacks; nil if such a value cannot be read.
  var otherwise: Int64?
  /// The bits of `constant`, or the index of the text of `constantText`.
  var constant: Int64 = 0
  /// Whether every row must hold a value.
  var isRequired = false
  /// Whether `iso8601` takes a number of milliseconds too.
  var takesNumbers = false

  /// Narrows the range to the values that meet the demands.
  mutating func narrow(to demands: [Demand]) {
    for demand in demands {
      low = max(low, demand.need == .positive ? 1 : 0)
      if demand.need == .whole { isWhole = true }
    }
  }

  /// Whether a value lies in the range, and is whole if it has to be.
  func allows(_ bits: Int64) -> Bool {
    bits >= low && bits <= high && (!isWhole || Need.whole.isMet(by: bits))
  }

  init(_ form: Form) {
    self.form = form
    if form == .bool {
      low = 0
      high = 1
    }
  }

  /// Whether a stored integer is the value's bits unchanged.
  var isAsStored: Bool { scale == 1 && divisor == 1 && offset == 0 }

  /// Whether the value depends on more than one cell.
  var restsOnRow: Bool { form == .iso8601 || other != nil }

  /// Whether the values are texts stored in the log, rather than written in the source.
  var isStoredText: Bool { form == .text || form == .schedule }
}

/// How messages describe a column.
struct ColumnDescription: Sendable {
  var name: String
  /// The two columns of a difference; empty for any other.
  var parts: [String] = []
  /// Completes "`x` is not …".
  var expected: String
  /// Completes "`x` is outside …"; nil if every value is allowed.
  var range: String?
  /// The encoding of the instants, for a column of instants.
  var time: TimeEncoding?
  /// What clauses demand of the values.
  var demands: [Demand] = []
  /// The names that `lookup` contains.
  var choices: [String] = []
  /// Whether `lookup` is a map of the source's.
  var isMapped = false
  /// Whether it is a column of a log that pace keeps, which no view can replace.
  var isKept = false
  /// What becomes of a subject's value that cannot be read.
  var effectIfUnreadable = RowProblem.Effect.valueUnknown
}
